// The parts of every question to the register's application, and the meaning of its codes (sii §13.1).

import { AppError } from '../../domain/errors'
import type { EstadoContable, Lado } from '../../domain/rcv/columnas'
import { splitRut } from '../../domain/rut'
import { dichoOf } from '../dicho'
import type { AppPortal, RespuestaFacade } from '../portal'

export const APP_RCV: AppPortal = {
  app: 'consdcvinternetui',
  namespace: 'cl.sii.sdi.lob.diii.consdcv.data.api.interfaces.FacadeService',
}

/** The page's text in place of a captcha's answer. */
export const CAPTCHA = 't-o-k-e-n-web'

/** A slice of a company's register. `periodo` is `YYYYMM`. */
export interface TramoSii {
  rut: string
  periodo: string
  lado: Lado
  estado: EstadoContable
}

/** Pays for a question. */
export type Paying = <T>(ask: () => Promise<T>) => Promise<T>

export const dataOf = ({ rut, periodo, lado, estado }: TramoSii) => {
  const { numero, dv } = splitRut(rut)
  return {
    rutEmisor: numero,
    dvEmisor: dv,
    ptributario: periodo,
    estadoContab: estado,
    operacion: lado === 'venta' ? 'VENTA' : 'COMPRA',
  }
}

/** The two details end alike: `RCV_DETC` and `RCV_DETV`, their files in `A`. */
export const actionOf = ({ lado }: TramoSii, what: string): string =>
  `RCV_${what}${lado === 'venta' ? 'V' : 'C'}`

/** Rows of an answer; null for what is deferred or out of range. Throws SII_UNAVAILABLE and SII_ERROR. */
export function rowsOf(
  answer: RespuestaFacade,
  paso: string,
): Readonly<Record<string, unknown>>[] | 'ninguno' | null {
  const { codRespuesta, msgeRespuesta, cuerpo } = answer
  if (codRespuesta === 3) return 'ninguno'
  if ((codRespuesta === 0 || codRespuesta === 1) && Array.isArray(cuerpo.data)) return cuerpo.data
  if (codRespuesta === 99) return null
  throw new AppError('SII_ERROR', `El registro del SII respondió ${codRespuesta}: ${msgeRespuesta ?? ''}`, {
    detalles: [
      { paso, esperado: 'codRespuesta 0 o 3', ...dichoOf({ codigo: codRespuesta, glosa: msgeRespuesta }) },
    ],
  })
}
