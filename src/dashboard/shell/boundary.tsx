// A screen that broke: the rest of the page goes on. A script that is gone means that the server is of a newer version.

import { Component, type ReactNode } from 'react'
import { Button } from '../ui/button'
import { Notice } from '../ui/notice'

interface State {
  error: Error | null
}

const isGone = ({ message }: Error): boolean => /dynamically imported module|module script/i.test(message)

/** Give it the path as `key`: another page is another try. */
export class Boundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null }

  static getDerivedStateFromError(error: Error): State {
    return { error }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (!error) return this.props.children
    return (
      <Notice tone="mal" title={isGone(error) ? 'Hay una versión nueva' : 'Esta página falló'}>
        <p>
          {isGone(error)
            ? 'El servidor se actualizó y esta página es de la versión anterior.'
            : 'Recárguela; si se repite, informe qué hacía.'}
        </p>
        <div>
          <Button onClick={() => location.reload()}>Recargar</Button>
        </div>
      </Notice>
    )
  }
}
