// Something to know, in the page. Failures interrupt a screen reader, the rest waits its turn.

import type { ReactNode } from 'react'
import { Button } from './button'
import type { Tone } from './status'

const ICON: Record<Tone, string> = { bien: '✓', aviso: '!', mal: '✕', espera: 'i', neutro: 'i' }

interface NoticeProps {
  tone: Tone
  title?: string
  children?: ReactNode
  onClose?: () => void
  /** Part of the page from the start: nobody is to be told of it. */
  quiet?: boolean
}

export function Notice({ tone, title, children, onClose, quiet }: NoticeProps) {
  return (
    <div className={`aviso tono-${tone}`} role={quiet ? undefined : tone === 'mal' ? 'alert' : 'status'}>
      <span className="icono" aria-hidden="true">
        {ICON[tone]}
      </span>
      <div className="cuerpo">
        {title && <span className="titulo">{title}</span>}
        {children}
      </div>
      {onClose && (
        <Button tone="liso" small aria-label={`Cerrar: ${title ?? 'aviso'}`} onClick={onClose}>
          ✕
        </Button>
      )}
    </div>
  )
}

/** In place of a list that has nothing: what would be here, why it is not, and the one next action. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="vacio">
      <strong>{title}</strong>
      {children}
    </div>
  )
}
