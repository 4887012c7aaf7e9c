// The third step of an import: each new document becomes one, some milliseconds a transaction; what did not become one keeps its file.

import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import { nextTurn } from '../../base/turn'
import { montosEnPesos } from '../../domain/dte/pesos'
import { type TipoDte, tipoDocumento } from '../../domain/dte/tipos'
import { chileInstant, isDate } from '../../domain/fecha'
import type { TitularDeCuenta } from '../../domain/titular'
import type { Store } from '../../store/store'
import { unsynced } from '../../store/unsynced'
import type { ArchivoHistorico, DocumentoHistorico } from '../../xml/recibido/historia'
import type { Documentos } from '../dte'
import type { Folios } from '../folios'
import type { createClassify } from './classify'
import type { Archivo, Fuente } from './fuente'
import { BATCH, BATCH_BYTES, isUnreadable, type ReadHistoria } from './read-files'
import type { ImportacionRow, LineaRow, prepareDocumentos, prepareLineas } from './statements'

/** Time of one transaction. */
const PASO_MS = 4
const LINEAS = 400

export interface SaveDeps {
  store: Pick<Store, 'client' | 'secrets'>
  clock: Clock
  newId: NewId
  documentos: Documentos
  folios: Pick<Folios, 'imported'>
  readHistoria: ReadHistoria
  classify: ReturnType<typeof createClassify>
  lineas: ReturnType<typeof prepareLineas>
  sql: ReturnType<typeof prepareDocumentos>
  /** O's door of what other companies send. */
  entrar(
    titular: TitularDeCuenta,
    archivo: {
      bytes: Uint8Array
      nombre: string
      origen: 'archivo'
      mensajeId: null
      responderA: null
      recibidoEn: Date
    },
  ): Promise<unknown>
}

const BECOMES: readonly LineaRow['estado'][] = ['nuevo', 'mejorado']

export const placeOf = (id: string, entrada: number) => ({
  table: 'importacion_bytes',
  column: 'bytes_cifrados',
  id: [id, entrada].join('\0'),
})

