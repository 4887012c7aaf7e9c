// The verdict on a file, in the order in which the SII looks (sii §4.2, xml §7.1): of the envelope its schema, its
// signature and its cover; of each document its CAF, its stamp, its signature, its header, its lines and its references.

import type { KeyObject } from 'node:crypto'
import { checkCaratula, type DatosRecepcion } from './caratula'
import { type Finding, finding } from './codigos'
import { checkEsquemaDte, checkEsquemaSobre } from './esquema'
import { checkFirmaDte, checkFirmaSobre } from './firmas'
import { checkMontos } from './montos'
import { checkEquivalente } from './montos/equivalente'
import { type ClaseSobre, type DteLeido, parseSobre, type SobreLeido, XmlFault } from './parse-sobre'
import { checkEncabezado, checkReferencias } from './reglas'
import { checkTed } from './ted'

export interface VerifyOptions extends DatosRecepcion {
  /** The SII's key of an IDK; null when it is not good in this environment. */
  llaveAutoridad: (idk: number) => KeyObject | null
  /** Instant taken as the moment of signing. By default each document is judged at the moment it states. */
  at?: Date
  /**
   * Judge as a receiver must: accept the ways in which genuine files of third parties differ from the SII's profile, any
   * encoding, and what stands beside the signed elements (xml §3.5, §5.1).
   */
  lenient?: boolean
}

export type Resultado = 'aceptado' | 'reparo' | 'rechazado'

interface InformeDte {
  /** Place in the envelope, from 0. */
  indice: number
  tipo: number
  folio: number
  /** First the first thing the SII would find. */
  findings: Finding[]
  resultado: Resultado
}

/** Findings on the envelope by stage; the first stage with a rejection is where the SII stops (RSC, RFR, RCT). */
interface InformeSobre {
  esquema: Finding[]
  firma: Finding[]
  caratula: Finding[]
}

export interface Informe {
  /** Null when the file cannot be read at all. */
  clase: ClaseSobre | null
  sobre: InformeSobre
  documentos: InformeDte[]
  resultado: Resultado
}

/** Level of a set of findings. */
const resultadoDe = (findings: Finding[]): Resultado =>
  findings.some(({ nivel }) => nivel === 'rechazo')
    ? 'rechazado'
    : findings.length > 0
      ? 'reparo'
      : 'aceptado'

// In a third party's KeyInfo only its key and its certificate matter, whatever else stands in it and in
// whatever order. The counts of a cover serve programs that take an envelope apart, not readers of the
// documents in it.
export function tolerate(h: Finding, { lenient }: Pick<VerifyOptions, 'lenient'>): Finding {
  if (!lenient) return h
  if (h.codigo === 'ENV-3-907' && h.donde.includes('/KeyInfo'))
    return finding('ENV-2-914', h.donde, h.mensaje)
  const sinCuenta = h.codigo === 'ENV-3-902' && h.donde.includes('/Caratula/SubTotDTE')
  return sinCuenta ? finding('ENV-2-915', h.donde, h.mensaje) : h
}

/** The frame of an envelope: schema, signature over SetDTE and Caratula. The documents are judged by `verifyDte`. */
export const verifySobre = (sobre: SobreLeido, opciones: VerifyOptions): InformeSobre => ({
  esquema: checkEsquemaSobre(sobre, opciones.lenient).map((h) => tolerate(h, opciones)),
  firma: checkFirmaSobre(sobre, opciones),
  // Without any count there is nothing that could be wrong with them: that was told with the schema.
  caratula: checkCaratula(sobre, opciones).filter(
    ({ codigo }) => !(opciones.lenient && codigo === 'CRT-3-901' && !sobre.caratula?.subtotales.length),
  ),
})

/**
 * One document. With its structure broken the amounts and the rules have nothing firm to stand on and are left out. A batch
 * is judged by calling it once for each, so that the caller may yield in between.
 */
export function verifyDte(
  dte: DteLeido,
  sobre: Pick<SobreLeido, 'clase'>,
  opciones: VerifyOptions,
): InformeDte {
  const esquema = checkEsquemaDte(dte, sobre, opciones.lenient).map((h) => tolerate(h, opciones))
  const findings = [
    ...esquema,
    ...checkTed(dte, opciones.llaveAutoridad, opciones),
    ...checkFirmaDte(dte, opciones),
    ...(resultadoDe(esquema) === 'rechazado'
      ? []
      : [...checkEncabezado(dte), ...checkMontos(dte), ...checkEquivalente(dte), ...checkReferencias(dte)]),
  ]
  const { indice, tipo, folio } = dte
  return { indice, tipo, folio, findings, resultado: resultadoDe(findings) }
}

/** A whole file: envelope and documents. Never throws for what the file contains. */
export function verifyArchivo(bytes: Uint8Array, opciones: VerifyOptions): Informe {
  let sobre: SobreLeido
  try {
    sobre = parseSobre(bytes, opciones.lenient)
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error
    const esquema = [finding('ENV-3-0', 'archivo', error.message)]
    return {
      clase: null,
      sobre: { esquema, firma: [], caratula: [] },
      documentos: [],
      resultado: 'rechazado',
    }
  }
  const marco = verifySobre(sobre, opciones)
  const documentos = sobre.dtes.map((dte) => verifyDte(dte, sobre, opciones))
  const todos = [
    marco.esquema,
    marco.firma,
    marco.caratula,
    ...documentos.map(({ findings }) => findings),
  ].flat()
  return { clase: sobre.clase, sobre: marco, documentos, resultado: resultadoDe(todos) }
}
