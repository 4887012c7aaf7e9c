// The month for the accountant as one archive: the books, the return, what does not agree, and the XML issued.

import { and, asc, between, count, eq, gt, notInArray, sql } from 'drizzle-orm'
import { BOM, type Celda, csvLine } from '../../base/csv'
import { pauses } from '../../base/turn'
import { SIN_VALOR } from '../../domain/dte/estados'
import { AppError } from '../../domain/errors'
import { addDays, chileTimestamp } from '../../domain/fecha'
import { PARTES } from '../../domain/rcv/f29-lineas'
import { diasOf } from '../../domain/rcv/periodo'
import type { Tenant } from '../../http/tenant'
import type { ArchivoZip } from '../../http/zip'
import type { Store } from '../../store/store'
import { documento } from '../../store/tables/documento'
import { LATIN1_DECLARATION } from '../../xml/dte-xml'
import { type Documentos, nombreDocumento } from '../dte'
import type { Rcv } from '../rcv'
import { type Base, type Contenidos, linesOf, writeInstant } from './contenido'
import { avisoGuias, type createGuias, guiasLines } from './guias'
import { type Honorarios, honorariosLines } from './honorarios'

/** The archive's list of missing documents and reasons; only when there are any. */
const FALTAN = 'no-incluidos.txt'
/** Documents read at once. */
const STEP = 200

export interface PaqueteDeps {
  store: Pick<Store, 'db'>
  rcv: Rcv
  documentos: Pick<Documentos, 'byId' | 'xml'>
  contenidos: Contenidos
  guias: ReturnType<typeof createGuias>
  honorarios: Honorarios
}

const isVigente = and(
  sql`${documento.folioEstado} <> 'libre'`,
  notInArray(documento.estadoSii, [...SIN_VALOR]),
)

/** How many documents of the month the archive has. */
export function countEmitidos(
  { db }: Pick<Store, 'db'>,
  { empresaId, ambiente }: Tenant,
  periodo: string,
): number {
  const d = documento
  const { desde, hasta } = diasOf(periodo)
  const own = and(eq(d.empresaId, empresaId), eq(d.ambiente, ambiente))
  const where = and(own, between(d.fechaEmision, desde, hasta), isVigente)
  return db.select({ n: count() }).from(d).where(where).all()[0]!.n
}

/** Documents of the month that the SII has and did not reject, day by day. */
function* emitidosOf({ db }: Pick<Store, 'db'>, { empresaId, ambiente }: Tenant, periodo: string) {
  const d = documento
  const { desde, hasta } = diasOf(periodo)
  for (let fecha = desde; fecha <= hasta; fecha = addDays(fecha, 1)) {
    for (let last = ''; ; ) {
      const rows = db
        .select({ id: d.id })
        .from(d)
        .where(
          and(
            eq(d.empresaId, empresaId),
            eq(d.ambiente, ambiente),
            between(d.fechaEmision, fecha, fecha),
            isVigente,
            gt(d.id, last),
          ),
        )
        .orderBy(asc(d.id))
        .limit(STEP)
        .all()
      for (const { id } of rows) yield id
      if (rows.length < STEP) break
      last = rows.at(-1)!.id
    }
  }
}

type F29 = Awaited<ReturnType<Rcv['f29']>>

function f29Lines(f29: F29): Celda[][] {
  const rows = PARTES.flatMap((parte) =>
    f29[parte].map(({ concepto, codigos, documentos, neto, iva, nota }) => [
      parte,
      concepto,
      codigos?.cantidad ?? null,
      codigos?.monto ?? null,
      documentos,
      neto,
      iva,
      nota ?? null,
    ]),
  )
  return [
    ['parte', 'concepto', 'codigo_cantidad', 'codigo_monto', 'documentos', 'neto', 'iva', 'nota'],
    ...rows,
    ...Object.entries(f29.totales).map(([name, iva]) => ['total', name, null, null, null, null, iva, null]),
    ...f29.formulario.map(({ codigo, valor }) => ['formulario', null, null, codigo, null, null, valor, null]),
    ...f29.advertencias.map(({ code, mensaje, documentos, monto, iva }) => [
      'aviso',
      mensaje,
      null,
      null,
      documentos ?? null,
      monto ?? null,
      iva ?? null,
      code,
    ]),
  ]
}

type Cuadratura = Awaited<ReturnType<Rcv['cuadratura']['compute']>>

