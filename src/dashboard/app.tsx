// The table of routes: one line a screen, loaded when it is first shown. Navigation, palette and permissions are read from it.
//
// A screen: a folder with a file that exports the component by default (`useParams()` of wouter gives what stands behind the colons), its
// line here, its style sheet in panel.css. It may import `api/`, `ui/`, `shell/` and `domain/`, and no other screen's folder.

import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Redirect, Route, Router, Switch, useLocation, useParams } from 'wouter'
import { createQueryClient } from './api/query'
import { type Me, useSesion } from './api/sesion'
import { ATAJOS_EMITIR } from './emitir/atajos'
import { Boundary } from './shell/boundary'
import { Company } from './shell/company'
import { Frame } from './shell/frame'
import { hrefOf, useLocationHook } from './shell/navigation'
import { Forbidden, Missing, Page } from './shell/page'
import type { Screen } from './shell/screen'
import { SessionGate } from './shell/session-gate'
import { Skeleton } from './ui/skeleton'

const Entrar = lazy(() => import('./shell/entrar'))
const ChooseCompany = lazy(() => import('./shell/choose-company'))

const SCREENS: readonly Screen[] = [
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
    pantalla: lazy(() => import('./emitir/elegir')),
  },
  {
    ruta: '/emitir/:tipo',
    nombre: 'Emitir un documento',
    permiso: 'dte:emitir',
    pantalla: lazy(() => import('./emitir/emitir')),
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
    permiso: 'dte:emitir',
    palabras: 'sin emitir guardados',
    pantalla: lazy(() => import('./emitir/borradores')),
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
    ruta: '/plan',
    nombre: 'Plan',
    grupo: 'Cuenta',
    permiso: 'billing:administrar',
    palabras: 'cuota pagos cobros suscripción',
    pantalla: lazy(() => import('./plan/plan')),
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
    ruta: '/empezar',
    nombre: 'Empezar',
    permiso: 'empresa:administrar',
    palabras: 'primeros pasos inicio configurar',
    pantalla: lazy(() => import('./empezar/empezar')),
  },
]

export function App() {
  const [client] = useState(createQueryClient)
  return (
    <QueryClientProvider client={client}>
      <Router base="/app" hook={useLocationHook} hrefs={hrefOf}>
        <Suspense>
          <Switch>
            <Route path="/entrar">
              <Entrar />
            </Route>
            <Route>
              <SessionGate>
                {(me) => (
                  <Switch>
                    <Route path="/">
                      <ChooseCompany me={me} />
                    </Route>
                    <Route path="/:rut" nest>
                      <OfCompany me={me} />
                    </Route>
                  </Switch>
                )}
              </SessionGate>
            </Route>
          </Switch>
        </Suspense>
      </Router>
    </QueryClientProvider>
  )
}

function OfCompany({ me }: { me: Me }) {
  const { rut } = useParams<{ rut: string }>()
  const empresa = me.empresas.find((one) => one.rut === rut)
  if (!empresa) return <ChooseCompany me={me} unknown={rut} />
  return (
    <Company key={empresa.id} me={me} empresa={empresa}>
      <Frame screens={SCREENS}>
        <Screens />
      </Frame>
    </Company>
  )
}

function Screens() {
  const { puede } = useSesion()
  const [path] = useLocation()
  // The summary, or to who may not see it another of selling, else what everybody has.
  const start = SCREENS.find(
    ({ ruta, grupo, permiso }) => grupo === 'Ventas' && !ruta.includes(':') && (!permiso || puede(permiso)),
  )
  return (
    <Boundary key={path}>
      <Suspense fallback={<Skeleton />}>
        <Switch>
          {SCREENS.filter((screen) => screen.ruta !== '/' || screen === start).map(
            ({ ruta, nombre, permiso, pantalla: Pantalla }) => (
              <Route key={ruta} path={ruta}>
                {permiso && !puede(permiso) ? (
                  <Page title={nombre}>
                    <Forbidden permiso={permiso} />
                  </Page>
                ) : (
                  <Pantalla />
                )}
              </Route>
            ),
          )}
          <Route path="/">
            <Redirect to={start?.ruta ?? '/yo'} replace />
          </Route>
          <Route>
            <Page title="No existe">
              <Missing what="Esa página" />
            </Page>
          </Route>
        </Switch>
      </Suspense>
    </Boundary>
  )
}
