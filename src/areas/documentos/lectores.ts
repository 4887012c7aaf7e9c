// The values of the filters of GET /v1/documentos (http §10.2), each read by itself. All throw INVALID_PARAMETER.

import { RESULTADOS_ACUSE, type ResultadoAcuse } from '../../domain/acuse'
import { ESTADOS_SII, type EstadoSii, ORIGENES } from '../../domain/dte/estados'
import { type AppError, invalidParameter } from '../../domain/errors'
import { readNumbers, readWords } from '../../http/comma-list'
import { readPesos, readRut, readYes } from '../../http/list-filters'
import { readDay } from '../../http/span'
import { ESTADOS } from '../../jobs/estados'
import { matching } from '../dte'

export const invalid = (campo: string, mensaje: string): AppError =>
  invalidParameter(campo, 'formato', mensaje)

const numberOf = (campo: string) => (text: string) => {
  if (!/^\d{1,15}$/.test(text)) throw invalid(campo, 'Debe ser un entero')
  return Number(text)
}

/** The month as dates begin with it. */
function monthOf(text: string): string {
  if (!/^\d{4}(0[1-9]|1[0-2])$/.test(text)) throw invalid('periodo', 'Debe tener la forma AAAAMM')
  return `${text.slice(0, 4)}-${text.slice(4)}`
}

const VEREDICTOS = Object.keys(ESTADOS_SII) as EstadoSii[]
const RESULTADOS = Object.keys(RESULTADOS_ACUSE) as ResultadoAcuse[]

export const LECTORES = {
  q: matching,
  tipo_dte: (text: string) => readNumbers('tipo_dte', text),
  folio: numberOf('folio'),
  folio_desde: numberOf('folio_desde'),
  folio_hasta: numberOf('folio_hasta'),
  rut: (text: string) => readRut('rut', text),
  fecha_desde: (text: string) => readDay('fecha_desde', text),
  fecha_hasta: (text: string) => readDay('fecha_hasta', text),
  periodo: monthOf,
  monto_min: (text: string) => readPesos('monto_min', text),
  monto_max: (text: string) => readPesos('monto_max', text),
  estado: (text: string) => readWords('estado', text, ESTADOS),
  estado_sii: (text: string) => readWords('estado_sii', text, VEREDICTOS),
  origen: (text: string) => readWords('origen', text, Object.keys(ORIGENES)),
  estado_acuse: (text: string) => readWords('estado_acuse', text, RESULTADOS),
  por_atender: (text: string) => readYes('por_atender', text),
  con_saldo: (text: string) => readYes('con_saldo', text),
} as const
