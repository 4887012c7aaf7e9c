// The Axis 1 side of the SII's services: SOAP 1.1 in, one string of escaped XML out (sii §1.2).

import { escapeXml, localName, scan, unescapeXml } from './scanner'
import type { Rarezas } from './sim'

export interface Operacion {
  nombre: string
  /** Null when the operation was sent without namespace. */
  espacio: string | null
  /** Parameters in the order sent, local names. */
  parametros: { nombre: string; valor: string }[]
}

/** The text of a request: UTF-8, or ISO-8859-1 where it is none. */
export function decodeSoap(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return Buffer.from(bytes).toString('latin1')
  }
}

/** The operation in a SOAP envelope; null when there is none. Throws XmlFault when the text is not well formed. */
export function parseSoap(text: string): Operacion | null {
  let operacion: Operacion | null = null
  const namespaces: (Record<string, string> & { '': string | null })[] = [{ '': null } as never]
  let inBody = false
  let valueFrom = 0
  scan(text, {
    open(name, attributes, depth, _from, to) {
      const scope = { ...namespaces.at(-1)! }
      for (const [, prefix, uri] of attributes.matchAll(/xmlns(?::([\w.-]+))?\s*=\s*["']([^"']*)["']/g))
        scope[prefix ?? ''] = uri!
      namespaces.push(scope)
      if (depth === 2) inBody = localName(name) === 'Body'
      if (inBody && depth === 3 && !operacion) {
        const colon = name.indexOf(':')
        const espacio = scope[colon < 0 ? '' : name.slice(0, colon)] ?? null
        operacion = { nombre: localName(name), espacio: espacio || null, parametros: [] }
      }
      if (inBody && depth === 4) valueFrom = to
    },
    close(name, depth, from) {
      namespaces.pop()
      if (inBody && depth === 4 && operacion) {
        const valor = unescapeXml(text.slice(valueFrom, Math.max(valueFrom, from))).trim()
        operacion.parametros.push({ nombre: localName(name), valor })
      }
    },
  })
  return operacion
}

const ENVELOPE =
  'xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'

/** The answer of an operation: `inner` travels as escaped text. */
export function soapReply(operation: string, inner: string, rarezas: Rarezas): Response {
  const [tag, ns] = rarezas.retornoSinCalificar
    ? [`${operation}Return`, 'ns1:']
    : [`ns1:${operation}Return`, 'ns1:']
  const escaped = escapeXml(inner).replaceAll('\n', '&#xd;\n')
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<soapenv:Envelope ${ENVELOPE}>
 <soapenv:Body>
  <${ns}${operation}Response soapenv:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/" xmlns:ns1="http://DefaultNamespace">
   <${tag} xsi:type="xsd:string">${escaped}</${tag}>
  </${ns}${operation}Response>
 </soapenv:Body>
</soapenv:Envelope>`
  return new Response(Buffer.from(xml, rarezas.latin1 ? 'latin1' : 'utf8'), {
    headers: { 'content-type': 'text/xml;charset=utf-8' },
  })
}

/** HTTP 500 with an Axis fault. */
export function soapFault(text: string, code = 'soapenv:Server.userException'): Response {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<soapenv:Envelope ${ENVELOPE}><soapenv:Body><soapenv:Fault><faultcode>${code}</faultcode><faultstring>${escapeXml(text)}</faultstring><detail/></soapenv:Fault></soapenv:Body></soapenv:Envelope>`
  return new Response(xml, { status: 500, headers: { 'content-type': 'text/xml;charset=utf-8' } })
}

/** The inner document of most answers. Leaves are given as name and value, in order; `null` values are left out. */
export function respuesta(
  cabecera: [string, string | null][],
  cuerpo: [string, string | null][] | null,
  rarezas: Rarezas,
  prefijo = '',
): string {
  const leaves = (list: [string, string | null][]) =>
    list
      .filter(([, value]) => value !== null)
      .map(([name, value]) => `<${prefijo}${name}>${escapeXml(value!)}</${prefijo}${name}>`)
      .join('')
  const header = `<SII:RESP_HDR>${leaves(cabecera)}</SII:RESP_HDR>`
  const body = cuerpo ? `<SII:RESP_BODY>${leaves(cuerpo)}</SII:RESP_BODY>` : ''
  const parts = rarezas.cabeceraPrimero ? `${header}${body}` : `${body}${header}`
  return `<?xml version="1.0" encoding="UTF-8"?>\n<SII:RESPUESTA xmlns:SII="http://www.sii.cl/XMLSchema">${parts}</SII:RESPUESTA>`
}

/** A description of a service, enough for clients that insist on one; the address in it is not to be believed. */
export function wsdl(name: string, operations: Record<string, string[]>): Response {
  const messages = Object.entries(operations)
    .map(([operation, parameters]) => {
      const parts = parameters.map((p) => `<wsdl:part name="${p}" type="xsd:string"/>`).join('')
      return `<wsdl:message name="${operation}Request">${parts}</wsdl:message><wsdl:message name="${operation}Response"><wsdl:part name="${operation}Return" type="xsd:string"/></wsdl:message>`
    })
    .join('\n')
  const ports = Object.keys(operations)
    .map(
      (o) =>
        `<wsdl:operation name="${o}"><wsdl:input message="impl:${o}Request"/><wsdl:output message="impl:${o}Response"/></wsdl:operation>`,
    )
    .join('\n')
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<wsdl:definitions targetNamespace="http://DefaultNamespace" xmlns:impl="http://DefaultNamespace" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
${messages}
<wsdl:portType name="${name}">
${ports}
</wsdl:portType>
</wsdl:definitions>`
  return new Response(xml, { headers: { 'content-type': 'text/xml;charset=utf-8' } })
}

/** Whether a namespace is one that the live service takes for an operation of `path`: no other variant was seen to work. */
export const isKnownNamespace = (espacio: string | null, path: string): boolean =>
  espacio === 'http://DefaultNamespace' ||
  (espacio !== null && new RegExp(`^https?://[^/]+${path}$`, 'i').test(espacio))
