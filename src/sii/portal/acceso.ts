// Who goes to the portal, with what, and what is kept of it (sii §11.1): the values that the client and its keeper share.

import type { Ambiente } from '../../domain/ambiente'
import type { Bloqueo, MetodoPortal, Pausa } from '../../domain/portal'
import type { Firmante } from '../sii'

/** `id` tells it from every other and nothing of its secret: a certificate's fingerprint, a keyed digest of RUT and clave. */
export type Credencial =
  | { metodo: 'certificado'; id: string; rut: string; firmante: Firmante }
  | { metodo: 'clave'; id: string; rut: string; clave: string }

/** In whose name, and how. */
export interface Acceso {
  ambiente: Ambiente
  /** The account. */
  dueno: string
  /** In the order in which they are tried, the first one first; another only where the SII asks for the other way in. */
  credenciales: readonly Credencial[]
  /** People go before schedules, and do not wait for longer than ten seconds. */
  prioridad: 'persona' | 'programada'
  signal?: AbortSignal
}

/** Where a refusal holds: at the SII for the whole server, in the simulator's world for the account. */
export const ambitoOf = ({ ambiente, dueno }: Pick<Acceso, 'ambiente' | 'dueno'>): string =>
  ambiente === 'simulacion' ? `simulacion:${dueno}` : 'sii'

/** One session an account and credential; certification and production share it. */
export interface ClaveSesion {
  dueno: string
  ambito: string
  credencial: string
}

export interface SesionGuardada extends ClaveSesion {
  metodo: MetodoPortal
  ambiente: Ambiente
  abiertaEn: Date
  usadaEn: Date
  cookies: [name: string, value: string][]
}

/** What outlives the process. Each call is done when it returns. */
export interface PortalKeeper {
  find(clave: ClaveSesion): SesionGuardada | null
  put(sesion: SesionGuardada): void
  drop(clave: ClaveSesion): void
  all(): SesionGuardada[]
  pausa(clave: ClaveSesion): Pausa | null
  pause(clave: ClaveSesion, pausa: Pausa): void
  bloqueo(ambito: string, credencial: string): Bloqueo | null
  /** With what hangs on it: whoever holds the credential is told. */
  block(acceso: Pick<Acceso, 'ambiente' | 'dueno'>, credencial: Credencial, bloqueo: Bloqueo): void
  /** When this credential tried to log in since an instant, oldest first. */
  logins(ambito: string, credencial: string, since: Date): Date[]
  noteLogin(ambito: string, credencial: string, at: Date): void
  /** A page that was not what its step should give, for support: sealed, 30 days, never in the log. */
  keepPage(acceso: Pick<Acceso, 'ambiente' | 'dueno'>, paso: string, html: string): void
}
