// The text that a signature covers must be the text that is read: two signatures, two documents in one, an
// ID that stands twice, more than one reference or a transform of its own would let a document show one
// thing and prove another (signature wrapping). Each is judged by itself: what is verified is the document
// beside the signature, so another one of the file that has its ID (suppliers number alike) proves nothing.

import { type Finding, finding } from '../verify/codigos'
import { atributo, type Elemento, en, hijos } from '../verify/nodo'
import type { DteLeido } from '../verify/parse-sobre'

const DOCUMENTOS = ['Documento', 'Liquidacion', 'Exportaciones']

/** How often an ID stands within an element, however the attribute is written. */
function countId(raiz: Elemento, id: string): number {
  let count = 0
  const look = (elemento: Elemento): void => {
    for (const { nombre, valor } of elemento.atributos)
      if (/^(?:\w+:)?id$/i.test(nombre) && valor === id) count++
    for (const one of elemento.hijos) if (typeof one !== 'string') look(one)
  }
  look(raiz)
  return count
}

/** Whether something was left out of what is read that is part of what is signed: no text or comment that only looks like it. */
const hasInstruction = (texto: string): boolean =>
  texto.includes('<?') && texto.replace(/<!\[CDATA\[[\s\S]*?\]\]>|<!--[\s\S]*?-->/g, '').includes('<?')

/** The faults that make a signature say less than it seems. */
export function checkUnambiguous({ nodo, texto, documento, firma, linea }: DteLeido): Finding[] {
  if (!documento || !firma) return []
  const donde = `DTE/Signature (línea ${linea(firma.nodo)})`
  const id = atributo(documento, 'ID') ?? ''
  const wrong = [
    hijos(nodo, 'Signature').length > 1 && 'El documento lleva más de una firma',
    hijos(nodo).filter(({ local }) => DOCUMENTOS.includes(local)).length > 1 &&
      'Un mismo DTE lleva más de un documento',
    countId(nodo, id) > 1 && `El ID «${id}» que se firmó está repetido en el documento`,
    [documento, firma.nodo].some(({ inicio, fin }) =>
      hasInstruction(texto.slice(inicio - nodo.inicio, fin - nodo.inicio)),
    ) && 'Lleva una instrucción de proceso dentro',
    ...checkReference(firma.nodo),
  ]
  return wrong.flatMap((mensaje) => (mensaje ? [finding('DTE-3-924', donde, mensaje)] : []))
}

/** The parts of a Signature that stand more than once. */
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