export function createSave(deps: SaveDeps) {
  const { store, clock, newId, documentos, folios, lineas, sql } = deps
  const { client, secrets } = store

  /** When it was signed, as it says, or noon of its day; never in time to come. */
  function instantOf(d: DocumentoHistorico): string {
    const noon = chileInstant(`${d.fechaEmision}T12:00:00`)
    const said = d.firmadoEn && isDate(d.firmadoEn.slice(0, 10)) ? chileInstant(d.firmadoEn) : noon
    const at = Number.isNaN(said.getTime()) ? noon : said
    const now = clock()
    return (at < now ? at : now).toISOString()
  }

  function insert(titular: TitularDeCuenta, id: string, d: DocumentoHistorico): string {
    const documentoId = newId('doc')
    const at = instantOf(d)
    const { dte, resolucion, ted: _ } = d.contenido!
    const { empresaId, ambiente } = titular
    const contenido = {
      dte,
      impresion: {},
      resolucion: resolucion ?? { numero: 0, fecha: d.fechaEmision },
    }
    const datos = { empresaId, ambiente, id: documentoId, contenido, referenciaExterna: null }
    documentos.insertImported({ ...datos, xml: d.xml!, firmadoAt: at }, at)
    remember(id, documentoId, d)
    if (tipoDocumento(d.tipoDte as TipoDte).guia) sql.guia.run(documentoId, dte.idDoc.indTraslado ?? 1)
    folios.imported.claim(titular, d.tipoDte, d.folio)
    sql.registered.run(documentoId)
    documentos.addHistory(documentoId, clock().toISOString(), 'importado', null, null)
    return documentoId
  }

  function remember(id: string, documento_id: string, d: DocumentoHistorico): void {
    sql.insert.run({
      ...{ documento_id, importacion_id: id, huella: d.huella, digest: d.digest },
      ...{ firma: d.firma, timbre: d.timbre, montos: d.montos, informe: JSON.stringify(d.informe) },
    })
  }

  /** Writes one line; what happened since it was read counts. In the caller's transaction. */
  function write(titular: TitularDeCuenta, linea: LineaRow, d: DocumentoHistorico): void {
    const { importacion_id: id, n } = linea
    const row = documentos.byFolio(titular, d.tipoDte, d.folio)
    if (linea.estado === 'mejorado' && row?.contenido === 'registro') {
      documentos.setImportedXml({ id: row.id, firmadoAt: instantOf(d) }, d.xml!)
      documentos.replaceContenido(row.id, { ...documentos.contenido(row), dte: d.contenido!.dte })
      remember(id, row.id, d)
      lineas.done.run(row.id, id, n)
      return
    }
    if (row) {
      const { estado, motivo, documentoId } = deps.classify(titular, d.rutEmisor, id, d)
      lineas.become.run(estado, motivo, id, n)
      if (estado === 'repetido') lineas.done.run(documentoId, id, n)
      return
    }
    lineas.done.run(insert(titular, id, d), id, n)
  }

  /** Documents that no amount in pesos can be made of are left, and told. */
  const isCountable = ({ contenido }: DocumentoHistorico): boolean =>
    Object.values(montosEnPesos(contenido!.dte)).every(Number.isSafeInteger)

  function keep(linea: LineaRow, bytes: Uint8Array): void {
    const { importacion_id, entrada, n, documento_id } = linea
    const bytes_cifrados = secrets.seal(placeOf(importacion_id, entrada), bytes)
    lineas.keep.run({ importacion_id, entrada, bytes_cifrados })
    lineas.done.run(documento_id, importacion_id, n)
  }

  /** A file by its place: what is kept of it, or where it stands in the archive. */
  async function archivoOf(row: ImportacionRow, fuente: Fuente, linea: LineaRow): Promise<Archivo> {
    const kept = lineas.kept.get(row.id, linea.entrada)
    if (!kept) return fuente.archivoAt(linea.entrada)
    const bytes = secrets.open(placeOf(row.id, linea.entrada), kept)
    return { entrada: linea.entrada, siguiente: 0, nombre: linea.nombre, bytes, motivo: null }
  }

  /** The lines of some files, with the files. */
  async function lote(row: ImportacionRow, fuente: Fuente) {
    const found: { archivo: Archivo; lineas: LineaRow[] }[] = []
    let bytes = 0
    for (const linea of lineas.undone.all(row.id, LINEAS)) {
      const last = found.at(-1)
      if (last?.archivo.entrada === linea.entrada) {
        last.lineas.push(linea)
        continue
      }
      if (found.length === BATCH || bytes >= BATCH_BYTES) break
      const archivo = await archivoOf(row, fuente, linea)
      bytes += archivo.bytes?.length ?? 0
      found.push({ archivo, lineas: [linea] })
    }
    return found
  }

  async function receive(titular: TitularDeCuenta, { bytes, nombre }: Archivo): Promise<string | null> {
    try {
      const arrival = { origen: 'archivo', mensajeId: null, responderA: null, recibidoEn: clock() } as const
      await deps.entrar(titular, { bytes: bytes!, nombre, ...arrival })
      return null
    } catch (fault) {
      if (!isUnreadable(fault)) throw fault
      return fault.message
    }
  }

  async function saveSome(titular: TitularDeCuenta, some: Awaited<ReturnType<typeof lote>>): Promise<void> {
    const wanted = some.filter(({ lineas: all }) => all.some(({ estado }) => BECOMES.includes(estado)))
    const read: ArchivoHistorico[] = wanted.length
      ? await deps.readHistoria(
          titular.cuentaId,
          titular.ambiente,
          wanted.map(({ archivo }) => archivo.bytes!),
          true,
        )
      : []
    const byEntrada = new Map(wanted.map(({ archivo }, i) => [archivo.entrada, read[i]!]))
    const works: (() => void)[] = []
    for (const { archivo, lineas: all } of some) {
      const received = all.filter(({ estado }) => estado === 'recibido')
      const refused = received.length ? await receive(titular, archivo) : null
      for (const linea of all) {
        const d = byEntrada.get(archivo.entrada)?.documentos[linea.posicion]
        const { importacion_id: id, n } = linea
        if (BECOMES.includes(linea.estado) && d && isCountable(d)) works.push(() => write(titular, linea, d))
        else if (BECOMES.includes(linea.estado) || refused !== null)
          works.push(() => {
            lineas.become.run('ilegible', refused ?? 'Sus montos no se pueden contar en pesos', id, n)
            if (archivo.bytes) keep(linea, archivo.bytes)
          })
        else if (linea.estado === 'recibido' || !archivo.bytes)
          works.push(() => void lineas.done.run(linea.documento_id, id, n))
        else works.push(() => keep(linea, archivo.bytes!))
      }
    }
    while (works.length) {
      unsynced(client, () => {
        const began = performance.now()
        while (works.length && performance.now() - began < PASO_MS) works.shift()!()
      })
      await nextTurn()
    }
  }

  /** Writes on from where an import is; `more` tells whether it may go on. Returns whether nothing is left. */
  return async (
    titular: TitularDeCuenta,
    row: ImportacionRow,
    fuente: Fuente,
    more: () => boolean,
  ): Promise<boolean> => {
    for (;;) {
      const some = await lote(row, fuente)
      if (!some.length) return true
      await saveSome(titular, some)
      if (!more()) return false
    }
  }
}
