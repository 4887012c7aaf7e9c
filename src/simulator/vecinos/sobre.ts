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
  /** The receiver of a letter, where the SII is not meant. */
  rutReceptor?: string
  /** The letter is declared and written as windows-1252. */
  windows1252?: boolean
}

/** The bytes of the file. */
export function writeSobre({
  rutEmisor,
  tipoDte,
  documentos,
  instante,
  firmante,
  windows,
  rutReceptor = RUT_SII,
  windows1252 = false,
}: SobreVecino): Buffer {
  const boleta = tipoDte === BOLETA
  const [raiz, schema] = boleta ? ['EnvioBOLETA', 'EnvioBOLETA_v11'] : ['EnvioDTE', 'EnvioDTE_v10']
  const caratula = [
    '<Caratula version="1.0">',
    `<RutEmisor>${rutEmisor}</RutEmisor>`,
    `<RutEnvia>${firmante.rut}</RutEnvia>`,
    `<RutReceptor>${rutReceptor}</RutReceptor>`,
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
  const encoding = windows1252 ? 'windows-1252' : 'ISO-8859-1'
  const text = `<?xml version="1.0" encoding="${encoding}"?>\n<${raiz} ${NS} ${XSI} xsi:schemaLocation="http://www.sii.cl/SiiDte ${schema}.xsd" version="1.0">\n<SetDTE ID="SetDoc">${set(documentos)}\n${signatureOf('#SetDoc', digest, firmante, XSI)}\n</${raiz}>\n`
  // A reader takes every end of line for LF, so what was signed stays what it was.
  const lines = windows ? text.replaceAll('\n', '\r\n') : text
  return windows1252 ? toCp1252(lines) : Buffer.from(lines, 'latin1')
}

/** The windows-1252 characters outside Latin-1 that neighbours write. */
const CP1252: Readonly<Record<string, number>> = { '“': 0x93, '”': 0x94, '–': 0x96, '€': 0x80 }

const toCp1252 = (text: string): Buffer =>
  Buffer.from(
    text.replace(/[“”–€]/g, (c) => String.fromCharCode(CP1252[c]!)),
    'latin1',
  )
