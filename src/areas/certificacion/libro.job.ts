// certificacion.libro: freezes a book, brings it to the SII once and follows it to its verdict (areas/certificacion §3). An outage of the
// SII ends none: the same bytes go again.

import type { Clock } from '../../base/clock'
import { remedyOf } from '../../domain/certificacion/remedios'
import { AppError } from '../../domain/errors'
import { chileTimestamp } from '../../domain/fecha'
import { defineJob, type Job, type JobKind, type Outcome } from '../../jobs/kind'
import { type Contexto, type Recepcion, type Sii, SiiFault, verdictOfLibro } from '../../sii'
import type { Store } from '../../store/store'
import type { Sign } from '../../xml/firma'
import { buildLibroCompraVenta, buildLibroGuia } from '../../xml/libro'
import { type Emisores, elapsedAt, loadFirmante, nextLook, tryAgain } from '../dte'
import type { Avisos } from './avisos'
import type { Certificaciones } from './certificaciones'
import type { LibroContado } from './compute-libro'
import { type IntentoDeLibro, prepareLibro } from './statements-libro'

export const LIBRO = 'certificacion.libro'

interface Deps {
  store: Pick<Store, 'client' | 'secrets'>
  clock: Clock
  sii: Sii
  sign: Sign
  emisores: Emisores
  certificaciones: Certificaciones
  avisos: Avisos
  computeLibro(run: IntentoDeLibro): LibroContado
}

/** As of an envelope that is followed: how long, and when it was last looked at. */
interface Args {
  seguido: number
  visto: number
  perdido?: number
}

type LibroJob = Job<Args>
type Firmante = ReturnType<typeof loadFirmante>

/** A step's end, with its writes: at `runAt` comes the next, and without one it was the last. */
interface Fin {
  runAt?: Date
  args?: Args
  write?: () => void
}

const isAlive = (run: IntentoDeLibro): boolean => run.estado === 'emitiendo' || run.estado === 'enviado'
const raizOf = ({ clase }: IntentoDeLibro) => (clase === 'libro_guias' ? 'LibroGuia' : 'LibroCompraVenta')

