// Roles and permissions. A permission is also a key's scope, so that one check serves both (http §15).

export const PERMISOS = [
  'dte:emitir',
  'dte:leer',
  'dte:anular',
  'borradores:escribir',
  'recurrentes:gestionar',
  'folios:leer',
  'folios:administrar',
  'rcv:leer',
  'rcv:sincronizar',
  'acuse:registrar',
  'rcof:enviar',
  'bte:emitir',
  'bte:leer',
  'clientes:leer',
  'clientes:escribir',
  'catalogo:leer',
  'catalogo:escribir',
  'contabilidad:leer',
  'contabilidad:administrar',
  'contabilidad:exportar',
  'empresa:leer',
  'empresa:administrar',
  'plantilla:administrar',
  'webhooks:administrar',
  'apikeys:administrar',
  'usuarios:administrar',
  'billing:administrar',
  'consultas:ejecutar',
  'recibidos:leer',
  'recibidos:gestionar',
  'compras_int:leer',
  'compras_int:gestionar',
  'historia:gestionar',
] as const
export type Permiso = (typeof PERMISOS)[number]

/** The meaning of each permission, for those who grant it. */
export const SIGNIFICADO_PERMISO: Readonly<Record<Permiso, string>> = {
  'dte:emitir': 'emitir documentos, reintentarlos y descartarlos',
  'dte:leer': 'ver documentos, sus archivos y sus trabajos',
  'dte:anular': 'anular documentos y guías',
  'borradores:escribir': 'ver y llevar borradores de documentos',
  'recurrentes:gestionar': 'llevar las series que emiten o escriben borradores en sus fechas',
  'folios:leer': 'ver folios',
  'folios:administrar': 'cargar y pedir folios, y sus alertas',
  'rcv:leer': 'ver el registro de compras y ventas',
  'rcv:sincronizar': 'traer o importar el registro de compras y ventas, y vincular sus notas',
  'acuse:registrar': 'aceptar y reclamar documentos recibidos',
  'rcof:enviar': 'enviar el consumo de folios',
  'bte:emitir': 'emitir y anular boletas de terceros',
  'bte:leer': 'ver boletas de terceros',
  'clientes:leer': 'ver clientes',
  'clientes:escribir': 'crear y cambiar clientes',
  'catalogo:leer': 'ver el catálogo de productos',
  'catalogo:escribir': 'crear y cambiar productos',
  'contabilidad:leer': 'ver cuentas, reglas y asientos por hacer',
  'contabilidad:administrar': 'llevar las cuentas, reglas y plantillas de los asientos',
  'contabilidad:exportar': 'exportar, confirmar y anular asientos',
  'empresa:leer': 'ver la empresa, su certificado y sus plantillas',
  'empresa:administrar': 'cambiar la empresa, su certificado y el simulador',
  'plantilla:administrar': 'cambiar plantillas y logo',
  'webhooks:administrar': 'ver y cambiar webhooks',
  'apikeys:administrar': 'ver, crear y revocar llaves de API',
  'usuarios:administrar': 'ver, invitar y cambiar usuarios',
  'billing:administrar': 'ver y pagar la suscripción',
  'consultas:ejecutar': 'preguntar al SII',
  'recibidos:leer': 'ver documentos recibidos y lo que se respondió',
  'recibidos:gestionar': 'cargar y borrar documentos recibidos, leer el buzón y responder',
  'historia:gestionar': 'importar lo que emitió otro sistema',
  'compras_int:leer': 'ver compras internacionales',
  'compras_int:gestionar': 'llevar las compras internacionales',
}

export const ROLES = ['propietario', 'administrador', 'emisor', 'contador', 'lector'] as const
export type Rol = (typeof ROLES)[number]

/** The meaning of each role, in short. */
export const SIGNIFICADO_ROL: Readonly<Record<Rol, string>> = {
  propietario: 'todo',
  administrador: 'todo menos la suscripción',
  emisor: 'emite, anula y lee',
  contador: 'lee y lleva lo que se declara al SII',
  lector: 'sólo lee',
}

const LECTURA = PERMISOS.filter((permiso) => permiso.endsWith(':leer'))

const POR_ROL: Record<Rol, ReadonlySet<Permiso>> = {
  propietario: new Set(PERMISOS),
  administrador: new Set(PERMISOS.filter((permiso) => permiso !== 'billing:administrar')),
  emisor: new Set<Permiso>([
    ...LECTURA,
    'dte:emitir',
    'dte:anular',
    'borradores:escribir',
    'recurrentes:gestionar',
    'bte:emitir',
    'clientes:escribir',
    'catalogo:escribir',
    'consultas:ejecutar',
  ]),
  contador: new Set<Permiso>([
    ...LECTURA,
    'borradores:escribir',
    'rcv:sincronizar',
    'acuse:registrar',
    'rcof:enviar',
    'consultas:ejecutar',
    'recibidos:gestionar',
    'compras_int:gestionar',
    'historia:gestionar',
    'contabilidad:administrar',
    'contabilidad:exportar',
  ]),
  lector: new Set(LECTURA),
}

/** Permissions over the whole account: a person limited to some of its companies has none of them. */
export const DE_LA_CUENTA: readonly Permiso[] = ['usuarios:administrar', 'billing:administrar']

/**
 * The permissions of a role, with those that one person has beyond it and without those that were taken.
 * `limitada`: the person sees some of the account's companies alone.
 */
export function permisosOf(
  rol: Rol,
  extra: readonly Permiso[] = [],
  quitados: readonly Permiso[] = [],
  limitada = false,
): ReadonlySet<Permiso> {
  if (!extra.length && !quitados.length && !limitada) return POR_ROL[rol]
  const taken = new Set(limitada ? [...quitados, ...DE_LA_CUENTA] : quitados)
  return new Set(
    PERMISOS.filter(
      (permiso) => (POR_ROL[rol].has(permiso) || extra.includes(permiso)) && !taken.has(permiso),
    ),
  )
}

/** The permissions of a key whose creator names no scopes: documents, reads and look-ups (http §15). */
export const SCOPES_POR_DEFECTO: readonly Permiso[] = PERMISOS.filter(
  (permiso) => permiso.startsWith('dte:') || permiso.endsWith(':leer') || permiso === 'consultas:ejecutar',
)

/** The same of every scope, `dte:*` too. */
export const SIGNIFICADO_SCOPE: Readonly<Record<string, string>> = Object.fromEntries([
  ...Object.entries(SIGNIFICADO_PERMISO),
  ...PERMISOS.map((permiso) => permiso.split(':')[0]!).map((tema) => [`${tema}:*`, `todos los de ${tema}`]),
])

/** Every way to write a scope: a permission, or all of one subject (`dte:*`). */
export const SCOPES: readonly string[] = [
  ...new Set([...PERMISOS, ...PERMISOS.map((permiso) => `${permiso.split(':')[0]}:*`)]),
]

/** The permissions that scopes stand for, `dte:*` written out, in the table's order. */
export function expandScopes(scopes: readonly string[]): Permiso[] {
  return PERMISOS.filter(
    (permiso) => scopes.includes(permiso) || scopes.includes(`${permiso.split(':')[0]}:*`),
  )
}
