// Which electronic documents a taxpayer is authorised for, and since when (simulator §13.2).

import { TIPOS } from '../../domain/dte/tipos'
import { chileDate } from '../../domain/fecha'
import { splitRut } from '../../domain/rut'
import { findContribuyente } from '../contribuyentes'
import type { Lado } from '../hosts'
import type { Sim } from '../sim'
import type { Ficha } from './ficha'

/** The usual types of an undescribed issuer. */
const HABITUALES = TIPOS.filter(({ raiz }) => raiz === 'Documento' || raiz === 'Boleta').map(
  ({ codigo }) => codigo,
)
/** Nobody issued before, whatever the age of the business. */
const PRIMERA = '2014-09-01'
/** The general resolution of production; each of certification has number 0 and a date of its own. */
const GENERAL = { numero: 80, fecha: '2014-08-22' }

export interface Autorizado {
  tipoDte: number
  /** Dates `YYYY-MM-DD`; `hasta` null while it holds. */
  desde: string
  hasta: string | null
}

export interface Emisor {
  resolucion: { numero: number; fecha: string }
  documentos: Autorizado[]
}

/**
 * The types that a taxpayer may issue in a world; null when it is no electronic issuer. Whoever sent a
 * document may issue its type.
 */
export function emisorOf(sim: Sim, lado: Lado, dueno: string, ficha: Ficha): Emisor | null {
  const row = findContribuyente(sim, lado, ficha.rut)
  const sent = sim.sql.contribuyente.sent.all(lado, ficha.rut, dueno)
  const silent = row ? !row.emisor : splitRut(ficha.rut).numero.endsWith('02')
  const usual = silent ? [] : (row?.tiposDte ?? HABITUALES)
  const desde = ficha.inicio > PRIMERA ? ficha.inicio : PRIMERA
  const tipos = new Map(usual.map((tipo: number): [number, string] => [tipo, desde]))
  for (const { tipoDte, at } of sent) if (!tipos.has(tipoDte)) tipos.set(tipoDte, chileDate(new Date(at)))
  if (!tipos.size) return null
  return {
    resolucion: lado === 'produccion' ? GENERAL : { numero: 0, fecha: desde },
    documentos: [...tipos]
      .sort(([a], [b]) => a - b)
      .map(([tipoDte, first]) => ({ tipoDte, desde: first, hasta: ficha.termino })),
  }
}
