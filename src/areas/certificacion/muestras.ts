// The printed samples of a road: a PDF for each document and copy, and the list of them (areas/certificacion §8).

import type { Clock } from '../../base/clock'
import { BOM, type Celda, csvLine } from '../../base/csv'
import { nextTurn } from '../../base/turn'
import { isLibro } from '../../domain/certificacion/etapas'
import { AppError } from '../../domain/errors'
import { chileTimestamp } from '../../domain/fecha'
import type { ArchivoZip } from '../../http/zip'
import { type Compuesto, createArchivo } from '../../pdf'
import { type Impresores, toImpreso } from '../dte'
import type { Certificaciones, SetConIntentos } from './certificaciones'
import { CLASE_SIMULACION } from './simulacion'
import type { CertificacionRow, IntentoRow } from './statements'

/** The SII's page takes files of one page and so many bytes (pdf §5.1). */
const PAGINAS_MAX = 1
const BYTES_MAX = 500_000

const COLUMNAS = [
  ...['archivo', 'set', 'caso', 'tipo_dte', 'folio', 'copia', 'paginas', 'bytes', 'donde_se_sube', 'reparo'],
]

interface Documento {
  caso: number
  id: string
  tipo_dte: number
  folio: number
}

interface Pedido extends Documento {
  clase: SetConIntentos['clase']
}

/** Those of a set that was approved, and of a simulación that the SII took the first of each type. */
function documentosOf({ clase, intentos }: SetConIntentos): Documento[] {
  const last = intentos.at(-1)
  if (!last || isLibro(clase)) return []
  const good: IntentoRow['estado'][] =
    clase === CLASE_SIMULACION ? ['validado', 'declarado', 'conforme'] : ['conforme']
  if (!good.includes(last.estado)) return []
  const all: Documento[] = JSON.parse(last.documentos)
  if (clase !== CLASE_SIMULACION) return all
  return all.filter(({ tipo_dte }, i) => all.findIndex((one) => one.tipo_dte === tipo_dte) === i)
}

/** A composed document as one file for each copy. */
function* copiasOf(
  compuesto: Compuesto,
): Generator<{ copia: 'tributaria' | 'cedible'; paginas: number; de: Compuesto }> {
  yield { copia: 'tributaria', paginas: compuesto.original.length, de: { ...compuesto, cedible: [] } }
  const { cedible } = compuesto
  if (cedible.length)
    yield { copia: 'cedible', paginas: cedible.length, de: { ...compuesto, original: [], originales: 0 } }
}

const reparoOf = (paginas: number, bytes: number): string =>
  [
    paginas > PAGINAS_MAX ? `tiene ${paginas} páginas, y el SII admite ${PAGINAS_MAX}` : '',
    bytes > BYTES_MAX ? `pasa de ${BYTES_MAX / 1000} KB` : '',
  ]
    .filter(Boolean)
    .join('; ')

interface Deps extends Impresores {
  certificaciones: Certificaciones
  clock: Clock
}

export type Muestras = ReturnType<typeof createMuestras>

export function createMuestras({ certificaciones, clock, documentos, plantillas, printer }: Deps) {
  /** A document as it was signed and sent. The mark of one that a note of its set voided is no part of a sample. */
  function compose(owner: string, id: string) {
    const row = documentos.byId(id)!
    const plantilla = plantillas.papel(row.empresa_id, 'carta', row.tipo_dte)
    const impreso = { ...toImpreso(documentos, row, plantilla), marca: null }
    const autor = impreso.dte.emisor.razonSocial
    const logo = plantilla.logo?.imagen ?? null
    return {
      compuesto: printer.compose(owner, impreso, { formato: 'carta', cedible: true, copias: 1 }),
      write(de: Compuesto): Uint8Array {
        const archivo = createArchivo()
        archivo.add(de, logo)
        return archivo.finish({ titulo: de.titulo, autor, marcadores: false })
      },
    }
  }

  async function* filesOf(
    owner: string,
    camino: CertificacionRow,
    pedidos: readonly Pedido[],
  ): AsyncGenerator<ArchivoZip, void, undefined> {
    const fecha = chileTimestamp(clock())
    const donde =
      camino.ambiente === 'simulacion'
        ? 'POST /simulador/certificacion/muestras'
        : 'https://www4.sii.cl/pdfdteInternet'
    const lista: Celda[][] = []
    for (const { clase, caso, id, tipo_dte, folio } of pedidos) {
      const row = (archivo: string, copia: string, rest: Celda[]): void =>
        void lista.push([archivo, clase, caso, tipo_dte, folio, copia, ...rest])
      try {
        const { compuesto, write } = compose(owner, id)
        for (const { copia, paginas, de } of copiasOf(await compuesto)) {
          const bytes = write(de)
          const nombre = `${clase}-${String(caso).padStart(2, '0')}_T${tipo_dte}F${folio}_${copia}.pdf`
          row(nombre, copia, [paginas, bytes.length, donde, reparoOf(paginas, bytes.length)])
          yield { nombre, bytes, fecha, compress: false }
        }
      } catch (fault) {
        if (!(fault instanceof AppError)) throw fault
        row('', '', [null, null, '', `no se pudo imprimir: ${fault.message}`])
      }
      await nextTurn()
    }
    const text = BOM + [COLUMNAS, ...lista].map(csvLine).join('')
    yield { nombre: 'lista.csv', bytes: Buffer.from(text), fecha, compress: true }
  }

  const pedidosOf = (camino: CertificacionRow): Pedido[] =>
    (certificaciones.ronda(camino.id)?.sets ?? []).flatMap((set) =>
      documentosOf(set).map((one) => ({ ...one, clase: set.clase })),
    )

  return {
    /** The files of the samples, then `lista.csv`. `owner` is the account that waits. Throws CERT_ORDER before a set is approved. */
    print(owner: string, camino: CertificacionRow): AsyncGenerator<ArchivoZip, void, undefined> {
      const pedidos = pedidosOf(camino)
      if (!pedidos.length)
        throw new AppError('CERT_ORDER', 'Las muestras son de los sets conformes: aún no hay ninguno')
      return filesOf(owner, camino, pedidos)
    },
    /** The same, and nothing before a set is approved. */
    async *printSome(owner: string, camino: CertificacionRow): AsyncGenerator<ArchivoZip, void, undefined> {
      const pedidos = pedidosOf(camino)
      if (pedidos.length) yield* filesOf(owner, camino, pedidos)
    },
  }
}
