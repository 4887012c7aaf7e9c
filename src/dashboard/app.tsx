// The start of the page: session, company, and the screen of the address (`screens.ts` is their table).

import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { Redirect, Route, Router, Switch, useLocation, useParams } from 'wouter'
import { createQueryClient } from './api/query'
import { type Me, useSesion } from './api/sesion'
import { SCREENS } from './screens'
import { Boundary } from './shell/boundary'
import { Company } from './shell/company'
import { lazy } from './shell/lazy'
import { hrefOf, useLocationHook } from './shell/navigation'
import { Notices } from './shell/notices'
import { Forbidden, Missing, Page } from './shell/page'
import { lackedOf } from './shell/screen'
import { SessionGate } from './shell/session-gate'

const Entrar = lazy(() => import('./shell/log-in'))
const ChooseCompany = lazy(() => import('./shell/choose-company'))
const Firma = lazy(() => import('./firma/firma'))
const FirmDates = lazy(() => import('./firma/vencimientos'))
const FirmOperations = lazy(() => import('./firma/operaciones'))
const NewCompany = lazy(async () => ({ default: (await import('./empresas/new-company')).NewCompany }))
const Frame = lazy(() => import('./shell/frame'))
// Beside who the person is, as the screen: nothing of it can be drawn before that.
Frame.begin()

export function App() {
  const [client] = useState(createQueryClient)
  return (
    <QueryClientProvider client={client}>
      <Router base="/app" hook={useLocationHook} hrefs={hrefOf}>
        <Boundary>
          <Switch>
            <Route path="/entrar">
              <Entrar />
            </Route>
            <Route>
              <SessionGate>
                {(me) => (
                  <Switch>
                    <Route path="/">
                      <ChooseCompany me={me} newCompany={NewCompany} />
                    </Route>
                    <Route path="/firma">
                      <Firma me={me} />
                      <Notices />
                    </Route>
                    <Route path="/firma/vencimientos">
                      <FirmDates />
                      <Notices />
                    </Route>
                    <Route path="/firma/operaciones">
                      <FirmOperations me={me} />
                      <Notices />
                    </Route>
                    <Route path="/:rut" nest>
                      <OfCompany me={me} />
                    </Route>
                  </Switch>
                )}
              </SessionGate>
            </Route>
          </Switch>
        </Boundary>
      </Router>
    </QueryClientProvider>
  )
}

function OfCompany({ me }: { me: Me }) {
  const { rut } = useParams<{ rut: string }>()
  const empresa = me.empresas.find((one) => one.rut === rut)
  if (!empresa) return <ChooseCompany me={me} unknown={rut} newCompany={NewCompany} />
  return (
    <Company key={empresa.id} me={me} empresa={empresa}>
      <Frame screens={SCREENS}>
        <Screens />
      </Frame>
      <Notices />
    </Company>
  )
}

function Screens() {
  const { puede, ambiente } = useSesion()
  const [path] = useLocation()
  // The summary, or to who may not see it another of selling, else what everybody has.
  const start = SCREENS.find(
    (screen) => screen.grupo === 'Ventas' && !screen.ruta.includes(':') && !lackedOf(screen, puede),
  )
  return (
    <Boundary key={`${path} ${ambiente}`}>
      <Switch>
        {SCREENS.filter((screen) => screen.ruta !== '/' || screen === start).map((screen) => {
          const { ruta, nombre, pantalla: Pantalla } = screen
          const lacked = lackedOf(screen, puede)
          return (
            <Route key={ruta} path={ruta}>
              {lacked ? (
                <Page title={nombre}>
                  <Forbidden permiso={lacked} />
                </Page>
              ) : (
                <Pantalla />
              )}
            </Route>
          )
        })}
        <Route path="/">
          <Redirect to={start?.ruta ?? '/yo'} replace />
        </Route>
        <Route>
          <Page title="No existe">
            <Missing what="Esa página" />
          </Page>
        </Route>
      </Switch>
    </Boundary>
  )
}