function* cuadraturaLines({ ventas, compras, boletas, diferencias }: Cuadratura): Generator<Celda[][]> {
  const counts = Object.entries({ ventas, compras }).flatMap(([lado, all]) =>
    Object.entries(all ?? {}).map(([clase, n]) => [lado, clase, null, null, null, n, null, null, null]),
  )
  yield [
    ['lado', 'clase', 'rut', 'tipo_dte', 'folio', 'documentos', 'monto_timbre', 'monto_registro', 'nota'],
    ...counts,
    ...boletas.map((one) => [
      'boletas',
      null,
      null,
      one.tipo_dte,
      null,
      one.documentos_timbre,
      one.total_timbre,
      one.total_sii,
      null,
    ]),
  ]
  for (let i = 0; i < diferencias.length; i += STEP)
    yield diferencias
      .slice(i, i + STEP)
      .map((one) => [
        one.lado,
        one.clase,
        one.rut,
        one.tipo_dte,
        one.folio,
        null,
        one.monto_timbre,
        one.monto_registro,
        one.nota,
      ])
}

/** The files of a month; each is made when it is asked for. */
export async function* paqueteFiles(
  { store, rcv, documentos, contenidos, guias, honorarios }: PaqueteDeps,
  tenant: Tenant,
  periodo: string,
  { base, now }: { base: Base; now: Date },
): AsyncGenerator<ArchivoZip, void, undefined> {
  const fecha = chileTimestamp(now)
  const faltan: string[] = []
  const pause = pauses()
  const text = async (nombre: string, aviso: string, lines: Iterable<Celda[][]>): Promise<ArchivoZip> => {
    const pieces = [Buffer.from(BOM + csvLine([aviso]))]
    for (const rows of lines) {
      pieces.push(Buffer.from(rows.map(csvLine).join('')))
      await pause()
    }
    return { nombre, bytes: Buffer.concat(pieces), fecha, compress: true }
  }
  /** Null, and told, for what the register was not read for. */
  async function attempt(nombre: string, make: () => ArchivoZip | Promise<ArchivoZip>) {
    try {
      return await make()
    } catch (fault) {
      if (!(fault instanceof AppError)) throw fault
      faltan.push(`${nombre}: ${fault.message}`)
      return null
    }
  }
  const book = (libro: string, of: () => ReturnType<Contenidos['compras']>) =>
    attempt(`libro-${libro}-${periodo}.csv`, () => {
      const contenido = of()
      return text(`libro-${libro}-${periodo}.csv`, contenido.aviso, linesOf(contenido))
    })
  const read = (): string => {
    const { estado, sincronizado_en } = rcv.periodos.getRead(tenant, periodo)
    const at = sincronizado_en ? `leído el ${writeInstant(sincronizado_en)}` : 'leído sólo en parte'
    return `Registro de compras y ventas ${at}${estado === 'sincronizado' ? ', completo' : ', falta leer algún libro o estado'}`
  }
  const made = [
    () => book('ventas', () => contenidos.ventas(tenant, periodo, base)),
    () => book('compras', () => contenidos.compras(tenant, periodo, 'rcv')),
    () =>
      attempt('', () =>
        text(`libro-guias-${periodo}.csv`, avisoGuias(now), guiasLines(guias, tenant, periodo)),
      ),
    () =>
      attempt('', () =>
        text(
          `libro-honorarios-${periodo}.csv`,
          honorarios.aviso(tenant, periodo),
          honorariosLines(honorarios, tenant, periodo),
        ),
      ),
    () =>
      attempt(`f29-${periodo}.csv`, async () => {
        const f29 = await rcv.f29(tenant, rcv.periodos.getRead(tenant, periodo))
        return text(`f29-${periodo}.csv`, read(), [f29Lines(f29)])
      }),
    () =>
      attempt(`cuadratura-${periodo}.csv`, async () => {
        const all = await rcv.cuadratura.compute(tenant, rcv.periodos.getRead(tenant, periodo))
        return text(`cuadratura-${periodo}.csv`, read(), cuadraturaLines(all))
      }),
  ]
  for (const make of made) {
    const file = await make()
    if (file) yield file
  }
  for (const id of emitidosOf(store, tenant, periodo)) {
    const row = documentos.byId(id)!
    const xml = documentos.xml(row)
    if (xml === null) continue
    yield {
      nombre: `xml/${nombreDocumento(row.rut_emisor, row.tipo_dte, row.folio, 'xml')}`,
      bytes: Buffer.from(LATIN1_DECLARATION + xml, 'latin1'),
      fecha: chileTimestamp(new Date(row.created_at)),
      compress: true,
    }
  }
  if (!faltan.length) return
  const bytes = Buffer.from(`${BOM}${faltan.join('\r\n')}\r\n`)
  yield { nombre: FALTAN, bytes, fecha, compress: true }
}
