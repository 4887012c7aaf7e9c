// The data of a document that its paper must show, from the bytes that the ledger took (simulator §23.7).

import { createLibro } from '../libro'
import type { Sim } from '../sim'

export interface Impreso {
  /** One character a byte. */
  ted: string
  emisor: string
  receptor: string
}

const ENTIDADES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const textOf = (xml: string, element: string): string =>
  (new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1] ?? '')
    .replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTIDADES[name]!)
    .trim()

function readImpreso(dte: string): Impreso {
  const ted = /<TED[\s>].*?<\/TED>/s.exec(dte)?.[0] ?? ''
  return {
    // Stamped and printed without what stands between its elements.
    ted: ted.replace(/>\s+</g, '><'),
    emisor: textOf(dte, 'RznSoc'),
    receptor: textOf(dte, 'RznSocRecep'),
  }
}

/** A reader of the documents of envelopes by their place; null once the ledger gave up the bytes. An envelope is opened once. */
export function createImpresos(sim: Sim): (trackId: number, i: number) => Impreso | null {
  const libro = createLibro(sim)
  const opened = new Map<number, string[]>()
  return (trackId, i) => {
    let dtes = opened.get(trackId)
    if (!dtes) {
      dtes =
        libro
          .readXml(trackId)
          .toString('latin1')
          .match(/<DTE[\s>].*?<\/DTE>/gs) ?? []
      opened.set(trackId, dtes)
    }
    const dte = dtes[i]
    return dte === undefined ? null : readImpreso(dte)
  }
}
