// ESTADO of an envío and of the query for it (sii §4.2 and §4.3).

import { definitivo, ESPERE, enCurso, falla, SIN_ACCION, type Tabla, tokenMalo } from './codigo'

const ESPERE_REVISION = 'Espere: el SII sigue revisando el envío'
const PERMISO =
  'Revise en el sitio del SII, en el mismo ambiente, los permisos de la persona sobre la empresa'
const CORRIJA = 'Corrija la causa y emita otra vez con folios nuevos'
const CORRIJA_LIBRO = 'Corrija el libro y envíelo otra vez'

const VIDA: Tabla = {
  REC: enCurso('El SII recibió el envío y aún no lo valida', ESPERE_REVISION),
  SOK: enCurso('El esquema del envío es correcto', ESPERE_REVISION),
  FOK: enCurso('La firma del envío es correcta', ESPERE_REVISION),
  CRT: enCurso('La carátula del envío es correcta', ESPERE_REVISION),
  PRD: enCurso('El envío está en proceso', ESPERE_REVISION),
  PDR: enCurso('El envío está en proceso', ESPERE_REVISION),
  PEN: enCurso('El envío está pendiente', ESPERE_REVISION),
  RDC: enCurso('Estado intermedio del envío que el SII no explica', ESPERE_REVISION),
  EPR: definitivo(
    'El SII terminó de revisar el envío',
    'Vea cuántos documentos aceptó, aceptó con reparos y rechazó: procesado no es aceptado',
  ),
  RSC: definitivo(
    'Envío rechazado: no cumple el esquema',
    'Ningún documento del envío quedó recibido. Si llevaba elementos del formato 2.5 (transporte, georeferencia, madera, medio de pago de boletas), pida a quien administra el servidor que vuelva al formato 2.2 y emita de nuevo con otro folio; si no, informe el error a soporte. El formato se cambia con TIMBRE_FORMATO_DTE=2.2 y un reinicio',
  ),
  RFR: definitivo(
    'Envío rechazado: la firma del envío no es válida, o quien lo envió no tiene permiso',
    'Revise la vigencia del certificado, la hora de este servidor y el permiso «Enviar documentos» de su titular',
  ),
  RCT: definitivo(
    'Envío rechazado: error en la carátula',
    'Revise número y fecha de resolución de la empresa en este ambiente, y el RUT de quien envía',
  ),
  RCO: definitivo('Envío rechazado: datos inconsistentes', CORRIJA),
  RPR: definitivo(
    'Aceptado con reparos',
    'Vea los reparos; si corresponde, corrija con una nota de crédito o débito',
  ),
  RLV: definitivo('Aceptado con reparos leves', 'Vea los reparos y evítelos en los próximos documentos'),
  RCH: definitivo('Rechazado por el SII', CORRIJA),
  RPT: definitivo(
    'Rechazado por repetido',
    'Consulte el envío anterior: los mismos documentos ya estaban en el SII',
  ),
  VOF: definitivo(
    'El SII no encuentra el archivo del envío',
    'Consulte el estado de cada documento antes de enviar otra vez',
  ),
  0: enCurso('La consulta es correcta, sin estado del envío', ESPERE_REVISION),
}

const LIBROS: Tabla = {
  LOK: definitivo('Libro aceptado y cuadrado', SIN_ACCION),
  LTC: definitivo('Libro cerrado y cuadrado', SIN_ACCION),
  LSO: enCurso('El esquema del libro es correcto', ESPERE_REVISION),
  LRH: definitivo('Libro rechazado: no cuadra', CORRIJA_LIBRO),
  LRS: definitivo('Libro rechazado: no cumple el esquema', CORRIJA_LIBRO),
  LRC: definitivo('Libro rechazado: error en la carátula', CORRIJA_LIBRO),
  LRF: definitivo('Libro rechazado: la firma no es válida', CORRIJA_LIBRO),
  LNC: definitivo(
    'El tipo de libro no corresponde, o el período está cerrado',
    'Envíe el libro otra vez con un folio de notificación que no se haya usado en el período',
  ),
  SRH: definitivo('Set de pruebas rechazado', 'Corrija el set y envíelo otra vez'),
  AOK: definitivo('Set de pruebas aprobado', SIN_ACCION),
  AOR: definitivo('Set de pruebas rechazado', 'Corrija el set y envíelo otra vez'),
}

const ERRORES: Tabla = {
  '001': tokenMalo('El token está inactivo o no existe'),
  '002': tokenMalo('El token está inactivo'),
  '003': tokenMalo('El token no existe'),
  '004': enCurso('Respuesta intermedia que el SII no explica', ESPERE),
  '005': enCurso('Respuesta intermedia que el SII no explica', ESPERE),
  '007': enCurso('Respuesta intermedia que el SII no explica', ESPERE),
  106: falla(false, 'La persona del certificado no tiene permiso sobre la empresa', PERMISO),
  107: falla(true, 'El SII tuvo un error al responder', ESPERE),
  '-1': falla(true, 'El SII respondió sin estado por un error interno', ESPERE),
  '-2': falla(true, 'El SII tuvo un error al responder', ESPERE),
  '-3': falla(false, 'El SII no conoce el RUT de la persona que consulta', PERMISO),
  '-4': falla(true, 'El SII no pudo obtener los datos', ESPERE),
  '-5': falla(true, 'El SII devolvió datos con error', ESPERE),
  '-6': falla(false, 'La persona no está autorizada a consultar por la empresa', PERMISO),
  '-7': falla(true, 'El SII devolvió datos con error', ESPERE),
  '-8': falla(
    true,
    'El SII devolvió datos con error',
    'Recién enviado es habitual: espere y consulte otra vez',
  ),
  '-9': falla(true, 'El SII devolvió datos con error', ESPERE),
  '-10': falla(false, 'El SII no pudo validar el RUT de la persona que consulta', PERMISO),
  '-11': enCurso(
    'El SII no encuentra el envío: el Track ID no existe, es de otro ambiente o de otra empresa',
    'Revise Track ID, empresa y ambiente; recién enviado, espere unos minutos y consulte otra vez',
  ),
  '-12': falla(true, 'El SII tuvo un error al responder la consulta', ESPERE),
  '-13': falla(false, 'La consulta llegó sin el RUT de la persona', PERMISO),
  '-14': falla(true, 'El SII devolvió datos mal formados', ESPERE),
}

export const ENVIO: Tabla = { ...VIDA, ...LIBROS, ...ERRORES }
