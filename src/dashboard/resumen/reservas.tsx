// The folios of each type, and the plan's remaining units.

import { Link } from 'wouter'
import { useApi } from '../api/query'
import { useSesion } from '../api/sesion'
import { Loaded } from '../shell/loaded'
import { Bar } from '../ui/bar'
import { DataTable } from '../ui/data-table'
import { formatDate, formatNumber, formatPeriod, plural } from '../ui/format'
import { shortName } from '../ui/tipo'

export function Reservas() {
  const { puede } = useSesion()
  return (
    <>
      {puede('folios:leer') && <Folios />}
      <Plan />
    </>
  )
}

function Folios() {
  const query = useApi('GET /v1/dte/folios')
  if (query.data?.data.length === 0) return null
  return (
    <section className="seccion" aria-labelledby="resumen-folios">
      <h2 id="resumen-folios">Folios</h2>
      <Loaded query={query}>
        {({ data }) => (
          <DataTable
            caption="Folios que quedan"
            rows={data}
            rowKey={({ tipo_dte }) => String(tipo_dte)}
            columns={[
              {
                id: 'tipo',
                title: 'Documento',
                head: true,
                cell: ({ tipo_dte }) => <Link href="/folios">{shortName(tipo_dte)}</Link>,
              },
              {
                id: 'quedan',
                title: 'Quedan',
                numeric: true,
                cell: ({ disponibles }) => plural(disponibles, 'folio'),
              },
              {
                id: 'dias',
                title: 'Alcanzan para',
                numeric: true,
                cell: ({ dias_estimados }) =>
                  dias_estimados === null ? 'sin uso' : plural(dias_estimados, 'día'),
              },
              {
                id: 'vence',
                title: 'Vencen',
                extra: true,
                cell: ({ vence_el }) => (vence_el ? formatDate(vence_el) : ''),
              },
            ]}
          />
        )}
      </Loaded>
    </section>
  )
}

/** Absent where the plan has no limit, and to who may not ask for it. */
function Plan() {
  const { data } = useApi('GET /v1/cuenta/uso')
  if (!data) return null
  const { periodo, emisiones, consultas } = data.data
  const limited = (
    [
      ['Emisiones', emisiones],
      ['Consultas al SII', consultas],
    ] as const
  ).flatMap(([name, { usadas, limite }]) => (limite === null ? [] : [{ name, usadas, limite }]))
  if (!limited.length) return null
  return (
    <section className="seccion" aria-labelledby="resumen-plan">
      <h2 id="resumen-plan">Plan, {formatPeriod(periodo.replace('-', ''))}</h2>
      <div className="cifras">
        {limited.map(({ name, usadas, limite }) => (
          <div key={name}>
            <h3>{name}</h3>
            <Bar
              parts={[
                {
                  id: 'usadas',
                  value: Math.min(usadas, limite),
                  kind: 'lleno',
                  words: `${formatNumber(usadas)} de ${formatNumber(limite)} usadas`,
                },
                {
                  id: 'quedan',
                  value: Math.max(0, limite - usadas),
                  kind: 'libre',
                  words: `quedan ${formatNumber(Math.max(0, limite - usadas))}`,
                },
              ]}
            />
          </div>
        ))}
      </div>
    </section>
  )
}
