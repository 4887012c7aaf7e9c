// Offers an unsent form again above its list, and names it in the form that goes on with it.

import { useState } from 'react'
import { Button, LinkButton } from '../ui/button'
import { Moment } from '../ui/moment'
import { Notice } from '../ui/notice'
import type { KeptKind } from './kept-forms'
import { type KeptForm, useKeptForms, type Written } from './use-kept-form'

/** `nameOf` says what was typed, as «boleta a Ana»; null, it is offered elsewhere. It goes on at `href`, or by `onResume`. */
export function KeptNotices<T extends object>({
  kind,
  nameOf,
  href,
  onResume,
}: {
  kind: KeptKind
  nameOf: (escrito: Partial<T>, id: string) => string | null
  href?: (id: string) => string
  onResume?: () => void
}) {
  const forms = useKeptForms<Written<T>>(kind)
  const [, setRemoved] = useState(0)
  return forms.list().map(({ id, escrito, cambio }) => {
    const name = nameOf(escrito, id)
    return (
      name !== null && (
        <Notice key={id} tone="neutro" quiet title={`Sin guardar: ${name}`}>
          <p>
            Lo escrito quedó en este equipo <Moment at={cambio} />.
          </p>
          <div className="acciones">
            {href ? (
              <LinkButton href={href(id)} small>
                Seguir
              </LinkButton>
            ) : (
              <Button small aria-haspopup="dialog" onClick={onResume}>
                Seguir
              </Button>
            )}
            <Button
              small
              aria-label={`Borrar lo escrito de ${name}`}
              onClick={() => {
                forms.remove(id)
                setRemoved((times) => times + 1)
              }}
            >
              Borrar lo escrito
            </Button>
          </div>
        </Notice>
      )
    )
  })
}

/** In the form: that it goes on with what was left, or that it cannot be kept. */
export const KeptWords = ({ resumed, state }: Pick<KeptForm<object>, 'resumed' | 'state'>) => (
  <>
    {resumed && (
      <Notice tone="neutro" quiet title="Sigue lo que dejó sin guardar">
        <p>
          Lo escrito quedó en este equipo <Moment at={resumed} />.
        </p>
      </Notice>
    )}
    {state === 'falla' && (
      <small role="status">
        Lo escrito no pudo quedar en este equipo: el espacio de este navegador está lleno o cerrado. Puede
        seguir.
      </small>
    )}
  </>
)
