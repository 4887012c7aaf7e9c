// Why a note and an invoice belong together, and how sure that is.

import { Term } from '../ui/term'

const ORIGEN = {
  xml: 'Por su XML',
  automatica: 'Por el registro',
  manual: 'A mano',
} as const

export function Evidence({
  origen,
  confianza,
  razones,
}: {
  origen?: keyof typeof ORIGEN
  confianza: number
  razones: readonly string[]
}) {
  const sure = `${Math.round(confianza * 100)} %`
  return (
    <small>
      {origen && <>{ORIGEN[origen]} · </>}
      {origen !== 'manual' && (
        <>
          <Term means="Cuán seguro es que la nota sea de esa factura; desde 80 % se vincula sola, si ninguna otra se acerca.">
            {sure}
          </Term>
          {' · '}
        </>
      )}
      {razones.join(', ')}
    </small>
  )
}
