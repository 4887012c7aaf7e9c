// The table of routes: one line a screen, loaded when it is first shown. Navigation, palette and permissions are read from it.
//
// A screen: a folder with a file that exports the component by default (`useParams()` of wouter gives what stands behind the
// colons), its line here, its words in shell/palette-words.ts, its style sheet in panel.css. It may import `api/`, `ui/`, `shell/` and `domain/`, and no other
// screen's folder.

import { lazy } from './shell/lazy'
import type { Screen } from './shell/screen'

export const SCREENS: readonly Screen[] = [
  {
    ruta: '/',
    nombre: 'Resumen',
    grupo: 'Ventas',
    permiso: 'dte:leer',
    pantalla: lazy(() => import('./resumen/resumen')),
  },
  {
    ruta: '/documentos',
    nombre: 'Documentos',
    grupo: 'Ventas',
    permiso: 'dte:leer',
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
    pantalla: lazy(() => import('./emitir/choose')),
  },
  {
    ruta: '/emitir/lote',
    nombre: 'Emitir un lote',
    bajo: 'Ventas',
    permiso: 'dte:emitir',
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
    pantalla: lazy(() => import('./guias/guias')),
  },
  {
    ruta: '/clientes',
    nombre: 'Clientes',
    grupo: 'Ventas',
    permiso: 'clientes:leer',
    pantalla: lazy(() => import('./clientes/clientes')),
  },
  {
    ruta: '/clientes/:id',
    nombre: 'Cliente',
    permiso: 'clientes:leer',
    pantalla: lazy(() => import('./clientes/cliente')),
  },
  {
    ruta: '/trabajos',
    nombre: 'Trabajos',
    grupo: 'Ventas',
    permiso: 'dte:leer',
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
    pantalla: lazy(() => import('./emitir/borradores')),
  },
  {
    ruta: '/recibidos',
    nombre: 'Recibidos',
    grupo: 'Compras',
    permiso: 'recibidos:leer',
    pantalla: lazy(() => import('./recibidos/recibidos')),
  },
  {
    ruta: '/recibidos/:id',
    nombre: 'Recibido',
    permiso: 'recibidos:leer',
    pantalla: lazy(() => import('./recibidos/recibido')),
  },
  {
    ruta: '/por-aceptar',
    nombre: 'Por aceptar',
    grupo: 'Compras',
    permiso: 'rcv:leer',
    pantalla: lazy(() => import('./acuse/pendientes')),
  },
  {
    ruta: '/registro',
    nombre: 'Registro',
    grupo: 'Compras',
    permiso: 'rcv:leer',
    pantalla: lazy(() => import('./registro/registro')),
  },
  {
    ruta: '/registro/:periodo',
    nombre: 'Registro del mes',
    permiso: 'rcv:leer',
    pantalla: lazy(() => import('./registro/periodo')),
  },
  {
    ruta: '/honorarios',
    nombre: 'Honorarios',
    grupo: 'Compras',
    permiso: 'bte:leer',
    pantalla: lazy(() => import('./honorarios/honorarios')),
  },
  {
    ruta: '/libros',
    nombre: 'Libros',
    grupo: 'Compras',
    permiso: 'rcv:leer',
    pantalla: lazy(() => import('./libros/libros')),
  },
  {
    ruta: '/llaves',
    nombre: 'Llaves',
    grupo: 'Desarrollo',
    permiso: 'apikeys:administrar',
    pantalla: lazy(() => import('./llaves/llaves')),
  },
  {
    ruta: '/webhooks',
    nombre: 'Webhooks',
    grupo: 'Desarrollo',
    permiso: 'webhooks:administrar',
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
    pantalla: lazy(() => import('./simulador/simulador')),
  },
  {
    ruta: '/empresas',
    nombre: 'Empresas',
    grupo: 'Cuenta',
    permiso: 'empresa:leer',
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
    pantalla: lazy(() => import('./usuarios/usuarios')),
  },
  {
    ruta: '/plantillas',
    nombre: 'Plantillas',
    grupo: 'Cuenta',
    permiso: 'plantilla:administrar',
    pantalla: lazy(() => import('./plantillas/plantillas')),
  },
  {
    ruta: '/plantillas/nueva',
    nombre: 'Nueva versión de plantilla',
    bajo: 'Cuenta',
    permiso: 'plantilla:administrar',
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
    pantalla: lazy(() => import('./plan/plan')),
  },
  {
    ruta: '/auditoria',
    nombre: 'Auditoría',
    grupo: 'Cuenta',
    soloPropietario: true,
    pantalla: lazy(() => import('./auditoria/auditoria')),
  },
  {
    ruta: '/yo',
    nombre: 'Mi acceso',
    grupo: 'Cuenta',
    pantalla: lazy(() => import('./yo/yo')),
  },
  {
    ruta: '/folios',
    nombre: 'Folios',
    grupo: 'SII',
    permiso: 'folios:leer',
    pantalla: lazy(() => import('./folios/folios')),
  },
  {
    ruta: '/certificado',
    nombre: 'Certificado',
    grupo: 'SII',
    permiso: 'empresa:leer',
    pantalla: lazy(() => import('./certificado/certificado')),
  },
  {
    ruta: '/acceso-sii',
    nombre: 'Acceso al SII',
    grupo: 'SII',
    permiso: 'empresa:leer',
    pantalla: lazy(() => import('./acceso/acceso')),
  },
  {
    ruta: '/operaciones',
    nombre: 'Operaciones',
    grupo: 'SII',
    pantalla: lazy(() => import('./operaciones/operaciones')),
  },
  {
    ruta: '/rcof',
    nombre: 'RCOF',
    grupo: 'SII',
    permiso: 'dte:leer',
    pantalla: lazy(() => import('./rcof/rcof')),
  },
  {
    ruta: '/rcof/:fecha',
    nombre: 'RCOF de un día',
    permiso: 'dte:leer',
    pantalla: lazy(() => import('./rcof/dia')),
  },
  {
    ruta: '/programacion',
    nombre: 'Programación',
    grupo: 'SII',
    permiso: 'empresa:leer',
    pantalla: lazy(() => import('./programacion/programacion')),
  },
  {
    ruta: '/consultas',
    nombre: 'Consultas',
    grupo: 'SII',
    permiso: 'consultas:ejecutar',
    pantalla: lazy(() => import('./consultas/consultas')),
  },
  {
    ruta: '/empezar',
    nombre: 'Empezar',
    bajo: 'Cuenta',
    permiso: 'empresa:administrar',
    pantalla: lazy(() => import('./empezar/empezar')),
  },
]

/** Begins to fetch the script of the screen at a path, so that it comes beside the session's answer and not after it. */
export function beginScreen(pathname: string): void {
  SCREENS.find(({ ruta }) =>
    new RegExp(`^/app/[^/]+${ruta.replace(/:\w+/g, '[^/]+')}$`).test(pathname),
  )?.pantalla.begin()
}
