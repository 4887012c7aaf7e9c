// Data of a repeated document without a field in this form: it is sent, and the person is told.

import { Button } from '../ui/button'
import { Notice } from '../ui/notice'
import type { Form } from './form'
import type { Dispatch } from './reducer'

export function Carried({ resto, dispatch }: { resto: Form['resto']; dispatch: Dispatch }) {
  const keys = Object.keys(resto)
  if (!keys.length) return null
  return (
    <Notice tone="espera" title="Del documento repetido va también" quiet>
      <ul className="emitir-faltas">
        {keys.map((key) => (
          <li key={key}>
            <code>{key}</code>{' '}
            <Button small tone="liso" onClick={() => dispatch({ do: 'forget', key })}>
              Quitar
            </Button>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
