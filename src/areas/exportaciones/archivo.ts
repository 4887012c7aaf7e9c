// The archive of an account: every table and every XML that is theirs, out of one read transaction, made as it is taken
// (areas/exportaciones §1). Nothing of it is ever on the disk, and never more of it in memory than a few rows and the list of names.

import { pauses } from '../../base/turn'
import { VERSION } from '../../domain/cambios'
import { chileTimestamp } from '../../domain/fecha'
import type { ArchivoLargo, ArchivoZip } from '../../http/zip'
import { LLEVADAS, SOLO_EN_MUDANZA, secretasOf } from '../../store/llevadas'
import type { Secrets } from '../../store/secrets'
import { openSnapshot } from '../../store/snapshot'
import type { Store } from '../../store/store'
import { createTrozos } from '../../store/trozos'
import { LATIN1_DECLARATION } from '../../xml/dte-xml'
import { createFilas } from './filas'
import { type Llave, openLlave } from './frase'
import { createIndice, FORMATO, SECRETOS_JSONL } from './indice'
import { leame } from './leame'
import { createRutas } from './rutas'
import { type Alcance, type Fila, prepareTabla } from './statements'

/** The whole account, or some companies of it. */
export interface Salida {
  cuentaId: string
  /** Every company that leaves, deleted ones too. */
  empresas: readonly string[]
  entera: boolean
  /** It seals the secrets that a move takes along; null, a copy, which has none. */
  llave: Llave | null
}

/** The tables of which a column stands as files of the archive. */
const EN_ARCHIVO: Readonly<Record<string, string>> = {
  documento_xml: 'xml_cifrado',
  recibido_archivo: 'bytes_cifrados',
}

/** The files of the archive, in their order. Whoever takes them ends them: the read transaction lasts as long. */
export async function* exportFiles(
  { client, secrets }: Pick<Store, 'client' | 'secrets'>,
  { cuentaId, empresas, entera, llave }: Salida,
  now: Date,
): AsyncGenerator<ArchivoZip | ArchivoLargo, void, undefined> {
  const snapshot = openSnapshot(client)
  try {
    const alcance: Alcance = {
      cuenta: cuentaId,
      empresas: JSON.stringify(empresas),
      entera: entera ? 1 : 0,
      mudanza: llave ? 1 : 0,
    }
    const fecha = chileTimestamp(now)
    const pause = pauses()
    const filas = createFilas(secrets)
    const rutas = createRutas(snapshot, alcance)
    const trozos = createTrozos({ client: snapshot, secrets })
    const indice = createIndice()
    const abierta = llave && openLlave(llave)
    const tablas = new Map(
      Object.keys(LLEVADAS)
        .filter((tabla) => abierta || !SOLO_EN_MUDANZA.includes(tabla))
        .map((tabla) => [tabla, prepareTabla(snapshot, tabla)]),
    )

    const file = (nombre: string, bytes: Uint8Array): ArchivoZip =>
      indice.note({ nombre, bytes, fecha, compress: true })

    function tableFile(tabla: string): ArchivoLargo {
      const walk = tablas.get(tabla)!
      const columna = EN_ARCHIVO[tabla]
      const archivo =
        columna === undefined ? null : { columna, rutaOf: rutas.de[tabla as keyof typeof rutas.de] }
      const write = filas.writerOf(tabla, walk, secretasOf(tabla, llave !== null), archivo)
      let count = 0
      async function* piezas() {
        for (const page of walk.pages(alcance)) {
          if (page.length) yield Buffer.from(page.map(write).join(''))
          count += page.length
          await pause()
        }
      }
      return indice.noteTabla(
        tabla,
        { nombre: `tablas/${tabla}.jsonl`, fecha, piezas: piezas() },
        () => count,
      )
    }

    async function* secretLines(secretos: Secrets) {
      for (const [tabla, walk] of tablas) {
        const secretas = secretasOf(tabla, true)
        if (!secretas.length) continue
        let n = 0
        for (const page of walk.pages(alcance)) {
          const lines = page.map((row) => filas.secretsOf(tabla, secretas, row, ++n, secretos)).join('')
          if (lines) yield Buffer.from(lines)
          await pause()
        }
      }
    }

    async function bytesOf(tabla: string, row: Fila): Promise<Buffer> {
      const bytes = filas.openOf(tabla, EN_ARCHIVO[tabla]!, row)
      if (tabla === 'documento_xml') return Buffer.concat([Buffer.from(LATIN1_DECLARATION), bytes])
      return (await trozos.read({ tabla: 'recibido_archivo', id: row.id as string }, bytes))!
    }

    const cuenta = rutas.cuenta()
    yield file('LEAME.txt', Buffer.from(leame(cuenta.nombre, rutas.empresas, abierta !== null)))
    for (const tabla of tablas.keys()) yield tableFile(tabla)
    if (abierta)
      yield indice.noteLargo({ nombre: SECRETOS_JSONL, fecha, piezas: secretLines(abierta.secretos) })
    for (const tabla of Object.keys(EN_ARCHIVO))
      for (const page of tablas.get(tabla)!.pages(alcance))
        for (const row of page) {
          const ruta = rutas.de[tabla as keyof typeof rutas.de](row)
          if (ruta !== null) yield file(ruta, await bytesOf(tabla, row))
          await pause()
        }
    const cabecera = {
      formato: FORMATO,
      timbre: VERSION,
      esquema: rutas.esquema(),
      cuenta,
      empresas: rutas.empresas,
      entera,
      creado_en: now.toISOString(),
      mudanza: abierta !== null,
      ...(abierta && { cifrado: abierta.cifrado }),
    }
    yield* indice.files(cabecera, fecha, abierta?.secretos ?? null)
  } finally {
    snapshot.close()
  }
}
