// The messages at the door of the simulated portal (simulator §11.2): six parts, of which the last pair is the reason. The middle ones
// of a wrong clave, of too many sessions and of certificates too often were seen; the others are ours.

const MENSAJES: Readonly<Record<string, readonly [codigo: string, glosa: string]>> = {
  '19': ['01.01.203.500.719.19', 'Su clave ha sido bloqueada por errores reiterados. Espere una hora.'],
  '20': ['01.01.203.500.720.20', 'La Clave Tributaria ingresada no es correcta.'],
  '27': [
    '01.01.204.500.709.27',
    'Usted ha superado el máximo de sesiones autenticadas. Cierre alguna o espere una hora.',
  ],
  '28': ['01.01.190.500.728.28', 'Usted no se encuentra autenticado o su sesión ha terminado.'],
  '33': ['01.01.190.500.733.33', 'Para esta opción debe ingresar con su Clave Tributaria.'],
  '36': ['01.01.215.500.736.36', 'Su certificado digital ha expirado.'],
  '37': ['01.01.215.500.737.37', 'Su certificado digital no es válido o no es de una entidad acreditada.'],
  '39': ['01.01.190.500.739.39', 'Para esta opción debe ingresar con su certificado digital.'],
  '52': ['01.01.215.500.771.52', 'Cierre el navegador y vuelva a ingresar desde la página de inicio.'],
  '55': ['01.01.203.500.755.55', 'La Clave Tributaria no es correcta. Le quedan tres intentos.'],
}

/** Reasons that the door gives by itself. */
export const PAR = {
  claveBloqueada: '19',
  claveIncorrecta: '20',
  demasiadasSesiones: '27',
  pideClave: '33',
  certificadoExpirado: '36',
  certificadoInvalido: '37',
  pideCertificado: '39',
  otroNavegador: '52',
  quedanTres: '55',
  sinDatos: '71',
} as const

/** Code and text of a reason; of one that is not listed a code of the same shape. */
export const mensajeOf = (par: string): readonly [codigo: string, glosa: string] =>
  MENSAJES[par] ?? [
    `01.01.200.500.7${par}.${par}`,
    'No es posible autenticarlo. Comuníquese con la mesa de ayuda.',
  ]
