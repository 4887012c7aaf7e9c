// A report of used folios by strings and node:crypto alone, so that the simulator is judged by something other than what it meets.

import { createHash } from 'node:crypto'
import { EMPRESA, type Firma, PERSONA, signature } from './sobres'

const NS = 'xmlns="http://www.sii.cl/SiiDte"'
const XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'

export interface ResumenHecho {
  tipo: number
  total: number
  rangos?: [number, number][]
  anulados?: [number, number][]
  /** Instead of those of the ranges. */
  emitidos?: number
}

interface Datos {
  fecha?: string
  hasta?: string
  secuencia?: number
  rutEnvia?: string
  rutEmisor?: string
  firma?: Firma
  /** Spoils what is signed. */
  before?: (documento: string) => string
  /** Spoils the signed file. */
  alter?: (xml: string) => string
}

const length = (rangos: [number, number][]) => rangos.reduce((sum, [a, b]) => sum + b - a + 1, 0)

function resumenXml({
  tipo,
  total,
  rangos = [],
  anulados = [],
  emitidos = length(rangos),
}: ResumenHecho): string {
  const runs = (tag: string, list: [number, number][]) =>
    list.map(([a, b]) => `<${tag}><Inicial>${a}</Inicial><Final>${b}</Final></${tag}>\n`).join('')
  return `<Resumen>\n<TipoDocumento>${tipo}</TipoDocumento>\n<MntTotal>${total}</MntTotal>\n<FoliosEmitidos>${emitidos}</FoliosEmitidos>\n<FoliosAnulados>${length(anulados)}</FoliosAnulados>\n<FoliosUtilizados>${emitidos + length(anulados)}</FoliosUtilizados>\n${runs('RangoUtilizados', rangos)}${runs('RangoAnulados', anulados)}</Resumen>\n`
}

/** The bytes of a signed ConsumoFolios. */
export function consumoFolios(resumen: ResumenHecho[], datos: Datos = {}): Buffer {
  const { fecha = '2026-03-02', hasta = fecha, secuencia = 1, firma = PERSONA } = datos
  const { before = (t) => t, alter = (t) => t } = datos
  const caratula = `<Caratula version="1.0">\n<RutEmisor>${datos.rutEmisor ?? EMPRESA}</RutEmisor>\n<RutEnvia>${datos.rutEnvia ?? firma.rut}</RutEnvia>\n<FchResol>2026-01-02</FchResol>\n<NroResol>0</NroResol>\n<FchInicio>${fecha}</FchInicio>\n<FchFinal>${hasta}</FchFinal>\n<SecEnvio>${secuencia}</SecEnvio>\n<TmstFirmaEnv>2026-03-02T10:00:00</TmstFirmaEnv>\n</Caratula>\n`
  const inner = before(`\n${caratula}${resumen.map(resumenXml).join('')}</DocumentoConsumoFolios>`)
  const canonical = `<DocumentoConsumoFolios ${NS} ${XSI} ID="CF">${inner}`
  const digest = createHash('sha1').update(canonical, 'utf8').digest('base64')
  const text = `<?xml version="1.0" encoding="ISO-8859-1"?>\n<ConsumoFolios ${NS} ${XSI} xsi:schemaLocation="http://www.sii.cl/SiiDte ConsumoFolio_v10.xsd" version="1.0">\n<DocumentoConsumoFolios ID="CF">${inner}\n${signature('#CF', digest, firma, XSI)}\n</ConsumoFolios>\n`
  return Buffer.from(alter(text), 'latin1')
}
