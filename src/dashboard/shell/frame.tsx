// The frame around every screen of a company: environment, company, search, person, navigation.

import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useSesion } from '../api/sesion'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { Bars } from './bars'
import { EnvironmentBand } from './environment'
import { JobsPill } from './jobs-pill'
import { Palette } from './palette'
import { AFUERA, GRUPOS, helpAt, lackedOf, type Screen } from './screen'
import { Switcher } from './switcher'

// Beside the frame itself: what was answered before the stream stands is asked once more.
const live = import('./live')
live.catch(() => {})
const Live = lazy(() => live)

/** `screens`: all that have landed; what the role may not is left out here. */
export default function Frame({ screens, children }: { screens: readonly Screen[]; children: ReactNode }) {
  const { ambiente, soloMira, puede, rol, usuario } = useSesion()
  const [menu, setMenu] = useState(false)
  const allowed = screens.filter(
    (screen) => !lackedOf(screen, puede) && (!screen.soloPropietario || rol === 'propietario'),
  )
  return (
    <>
      <a className="salto" href="#principal">
        Saltar al contenido
      </a>
      <EnvironmentBand ambiente={ambiente} soloMira={soloMira} />
      <header className="tope">
        <span className="boton-menu">
          <Button tone="liso" aria-haspopup="dialog" onClick={() => setMenu(true)}>
            ☰ <span className="solo-lector">Menú</span>
          </Button>
        </span>
        <Switcher />
        <span className="hueco" />
        {allowed.some(({ ruta }) => ruta === '/trabajos') && <JobsPill />}
        <Palette screens={allowed} />
        <Help screens={screens} />
        <Link href="/yo" className="boton liso persona">
          {usuario.nombre}
        </Link>
      </header>
      <Bars />
      <div className="cuerpo-app">
        <nav className="lado" aria-label="Secciones">
          <Groups screens={allowed} />
        </nav>
        <main id="principal" tabIndex={-1}>
          {children}
        </main>
      </div>
      {menu && (
        <Dialog title="Secciones" onClose={() => setMenu(false)}>
          <nav aria-label="Secciones">
            <Groups screens={allowed} onGo={() => setMenu(false)} />
          </nav>
          <Help screens={screens} />
        </Dialog>
      )}
      <Suspense>
        <Live screens={screens} />
      </Suspense>
    </>
  )
}

/** To the page of the manual about what is shown. */
function Help({ screens }: { screens: readonly Screen[] }) {
  const [here] = useLocation()
  return (
    <a className="boton liso ayuda-pagina" href={helpAt(screens, here)} target="_blank" rel="noreferrer">
      Ayuda <span className="solo-lector">sobre esta página, en otra pestaña</span>
    </a>
  )
}

function Groups({ screens, onGo }: { screens: readonly Screen[]; onGo?: () => void }) {
  const [here] = useLocation()
  const isHere = (ruta: string): boolean => here === ruta || (ruta !== '/' && here.startsWith(`${ruta}/`))
  return GRUPOS.map((grupo) => {
    const own = screens.filter(({ grupo: of }) => of === grupo)
    if (!own.length) return null
    return (
      <div key={grupo} className="grupo">
        <h2 id={`grupo-${grupo}`}>{grupo}</h2>
        <ul className="enlaces" aria-labelledby={`grupo-${grupo}`}>
          {own.map(({ ruta, nombre }) => (
            <li key={ruta}>
              <Link href={ruta} aria-current={isHere(ruta) ? 'page' : undefined} onClick={onGo}>
                {nombre}
              </Link>
            </li>
          ))}
          {AFUERA.filter((page) => page.grupo === grupo).map(({ href, nombre }) => (
            <li key={href}>
              <a href={href} target="_blank" rel="noreferrer" onClick={onGo}>
                {nombre} <span aria-hidden="true">↗</span>
                <span className="solo-lector">en otra pestaña</span>
              </a>
            </li>
          ))}
        </ul>
      </div>
    )
  })
}