export function sendLibroJob(deps: Deps): JobKind<Args> {
  const { store, clock, sii, sign, emisores, certificaciones, avisos, computeLibro } = deps
  const { sql } = certificaciones
  const libro = prepareLibro(store.client)

  /** Ends a run as refused: the next one goes by another number. In the transaction that learns it. */
  function refuse(run: IntentoDeLibro, codigo: string | null, glosa: string): void {
    const texto = [codigo, glosa].filter(Boolean).join(' ')
    const razones = JSON.stringify([{ caso: null, texto, remedio: remedyOf(texto) }])
    sql.setJudged.run('rechazado', codigo, glosa, razones, clock().toISOString(), run.id)
    avisos.judged(run.id)
  }

  function approve(run: IntentoDeLibro, codigo: string, glosa: string): void {
    sql.setJudged.run('validado', codigo, glosa, '[]', clock().toISOString(), run.id)
    avisos.advanced(run.certificacion_id, run.clase)
  }

  function contextOf(
    { empresaId, ambiente }: LibroJob,
    signal: AbortSignal,
  ): Firmante & { contexto: Contexto } {
    const signer = loadFirmante(emisores, { empresaId, ambiente }, clock())
    const { rut } = emisores.get({ empresaId, ambiente }).emisor
    return { ...signer, contexto: { ambiente, firmante: signer.firmante, rutEmpresa: rut, signal } }
  }

  /**
   * The bytes as they were frozen, and now if they were not; anew when another person signs by now, who cannot bring those. Throws INVALID_STATE
   * where the SII may have them: another book goes by another number.
   */
  async function frozen(
    job: LibroJob,
    run: IntentoDeLibro,
    { firmante, llave }: Firmante,
  ): Promise<Uint8Array> {
    const known = libro.frozen.get(run.id)
    if (known?.rut_envia === firmante.rut) return certificaciones.libroOf(run.id)!
    if (known?.intentado_at)
      throw new AppError(
        'INVALID_STATE',
        'El libro lo firmó otra persona y el SII puede tenerlo: emítalo otra vez',
      )
    const { emisor, resolucion } = emisores.get({ empresaId: job.empresaId, ambiente: job.ambiente })
    if (!resolucion) throw new AppError('INVALID_STATE', 'Falta la resolución del SII de la empresa')
    const contado = computeLibro(run)
    const caratula = {
      rutEmisor: emisor.rut,
      rutEnvia: firmante.rut,
      periodo: contado.periodo,
      fechaResolucion: resolucion.fecha,
      folioNotificacion: run.folio_notificacion!,
    }
    const firma = { llave, sign, at: chileTimestamp(clock()) }
    const xml =
      contado.raiz === 'LibroGuia'
        ? await buildLibroGuia(caratula, contado.libro, firma)
        : await buildLibroCompraVenta(caratula, contado.libro, firma)
    const place = { table: 'certificacion_libro', column: 'xml_cifrado', id: run.id }
    libro.freeze.run(run.id, store.secrets.seal(place, xml), firmante.rut)
    return xml
  }

  async function send(job: LibroJob, run: IntentoDeLibro, signal: AbortSignal): Promise<Fin> {
    const { contexto, ...signer } = contextOf(job, signal)
    const xml = await frozen(job, run, signer)
    libro.setTried.run(clock().toISOString(), run.id)
    const name = `${run.clase}-${contexto.rutEmpresa}-${run.folio_notificacion}.xml`
    return received(job, run, await sii.uploadEnvio(contexto, raizOf(run), xml, name))
  }

  function received(job: LibroJob, run: IntentoDeLibro, answer: Recepcion): Fin {
    const { trackId, codigo, repetido, reintentable, detalle } = answer
    const now = clock()
    const visto = now.getTime()
    if (trackId !== null)
      return {
        runAt: new Date(visto + nextLook(job.ambiente, 0)!),
        args: { seguido: 0, visto },
        write: () => void sql.setSent.run(trackId, now.toISOString(), run.id),
      }
    if (reintentable && !repetido) return tryAgain(job, now)
    const glosa = [answer.glosa, ...detalle.filter((text) => text !== answer.glosa)].join('; ')
    // Nobody could declare it.
    const said = repetido ? `El SII ya tiene ese libro y no dice con qué Track ID: ${glosa}` : glosa
    return { write: () => refuse(run, codigo, said) }
  }

  async function ask(job: LibroJob, run: IntentoDeLibro, signal: AbortSignal): Promise<Fin> {
    const { contexto } = contextOf(job, signal)
    const answer = await sii.queryEnvio(contexto, raizOf(run), run.track_id!)
    const { codigo, glosa } = answer
    const verdict = verdictOfLibro(answer)
    const now = clock()
    const seguido = elapsedAt(job, now)
    const next = nextLook(job.ambiente, seguido)
    if (verdict === null && next !== null) {
      const visto = now.getTime()
      return { runAt: new Date(visto + next - seguido), args: { seguido, visto } }
    }
    // After a week LSO is as much as the SII will say (domain/certificacion §8): the review of the set decides.
    const good = verdict === 'aceptado' || codigo === 'LSO'
    return { write: () => (good ? approve : refuse)(run, codigo, glosa) }
  }

  /** One step of a run. What keeps a book from the door refuses it; one that is there waits until it can be asked for. */
  async function step(job: LibroJob, run: IntentoDeLibro, signal: AbortSignal): Promise<Fin> {
    const sending = run.estado === 'emitiendo'
    try {
      return await (sending ? send : ask)(job, run, signal)
    } catch (fault) {
      if (!(fault instanceof SiiFault || fault instanceof AppError) || signal.aborted) throw fault
      if (sending && !(fault instanceof SiiFault && fault.retryable))
        return { write: () => refuse(run, null, fault.message) }
      return tryAgain(job, clock())
    }
  }

  return defineJob<Args>({
    kind: LIBRO,
    async run([job], ctx) {
      const { id } = job!
      const run = libro.byJob.get(id)
      const { runAt, args, write }: Fin = run && isAlive(run) ? await step(job!, run, ctx.signal) : {}
      const outcome: Outcome =
        runAt && args ? { id, outcome: 'snooze', runAt, args, error: null } : { id, outcome: 'completed' }
      await ctx.settle([outcome], write)
    },
    ended(all) {
      for (const { job, estado, error } of all) {
        const run = estado === 'completed' ? undefined : libro.byJob.get(job.id)
        if (run && isAlive(run)) refuse(run, null, error?.error ?? 'El envío del libro se detuvo')
      }
    },
  })
}
