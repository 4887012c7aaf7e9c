// Golden documents changed on purpose. `alterar` changes the signed text and nothing else; `falsificar` is the forger who also
// holds the keys: he stamps and signs again what he changed, so that only the rules of the format can contradict him.

import { createPrivateKey, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { firmar, SII } from './generador'

const FIRMA = join(import.meta.dir, '../../fixtures/firma')
const llaves = new Map<string, ReturnType<typeof createPrivateKey>>()

function llaveCaf(tipo: string): ReturnType<typeof createPrivateKey> {
  let llave = llaves.get(tipo)
  if (!llave) {
    const caf = readFileSync(join(FIRMA, `caf-${tipo}.xml`), 'latin1')
    llave = createPrivateKey(/-----BEGIN RSA PRIVATE[\s\S]*?-----END RSA PRIVATE KEY-----/.exec(caf)![0])
    llaves.set(tipo, llave)
  }
  return llave
}

const canonico = (texto: string): string => texto.replace(/&quot;/g, '"').replace(/&apos;/g, "'")

/** The text of a file stamped again over the DD as it now stands. */
export const timbrarDeNuevo = (
  xml: string,
  escribir = (dd: string): Buffer => Buffer.from(dd, 'latin1'),
): string =>
  xml.replace(/(<DD>[\s\S]*<\/DD>)(<FRMT[^>]*>)[^<]*/, (_, dd: string, frmt: string) => {
    const tipo = /<DA>[\s\S]*?<TD>(\d+)</.exec(dd)![1]!
    return dd + frmt + sign('RSA-SHA1', escribir(dd), llaveCaf(tipo)).toString('base64')
  })

/** The text of a file signed again over its document as it now stands. */
export function firmarDeNuevo(xml: string): string {
  const [texto, raiz, id] =
    /<(Documento|Liquidacion|Exportaciones) ID="([^"]*)"[\s\S]*?<\/\1>(?=\s*<Signature)/.exec(xml)!
  const firma = firmar(canonico(texto.replace(`<${raiz}`, `<${raiz} ${SII}`)), id!)
  return xml.replace(/<Signature [\s\S]*<\/Signature>/, () => firma)
}

/** DD says what the header says, then stamp and signature are made anew. */
export function falsificar(xml: string): string {
  const valor = (tag: string): string => new RegExp(`<${tag}>([^<]*)<`).exec(xml)?.[1] ?? ''
  const copias = [
    ['RE', 'RUTEmisor'],
    ['F', 'Folio'],
    ['FE', 'FchEmis'],
    ['RR', 'RUTRecep'],
    ['MNT', 'MntTotal'],
  ] as const
  const coherente = xml.replace(/<DD>[\s\S]*?<CAF/, (dd) =>
    copias.reduce(
      (texto, [tag, origen]) => texto.replace(new RegExp(`<${tag}>[^<]*<`), `<${tag}>${valor(origen)}<`),
      dd,
    ),
  )
  return firmarDeNuevo(timbrarDeNuevo(coherente))
}

/** A leaf of the document, by its place in the text. */
export interface Hoja {
  tag: string
  valor: string
  inicio: number
}

/** The leaves between the start of the document and its stamp, at most four of a name. */
export function hojas(xml: string): Hoja[] {
  const veces = new Map<string, number>()
  const todas = [...xml.slice(0, xml.indexOf('<TED ')).matchAll(/<(\w+)>([^<]+)<\/\1>/g)].map((m) => ({
    tag: m[1]!,
    valor: m[2]!,
    inicio: m.index + m[1]!.length + 2,
  }))
  return todas.filter(({ tag }) => {
    veces.set(tag, (veces.get(tag) ?? 0) + 1)
    return veces.get(tag)! <= 4
  })
}

/** The text with another value in one leaf. */
export const poner = (xml: string, { inicio, valor }: Hoja, nuevo: string): string =>
  xml.slice(0, inicio) + nuevo + xml.slice(inicio + valor.length)
