// rcof.veredicto: follows a report until the SII has judged it, free of charge (areas/rcof §3).

import type { Clock } from '../../base/clock'
import type { EstadoRcof } from '../../domain/rcof'
import type { Titular } from '../../domain/titular'
import type { Actor } from '../../http/audit'
import { createHasten } from '../../jobs/hasten'
import type { JobKind } from '../../jobs/kind'
import { prepareHolder } from '../../jobs/statements'
import { contradiccion, type EstadoEnvio, type Sii, SiiFault } from '../../sii'
import type { Store } from '../../store/store'
import { type Emisores, elapsedAt, loadFirmante, nextLook, tryAgain } from '../dte'
import type { Fin, Trabajos } from '../trabajos'
import type { Notify } from './notify'
import { toJson } from './rcof-json'
import type { RcofRow, Rcofs } from './rcof-store'

interface Deps {
  store: Pick<Store, 'client'>
  clock: Clock
  sii: Sii
  emisores: Emisores
  trabajos: Pick<Trabajos, 'define' | 'enqueue'>
  rcofs: Rcofs
  notify: Notify
}

/** Queues the follow-up of a report just received; inside that transaction. */
export type FollowRcof = (row: RcofRow, actor: Actor) => void

interface Args {
  rcofId: string
  /** As of an envelope that is followed: how long, and when it was last looked at. */
  seguido: number
  visto: number
  perdido?: number
}

/** The verdict of a final answer; null while there is none, or when the answer denies itself. */
export function verdictOf(estado: EstadoEnvio): EstadoRcof | null {
  if (!estado.final || contradiccion(estado)) return null
  const { codigo, resumen } = estado
  if (codigo === 'RPR' || codigo === 'RLV') return 'aceptado_con_reparos'
  if (codigo !== 'EPR') return 'rechazado'
  if (resumen.some(({ rechazados }) => rechazados > 0)) return 'rechazado'
  return resumen.some(({ reparos }) => reparos > 0) ? 'aceptado_con_reparos' : 'aceptado'
}

/** The report of a Track ID, its follow-up hurried; null when the company has none. */
export const createHurryRcof =
  ({ store: { client }, rcofs }: { store: Pick<Store, 'client'>; rcofs: Rcofs }) =>
  ({ empresaId, ambiente }: Titular, trackId: string): string | null => {
    const row = rcofs.byTrack({ empresaId, ambiente }, trackId)
    const waiting = row && prepareHolder(client).get(`rcof.veredicto:${empresaId}:${ambiente}:${row.id}`)
    if (waiting) createHasten(client)(waiting.id)
    return row?.id ?? null
  }

type Veredictos = ReturnType<typeof createVeredictos>

/** Asks for verdicts and writes them. */
export function createVeredictos({ store, clock, sii, emisores, rcofs, notify }: Omit<Deps, 'trabajos'>) {
  return {
    /** The SII's present answer about a report. Throws SiiFault and what `loadFirmante` throws. */
    ask({ empresa_id, ambiente, track_id }: RcofRow, signal?: AbortSignal): Promise<EstadoEnvio> {
      const { firmante } = loadFirmante(emisores, { empresaId: empresa_id, ambiente }, clock())
      const rutEmpresa = emisores.get({ empresaId: empresa_id, ambiente }).emisor.rut
      const contexto = { ambiente, firmante, rutEmpresa, ...(signal && { signal }) }
      return sii.queryEnvio(contexto, 'ConsumoFolios', track_id!)
    },
    /** Writes what it said, and tells of a verdict, once. */
    record: store.client.transaction(({ id }: RcofRow, answer: EstadoEnvio): void => {
      const verdict = verdictOf(answer)
      const glosa = contradiccion(answer) ?? answer.glosa
      if (!rcofs.setState(id, verdict ?? 'enviado', answer.codigo, glosa) || verdict === null) return
      notify(verdict === 'rechazado' ? 'rcof.rechazado' : 'rcof.aceptado', rcofs.get(id))
    }),
  }
}

export function createFollowRcof({ clock, trabajos }: Pick<Deps, 'clock' | 'trabajos'>): FollowRcof {
  return ({ id, empresa_id: empresaId, ambiente, fecha }, actor) => {
    const visto = clock().getTime()
    const args: Args = { rcofId: id, seguido: 0, visto }
    const runAt = new Date(visto + nextLook(ambiente, 0)!)
    const who = { ...actor, empresaId, ambiente }
    trabajos.enqueue(who, { tipo: 'rcof.veredicto', operacion: null, clave: id, objeto: fecha, args, runAt })
  }
}

export function veredictoRcofJob({
  clock,
  trabajos,
  rcofs,
  veredictos,
}: Pick<Deps, 'clock' | 'trabajos' | 'rcofs'> & { veredictos: Veredictos }): JobKind<Args> {
  return trabajos.define<Args>({
    tipo: 'rcof.veredicto',
    operacion: null,
    async run(job, ctx) {
      const { args, ambiente } = job
      const row = rcofs.get(args.rcofId)
      // Judged meanwhile because a person asked, or another one of its day counts now.
      if (row.estado !== 'enviado') return { result: toJson(row) }
      const again = (now: Date, write?: () => void): Fin | null => {
        const seguido = elapsedAt(job, now)
        const next = nextLook(ambiente, seguido)
        const visto = now.getTime()
        return next === null
          ? null
          : {
              again: true,
              runAt: new Date(visto + next - seguido),
              args: { rcofId: args.rcofId, seguido, visto },
              ...(write && { write }),
            }
      }
      let answer: EstadoEnvio
      try {
        answer = await veredictos.ask(row, ctx.signal)
      } catch (fault) {
        // A silent SII uses up neither the attempts nor the week: its outage may last longer than either.
        if (!(fault instanceof SiiFault && fault.retryable) || ctx.signal.aborted) throw fault
        return { again: true, ...tryAgain(job, clock()) }
      }
      const verdict = verdictOf(answer)
      const write = () => veredictos.record(row, answer)
      const { codigo: codigo_sii, glosa } = answer
      if (verdict) return { result: toJson({ ...row, estado: verdict, codigo_sii, glosa }), write }
      return again(clock(), write) ?? { result: toJson({ ...row, codigo_sii, glosa }), write }
    },
  })
}
