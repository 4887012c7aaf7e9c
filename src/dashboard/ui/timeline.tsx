// The steps in order, with the hour of each.

import type { ReactNode } from 'react'
import { Moment } from './moment'
import type { Tone } from './status'

export interface Step {
  id: string
  title: ReactNode
  /** ISO instant; null for what is still to come. */
  at: string | null
  tone: Tone
  icon: string
  detail?: ReactNode
}

export function Timeline({ label, steps }: { label: string; steps: readonly Step[] }) {
  return (
    <ol className="linea-tiempo" aria-label={label}>
      {steps.map(({ id, title, at, tone, icon, detail }) => (
        <li key={id} className={`tono-${tone}`}>
          <span className="icono" aria-hidden="true">
            {icon}
          </span>
          <div>
            {title}
            {at && (
              <>
                {' · '}
                <small>
                  <Moment at={at} />
                </small>
              </>
            )}
          </div>
          {detail}
        </li>
      ))}
    </ol>
  )
}
