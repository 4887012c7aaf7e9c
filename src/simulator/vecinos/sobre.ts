// The envelope of a neighbour, signed around its documents (simulator §21.2).

import { RUT_SII } from '../../domain/rut'
import { NS } from './documento'
import { digestOf, type Firmante, signatureOf } from './firma'
import { BOLETA } from './tipos'

const XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'

interface SobreVecino {
  rutEmisor: string
  /** All of one type. */
  tipoDte: number
  documentos: readonly string[]
  /** Chile time of its signature. */
  instante: string
  firmante: Firmante
  /** Ends its lines with CRLF. */
  windows: boolean
}

/** The bytes of the file. */
export function writeSobre({
  rutEmisor,
  tipoDte,
  documentos,
  instante,
  firmante,
  windows,
}: SobreVecino): Buffer {
  const boleta = tipoDte === BOLETA
  const [raiz, schema] = boleta ? ['EnvioBOLETA', 'EnvioBOLETA_v11'] : ['EnvioDTE', 'EnvioDTE_v10']
  const caratula = [
    '<Caratula version="1.0">',
    `<RutEmisor>${rutEmisor}</RutEmisor>`,
    `<RutEnvia>${firmante.rut}</RutEnvia>`,
    `<RutReceptor>${RUT_SII}</RutReceptor>`,
    '<FchResol>2014-08-22</FchResol>',
    '<NroResol>0</NroResol>',
    `<TmstFirmaEnv>${instante}</TmstFirmaEnv>`,
    `<SubTotDTE><TpoDTE>${tipoDte}</TpoDTE><NroDTE>${documentos.length}</NroDTE></SubTotDTE>`,
    '</Caratula>',
  ].join('\n')
  const set = (list: readonly string[]): string => `\n${caratula}\n${list.join('\n')}\n</SetDTE>`
  // Canonical, a namespace that is declared already is not declared again.
  const canonical = set(documentos.map((dte) => dte.replace(`<DTE ${NS} `, '<DTE ')))
  const digest = digestOf(`<SetDTE ${NS} ${XSI} ID="SetDoc">${canonical}`)
  const text = `<?xml version="1.0" encoding="ISO-8859-1"?>\n<${raiz} ${NS} ${XSI} xsi:schemaLocation="http://www.sii.cl/SiiDte ${schema}.xsd" version="1.0">\n<SetDTE ID="SetDoc">${set(documentos)}\n${signatureOf('#SetDoc', digest, firmante, XSI)}\n</${raiz}>\n`
  // A reader takes every end of line for LF, so what was signed stays what it was.
  return Buffer.from(windows ? text.replaceAll('\n', '\r\n') : text, 'latin1')
}
