// Follows an envelope until the SII has judged it (http §7.4). A Track ID is no acceptance: the verdict is written on
// the documents, never on the job that sent them.

import type { Clock } from '../../../base/clock'
import type { Log } from '../../../base/log'
import { nextTurn } from '../../../base/turn'
import { isFinal } from '../../../domain/dte/estados'
import { AppError } from '../../../domain/errors'
import { defineJob, type Job, type JobContext, type Outcome } from '../../../jobs/kind'
import { type Contexto, contradiccion, type EstadoEnvio, type Sii, SiiFault } from '../../../sii'
import type { Store } from '../../../store/store'
import { type Documentos, type EmitidoRow, isDescartado } from '../documento/documento-store'
import type { Emisores } from '../documento/emisor'
import { consultaDe, consultaFirmada } from '../envio/consulta-dte'
import type { EnvioRow, Envios } from '../envio/envio-store'
import { FRENO, type Incidentes } from '../envio/incidente'
import { localFault, siiFault } from '../envio/job-errors'
import { isRechazoTotal, treatmentOf } from '../envio/rechazo'
import type { Reenvios } from '../envio/reenvio-store'
import type { Sets } from '../envio/set-store'
import { DAY, elapsedAt, type Follow, nextLook, tryAgain } from './follow-schedule'
import { VEREDICTO } from './insert-veredicto'
import { isRepetido, isUnexplained, judgeByDte, judgeByEnvio, type Veredicto } from './judge'
import type { createTakeBack } from './take-back'
import type { WriteVeredictos } from './veredictos'

/** An answer that denies itself carries no verdict: the documents stay in process, with what is wrong as their glosa. */
function trusted(estado: EstadoEnvio): EstadoEnvio {
  const glosa = contradiccion(estado)
  return glosa === null ? estado : { ...estado, glosa, final: false }
}

interface Deps {
  store: Store
  clock: Clock
  log: Pick<Log, 'warn'>
  sii: Sii
  emisores: Emisores
  documentos: Documentos
  envios: Envios
  reenvios: Reenvios
  sets: Sets
  takeBack: ReturnType<typeof createTakeBack>
  writeVeredictos: WriteVeredictos
  incidentes: Pick<Incidentes, 'formato'>
}

/** Verdicts written in one transaction; asking for each takes seconds, and what is known must not be asked again. */
const CHUNK = 20

