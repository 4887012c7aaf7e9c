// Reading and judging DTEs as the SII would. Independent of what builds them: nothing here calls the builder or its totals.

export { checkCaratula } from './caratula'
export { CODIGOS, type Codigo, type Finding, isOwn } from './codigos'
export { checkEsquema, checkEsquemaDte } from './esquema'
export { checkFirmaDte, checkFirmaSobre } from './firmas'
export { type VerifyOptions, verifyArchivo, verifyDte, verifySobre } from './informe'
export { textoInforme } from './informe-text'
export { certificadoDe } from './llaves'
export { checkMontos } from './montos'
export { parseSobre, XmlFault } from './parse-sobre'
export { checkEncabezado, checkReferencias } from './reglas'
export { checkTed } from './ted'
export { faltaDeValor } from './valores'
