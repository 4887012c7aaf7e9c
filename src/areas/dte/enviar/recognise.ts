// Documents that an old copy holds as taken but not sent: their folios may be at the SII by now, with these bytes or others.
// None is signed or sent before the SII was asked. One whose very bytes it has is sent already; any other whose folio it has
// stops where a person sees it (http §18).

import type { Clock } from '../../../base/clock'
import { tipoDocumento } from '../../../domain/dte/tipos'
import { type JobError, jobError, type Outcome } from '../../../jobs/kind'
import { type EstadoDte, type Sii, SiiFault } from '../../../sii'
import type { Store } from '../../../store/store'
import type { Documentos, EmitidoRow } from '../documento/documento-store'
import type { FirmanteListo } from '../documento/emisor'
import { consultaFirmada, vistoDe } from '../envio/consulta-dte'
import type { Envios } from '../envio/envio-store'
import { siiFault, siiSaid } from '../envio/job-errors'
import { setOf } from '../envio/set-store'
import type { Gate, Run } from './run'
import type { Sealing } from './sealing'
import type { Settling } from './settling'

/** Questions under way at once. */
const AT_ONCE = 10

/** Whether what the SII has is this very document: its signature, and where it bears none yet its data, agree. */
const isSame = ({ codigo, recibido }: EstadoDte): boolean => recibido && codigo !== 'DNK'

function knownError(row: EmitidoRow, found: EstadoDte): JobError {
  const sii = siiSaid(found.codigo, found.glosa, 'consulta')
  const copia = 'este trabajo es de una copia anterior a su emisión'
  if (isSame(found))
    return jobError('CONFLICT', `El SII ya tiene este documento, folio ${row.folio}: ${copia}`, 'timbre', {
      sii,
      accion:
        'No lo emita de nuevo: descarte este trabajo. Vale el documento que recibió el SII; pida su XML a quien lo recibió',
    })
  const what =
    found.codigo === 'FAN'
      ? `El folio ${row.folio} está anulado en el SII`
      : `El SII ya tiene el folio ${row.folio}, en otro documento`
  return jobError('CONFLICT', `${what}: ${copia}`, 'timbre', {
    sii,
    accion: 'Descarte este trabajo y, si el documento aún hace falta, emítalo de nuevo: tomará otro folio',
  })
}

export interface RecogniseDeps {
  store: Store
  clock: Clock
  sii: Sii
  documentos: Documentos
  envios: Envios
  sealing: Pick<Sealing, 'freeze'>
  settling: Settling
}

/** Costs nothing where nothing is of an old copy. */
export function createRecognise({
  store,
  clock,
  sii,
  documentos,
  envios,
  sealing,
  settling,
}: RecogniseDeps): Gate {
  const clear = store.client.transaction((rows: readonly EmitidoRow[]) => {
    for (const { id } of rows) documentos.setConciliar(id, 0)
  })

  /** Whether its envelope may have travelled: then that is asked for and sent again as a whole (upload.ts). */
  const mayHaveLeft = ({ envio_id }: EmitidoRow): boolean =>
    envio_id !== null && envios.get(envio_id)!.estado !== 'armado'

  /** Takes the sealed envelopes of documents apart, if they never travelled. */
  const takeApart = store.client.transaction((rows: readonly EmitidoRow[]) => {
    for (const id of new Set(rows.map(({ envio_id }) => envio_id)))
      if (id && envios.get(id)!.estado === 'armado') envios.discard(id)
  })

  /** Whether a document of its envelope is still to be asked for, or known to the SII. */
  const isAmongHeld = ({ envio_id }: EmitidoRow): boolean =>
    envio_id !== null && documentos.byEnvio(envio_id).some(({ conciliar }) => conciliar !== 0)

  /** The envelope frozen around exactly these documents, if there is one. */
  const frozenAround = (rows: readonly EmitidoRow[]): string | null => {
    const id = rows[0]!.envio_id
    const isOne = rows.every(({ envio_id }) => envio_id === id)
    return id !== null && isOne && documentos.byEnvio(id).length === rows.length ? id : null
  }

  /**
   * Ends documents as sent whose bytes the SII has. In another envelope it would reject each as a repeat, so none travels: where
   * the one that brought them is not in this copy, theirs only ties them to the Track ID that the SII tells.
   */
  async function arrive(
    rows: readonly EmitidoRow[],
    trackId: string | null,
    listo: FirmanteListo,
    run: Run,
  ): Promise<void> {
    let envioId = frozenAround(rows)
    if (!envioId) {
      takeApart.immediate(rows)
      const signed = rows.map((row) => ({ row, tipoDte: row.tipo_dte, xml: documentos.xml(row)! }))
      envioId = await sealing.freeze(signed, listo, undefined, setOf(run.line))
    }
    await settling.received(run, envios.get(envioId)!, { rows, parte: null }, trackId)
  }

  return async function recognise(rows, { run, firmante: listo }) {
    const { ctx } = run
    const held = rows.filter(({ conciliar }) => conciliar !== 0)
    if (!held.length) return rows
    const ready = rows.filter(({ conciliar }) => conciliar === 0)
    const { firmante } = listo
    const [free, known, outcomes]: [EmitidoRow[], [EmitidoRow, EstadoDte][], Outcome[]] = [[], [], []]
    const arrived: { row: EmitidoRow; trackId: string | null }[] = []
    const ask = async (row: EmitidoRow): Promise<void> => {
      const { ambiente, rut_emisor: rutEmpresa, job_id: id } = row
      const contexto = { ambiente, firmante, rutEmpresa, signal: ctx.signal }
      try {
        const { sobre } = tipoDocumento(row.tipo_dte)
        const found = await sii.queryDteAv(contexto, sobre, consultaFirmada(documentos, row))
        if (vistoDe(found) === 'nada') free.push(row)
        else if (row.firmado_at !== null && isSame(found)) {
          if (mayHaveLeft(row)) free.push(row)
          else arrived.push({ row, trackId: found.trackId })
        } else {
          known.push([row, found])
          outcomes.push({ id, outcome: 'failed', error: knownError(row, found) })
        }
      } catch (fault) {
        if (!(fault instanceof SiiFault)) throw fault
        outcomes.push({ id, outcome: 'retry', error: { ...siiFault(fault), reintentable: true } })
      }
    }
    for (let i = 0; i < held.length; i += AT_ONCE) await Promise.all(held.slice(i, i + AT_ONCE).map(ask))
    clear.immediate(free)
    if (outcomes.length) {
      await ctx.settle(outcomes, () => {
        const at = clock().toISOString()
        takeApart(known.map(([row]) => row))
        for (const [{ id }, { codigo, glosa }] of known) {
          documentos.setConciliar(id, 2)
          documentos.setFolioEstado(id, 'retenido')
          documentos.setVerdict(id, 'no_enviado', codigo, glosa)
          documentos.addHistory(id, at, 'no_enviado', codigo, 'El SII ya tenía el folio; no se envía')
        }
      })
    }
    for (const [trackId, together] of Map.groupBy(arrived, (one) => one.trackId))
      await arrive(
        together.map(({ row }) => documentos.byJob(row.job_id)!),
        trackId,
        listo,
        run,
      )
    // A sealed envelope travels whole: what may go does not take with it what must not, and gets another one.
    takeApart.immediate(free.filter(isAmongHeld))
    for (const row of rows) row.envio_id = documentos.byId(row.id)!.envio_id
    const may = new Set([...ready, ...free])
    return rows.filter((row) => may.has(row))
  }
}
