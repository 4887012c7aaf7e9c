// Ctrl+K, ⌘K: a folio, a RUT, a screen, an action or a company, from anywhere. The only shortcut of the whole page (WCAG 2.1.4).

import { useEffect, useState } from 'react'
import { Button } from '../ui/button'
import { lazy } from './lazy'
import type { Screen } from './screen'

const PaletteDialog = lazy(() => import('./palette-dialog'))

export function Palette({ screens }: { screens: readonly Screen[] }) {
  const [open, setOpen] = useState(false)
  // Fetched before anybody asks for it: what is typed while it is on its way would be lost.
  useEffect(PaletteDialog.begin, [])
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (
        event.key.toLowerCase() !== 'k' ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return
      // Over another dialog it would take what is being typed there.
      if (document.querySelector('dialog[open]')) return
      event.preventDefault()
      setOpen(true)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <Button aria-haspopup="dialog" aria-keyshortcuts="Control+K" onClick={() => setOpen(true)}>
        Buscar <kbd className="tecla">Ctrl K</kbd>
      </Button>
      {open && <PaletteDialog screens={screens} onClose={() => setOpen(false)} />}
    </>
  )
}