/** Asks the SII about one envelope and writes its verdict on the documents. */
export const veredictoJob = (deps: Deps) => {
  const { store, clock, log, sii, emisores, documentos, envios, reenvios, sets, takeBack, incidentes } = deps

  const record = store.client.transaction(deps.writeVeredictos)

  // Only an envelope with a Track ID can be in process, and then all of it was received.
  const pending = store.client.transaction((envioId: string, { codigo, glosa }: EstadoEnvio, at: string) =>
    envios.markEnProceso(envioId, codigo, glosa, at),
  )

  const ask = (contexto: Contexto, envio: EnvioRow, row: EmitidoRow) =>
    sii.queryDte(contexto, envios.archivoOf(envio), consultaDe(documentos, row))

  /** By its signature too: a repeat may be of other bytes under the same folio, signed where this database came from. */
  const askBySignature = (contexto: Contexto, envio: EnvioRow, row: EmitidoRow) =>
    sii.queryDteAv(contexto, envios.archivoOf(envio), consultaFirmada(documentos, row))

  /**
   * Why DTEUpload's side rejected, which its counters do not say: as far as another document under the folio is the reason, or
   * these very bytes, which came before in another envelope and were taken.
   */
  async function explained(
    contexto: Contexto,
    envio: EnvioRow,
    row: EmitidoRow,
    verdict: Veredicto,
  ): Promise<Veredicto> {
    try {
      const found = await askBySignature(contexto, envio, row)
      const { codigo, glosa } = found
      if (codigo === 'DNK') return { estado: 'rechazado', codigo, glosa }
      const isEarlier = found.recibido && found.trackId !== null && found.trackId !== envio.track_id
      return (isEarlier && judgeByDte(found, 0, true)) || verdict
    } catch (fault) {
      if (fault instanceof SiiFault) return verdict
      throw fault
    }
  }

  /**
   * Judges what has no verdict yet, writing as it goes; resolves to whether every document has one. Until it is `late`,
   * what another file brought, or one without a Track ID, may still be in process where this envelope says nothing of it.
   */
  async function judge(
    contexto: Contexto,
    envio: EnvioRow,
    rows: readonly EmitidoRow[],
    estado: EstadoEnvio,
    late: boolean,
  ): Promise<boolean> {
    let all = true
    let verdicts: [EmitidoRow, Veredicto][] = []
    const flush = async (): Promise<void> => {
      record.immediate(verdicts, isRechazoTotal(estado.codigo))
      verdicts = []
      await nextTurn()
    }
    for (const row of rows) {
      if (isFinal(row)) continue
      const ofType = rows.filter((r) => r.tipo_dte === row.tipo_dte).length
      const counts = estado.resumen.find(({ tipoDte }) => tipoDte === row.tipo_dte)
      const repeated = isRepetido(estado, row)
      // A rejected document may be a repeat, though the counters do not say so.
      const bySignature = repeated || (counts !== undefined && counts.rechazados > 0)
      const byEnvio = judgeByEnvio(estado, row, ofType)
      const verdict = byEnvio
        ? isUnexplained(byEnvio, estado)
          ? await explained(contexto, envio, row, byEnvio)
          : byEnvio
        : judgeByDte(
            await (bySignature ? askBySignature : ask)(contexto, envio, row),
            counts?.reparos ?? 0,
            late || (envio.track_id !== null && !repeated),
          )
      if (verdict) verdicts.push([row, verdict])
      else all = false
      if (verdicts.length >= CHUNK) await flush()
    }
    if (verdicts.length) await flush()
    return all
  }

  async function follow(job: Job<Follow>, ctx: JobContext): Promise<void> {
    const envio = envios.get(job.args.envioId)!
    // If an envelope's answer was lost, take only the documents that were given up: the rest is still on its
    // way. What comes anew has left this one, though another follow-up of it may still look.
    const followed = (): EmitidoRow[] =>
      documentos
        .byEnvio(envio.id)
        .filter((row) => (envio.estado === 'recibido' || isDescartado(row)) && !reenvios.has(row))
    // Nearly every look finds no verdict yet: for that two hundred rows are not read.
    const rutEmpresa = envio.estado === 'recibido' ? envios.emisorOf(envio.id) : followed()[0]?.rut_emisor
    if (!rutEmpresa) return void (await ctx.settle([{ id: job.id, outcome: 'completed' }]))
    const { firmante } = emisores.firmante(job.empresaId)
    const { ambiente } = envio
    const contexto: Contexto = { ambiente, firmante, rutEmpresa, signal: ctx.signal }
    const seguido = elapsedAt(job, clock())
    const next = nextLook(ambiente, seguido)
    // An envelope whose Track ID the SII never said is followed by its documents.
    const estado: EstadoEnvio = envio.track_id
      ? trusted(await sii.queryEnvio(contexto, envios.archivoOf(envio), envio.track_id))
      : {
          codigo: 'REC',
          glosa: 'Recibido; el SII no informó su Track ID',
          final: true,
          resumen: [],
          detalle: [],
        }
    // A set's folios go in no other envelope: refused as a whole, that is its verdict (jobs §10).
    const mayGoAgain = estado.final && !sets.has(envio.id)
    const treatment = envio.track_id && mayGoAgain ? treatmentOf(estado.codigo, envio.documentos) : null
    if (treatment === 'part' || treatment === 'stop') {
      return void (await ctx.settle([{ id: job.id, outcome: 'completed' }], () => {
        envios.setEstadoSii(envio.id, estado.codigo, estado.glosa)
        takeBack(envio, estado, treatment, clock().toISOString())
      }))
    }
    const rows = estado.final || estado.codigo === 'RSC' ? followed() : []
    // In an envelope of several, the bad document is still to be found.
    const formato = estado.codigo === 'RSC' && rows.length === 1 && rows[0]!.formato_nuevo === 1
    const said = formato ? { ...estado, glosa: `${estado.glosa}. ${FRENO}` } : estado
    const again = (next: number): Outcome => {
      const visto = clock().getTime()
      const runAt = new Date(visto + next - seguido)
      const args: Follow = { envioId: envio.id, seguido, visto }
      return { id: job.id, outcome: 'snooze', runAt, error: null, args }
    }
    let done = false
    if (estado.final) done = await judge(contexto, envio, rows, said, seguido >= DAY)
    else pending.immediate(envio.id, estado, clock().toISOString())
    await ctx.settle([done || !next ? { id: job.id, outcome: 'completed' } : again(next)], () => {
      envios.setEstadoSii(envio.id, estado.codigo, estado.glosa)
      if (!done && !next) envios.giveUp(envio.id)
      if (formato) incidentes.formato({ empresaId: envio.empresa_id, ambiente: envio.ambiente })
    })
  }

  function noteRefused(envioId: string, { codigo, glosa, message }: SiiFault): void {
    log.warn('dte.consulta_rehusada', { envio_id: envioId, codigo, glosa })
    const detalle = `Al preguntar por su estado: ${message}`
    envios.markLookRefused(envioId, codigo, detalle, clock().toISOString())
  }

  return defineJob<Follow>({
    kind: VEREDICTO,
    // A week of an absent SII, asked every hour; after it the same again.
    ...{ maxIntentos: 180, porGrupo: 4, concurrencia: 4 },
    revived: () => {},
    timeoutMs: 30 * 60_000,
    async run([job], ctx) {
      try {
        await follow(job!, ctx)
      } catch (fault) {
        // Without a certificate nobody can ask; a person mends that, and the next look finds it mended.
        const error =
          fault instanceof SiiFault
            ? siiFault(fault)
            : fault instanceof AppError
              ? localFault(fault, 'autenticacion_sii')
              : null
        if (!error) throw fault
        const again = { error: { ...error, reintentable: true }, ...tryAgain(job!, clock()) }
        await ctx.settle([{ id: job!.id, outcome: 'retry', ...again }], () => {
          if (fault instanceof SiiFault && !fault.retryable) noteRefused(job!.args.envioId, fault)
        })
      }
    },
  })
}
