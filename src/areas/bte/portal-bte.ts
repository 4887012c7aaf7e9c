// The way to the SII's portal as boletas de terceros need it, and what their jobs are handed.

import type { Clock } from '../../base/clock'
import { AppError } from '../../domain/errors'
import type { Titular } from '../../domain/titular'
import type { Audit } from '../../http/audit'
import { type BteSession, requireEmisor } from '../../sii/bte'
import { type Acceso, type Como, isNoSession, type Portal } from '../../sii/portal'
import type { Trabajos } from '../trabajos'
import type { Boletas } from './boletas'
import type { MergeMonths } from './mes'

export interface PortalBte {
  portal: Pick<Portal, 'use'>
  /** Throws PORTAL_CREDENTIALS_MISSING and PORTAL_LOCKED. */
  accesoOf(titular: Titular & { cuentaId?: string }, operacion: 'bte', how: Como): Acceso
  /** The RUT of a company. Throws NOT_FOUND. */
  rutOf(empresaId: string): string
}

/** The dependencies of the kinds of job. */
export interface JobDeps extends PortalBte {
  boletas: Boletas
  merge: MergeMonths
  clock: Clock
  audit: Audit
  trabajos: Pick<Trabajos, 'define'>
}

/**
 * Throws INVALID_STATE in certification: the SII has one place for boletas de terceros, so what is asked for there would be done for good
 * (areas/bte §4).
 */
export function refuseCertification({ ambiente }: Pick<Titular, 'ambiente'>): void {
  if (ambiente === 'certificacion')
    throw new AppError(
      'INVALID_STATE',
      'El SII no tiene boletas de terceros de certificación: lo que se pidiera quedaría hecho de verdad. Use producción o simulación',
    )
}

/**
 * The pages keep their state by session, so nobody else's steps come between; `gone` lets go of who waits for that. Throws
 * PORTAL_FORBIDDEN where who is in issues for another, and PORTAL_CREDENTIALS_MISSING where a certificate's session, just opened, is sent
 * to the login again: more attempts would use up the logins that others need.
 */
export async function useBte<T>(
  { portal }: Pick<PortalBte, 'portal'>,
  acceso: Acceso,
  about: Pick<BteSession, 'rut' | 'pay'>,
  work: (session: BteSession) => Promise<T>,
  gone?: AbortSignal,
): Promise<T> {
  try {
    return await portal.use(
      acceso,
      async (sii) => {
        const session = { ...about, sii }
        await requireEmisor(session)
        return work(session)
      },
      { exclusiva: true, gone },
    )
  } catch (fault) {
    if (!isNoSession(fault) || acceso.credenciales.some(({ metodo }) => metodo === 'clave')) throw fault
    throw new AppError(
      'PORTAL_CREDENTIALS_MISSING',
      'El SII no acepta el certificado para las boletas de terceros: cargue la clave tributaria de la empresa',
    )
  }
}
