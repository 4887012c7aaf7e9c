// Inclusive C14N 1.0 by xml-crypto's own canonicaliser (xml §3.1, §3.2). The file is read once, by `xml-reader.ts`;
// here an element is shown to xml-crypto as the DOM node it expects, in a namespace context the caller chooses. Going
// through `SignedXml.checkSignature` would read and search the file again for every signature: ten times slower.

import type { Atributo, Elemento } from './nodo'

/** Namespaces in scope, by prefix; '' is the default one. */
export type Ambito = ReadonlyMap<string, string>

export const SIN_AMBITO: Ambito = new Map()

// Loaded by the first look at a signature: with its XPath it would be a third of the time that a start takes.
const c14n = () => {
  const { C14nCanonicalization } = require('xml-crypto') as typeof import('xml-crypto')
  return new C14nCanonicalization()
}

interface NodoDom {
  nodeType: number
  nodeName: string
  appendChild: () => void
  removeChild: () => void
  data?: string
  tagName?: string
  prefix?: string
  namespaceURI?: string
  attributes?: object[]
  childNodes?: NodoDom[]
}

// xml-crypto asks for these two only to tell a node from any other object.
const nada = () => {}

/** The canonical bytes (as text: they are UTF-8 when digested) of an element whose ancestors declare `heredado`. */
export function canonicalize(elemento: Elemento, heredado: Ambito): string {
  const propios = new Set(elemento.atributos.filter(isBlank).map((a) => a.nombre.slice(6)))
  // The apex prints every namespace in scope; its own declarations and its own prefix it prints by itself.
  propios.add(prefijoDe(elemento.nombre))
  const ancestorNamespaces = [...heredado]
    .filter(([prefijo, uri]) => uri !== '' && !propios.has(prefijo))
    .map(([prefix, namespaceURI]) => ({ prefix, namespaceURI }))
  return c14n().process(nodoDom(elemento, heredado) as never, { ancestorNamespaces })
}

/** The namespaces in scope inside an element whose ancestors declare `heredado`. */
export function ambitoDentro(elemento: Elemento, heredado: Ambito): Ambito {
  if (!elemento.atributos.some(isBlank)) return heredado
  const ambito = new Map(heredado)
  for (const a of elemento.atributos) if (isBlank(a)) ambito.set(a.nombre.slice(6), a.valor)
  return ambito
}

/** The namespaces that an element inherits in its place in the file. */
export function inheritedAmbito(elemento: Elemento): Ambito {
  return elemento.padre ? ambitoDentro(elemento.padre, inheritedAmbito(elemento.padre)) : SIN_AMBITO
}

const isBlank = (a: Atributo): boolean => a.nombre === 'xmlns' || a.nombre.startsWith('xmlns:')

/** '' without one. */
export const prefijoDe = (nombre: string): string => nombre.slice(0, Math.max(0, nombre.indexOf(':')))

function nodoDom(elemento: Elemento, heredado: Ambito): NodoDom {
  const ambito = ambitoDentro(elemento, heredado)
  const uri = (prefijo: string): string => {
    const valor = ambito.get(prefijo)
    if (prefijo !== '' && !valor) throw new Error(`prefijo ${prefijo}: sin declarar en el texto firmado`)
    return valor ?? ''
  }
  const prefix = prefijoDe(elemento.nombre)
  const childNodes: NodoDom[] = []
  for (const hijo of elemento.hijos)
    childNodes.push(typeof hijo === 'string' ? nodoTexto(hijo) : nodoDom(hijo, ambito))
  return {
    nodeType: 1,
    nodeName: elemento.nombre,
    tagName: elemento.nombre,
    prefix,
    namespaceURI: uri(prefix),
    attributes: elemento.atributos.map((a) => nodoAtributo(a, uri)),
    childNodes,
    appendChild: nada,
    removeChild: nada,
  }
}

const nodoTexto = (data: string): NodoDom => ({
  nodeType: 3,
  nodeName: '#text',
  data,
  appendChild: nada,
  removeChild: nada,
})

function nodoAtributo({ nombre, valor }: Atributo, uri: (prefijo: string) => string): object {
  const prefix = prefijoDe(nombre)
  const localName = prefix === '' ? nombre : nombre.slice(prefix.length + 1)
  const namespaceURI =
    prefix === 'xmlns' || nombre === 'xmlns' ? undefined : prefix === 'xml' ? 'xml' : prefix && uri(prefix)
  return { name: nombre, localName, prefix, value: valor, namespaceURI }
}
