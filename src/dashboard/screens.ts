// The table of routes: one line a screen, loaded when it is first shown. Navigation, palette and permissions are read from it.
//
// A screen: a folder with a file that exports the component by default (`useParams()` of wouter gives what stands behind the
// colons), its line here, its style sheet in panel.css. It may import `api/`, `ui/`, `shell/` and `domain/`, and no other
// screen's folder.

import { ATAJOS_EMITIR } from './emitir/atajos'
import { lazy } from './shell/lazy'
import type { Screen } from './shell/screen'

export const SCREENS: readonly Screen[] = [
  {
    ruta: '/',
    nombre: 'Resumen',
    grupo: 'Ventas',
    permiso: 'dte:leer',
    palabras: 'inicio ventas hoy mes atención',
    pantalla: lazy(() => import('./resumen/resumen')),
  },
  {
    ruta: '/documentos',
    nombre: 'Documentos',
    grupo: 'Ventas',
    permiso: 'dte:leer',
    palabras: 'facturas boletas notas guías emitidos ventas',
    pantalla: lazy(() => import('./documentos/documentos')),
  },
  {
    ruta: '/documentos/:tipo/:folio',
    nombre: 'Documento',
    permiso: 'dte:leer',
    pantalla: lazy(() => import('./documentos/documento')),
  },
  {
    ruta: '/emitir',
    nombre: 'Emitir',
    grupo: 'Ventas',
    permiso: 'dte:emitir',
    atajos: ATAJOS_EMITIR,
    pantalla: lazy(() => import('./emitir/choose')),
  },
  {
    ruta: '/emitir/lote',
    nombre: 'Emitir un lote',
    bajo: 'Ventas',
    permiso: 'dte:emitir',
    palabras: 'csv planilla',
    pantalla: lazy(() => import('./emitir/lote/lote')),
  },
  {
    ruta: '/emitir/:tipo',
    nombre: 'Emitir un documento',
    permiso: 'dte:emitir',
    pantalla: lazy(() => import('./emitir/emitir')),
  },
  {
    ruta: '/guias',
    nombre: 'Guías',
    grupo: 'Ventas',
    permiso: 'dte:leer',
    palabras: 'despacho',
    pantalla: lazy(() => import('./guias/guias')),
  },
  {
    ruta: '/trabajos',
    nombre: 'Trabajos',
    grupo: 'Ventas',
    permiso: 'dte:leer',
    palabras: 'emisiones detenidos cola programados reintentar',
    pantalla: lazy(() => import('./trabajos/trabajos')),
  },
  {
    ruta: '/trabajos/:id',
    nombre: 'Trabajo',
    permiso: 'dte:leer',
    pantalla: lazy(() => import('./trabajos/un-trabajo')),
  },
  {
    ruta: '/borradores',
    nombre: 'Borradores',
    bajo: 'Ventas',
    permiso: 'dte:emitir',
    palabras: 'sin emitir guardados',
    pantalla: lazy(() => import('./emitir/borradores')),
  },
  {
    ruta: '/registro',
    nombre: 'Registro',
    grupo: 'Compras',
    permiso: 'rcv:leer',
    palabras: 'rcv compras ventas importar iva f29 cuadratura contador',
    pantalla: lazy(() => import('./registro/registro')),
  },
  {
    ruta: '/registro/:periodo',
    nombre: 'Registro del mes',
    permiso: 'rcv:leer',
    pantalla: lazy(() => import('./registro/periodo')),
  },
  {
    ruta: '/libros',
    nombre: 'Libros',
    grupo: 'Compras',
    permiso: 'rcv:leer',
    palabras: 'contador mes csv zip ventas compras guías',
    pantalla: lazy(() => import('./libros/libros')),
  },
  {
    ruta: '/llaves',
    nombre: 'Llaves',
    grupo: 'Desarrollo',
    permiso: 'apikeys:administrar',
    palabras: 'api keys claves integración',
    pantalla: lazy(() => import('./llaves/llaves')),
  },
  {
    ruta: '/webhooks',
    nombre: 'Webhooks',
    grupo: 'Desarrollo',
    permiso: 'webhooks:administrar',
    palabras: 'eventos avisos entregas integración',
    pantalla: lazy(() => import('./webhooks/webhooks')),
  },
  {
    ruta: '/webhooks/:id',
    nombre: 'Webhook',
    permiso: 'webhooks:administrar',
    pantalla: lazy(() => import('./webhooks/webhook')),
  },
  {
    ruta: '/simulador',
    nombre: 'Simulador',
    grupo: 'Desarrollo',
    permiso: 'empresa:administrar',
    palabras: 'reloj fallas receptores libro acuse',
    pantalla: lazy(() => import('./simulador/simulador')),
  },
  {
    ruta: '/empresas',
    nombre: 'Empresas',
    grupo: 'Cuenta',
    permiso: 'empresa:leer',
    palabras: 'ambiente producción resolución giro',
    pantalla: lazy(() => import('./empresas/empresas')),
  },
  {
    ruta: '/empresas/:id',
    nombre: 'Empresa',
    permiso: 'empresa:leer',
    pantalla: lazy(() => import('./empresas/empresa')),
  },
  {
    ruta: '/usuarios',
    nombre: 'Usuarios',
    grupo: 'Cuenta',
    permiso: 'usuarios:administrar',
    palabras: 'personas roles permisos invitar',
    pantalla: lazy(() => import('./usuarios/usuarios')),
  },
  {
    ruta: '/plantillas',
    nombre: 'Plantillas',
    grupo: 'Cuenta',
    permiso: 'plantilla:administrar',
    palabras: 'papel formato pdf logo imprimir diseño',
    pantalla: lazy(() => import('./plantillas/plantillas')),
  },
  {
    ruta: '/plantillas/nueva',
    nombre: 'Nueva versión de plantilla',
    bajo: 'Cuenta',
    permiso: 'plantilla:administrar',
    palabras: 'crear papel',
    pantalla: lazy(() => import('./plantillas/nueva')),
  },
  {
    ruta: '/plantillas/:id',
    nombre: 'Versión de plantilla',
    permiso: 'plantilla:administrar',
    pantalla: lazy(() => import('./plantillas/version')),
  },
  {
    ruta: '/plan',
    nombre: 'Plan',
    grupo: 'Cuenta',
    permiso: 'billing:administrar',
    palabras: 'cuota pagos cobros suscripción',
    pantalla: lazy(() => import('./plan/plan')),
  },
  {
    ruta: '/auditoria',
    nombre: 'Auditoría',
    grupo: 'Cuenta',
    soloPropietario: true,
    palabras: 'registro cambios quién',
    pantalla: lazy(() => import('./auditoria/auditoria')),
  },
  {
    ruta: '/yo',
    nombre: 'Mi acceso',
    grupo: 'Cuenta',
    palabras: 'contraseña sesiones tema',
    pantalla: lazy(() => import('./yo/yo')),
  },
  {
    ruta: '/folios',
    nombre: 'Folios',
    grupo: 'SII',
    permiso: 'folios:leer',
    palabras: 'caf pedir rangos huecos',
    pantalla: lazy(() => import('./folios/folios')),
  },
  {
    ruta: '/certificado',
    nombre: 'Certificado',
    grupo: 'SII',
    permiso: 'empresa:leer',
    palabras: 'firma digital pfx vencimiento',
    pantalla: lazy(() => import('./certificado/certificado')),
  },
  {
    ruta: '/consultas',
    nombre: 'Consultas',
    grupo: 'SII',
    permiso: 'consultas:ejecutar',
    palabras: 'contribuyente situación tributaria rut captcha giro',
    pantalla: lazy(() => import('./consultas/consultas')),
  },
  {
    ruta: '/empezar',
    nombre: 'Empezar',
    bajo: 'Cuenta',
    permiso: 'empresa:administrar',
    palabras: 'primeros pasos inicio configurar',
    pantalla: lazy(() => import('./empezar/empezar')),
  },
]

/** Begins to fetch the script of the screen at a path, so that it comes beside the session's answer and not after it. */
export function beginScreen(pathname: string): void {
  SCREENS.find(({ ruta }) =>
    new RegExp(`^/app/[^/]+${ruta.replace(/:\w+/g, '[^/]+')}$`).test(pathname),
  )?.pantalla.begin()
}
