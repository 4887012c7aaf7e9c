// Ctrl+K, ⌘K: a folio, a RUT, a screen, an action or a company, from anywhere. The only shortcut of the whole page (WCAG 2.1.4).

import { useCallback, useEffect, useRef, useState } from 'react'
import { Button } from '../ui/button'
import { lazy } from './lazy'
import type { Screen } from './screen'
import { search } from './search'

const PaletteDialog = lazy(() => import('./palette-dialog'))
// Beside who the person is: nobody can press its keys before.
PaletteDialog.begin()

export function Palette({ screens }: { screens: readonly Screen[] }) {
  const [open, setOpen] = useState(false)
  /** Typed while it was still on its way. */
  const early = useRef('')
  const begin = useCallback((): void => {
    early.current = ''
    setOpen(true)
  }, [])
  useEffect(() => {
    search.open = begin
  }, [begin])
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const dialog = document.querySelector('dialog[open]')
      if (open && !dialog && event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault()
        early.current += event.key
        return
      }
      if (
        event.key.toLowerCase() !== 'k' ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return
      // Over another dialog it would take what is being typed there.
      if (dialog) return
      event.preventDefault()
      begin()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [open, begin])
  return (
    <>
      <Button aria-haspopup="dialog" aria-keyshortcuts="Control+K" onClick={begin}>
        Buscar <kbd className="tecla">Ctrl K</kbd>
      </Button>
      {open && <PaletteDialog screens={screens} early={early} onClose={() => setOpen(false)} />}
    </>
  )
}
