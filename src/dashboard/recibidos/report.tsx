// Everything odd about a received document, what refuses first.

import { Notice } from '../ui/notice'
import { Status } from '../ui/status'
import type { Recibido } from './words'

export function Report({ informe }: Pick<Recibido, 'informe'>) {
  if (!informe.length)
    return (
      <Notice tone="bien">
        <p>Nada raro: viene como el SII lo pide.</p>
      </Notice>
    )
  const sorted = [...informe].sort((a, b) => Number(b.nivel === 'rechazo') - Number(a.nivel === 'rechazo'))
  return (
    <section aria-labelledby="informe">
      <h2 id="informe">Informe</h2>
      <ul className="recibido-informe">
        {sorted.map(({ codigo, nivel, donde, mensaje }) => (
          <li key={`${codigo} ${donde} ${mensaje}`}>
            <Status icon={nivel === 'rechazo' ? '✕' : '!'} tone={nivel === 'rechazo' ? 'mal' : 'aviso'}>
              {nivel === 'rechazo' ? 'No vale' : 'Reparo'}
            </Status>{' '}
            {mensaje}{' '}
            <small>
              {codigo} · {donde}
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}
