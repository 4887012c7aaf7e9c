// The person who goes to the portal, the credentials, and what is kept of the visit (sii §11.1): the values
// that the client and its keeper share.

import type { Ambiente } from '../../domain/ambiente'
import type { Bloqueo, MetodoPortal, PausaDelSii } from '../../domain/portal'
import type { Firmante } from '../sii'

/**
 * `id` tells it from every other and nothing of its secret: a certificate's fingerprint, a keyed digest of RUT and clave. `rut` is the
 * person's: the SII counts persons, whichever of their certificates they come with.
 */
export type Credencial =
  | { metodo: 'certificado'; id: string; rut: string; firmante: Firmante }
  | { metodo: 'clave'; id: string; rut: string; clave: string }

/**
 * The words for a job that waits: why, with the account's other companies by their RUTs, the same without
 * those, and until when.
 */
export interface Espera {
  motivo: string
  reservado: string
  hasta: Date
}

/** In whose name, and how. */
export interface Acceso {
  ambiente: Ambiente
  /** The account. */
  dueno: string
  /** RUT of the company that it is for: companies of one person take turns. */
  para: string
  /** In the order in which they are tried: another only where the SII asks for the other way in, or locks the one before out. */
  credenciales: readonly Credencial[]
  prioridad: Prioridad
  signal?: AbortSignal | undefined
  /** Told why a job's work stands still and until when, in Spanish; null once it goes on. */
  onEspera?: ((espera: Espera | null) => void) | undefined
}

/**
 * `persona` asks while somebody looks on, and waits for no longer than ten seconds; `pedida` is the job of a request; `programada` a
 * schedule's own. In this order.
 */
export type Prioridad = 'persona' | 'pedida' | 'programada'

/** How an access is asked for. */
export type Como = Pick<Acceso, 'prioridad' | 'signal' | 'onEspera'>

/** Where a refusal holds: at the SII for the whole server, in the simulator's world for the account. */
export const ambitoOf = ({ ambiente, dueno }: Pick<Acceso, 'ambiente' | 'dueno'>): string =>
  ambiente === 'simulacion' ? `simulacion:${dueno}` : 'sii'

/** The person at one of the two doors: where logins are counted, and where the SII keeps somebody out. */
export const puertaOf = ({ metodo, rut }: Pick<Credencial, 'metodo' | 'rut'>): string => `${metodo} ${rut}`

/**
 * One session an account and person, whichever of the person's certificates opened it; of claves one each, since a wrong one opens
 * nothing. Certification and production share it.
 */
export interface ClaveSesion {
  dueno: string
  ambito: string
  credencial: string
}

export const claveSesionOf = (
  acceso: Pick<Acceso, 'ambiente' | 'dueno'>,
  credencial: Credencial,
): ClaveSesion => ({
  dueno: acceso.dueno,
  ambito: ambitoOf(acceso),
  credencial: credencial.metodo === 'certificado' ? puertaOf(credencial) : credencial.id,
})

export interface SesionGuardada extends ClaveSesion {
  metodo: MetodoPortal
  ambiente: Ambiente
  /** By the `id` of the credential that opened it; null where that was not kept. */
  abiertaCon: string | null
  abiertaEn: Date
  usadaEn: Date
  cookies: [name: string, value: string][]
}

/** The data that outlives the process. Each call is done when it returns. */
export interface PortalKeeper {
  find(clave: ClaveSesion): SesionGuardada | null
  put(sesion: SesionGuardada): void
  drop(clave: ClaveSesion): void
  all(): SesionGuardada[]
  pausa(clave: ClaveSesion): PausaDelSii | null
  pause(clave: ClaveSesion, pausa: PausaDelSii): void
  /** The blocks that keep a credential out, over or not, the longest first. */
  bloqueos(acceso: Pick<Acceso, 'ambiente' | 'dueno'>, credencial: Credencial): Bloqueo[]
  /** With what hangs on it: whoever it keeps out is told. */
  block(acceso: Pick<Acceso, 'ambiente' | 'dueno'>, credencial: Credencial, bloqueo: Bloqueo): void
  /** The SII let a credential in: forgets what kept it out before, and tells whoever was kept out. */
  admit(acceso: Pick<Acceso, 'ambiente' | 'dueno'>, credencial: Credencial): void
  /**
   * When a person tried to log in since an instant, oldest first: all tries of the account, and of others those that opened a session.
   * Tries that the SII refused are no measure for others, who may know nothing of them.
   */
  logins(
    acceso: Pick<Acceso, 'ambiente' | 'dueno'>,
    credencial: Pick<Credencial, 'metodo' | 'rut'>,
    since: Date,
  ): Date[]
  /** Before it is tried; what it returns is called when a session was opened. */
  noteLogin(acceso: Pick<Acceso, 'ambiente' | 'dueno'>, credencial: Credencial, at: Date): () => void
  /** When a person's requests of the last five minutes began, oldest first, to ten seconds: a crash gives nobody more of them. */
  consultas(ambito: string, rut: string, since: Date): Date[]
  noteConsulta(ambito: string, rut: string, at: Date): void
  /** The person has asked as much as the SII bears: jobs stand still until then. */
  notifyPace(ambito: string, rut: string, hasta: Date): void
  /** A page that was not what its step should give, for support: sealed, 30 days, never in the log. */
  keepPage(acceso: Pick<Acceso, 'ambiente' | 'dueno'>, paso: string, html: string): void
}
