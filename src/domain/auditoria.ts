// What the log of changes tells apart (contract §22).

export const ACCIONES = [
  'auth.registro',
  'auth.login',
  'auth.login_fallido',
  'auth.sesion_cerrada',
  'auth.clave_cambiada',
  'auth.clave_olvidada',
  'auth.clave_restablecida',
  'usuario.invitado',
  'usuario.invitacion_anulada',
  'usuario.invitacion_aceptada',
  'usuario.cambiado',
  'usuario.eliminado',
  'apikey.creada',
  'apikey.rotada',
  'apikey.revocada',
  'empresa.creada',
  'empresa.cambiada',
  'empresa.eliminada',
  'certificado.cargado',
  'certificado.borrado',
  'folios.cargados',
  'folios.solicitados',
  'emision.reintentada',
  'emision.descartada',
] as const
export type Accion = (typeof ACCIONES)[number]
