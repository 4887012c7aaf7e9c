// An electronic cession file (AEC): the document that it cedes, and who ceded it to whom.

import { parseRut } from '../../domain/rut'
import { checkFirmaAjena } from '../verify/firmas'
import { type Elemento, en, hijo, textoEn, todosEn } from '../verify/nodo'
import { readFirma } from '../verify/parse-sobre'
import { checkReference } from './ambiguo'
import type { Cesion, Firma } from './tipos'

/** More than any document is ceded; the standard's own limit is 40. */
const CESIONES_MAX = 40

/** The documents that an AEC cedes, where they stand in it. */
export const cedidos = (aec: Elemento): Elemento[] =>
  todosEn(aec, 'DocumentoAEC/Cesiones/DTECedido/DocumentoDTECedido/DTE')

/** Each cession, first the first. */
export const readCesiones = (aec: Elemento): Cesion[] =>
  todosEn(aec, 'DocumentoAEC/Cesiones/Cesion')
    .slice(0, CESIONES_MAX)
    .flatMap((cesion) => {
      const documento = hijo(cesion, 'DocumentoCesion')
      return documento ? [toCesion(cesion, documento)] : []
    })
    .sort((a, b) => a.secuencia - b.secuencia)

function toCesion(cesion: Elemento, documento: Elemento): Cesion {
  const monto = Number(textoEn(documento, 'MontoCesion'))
  return {
    secuencia: Number(textoEn(documento, 'SeqCesion')) || 0,
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
