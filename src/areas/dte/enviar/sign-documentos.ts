// Signing the documents of a batch and freezing their bytes, before anything travels (http §7.3).

import type { Clock } from '../../../base/clock'
import type { Log } from '../../../base/log'
import { createSlots } from '../../../base/slots'
import { LARGE, ownTurn } from '../../../base/turn'
import type { Etapa } from '../../../domain/dte/etapas'
import { carriesNewTags, type FormatoDte, writesNewTags } from '../../../domain/dte/formato'
import { AppError } from '../../../domain/errors'
import { chileDate, chileTimestamp } from '../../../domain/fecha'
import { isVencido, vencimientoCaf } from '../../../domain/folios/vencimiento'
import type { JobError } from '../../../jobs/kind'
import { isStorageFault } from '../../../store/storage-fault'
import type { Store } from '../../../store/store'
import type { Sign } from '../../../xml/firma'
import { signDte } from '../../../xml/sign-dte'
import { structureFault } from '../../../xml/structure'
import type { Folios } from '../../folios'
import type { Documentos, EmitidoRow } from '../documento/documento-store'
import { checkVigencia, type FirmanteListo } from '../documento/emisor'
import { localFault } from '../envio/job-errors'
import type { Firmado } from './sealing'

/**
 * Documents under way at once, of all batches: enough to keep every core signing while requests hold the loop, few enough
 * to leave it its turns.
 */
const SLOTS = 32
/** Documents frozen in one transaction, and characters of them that are enough for one: a millisecond or two of the loop. */
const FREEZE = 25
const FREEZE_CHARS = 128 * 1024

interface Signed {
  firmados: Firmado[]
  fallidos: { row: EmitidoRow; error: JobError }[]
}

const etapaOf = (fault: unknown): Etapa => {
  const code = fault instanceof AppError ? fault.code : ''
  return code === 'VALIDATION_ERROR' ? 'esquema' : code.startsWith('CAF') ? 'timbre' : 'firma'
}

/** Signed in this run and not frozen yet. */
type Fresh = Firmado & { formatoNuevo: boolean }

interface Deps {
  store: Store
  clock: Clock
  sign: Sign
  folios: Folios
  documentos: Documentos
  formatoDte: FormatoDte
  log: Log
}

type ContenidoToSign = ReturnType<Documentos['contenidoToSign']>

export type SignDocumentos = ReturnType<typeof createSignDocumentos>

/**
 * Signs what is not signed yet; what is keeps its bytes. The order of the rows is kept. Rejects with the reason of `signal` once it
 * aborts: what waits for a slot leaves it to others, and nothing more is written.
 */
export function createSignDocumentos({ store, clock, sign, folios, documentos, formatoDte, log }: Deps) {
  /** In the order of asking: while one batch is sealed and sent, the next has the cores for itself. */
  const inSlot = createSlots(SLOTS)

  const freezeAll = store.client.transaction((batch: readonly Fresh[], at: string) => {
    for (const { row, xml, formatoNuevo } of batch) documentos.freeze(row.id, xml, formatoNuevo, at)
  })

  async function signOne(
    row: EmitidoRow,
    contenido: ContenidoToSign,
    firmante: FirmanteListo,
  ): Promise<Pick<Fresh, 'xml' | 'formatoNuevo'>> {
    const at = clock()
    // Also here: the clock may have been put back since the batch began.
    checkVigencia(firmante, at)
    const caf = folios.cafOf(row.caf_id)
    const venceEl = vencimientoCaf(caf.tipoDte, caf.fechaAutorizacion)
    if (isVencido(venceEl, chileDate(at))) {
      throw new AppError('CAF_EXPIRED', `El CAF del folio ${row.folio} venció el ${venceEl}`)
    }
    const { dte } = contenido.read()
    const nuevos = writesNewTags(row.ambiente, row.tipo_dte, row.fecha_emision, formatoDte)
    // Accepted under the rules of then, or of another version: what the SII would refuse sinks no file with it.
    const falta = structureFault(dte, nuevos)
    if (falta) throw new AppError('VALIDATION_ERROR', `El documento no cumple el esquema del SII: ${falta}`)
    const xml = await signDte(dte, caf, firmante.llave, sign, chileTimestamp(at), nuevos)
    return { xml, formatoNuevo: nuevos && carriesNewTags(dte) }
  }

  return async (
    rows: readonly EmitidoRow[],
    firmante: FirmanteListo,
    signal: AbortSignal,
  ): Promise<Signed> => {
    const signed: (Firmado | undefined)[] = new Array(rows.length)
    const fallidos: Signed['fallidos'] = []
    const fresh: Fresh[] = []
    let chars = 0
    /** Freezes what is fresh, as much as one transaction takes, long ones in a turn of their own. */
    const freeze = async (): Promise<void> => {
      if (chars >= FREEZE_CHARS) await ownTurn()
      signal.throwIfAborted()
      const batch: Fresh[] = []
      for (let taken = 0; fresh.length && batch.length < FREEZE && taken < FREEZE_CHARS; ) {
        const firmado = fresh.shift()!
        taken += firmado.xml.length
        chars -= firmado.xml.length
        batch.push(firmado)
      }
      if (batch.length) freezeAll.immediate(batch, clock().toISOString())
    }
    const prepare = async (row: EmitidoRow, i: number): Promise<void> => {
      // One of a hundred kilobytes takes some milliseconds, and the slots would let them all begin in the same turn.
      const contenido = documentos.contenidoToSign(row)
      if (contenido.length > LARGE) await ownTurn()
      signal.throwIfAborted()
      try {
        const known = row.firmado_at && documentos.xml(row)
        if (known) {
          signed[i] = { row, tipoDte: row.tipo_dte, xml: known }
          return
        }
        const firmado = { row, tipoDte: row.tipo_dte, ...(await signOne(row, contenido, firmante)) }
        signed[i] = firmado
        fresh.push(firmado)
        chars += firmado.xml.length
      } catch (fault) {
        if (isStorageFault(fault)) throw fault
        if (!(fault instanceof AppError)) log.error('dte.firma', { job_id: row.job_id, error: fault })
        fallidos.push({ row, error: localFault(fault, etapaOf(fault)) })
      }
      if (fresh.length >= FREEZE || chars >= FREEZE_CHARS) await freeze()
    }
    await Promise.all(rows.map((row, i) => inSlot(() => prepare(row, i))))
    while (fresh.length) await freeze()
    return { firmados: signed.filter((x) => x !== undefined), fallidos }
  }
}
