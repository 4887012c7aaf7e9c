// Questions about what the company issued or sent from elsewhere: another program's, or what an old copy of the database lacks.

import { Type } from '@sinclair/typebox'
import type { Sobre } from '../../domain/dte/fila'
import { AppError, invalidParameter } from '../../domain/errors'
import { chileDate } from '../../domain/fecha'
import { RUT_SII } from '../../domain/rut'
import { readDate, readPesos, readRut } from '../../http/list-filters'
import { readAll } from '../../http/read-all'
import type { EstadoEnvio } from '../../sii'

export type DatosQuery = Partial<Record<'rut_receptor' | 'fecha_emision' | 'monto_total', string>>

export const datosQuery = {
  rut_receptor: Type.Optional(Type.String({ examples: ['90000012-K'] })),
  fecha_emision: Type.Optional(Type.String({ examples: ['2026-11-20'] })),
  monto_total: Type.Optional(Type.String({ examples: ['499800'] })),
}

/** The meaning of DNK without data to compare. */
export const SIN_DATOS = {
  causa: 'El SII tiene un documento con ese folio, que no se emitió en este sistema',
  solucion: 'Para saber si sus datos son los que cree, agregue rut_receptor, fecha_emision y monto_total',
}

/** The data of a document for the SII to compare; null without them. Throws INVALID_PARAMETER. */
export function readDatos(query: DatosQuery) {
  const { rut_receptor, fecha_emision, monto_total } = query
  const given = { rut_receptor, fecha_emision, monto_total }
  const missing = Object.entries(given).filter(([, value]) => value === undefined)
  if (missing.length === 3) return null
  if (missing.length)
    throw invalidParameter(
      missing[0]![0],
      'requerido',
      'rut_receptor, fecha_emision y monto_total van juntos',
    )
  const [rutReceptor, fechaEmision, monto] = readAll(
    () => readRut('rut_receptor', rut_receptor!),
    () => readDate('fecha_emision', fecha_emision!),
    () => readPesos('monto_total', monto_total!),
  )
  return { rutReceptor, fechaEmision, montoTotal: String(monto) }
}

/** Any receiver, date and amount do to hear whether the SII has a folio. */
export const anyDatos = (now: Date) => ({
  ...{ rutReceptor: RUT_SII, fechaEmision: chileDate(now), montoTotal: '1' },
})

/** Asks the service of documents, and that of boletas where it knows none. Throws NOT_FOUND. */
export async function askBoth(
  ask: (sobre: Sobre) => Promise<EstadoEnvio>,
  trackId: string,
): Promise<EstadoEnvio> {
  if (!/^\d{1,15}$/.test(trackId)) throw new AppError('NOT_FOUND', 'Un Track ID son a lo más quince cifras')
  const documentos = await ask('EnvioDTE')
  if (documentos.codigo !== '-11') return documentos
  const boletas = await ask('EnvioBOLETA')
  if (boletas.codigo !== '404') return boletas
  throw new AppError('NOT_FOUND', 'El SII no conoce un envío de la empresa con ese Track ID')
}
