// The envelope that carries documents to the SII: their text unchanged between a carátula and a signature over the set,
// which is digested in the envelope's own namespace context (xml §2.1, §3.2).

import type { Sobre } from '../domain/dte/fila'
import type { TipoDte } from '../domain/dte/tipos'
import { LATIN1_DECLARATION } from './dte-xml'
import { canonicalText } from './escape'
import { type Llave, type Sign, writeSignature, XSI } from './firma'
import { DTE_OPEN, DTE_OPEN_IN_SET } from './sign-dte'

export interface Caratula {
  rutEmisor: string
  /** The person whose certificate signs. */
  rutEnvia: string
  rutReceptor: string
  resolucion: { numero: number; fecha: string }
}

const SCHEMA: Record<Sobre, string> = { EnvioDTE: 'EnvioDTE_v10.xsd', EnvioBOLETA: 'EnvioBOLETA_v11.xsd' }
const ID = 'SetDoc'
const LINE_END = 0x0a
/** More than stands behind the documents beside what the key says of itself: the largest signature has two thousand characters. */
const COLA_MAX = 4096

function writeCaratula(caratula: Caratula, tipos: readonly TipoDte[], at: string): string {
  const counts = new Map<TipoDte, number>()
  for (const tipo of tipos) counts.set(tipo, (counts.get(tipo) ?? 0) + 1)
  const subtotales = [...counts].map(
    ([tipo, n]) => `<SubTotDTE><TpoDTE>${tipo}</TpoDTE><NroDTE>${n}</NroDTE></SubTotDTE>\n`,
  )
  return (
    `<Caratula version="1.0">\n<RutEmisor>${caratula.rutEmisor}</RutEmisor>\n<RutEnvia>${caratula.rutEnvia}</RutEnvia>\n` +
    `<RutReceptor>${caratula.rutReceptor}</RutReceptor>\n<FchResol>${caratula.resolucion.fecha}</FchResol>\n` +
    `<NroResol>${caratula.resolucion.numero}</NroResol>\n<TmstFirmaEnv>${at}</TmstFirmaEnv>\n${subtotales.join('')}</Caratula>\n`
  )
}

/** The bytes of an envelope around its documents. */
export interface Marco {
  cabeza: string
  cola: string
}

/** A signed envelope: its frame, and the whole of it. */
export interface SobreFirmado {
  marco: Marco
  bytes: Buffer
}

/** Puts the documents of an envelope back into its frame: the same documents in the same order give the same bytes. */
export const fillMarco = ({ cabeza, cola }: Marco, documentos: readonly string[]): Buffer =>
  Buffer.from(`${cabeza}${documentos.map((xml) => `${xml}\n`).join('')}${cola}`, 'latin1')

/**
 * A signed envelope around documents of `signDte`. `pause` lets the event loop turn within a long one,
 * and holds nothing up where it need not: beside a crowd of requests a turn takes long, and the cores that sign wait for the envelope.
 * `at`: Chile time.
 */
export async function buildSobre(
  sobre: Sobre,
  caratula: Caratula,
  documentos: readonly { tipoDte: TipoDte; xml: string }[],
  {
    llave,
    sign,
    at,
    pause,
  }: { llave: Llave; sign: Sign; at: string; pause: () => Promise<void> | undefined },
): Promise<SobreFirmado> {
  const caratulaXml = writeCaratula(
    caratula,
    documentos.map(({ tipoDte }) => tipoDte),
    at,
  )
  // The runtime's own hash reads a text where it stands: node's copies each one first, a third of the envelope's time.
  const hash = new Bun.CryptoHasher('sha1').update(
    `<SetDTE xmlns="http://www.sii.cl/SiiDte" ${XSI} ID="${ID}">\n${caratulaXml}`,
  )
  const cabeza =
    `${LATIN1_DECLARATION}<${sobre} xmlns="http://www.sii.cl/SiiDte" ${XSI} ` +
    `xsi:schemaLocation="http://www.sii.cl/SiiDte ${SCHEMA[sobre]}" version="1.0">\n<SetDTE ID="${ID}">\n${caratulaXml}`
  // In Latin-1 a character is a byte: each document is written where it stays, and nothing is copied to be
  // joined.
  const before = documentos.reduce((sum, { xml }) => sum + xml.length + 1, cabeza.length)
  const bytes = Buffer.allocUnsafe(before + llave.keyInfo.length + COLA_MAX)
  let end = bytes.write(cabeza, 'latin1')
  for (const { xml } of documentos) {
    await pause()
    hash
      .update(DTE_OPEN_IN_SET)
      .update(canonicalText(xml.slice(DTE_OPEN.length)))
      .update('\n')
    end += bytes.write(xml, end, 'latin1')
    bytes[end++] = LINE_END
  }
  await pause()
  const digest = hash.update('</SetDTE>').digest('base64')
  const signature = await writeSignature(sign, llave, `#${ID}`, digest, XSI)
  const cola = `</SetDTE>\n${signature}\n</${sobre}>\n`
  end += bytes.write(cola, end, 'latin1')
  return { marco: { cabeza, cola }, bytes: bytes.subarray(0, end) }
}
