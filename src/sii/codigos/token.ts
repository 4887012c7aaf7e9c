// ESTADO of getSeed and getToken, SOAP and boleta service alike (sii §2.1 and §2.2, SII Auth v1.9).

import { definitivo, ESPERE, falla, SIN_ACCION, type Tabla } from './codigo'

const SOPORTE = 'Informe el error a soporte: el documento de autenticación salió mal formado'
const CERTIFICADO = 'Cargue otra vez el certificado digital, vigente y con su propia clave privada'

export const SEMILLA: Tabla = {
  '00': definitivo('Semilla creada', SIN_ACCION),
  '-1': falla(true, 'El SII no pudo crear la semilla por un error de su configuración', ESPERE),
  '-2': falla(true, 'El SII no pudo crear la semilla', ESPERE),
}

export const TOKEN: Tabla = {
  '00': definitivo('Token creado', SIN_ACCION),
  '01': falla(true, 'El SII no pudo leer el documento de autenticación', ESPERE),
  '02': falla(false, 'El documento de autenticación no es XML bien formado', SOPORTE),
  '03': falla(true, 'El SII tuvo un error al leer el documento de autenticación', ESPERE),
  '04': falla(false, 'Falta la firma en el documento de autenticación', SOPORTE),
  '05': falla(false, 'El SII no pudo verificar la firma de la autenticación', CERTIFICADO),
  '06': falla(false, 'Falta la semilla en el documento de autenticación', SOPORTE),
  '07': falla(true, 'El SII tuvo un error interno al autenticar', ESPERE),
  '08': falla(
    true,
    'La semilla venció, ya se usó o el SII no pudo crear el token',
    'Reintente: se pide otra semilla',
  ),
  '09': falla(true, 'El SII tuvo un error interno al autenticar', ESPERE),
  10: falla(true, 'El SII no pudo crear o actualizar el token', ESPERE),
  11: falla(false, 'Falta el certificado en el documento de autenticación', CERTIFICADO),
  12: falla(true, 'El SII tuvo un error interno al autenticar', ESPERE),
  21: falla(false, 'La clave pública no corresponde al certificado', CERTIFICADO),
  // The SII says the same of a certificate that it does not take and of a bad hour of its own; whether it is
  // valid is known here.
  '-3': falla(
    true,
    'El SII respondió «Error en Autenticación»: suele ser una falla suya que pasa; si no, no acepta el certificado',
    'Espere; si dura más de una hora, revise con el proveedor del certificado si fue revocado y cargue uno válido',
  ),
  '-7': falla(
    false,
    'El SII no pudo validar el RUT del certificado: la persona no está inscrita con certificado digital o el certificado no trae RUT',
    'Inicie sesión una vez en el sitio del SII con ese certificado, o cargue uno que contenga el RUT',
  ),
}

/** Codes with which the SII turns down the person or the certificate, rather than the request. */
export const CERTIFICADO_RECHAZADO: ReadonlySet<string> = new Set(['21', '-7'])
