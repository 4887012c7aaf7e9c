// The envelope that carries documents to the SII: their text unchanged between a carátula and a signature over the set,
// which is digested in the envelope's own namespace context (protocol-core §8.1–8.4).

import { createHash } from 'node:crypto'
import type { Sobre, TipoDte } from '../domain/dte/tipos'
import { LATIN1_DECLARATION } from './dte-xml'
import { canonicalText } from './escapar'
import { type Llave, type Sign, writeSignature, XSI } from './firma'
import { DTE_OPEN, DTE_OPEN_IN_SET } from './firmar-dte'

export interface Caratula {
  rutEmisor: string
  /** The person whose certificate signs. */
  rutEnvia: string
  rutReceptor: string
  resolucion: { numero: number; fecha: string }
}

const SCHEMA: Record<Sobre, string> = { EnvioDTE: 'EnvioDTE_v10.xsd', EnvioBOLETA: 'EnvioBOLETA_v11.xsd' }
const ID = 'SetDoc'

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

/** What an envelope's bytes are around its documents. */
export interface Marco {
  cabeza: string
  cola: string
}

/** Takes the documents out of an envelope of `buildSobre`. */
export function marcoOf(sobre: Buffer): Marco {
  return {
    cabeza: sobre.toString('latin1', 0, sobre.indexOf(DTE_OPEN)),
    cola: sobre.toString('latin1', sobre.lastIndexOf('</SetDTE>')),
  }
}

/** Puts them back: the same documents in the same order give the same bytes. */
export const fillMarco = ({ cabeza, cola }: Marco, documentos: readonly string[]): Buffer =>
  Buffer.from(`${cabeza}${documentos.map((xml) => `${xml}\n`).join('')}${cola}`, 'latin1')

/**
 * The bytes of a signed envelope around documents of `signDte`. `pause` lets the event loop turn within a long one,
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
): Promise<Buffer> {
  const head = writeCaratula(
    caratula,
    documentos.map(({ tipoDte }) => tipoDte),
    at,
  )
  const hash = createHash('sha1').update(
    `<SetDTE xmlns="http://www.sii.cl/SiiDte" ${XSI} ID="${ID}">\n${head}`,
    'utf8',
  )
  const parts = [
    Buffer.from(
      `${LATIN1_DECLARATION}<${sobre} xmlns="http://www.sii.cl/SiiDte" ${XSI} ` +
        `xsi:schemaLocation="http://www.sii.cl/SiiDte ${SCHEMA[sobre]}" version="1.0">\n<SetDTE ID="${ID}">\n${head}`,
      'latin1',
    ),
  ]
  for (const { xml } of documentos) {
    await pause()
    hash.update(canonicalText(`${DTE_OPEN_IN_SET}${xml.slice(DTE_OPEN.length)}\n`), 'utf8')
    parts.push(Buffer.from(`${xml}\n`, 'latin1'))
  }
  await pause()
  const digest = hash.update('</SetDTE>').digest('base64')
  const signature = await writeSignature(sign, llave, `#${ID}`, digest, XSI)
  parts.push(Buffer.from(`</SetDTE>\n${signature}\n</${sobre}>\n`, 'latin1'))
  return Buffer.concat(parts)
}
