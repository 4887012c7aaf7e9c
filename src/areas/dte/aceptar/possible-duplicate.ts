// The warning for a client that may have sent the same thing twice without an Idempotency-Key (http §9).

import { createHash } from 'node:crypto'
import type { Dte } from '../../../domain/dte/dte'
import { montosEnPesos } from '../../../domain/dte/pesos'
import type { Solicitud } from '../../../domain/dte/solicitud'
import type { Advertencia } from '../../../domain/errors'
import { chileDate, chileMidnight } from '../../../domain/fecha'
import { RUT_CONSUMIDOR_FINAL } from '../../../domain/rut'
import type { Titular } from '../../../domain/titular'
import { hashBody } from '../../../http/idempotency'
import type { Store } from '../../../store/store'
import type { Documentos } from '../documento/documento-store'
import type { Programadas } from '../documento/programada-store'
import type { Reemplazos } from '../referencias/reemplazos'
import { prepareAlike } from './statements'

const RECENT_MS = 600_000

/** The latest that are looked into: of more, an equal one would be among them all the same. */
const COMPARED = 5
/** Jobs whose lines need not be opened again to be compared: those of one client that repeats itself. */
const REMEMBERED = 1000

/** Hashes a document's lines, which we build with their fields always in one order. */
export const hashLineas = (detalle: Dte['detalle']): string =>
  createHash('sha1').update(JSON.stringify(detalle)).digest('base64')

/** Hashes the lines that a request asks for. */
export const hashPedidas = (cuerpo: unknown): string => hashBody((cuerpo as { detalle?: unknown }).detalle)

/** A document about to be accepted, and the set to search for its like. */
interface Aceptable extends Titular {
  tabla: 'documento' | 'programada'
  /** Null of what is only looked at. */
  jobId: string | null
  dte: Dte
  /** The hash of the lines to compare: of a document those it has, of a scheduled emission those its request asks for. */
  lineas(): string
  solicitud: Pick<Solicitud, 'reemplaza' | 'referenciaExterna'>
}

interface Deps {
  store: Store
  documentos: Documentos
  programadas: Programadas
  reemplazos: Pick<Reemplazos, 'scheduled'>
}

/**
 * Finds the latest document, or scheduled emission, that is equal line by line and of the day of `now` in Chile; else one of the ten
 * minutes before it that is alike but for its lines.
 */
export function createPossibleDuplicate({ store: { client }, documentos, programadas, reemplazos }: Deps) {
  const latest = prepareAlike(client, COMPARED)
  const lineasDe = {
    documento: (jobId: string) => hashLineas(documentos.contenido(documentos.byJob(jobId)!).dte.detalle),
    programada: (jobId: string) => hashPedidas(programadas.cuerpo(jobId)),
  }
  const hashes = new Map<string, string>()
  const remember = (key: string, hash: string): string => {
    if (hashes.size === REMEMBERED) hashes.delete(hashes.keys().next().value!)
    hashes.set(key, hash)
    return hash
  }
  const duplicateOf = (
    { tabla, jobId, empresaId, ambiente, dte, lineas, solicitud }: Aceptable,
    now: Date,
  ): Advertencia[] => {
    const externa = solicitud.referenciaExterna ?? null
    // Two coffees in ten minutes are no mistake: without a reference of the client's own, anonymous boletas are let be.
    if (externa === null && dte.receptor.rut === RUT_CONSUMIDOR_FINAL) return []
    const { total } = montosEnPesos(dte)
    const recent = new Date(now.getTime() - RECENT_MS).toISOString()
    const today = chileMidnight(chileDate(now)).toISOString()
    const { receptor, idDoc } = dte
    const of = (since: string) =>
      latest[tabla].all(empresaId, ambiente, receptor.rut, idDoc.tipoDte, total, since, externa)
    const found = of(recent < today ? recent : today)
    if (!found.length) return []
    // A job that is not accepted in the end leaves its hash behind, under an id that nobody has.
    const asked = jobId === null ? lineas() : remember(`${tabla} ${jobId}`, lineas())
    const hashOf = (id: string) =>
      hashes.get(`${tabla} ${id}`) ?? remember(`${tabla} ${id}`, lineasDe[tabla](id))
    const same = found.find((id) => hashOf(id) === asked)
    const [alike] = same ? [] : of(recent)
    const job_id = same ?? alike
    if (job_id === undefined) return []
    const cuando = same && of(today).includes(same) ? 'Hoy' : 'Hace menos de 10 minutos'
    const mensaje = same
      ? `${cuando} ya se aceptó un documento igual, línea por línea`
      : 'Hace menos de 10 minutos se aceptó un documento del mismo tipo, receptor y total, con otras líneas'
    return [{ code: 'POSSIBLE_DUPLICATE', campo: '', mensaje, job_id } as Advertencia]
  }
  /** And the scheduled emission that is to replace the same rejected document. */
  return (asked: Aceptable, now: Date): Advertencia[] => [
    ...reemplazos.scheduled(asked.solicitud, asked, asked.jobId),
    ...duplicateOf(asked, now),
  ]
}
