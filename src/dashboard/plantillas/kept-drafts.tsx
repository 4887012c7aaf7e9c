// What was typed of a version and not saved, in this browser.

import { useState } from 'react'
import { Button, LinkButton } from '../ui/button'
import { Moment } from '../ui/moment'
import { Notice } from '../ui/notice'
import { useTemplateDrafts } from './use-template-draft'

export function KeptDrafts() {
  const drafts = useTemplateDrafts()
  const [all, setAll] = useState(() => drafts.list())
  return all.map(({ desde, draft, cambio }) => {
    const name = draft.nombre.trim() || 'una versión sin nombre'
    return (
      <Notice key={desde} tone="neutro" quiet title={`Sin guardar: ${name}`}>
        <p>
          Lo escrito quedó en este equipo <Moment at={cambio} />.
        </p>
        <div className="acciones">
          <LinkButton href={desde ? `/plantillas/nueva?desde=${desde}` : '/plantillas/nueva'} small>
            Seguir
          </LinkButton>
          <Button
            small
            aria-label={`Borrar lo escrito de ${name}`}
            onClick={() => {
              drafts.remove(desde)
              setAll(drafts.list())
            }}
          >
            Borrar lo escrito
          </Button>
        </div>
      </Notice>
    )
  })
}
