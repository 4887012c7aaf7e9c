// Something to copy: a code with a button. Where the browser has no clipboard (plain http on a LAN) the text is selected instead.

import { useRef, useState } from 'react'
import { Button } from './button'

export function Copy({ text, label }: { text: string; label: string }) {
  const code = useRef<HTMLElement>(null)
  const [said, setSaid] = useState('')
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      setSaid('Copiado')
    } catch {
      if (code.current) getSelection()?.selectAllChildren(code.current)
      setSaid('Seleccionado: cópielo con Ctrl+C')
    }
  }
  return (
    <span className="acciones">
      <code ref={code} className="codigo">
        {text}
      </code>
      <Button tone="liso" small aria-label={`Copiar ${label}`} onClick={() => void copy()}>
        Copiar
      </Button>
      <small role="status">{said}</small>
    </span>
  )
}
