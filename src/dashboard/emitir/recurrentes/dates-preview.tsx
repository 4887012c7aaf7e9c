// The dates of a rule before it is saved, by the same reckoning as the server's and with its holidays (areas/recurrentes §1).

import { chileDate } from '../../../domain/fecha'
import { useApi } from '../../api/query'
import { upperFirst } from '../../ui/format'
import { asksHolidays, datesOf, reglaOf, type SerieDraft } from './rule-form'
import { dayWords, ruleWords } from './rule-words'

const COUNT = 12

/** The holidays that the operator added to the law's, of this year and the next. */
function useAdded(activa: boolean, hoy: string): string[] {
  const year = Number(hoy.slice(0, 4))
  const query = (anio: number) => ({ query: { anio: String(anio), limite: 100 } })
  const now = useApi('GET /v1/feriados', query(year), { activa })
  const next = useApi('GET /v1/feriados', query(year + 1), { activa })
  return [now, next].flatMap(({ data }) =>
    (data?.data ?? []).filter(({ fuente }) => fuente === 'servidor').map(({ fecha }) => fecha),
  )
}

export function DatesPreview({ draft }: { draft: SerieDraft }) {
  const hoy = chileDate(new Date())
  const regla = reglaOf(draft)
  const added = useAdded(asksHolidays(regla), hoy)
  const found = datesOf(regla, added, hoy, COUNT)
  return (
    <section className="seccion" aria-labelledby="serie-fechas">
      <h2 id="serie-fechas">Las fechas que da</h2>
      {!found ? (
        <p>Complete la regla y aquí se ven.</p>
      ) : found.fechas.length === 0 ? (
        <p role="status">Ninguna de hoy en adelante.</p>
      ) : (
        <>
          <p role="status">{upperFirst(ruleWords(regla))}.</p>
          <ol>
            {found.fechas.map((fecha) => (
              <li key={fecha}>{dayWords(fecha)}</li>
            ))}
          </ol>
          {found.siguen && <p>Y siguen.</p>}
        </>
      )}
    </section>
  )
}
