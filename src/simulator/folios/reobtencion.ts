// Fetching a granted range again, `rf_*` (simulator §14.4). What was annulled is listed with the rest and told apart at the third page alone.

import { isDate } from '../../domain/fecha'
import { form, page } from '../portal/paginas'
import { listedFields, listRangos, sameDay } from './lista'
import { fileResponse, lengthOf, rangoOf } from './rangos'
import {
  BASE,
  companyPage,
  messagePage,
  namedRango,
  rangeFields,
  skipped,
  TITULO,
  type Tramite,
  tramite,
  typeField,
} from './tramite'

/** rf_reobtencion1_folios */
export const startReobtencion = (sim: Tramite['sim']): Response =>
  companyPage('rf', 'rf_reobtencion2_folios', [{ name: 'PAGINA', value: '1' }, typeField(sim, null, '')])(sim)

/** rf_reobtencion2_folios */
export const listReobtencion = listRangos('rf', 'rf_reobtencion3_folios')

const next = (
  t: Tramite,
  action: string,
  fields: Parameters<typeof form>[1]['fields'],
  text = '',
): Response =>
  page(t.sim, TITULO.rf, `${text}\n${form(t.sim, { name: 'form1', action: `${BASE}/${action}`, fields })}`)

/** Whether the session stands at a page for the range that is named. */
function standsAt({ paso }: Tramite, from: number, rango: { desde: number; hasta: number }): boolean {
  return (paso?.paso ?? 0) >= from && paso!.desde === rango.desde && paso!.hasta === rango.hasta
}

/** rf_reobtencion3_folios */
export const showReobtencion = tramite('rf', (t) => {
  const rango = namedRango(t)
  if (!t.paso || !rango || !sameDay(t, rango)) return skipped(t.sim)
  const { cuantos } = t.sim.sql.folios.anulados.get(rangoOf(t.tenedor, rango))!
  if (cuantos === lengthOf(rango))
    return messagePage(
      t,
      'rf',
      `El rango de folios ${rango.desde} a ${rango.hasta} ha sido anulado completamente`,
    )
  t.stand({ paso: 3, tipoDte: rango.tipoDte, desde: rango.desde, hasta: rango.hasta })
  return next(t, 'rf_genera_folio', [
    ...listedFields(t, rango),
    { name: 'ACEPTAR', value: 'Solicitar Folios', type: 'submit' },
  ])
})

/** rf_genera_folio */
export const allowReobtencion = tramite('rf', (t) => {
  const rango = namedRango(t)
  if (!rango || !standsAt(t, 3, rango)) return skipped(t.sim)
  t.stand({ ...t.paso!, paso: 4 })
  const [company] = [listedFields(t, rango).slice(0, 2)]
  return next(
    t,
    'rf_genera_archivo',
    [
      ...company,
      ...rangeFields(rango),
      { name: 'FECHA', value: rango.fecha },
      { name: 'ACEPTAR', value: 'AQUI', type: 'submit' },
    ],
    '<p>Para obtener el archivo presione</p>',
  )
})

/** rf_genera_archivo */
export const fetchReobtencion = tramite('rf', (t) => {
  const rango = namedRango(t)
  const fecha = t.campos.FECHA ?? ''
  if (!rango || !standsAt(t, 4, rango) || !isDate(fecha)) return skipped(t.sim)
  if (t.falla === 'ofga') return messagePage(t, 'rf', 'Error DTE-OFGA: no fue posible generar el archivo')
  return fileResponse(t.sim, rangoOf(t.tenedor, rango), fecha)
})
