// An electronic cession file (AEC): the document that it cedes, and who ceded it to whom.

import { parseRut } from '../../domain/rut'
import { type Finding, finding } from '../verify/codigos'
import { checkFirmaAjena } from '../verify/firmas'
import { type Elemento, en, hijo, textoEn, todosEn } from '../verify/nodo'
import { type DteLeido, readFirma } from '../verify/parse-sobre'
import { checkReference } from './ambiguo'
import type { Cesion, Firma } from './tipos'

/** More than any document is ceded; the standard's own limit is 40. */
const CESIONES_MAX = 40

/** The documents that an AEC cedes, where they stand in it. */
export const cedidos = (aec: Elemento): Elemento[] =>
  todosEn(aec, 'DocumentoAEC/Cesiones/DTECedido/DocumentoDTECedido/DTE')

/** A step of a file, and the document that it names. */
interface CesionLeida {
  cesion: Cesion
  cedido: string
}

/** Amounts without what is behind the point: that which is named is whole. */
const nameOf = (emisor: string, tipo: string | number, folio: string | number, monto: string): string =>
  [parseRut(emisor), tipo, folio, monto.split('.')[0]].join(' ')

/** Findings told of the cessions of one document. */
const INFORME_MAX = 50

/**
 * The faults of the cessions of a document as all its files tell them: an amount or a RUT that is none, a
 * step told in two ways.
 */
export function checkCesiones(cesiones: readonly Cesion[]): Finding[] {
  const found: Finding[] = []
  const ceded = new Map<number, Set<string>>()
  for (const { secuencia, cedente, cesionario, monto } of cesiones) {
    const donde = secuencia ? `Cesion[${secuencia}]` : 'Cesion'
    if (monto === null || monto < 0) {
      const dice = monto === null ? 'falta o no es un número entero' : `es ${monto}`
      found.push(finding('ENV-3-924', `${donde}/MontoCesion`, `MontoCesion ${dice}`))
    }
    for (const [quien, { rut }] of [
      ['Cedente', cedente],
      ['Cesionario', cesionario],
    ] as const)
      if (parseRut(rut) === null)
        found.push(
          finding('ENV-3-925', `${donde}/${quien}/RUT`, rut ? `«${rut}» no es un RUT` : 'Falta el RUT'),
        )
    if (secuencia) ceded.set(secuencia, (ceded.get(secuencia) ?? new Set()).add(cesionario.rut))
  }
  for (const [secuencia, ruts] of ceded)
    if (ruts.size > 1) {
      const donde = `Cesion[${secuencia}]/Cesionario`
      const a = [...ruts].slice(0, 5).join(', ')
      found.push(finding('ENV-3-926', donde, `La cesión ${secuencia} dice más de un cesionario: ${a}`))
    }
  return found.slice(0, INFORME_MAX)
}

/**
 * The cessions of a document in a file. A signature over one that names another document, or none, proves nothing of this one, however
 * good it is.
 */
export const cesionesOf = (
  leidas: readonly CesionLeida[],
  { emisor, tipo, folio, montoTotal }: DteLeido,
): Cesion[] => {
  const own = nameOf(emisor, tipo, folio, montoTotal)
  return leidas.map(({ cesion, cedido }) =>
    cedido === own || cesion.firma === 'ausente' ? cesion : { ...cesion, firma: 'invalida' },
  )
}

/** Each cession, first the first. */
export const readCesiones = (aec: Elemento): CesionLeida[] =>
  todosEn(aec, 'DocumentoAEC/Cesiones/Cesion')
    .slice(0, CESIONES_MAX)
    .flatMap((cesion) => {
      const documento = hijo(cesion, 'DocumentoCesion')
      if (!documento) return []
      const [emisor, tipo, folio, monto] = ['RUTEmisor', 'TipoDTE', 'Folio', 'MntTotal'].map((name) =>
        textoEn(documento, `IdDTE/${name}`),
      )
      return [{ cesion: toCesion(cesion, documento), cedido: nameOf(emisor!, tipo!, folio!, monto!) }]
    })
    .sort((a, b) => a.cesion.secuencia - b.cesion.secuencia)

function toCesion(cesion: Elemento, documento: Elemento): Cesion {
  const secuencia = textoEn(documento, 'SeqCesion')
  return {
    secuencia: /^\d{1,2}$/.test(secuencia) ? Number(secuencia) : 0,
    cedente: parte(en(documento, 'Cedente')),
    cesionario: parte(en(documento, 'Cesionario')),
    monto: pesosOf(textoEn(documento, 'MontoCesion')),
    ultimo_vencimiento: textoEn(documento, 'UltimoVencimiento').slice(0, 30) || null,
    fecha_cesion: textoEn(documento, 'TmstCesion').slice(0, 30) || null,
    firma: firmaOf(hijo(cesion, 'Signature'), documento, textoEn(documento, 'TmstCesion')),
  }
}

/** A whole number as it was written, also one that no amount may be: nothing is shown that the file does not say. */
const pesosOf = (valor: string): number | null =>
  /^\s*-?\d{1,15}(\.0+)?\s*$/.test(valor) ? Number(valor) : null

const parte = (elemento: Elemento | null): Cesion['cedente'] => {
  const rut = textoEn(elemento, 'RUT')
  return {
    rut: parseRut(rut) ?? rut.slice(0, 20),
    razon_social: textoEn(elemento, 'RazonSocial').slice(0, 200) || null,
  }
}

/** The worth of a stranger's signature beside `firmado`, at the moment the text states (Chile's). */
export function firmaOf(nodo: Elemento | null, firmado: Elemento, momento: string): Firma {
  const firma = readFirma(nodo)
  if (!nodo || !firma) return 'ausente'
  if (checkReference(nodo).some(Boolean)) return 'invalida'
  return checkFirmaAjena(firma, firmado, momento)
}
