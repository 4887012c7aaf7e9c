// An electronic cession file (AEC): the document that it cedes, and who ceded it to whom.

import { parseRut } from '../../domain/rut'
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
  const monto = Number(textoEn(documento, 'MontoCesion'))
  return {
    secuencia: /^\d{1,2}$/.test(secuencia) ? Number(secuencia) : 0,
    cedente: parte(en(documento, 'Cedente')),
    cesionario: parte(en(documento, 'Cesionario')),
    monto: Number.isSafeInteger(monto) && monto > 0 ? monto : 0,
    ultimo_vencimiento: textoEn(documento, 'UltimoVencimiento').slice(0, 30) || null,
    fecha_cesion: textoEn(documento, 'TmstCesion').slice(0, 30) || null,
    firma: firmaOf(hijo(cesion, 'Signature'), documento, textoEn(documento, 'TmstCesion')),
  }
}

const parte = (elemento: Elemento | null): Cesion['cedente'] => {
  const rut = textoEn(elemento, 'RUT')
  return {
    rut: parseRut(rut) ?? rut.slice(0, 20),
    razon_social: textoEn(elemento, 'RazonSocial').slice(0, 200) || null,
  }
}

/** What a stranger's signature beside `firmado` is worth, at the moment the text states (Chile's). */
export function firmaOf(nodo: Elemento | null, firmado: Elemento, momento: string): Firma {
  const firma = readFirma(nodo)
  if (!nodo || !firma) return 'ausente'
  if (checkReference(nodo).some(Boolean)) return 'invalida'
  return checkFirmaAjena(firma, firmado, momento)
}
