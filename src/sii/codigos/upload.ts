// STATUS of DTEUpload (sii §3.3, SII Envío 1.5; 99 and 106 from third parties) and the plain HTTP refusals of
// the boleta service (sii §6.6).

import { definitivo, ESPERE, pasajero, SIN_ACCION, type Tabla, tokenMalo } from './codigo'

export const UPLOAD: Tabla = {
  0: definitivo(
    'El SII recibió el envío y le dio un Track ID',
    'Espere la validación: recibir no es aceptar',
  ),
  1: definitivo(
    'La persona del certificado no tiene permiso para enviar documentos por la empresa',
    'Otorgue el permiso «Enviar documentos» a esa persona en el sitio del SII, en el mismo ambiente, y reintente',
  ),
  2: definitivo('El tamaño del archivo no es aceptable para el SII', 'Divida el envío en otros más pequeños'),
  3: pasajero('El archivo llegó cortado al SII', 'Reintente: se envían los mismos bytes'),
  5: tokenMalo('El SII no reconoció la autenticación del envío'),
  6: definitivo(
    'La empresa no está autorizada a enviar documentos tributarios electrónicos',
    'Complete la postulación o autorización de la empresa en el SII, en el mismo ambiente',
  ),
  7: definitivo(
    'El envío no cumple el esquema XML del SII',
    'Revise el detalle y los datos del documento; si son correctos, informe el error a soporte',
  ),
  8: definitivo(
    'El SII objetó la firma del documento',
    'Revise que el certificado esté vigente y corresponda a su clave; luego reintente',
  ),
  'NO AUTORIZADO': definitivo(
    'El SII dice que no hay autorización, sin decir si es la de la empresa o la de la persona del certificado',
    'Revise en el sitio del SII, en el mismo ambiente, que la empresa esté autorizada y que esa persona tenga «Enviar documentos»',
  ),
  9: pasajero('El sistema de recepción del SII está bloqueado', ESPERE),
  99: definitivo('El SII ya había recibido este mismo archivo', SIN_ACCION),
  106: definitivo(
    'La persona del certificado no tiene permiso para enviar por la empresa',
    'Otorgue el permiso «Enviar documentos» a esa persona en el sitio del SII y reintente',
  ),
}

/** Every STATUS that no list names is an internal error of the SII. */
export const UPLOAD_OTRO = pasajero('El SII tuvo un error interno al recibir el envío', ESPERE)

export const REST: Tabla = {
  400: definitivo(
    'El servicio de boletas no aceptó la solicitud',
    'Revise los datos del envío o de la consulta',
  ),
  401: tokenMalo('El servicio de boletas no reconoció la autenticación, o no acepta al programa que envía'),
  403: definitivo(
    'El servicio de boletas no permite la operación a esta persona',
    'Revise los permisos de la persona sobre la empresa en el sitio del SII',
  ),
  404: definitivo(
    'El servicio de boletas no conoce lo consultado',
    'Revise el Track ID, el ambiente y la empresa; recién enviado, espere unos minutos',
  ),
  405: definitivo('El servicio de boletas no admite la operación', 'Informe el error a soporte'),
  413: definitivo(
    'El envío es demasiado grande para el servicio de boletas',
    'Divida el envío en otros más pequeños',
  ),
  'SCH-00001': definitivo(
    'El servicio de boletas no reconoce el tipo de archivo',
    'Envíe solo boletas electrónicas por este servicio',
  ),
}
