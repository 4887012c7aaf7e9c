// What a signature covers must be what is read: two signatures, two documents in one, an ID that stands twice, more than one reference
// or a transform of its own would let a file show one thing and prove another (signature wrapping).

import { type Hallazgo, hallazgo } from '../verify/codigos'
import { atributo, type Elemento, en, hijos } from '../verify/nodo'
import type { DteLeido } from '../verify/parse-sobre'

/** How often each ID stands in an envelope, an AEC or a document alone: two of them in one file may well number alike. */
export type Ids = ReadonlyMap<string, number>

const DOCUMENTOS = ['Documento', 'Liquidacion', 'Exportaciones']

/** The IDs of everything within an element, however the attribute is written. */
export function idsOf(raiz: Elemento): Ids {
  const ids = new Map<string, number>()
  const look = (elemento: Elemento): void => {
    for (const { nombre, valor } of elemento.atributos)
      if (/^(?:\w+:)?id$/i.test(nombre)) ids.set(valor, (ids.get(valor) ?? 0) + 1)
    for (const one of elemento.hijos) if (typeof one !== 'string') look(one)
  }
  look(raiz)
  return ids
}

/** What makes a signature say less than it seems. */
export function checkUnambiguous({ nodo, texto, documento, firma, linea }: DteLeido, ids: Ids): Hallazgo[] {
  if (!documento || !firma) return []
  const donde = `DTE/Signature (línea ${linea(firma.nodo)})`
  const wrong = [
    hijos(nodo, 'Signature').length > 1 && 'El documento lleva más de una firma',
    hijos(nodo).filter(({ local }) => DOCUMENTOS.includes(local)).length > 1 &&
      'Un mismo DTE lleva más de un documento',
    (ids.get(atributo(documento, 'ID') ?? '') ?? 0) > 1 &&
      `El ID «${atributo(documento, 'ID')}» que se firmó está repetido en el archivo`,
    // It was left out of what is read, and would be part of what is signed.
    texto.includes('<?') && 'Lleva una instrucción de proceso dentro',
    ...checkReference(firma.nodo),
  ]
  return wrong.flatMap((mensaje) => (mensaje ? [hallazgo('DTE-3-924', donde, mensaje)] : []))
}

/** What of a Signature's own parts stands more than once. */
export function checkReference(firma: Elemento): (string | false)[] {
  const info = en(firma, 'SignedInfo')
  const references = hijos(info, 'Reference')
  const transforms = hijos(en(references[0], 'Transforms'), 'Transform')
  return [
    hijos(firma, 'SignedInfo').length > 1 && 'La firma lleva más de un SignedInfo',
    hijos(firma, 'SignatureValue').length > 1 && 'La firma lleva más de un SignatureValue',
    references.length > 1 && 'La firma apunta a más de un elemento',
    transforms.length > 1 && 'La firma transforma más de una vez lo que firma',
  ]
}
