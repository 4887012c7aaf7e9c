// Why a run was not found good, in the SII's words and with what mends it.

import { Notice } from '../ui/notice'
import type { Intento } from './camino'

export function Reasons({ intento: { estado, razones, glosa, veredicto_glosa } }: { intento: Intento }) {
  if (estado !== 'rechazado') return null
  const said = veredicto_glosa ?? glosa
  return (
    <Notice tone="mal" title="El SII no lo dio por bueno" quiet>
      {razones.length ? (
        <ul>
          {razones.map(({ caso, texto, remedio }) => (
            <li key={`${caso} ${texto}`}>
              {caso !== null && <strong>Caso {caso}: </strong>}
              {texto}
              {remedio && <p>Qué lo corrige: {remedio}.</p>}
            </li>
          ))}
        </ul>
      ) : (
        said && <p>{said}</p>
      )}
    </Notice>
  )
}
