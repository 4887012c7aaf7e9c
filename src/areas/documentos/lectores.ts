// The values of the filters of GET /v1/documentos (http §10.2), each read by itself. All throw INVALID_PARAMETER.

import { RESULTADOS_ACUSE, type ResultadoAcuse } from '../../domain/acuse'
import { ESTADOS_SII, type EstadoSii } from '../../domain/dte/estados'
import { type AppError, invalidParameter } from '../../domain/errors'
import { isDate } from '../../domain/fecha'
import { parseRut } from '../../domain/rut'
import { readNumbers, readWords } from '../../http/comma-list'
import { ESTADOS } from '../../jobs/estados'
import { matching } from '../dte'

export const invalid = (campo: string, mensaje: string): AppError =>
  invalidParameter(campo, 'formato', mensaje)

const numberOf = (campo: string) => (text: string) => {
  if (!/^\d{1,15}$/.test(text)) throw invalid(campo, 'Debe ser un entero')
  return Number(text)
}

// A liquidación may come out below zero.
const montoOf = (campo: string) => (text: string) => {
  if (!/^-?\d{1,15}$/.test(text)) throw invalid(campo, 'Debe ser un entero')
  return Number(text)
}

const dateOf = (campo: string) => (text: string) => {
  if (!isDate(text)) throw invalid(campo, 'Debe ser una fecha AAAA-MM-DD')
  return text
}

function rutOf(text: string): string {
  const value = parseRut(text)
  if (!value) throw invalid('rut_receptor', 'No es un RUT válido')
  return value
}

/** The month as dates begin with it. */
function monthOf(text: string): string {
  if (!/^\d{4}(0[1-9]|1[0-2])$/.test(text)) throw invalid('periodo', 'Debe tener la forma AAAAMM')
  return `${text.slice(0, 4)}-${text.slice(4)}`
}

function conSaldo(text: string): boolean {
  if (!['true', 'false'].includes(text)) throw invalid('con_saldo', 'Debe ser true o false')
  return text === 'true'
}

const VEREDICTOS = Object.keys(ESTADOS_SII) as EstadoSii[]
const RESULTADOS = Object.keys(RESULTADOS_ACUSE) as ResultadoAcuse[]

export const LECTORES = {
  q: matching,
  tipo_dte: (text: string) => readNumbers('tipo_dte', text),
  folio: numberOf('folio'),
  folio_desde: numberOf('folio_desde'),
  folio_hasta: numberOf('folio_hasta'),
  rut_receptor: rutOf,
  fecha_desde: dateOf('fecha_desde'),
  fecha_hasta: dateOf('fecha_hasta'),
  periodo: monthOf,
  monto_min: montoOf('monto_min'),
  monto_max: montoOf('monto_max'),
  estado: (text: string) => readWords('estado', text, ESTADOS),
  estado_sii: (text: string) => readWords('estado_sii', text, VEREDICTOS),
  estado_acuse: (text: string) => readWords('estado_acuse', text, RESULTADOS),
  con_saldo: conSaldo,
} as const
