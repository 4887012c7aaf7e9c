// The way to the SII's portal as folios need it: whoever knows the credentials hands it in.

import type { Ambiente } from '../../../domain/ambiente'
import { AppError } from '../../../domain/errors'
import { rutSimulado } from '../../../domain/rut-simulado'
import type { Titular } from '../../../domain/titular'
import type { FoliosSession } from '../../../sii/folios'
import type { Acceso, Como, Conversacion, Portal } from '../../../sii/portal'

export interface PortalFolios {
  portal: Pick<Portal, 'use'>
  /** Throws PORTAL_CREDENTIALS_MISSING and PORTAL_LOCKED. */
  accesoOf(titular: Titular, operacion: 'folios', how: Como): Acceso
  /** How the client of the pages waits; omitted, it really does. */
  sleep?: (ms: number) => Promise<void>
}

/** A refusal of the simulated SII that is its answer to the company's RUT says so, where people would look for it at an office. */
function explainSimulado(fault: unknown, ambiente: Ambiente, rut: string): unknown {
  const simulado = ambiente === 'simulacion' ? rutSimulado(rut) : null
  if (!simulado || !(fault instanceof AppError) || fault.code !== 'SII_REFUSED') return fault
  const { code, message, detalles } = fault
  const solucion = `Es una prueba: ${simulado}`
  return new AppError(code, `${message}. ${solucion}`, {
    ...(detalles && { detalles: detalles.map((one) => ({ ...one, solucion })) }),
    cause: fault,
  })
}

/** The pages keep their state by session, so nobody else's steps come between; `gone` lets go of who waits for that. */
export const useFolios = <T>(
  { portal, sleep = Bun.sleep }: PortalFolios,
  acceso: Acceso,
  about: Pick<FoliosSession, 'rut' | 'tipoDte' | 'pay'>,
  work: (session: FoliosSession) => Promise<T>,
  gone?: AbortSignal,
): Promise<T> =>
  portal
    .use(acceso, (sii: Conversacion) => work({ ...about, sii, sleep }), { exclusiva: true, gone })
    .catch((fault: unknown) => {
      throw explainSimulado(fault, acceso.ambiente, about.rut)
    })
