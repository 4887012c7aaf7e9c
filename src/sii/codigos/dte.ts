// ESTADO of one document in QueryEstDte, and header codes of QueryEstDteAv (sii §5.1 and §5.2).

import { type Codigo, definitivo, ESPERE, enCurso, falla, SIN_ACCION, type Tabla, tokenMalo } from './codigo'

const enSii = (causa: string, solucion = SIN_ACCION): Codigo => ({
  ...definitivo(causa, solucion),
  recibido: true,
})
const ausente = (codigo: Codigo): Codigo => ({ ...codigo, recibido: false })

export const DTE: Tabla = {
  DOK: enSii('El SII recibió el documento y los datos coinciden'),
  DNK: enSii(
    'El SII recibió el documento, pero sus datos no coinciden con los consultados',
    'Revise fecha, monto, receptor y firma consultados; no es un rechazo',
  ),
  FAU: ausente(
    enCurso(
      'El SII no tiene recibido ese folio',
      'Recién enviado, espere; si persiste, revise si el documento fue rechazado o no se envió',
    ),
  ),
  FNA: ausente(
    definitivo('El folio no está autorizado', 'Revise que el CAF sea de esta empresa, tipo y ambiente'),
  ),
  FAN: ausente(definitivo('El folio está anulado', 'Emita el documento con otro folio')),
  EMP: ausente(
    definitivo(
      'La empresa no está autorizada a emitir documentos electrónicos',
      'Complete la autorización de la empresa en el SII',
    ),
  ),
  TMD: enSii('Una nota de débito corrigió el texto del documento'),
  TMC: enSii('Una nota de crédito corrigió el texto del documento'),
  MMD: enSii('Una nota de débito modificó los montos del documento'),
  MMC: enSii('Una nota de crédito modificó los montos del documento'),
  AND: enSii('Una nota de débito anuló el documento'),
  ANC: enSii('Una nota de crédito anuló el documento'),
  // Named by the boleta service for the documents of an envío (sii §6.4).
  RPR: enSii(
    'Aceptado con reparos',
    'Vea los reparos; si corresponde, corrija con una nota de crédito o débito',
  ),
  RLV: enSii('Aceptado con reparos leves', 'Vea los reparos y evítelos en los próximos documentos'),
  RCH: enSii('Rechazado por el SII', 'Corrija la causa y emita otra vez con un folio nuevo'),
}

const INTERNO = falla(true, 'El SII tuvo un error interno al consultar el documento', ESPERE)

export const DTE_AV: Tabla = {
  0: definitivo('Consulta procesada', SIN_ACCION),
  1: tokenMalo('El token está inactivo'),
  2: tokenMalo('El token no existe'),
  3: INTERNO,
  4: INTERNO,
  5: falla(false, 'El SII no aceptó los parámetros de la consulta', 'Revise los datos consultados'),
  6: INTERNO,
  7: INTERNO,
  8: INTERNO,
  9: falla(
    false,
    'La persona no está autorizada en la empresa',
    'Revise en el sitio del SII los permisos de la persona sobre la empresa',
  ),
  10: INTERNO,
  11: INTERNO,
  12: INTERNO,
  13: INTERNO,
  14: INTERNO,
}
