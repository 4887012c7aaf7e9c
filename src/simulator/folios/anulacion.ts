// Annulling folios at the SII's site, `af_*` (simulator §14.5): of one range, all that are named or none.

import { form, page } from '../portal/paginas'
import { listedFields, listRangos, sameDay } from './lista'
import { rangoOf } from './rangos'
import {
  BASE,
  companyPage,
  integerOf,
  messagePage,
  namedRango,
  skipped,
  TITULO,
  type Tramite,
  tramite,
  typeField,
} from './tramite'

/** af_anular1 */
export const startAnulacion = (sim: Tramite['sim']): Response =>
  companyPage('af', 'af_anular2', [{ name: 'PAGINA', value: '1' }, typeField(sim, null, '')])(sim)

/** af_anular2 */
export const listAnulacion = listRangos('af', 'af_anular3')

/** af_anular3: which folios of the range, and why. */
export const showAnulacion = tramite('af', (t) => {
  const rango = namedRango(t)
  if (!t.paso || !rango || !sameDay(t, rango)) return skipped(t.sim)
  t.stand({ paso: 3, tipoDte: rango.tipoDte, desde: rango.desde, hasta: rango.hasta })
  return page(
    t.sim,
    TITULO.af,
    form(t.sim, {
      name: 'form1',
      action: `${BASE}/af_anular`,
      fields: [
        ...listedFields(t, rango),
        { name: 'FOLIO_INI_A', type: 'text' },
        { name: 'FOLIO_FIN_A', type: 'text' },
        { name: 'MOTIVO', type: 'text' },
        { name: 'ACEPTAR', value: 'Anular Folios', type: 'submit' },
      ],
    }),
  )
})

/** af_anular */
export const annulFolios = tramite('af', (t) => {
  const { sim, tenedor, campos, paso } = t
  const rango = namedRango(t)
  if (!rango || paso?.paso !== 3 || paso.desde !== rango.desde || paso.hasta !== rango.hasta)
    return skipped(sim)
  const [desde, hasta] = [integerOf(campos.FOLIO_INI_A), integerOf(campos.FOLIO_FIN_A)]
  if (!desde || !hasta || hasta < desde || desde < rango.desde || hasta > rango.hasta)
    return messagePage(t, 'af', 'Los folios por anular deben ser del rango seleccionado')
  const motivo = (campos.MOTIVO ?? '').trim()
  if (!motivo) return messagePage(t, 'af', 'Debe ingresar el motivo de la anulación')
  const some = { ...rangoOf(tenedor, rango), desde, hasta }
  const { folios } = sim.sql
  const recibido = folios.recibidos.get(some)!.primero
  if (recibido !== null) return messagePage(t, 'af', `El folio ${recibido} ya fue recepcionado por el SII`)
  const anulado = folios.anulados.get(some)!.primero
  if (anulado !== null) return messagePage(t, 'af', `El folio ${anulado} ya fue anulado anteriormente`)
  folios.annul.run({ ...some, at: sim.now().getTime(), motivo })
  return page(
    sim,
    'SOLICITUD ANULACION DE FOLIOS',
    `<p>El SII ha autorizado la anulaci&oacute;n de los folios ${desde} a ${hasta}</p>`,
  )
})
