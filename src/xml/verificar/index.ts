// Reading and judging DTEs as the SII would. Independent of what builds them: nothing here calls the builder or its totals.

export { checkCaratula, type DatosRecepcion } from './caratula'
export { CODIGOS, type Codigo, esPropio, type Hallazgo, hallazgo, type Nivel } from './codigos'
export { checkEsquema, checkEsquemaDte, checkEsquemaSobre } from './esquema'
export {
  type CertificadoLeido,
  certificadoDe,
  checkFirmaDte,
  checkFirmaSobre,
  type OpcionesFirma,
} from './firmas'
export {
  type Informe,
  type InformeDte,
  type InformeSobre,
  type OpcionesVerificar,
  type Resultado,
  resultadoDe,
  verifyArchivo,
  verifyDte,
  verifySobre,
} from './informe'
export {
  type Caratula,
  type ClaseSobre,
  type DteLeido,
  type FirmaLeida,
  parseSobre,
  type SobreLeido,
  XmlFault,
} from './leer'
export { checkMontos, type OpcionesMontos } from './montos'
export { checkEncabezado, checkReferencias } from './reglas'
export { checkTed } from './ted'
export { textoInforme } from './texto'
