// The month's use of the plan, and the day when it begins again.

import type { DataOf } from '../api/client'
import { firstDayAfter } from '../shell/period'
import { Bar } from '../ui/bar'
import { formatDate, formatNumber, formatPeriod } from '../ui/format'

type Cuota = DataOf<'GET /v1/cuenta/uso'>['emisiones']

export function Usage({ uso }: { uso: DataOf<'GET /v1/cuenta/uso'> }) {
  return (
    <section className="seccion">
      <h2>Uso de {formatPeriod(uso.periodo.replace('-', ''))}</h2>
      <div className="grilla">
        <Meter title="Documentos emitidos" cuota={uso.emisiones} />
        <Meter title="Consultas al SII" cuota={uso.consultas} />
      </div>
      <small>
        Se cuenta cada documento que se pidió emitir en el mes, también lo rechazado: no es lo vendido. El mes
        se renueva el {formatDate(firstDayAfter(uso.periodo))}.
      </small>
    </section>
  )
}

function Meter({ title, cuota: { usadas, limite, restantes } }: { title: string; cuota: Cuota }) {
  return (
    <div className="columna">
      <h3>{title}</h3>
      {limite === null ? (
        <p>{formatNumber(usadas)} · sin límite</p>
      ) : (
        <Bar
          parts={[
            {
              id: 'usadas',
              value: usadas,
              words: `${formatNumber(usadas)} de ${formatNumber(limite)}`,
              kind: 'lleno',
            },
            {
              id: 'libres',
              value: restantes ?? 0,
              words: `quedan ${formatNumber(restantes ?? 0)}`,
              kind: 'libre',
            },
          ]}
        />
      )}
    </div>
  )
}
