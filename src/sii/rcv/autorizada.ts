// Whether the person who is in may ask for a company's register (sii §13.1).

import { chileDate } from '../../domain/fecha'
import { parseRut } from '../../domain/rut'
import type { Conversacion } from '../portal'
import { APP_RCV, dataOf } from './pregunta'

/**
 * Null where the SII does not tell. A summary says yes; 99 may be an empty month as well as another's company, and the list of the
 * companies of the person decides.
 */
export async function mayAskFor(sii: Conversacion, rutEmpresa: string, now: Date): Promise<boolean | null> {
  if (sii.rut === rutEmpresa) return true
  const periodo = chileDate(now).slice(0, 7).replace('-', '')
  const tramo = { rut: rutEmpresa, periodo, lado: 'compra', estado: 'REGISTRO' } as const
  const data = { ...dataOf(tramo), busquedaInicial: true }
  const { codRespuesta } = await sii.facade(APP_RCV, 'getResumen', data)
  if (codRespuesta === 0 || codRespuesta === 1 || codRespuesta === 3) return true
  if (codRespuesta !== 99) return null
  const { cuerpo } = await sii.facade(APP_RCV, 'getDcvEmpresasAutorizadas', {})
  if (!Array.isArray(cuerpo.data)) return null
  return cuerpo.data.some((row) => parseRut(`${row?.usrEmpRut}-${row?.usrEmpDv}`) === rutEmpresa)
}
