// Facts about a taxpayer, each with where it comes from, and when the SII said them.

import { Fragment, type ReactNode } from 'react'
import { Button } from '../ui/button'
import { formatInstant } from '../ui/format'

/** Name, value and source; without a value it is left out. */
export type Fact = readonly [name: string, value: ReactNode, fuente?: string | undefined]

const FUENTES: Readonly<Record<string, string>> = {
  sii: 'según el SII',
  situacion: 'según su situación tributaria',
  empresa: 'de los datos de la empresa',
  emitidos: 'del último documento que se le emitió',
}

export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="pares">
    {facts.map(([name, value, fuente]) =>
      value ? (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>
            {value} {fuente && <small>{FUENTES[fuente] ?? fuente}</small>}
          </dd>
        </Fragment>
      ) : null,
    )}
  </dl>
)

export function Said({
  fuente,
  consultadoEn,
  onAnew,
}: {
  fuente: 'sii' | 'cache'
  consultadoEn: string
  onAnew: () => void
}) {
  return (
    <div className="acciones">
      <small>
        {fuente === 'sii'
          ? 'El SII lo dijo recién'
          : `El SII lo dijo el ${formatInstant(consultadoEn)}; no se consultó de nuevo`}
      </small>
      {fuente === 'cache' && <Button onClick={onAnew}>Preguntar de nuevo</Button>}
    </div>
  )
}
