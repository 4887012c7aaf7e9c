// The frame of the firm's pages, which stand outside of any company.

import type { ReactNode } from 'react'
import { LinkButton } from '../ui/button'

export const FirmFrame = ({ children }: { children: ReactNode }) => (
  <>
    <header className="tope">
      <strong>Timbre</strong>
      <span className="hueco" />
      <a
        className="boton liso"
        href="/manual/varias-empresas#todas-de-una-vez"
        target="_blank"
        rel="noreferrer"
      >
        Ayuda <span className="solo-lector">sobre esta página, en otra pestaña</span>
      </a>
      <LinkButton href="/">Ir a una empresa</LinkButton>
    </header>
    <div className="cuerpo-app">
      <main id="principal" tabIndex={-1}>
        {children}
      </main>
    </div>
  </>
)
