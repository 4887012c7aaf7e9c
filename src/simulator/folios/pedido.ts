// Asking for folios at the SII's site, `of_*` (simulator §14.2): five pages in their order, of which the fourth grants and the fifth hands out.

import { chileDate, isDate } from '../../domain/fecha'
import { nextFolio, reserveCaf } from '../cafs'
import { mayIssue } from '../contribuyentes'
import { nombreOf } from '../portal/identidad'
import { type Campo, form, html, page } from '../portal/paginas'
import { cupoOf, fileResponse, lengthOf, rangoOf } from './rangos'
import {
  BASE,
  companyFields,
  companyPage,
  integerOf,
  messagePage,
  namedRango,
  rangeFields,
  skipped,
  TITULO,
  type Tramite,
  tramite,
  typeField,
} from './tramite'

/** of_solicita_folios */
export const startPedido = companyPage('of', 'of_solicita_folios_dcto')

/** A silent refusal: the first page again. */
function again(t: Tramite): Response {
  t.leave()
  return startPedido(t.sim)
}

const formPage = ({ sim, tenedor }: Tramite, action: string, fields: readonly Campo[], text = ''): Response =>
  page(
    sim,
    TITULO.of,
    `${text && `<p>${html(text)}</p>\n`}<script>\nfunction changeRegregion() { document.form1.CANT_DOCTOS.value = ""; document.form1.action = "${BASE}/of_solicita_folios_dcto"; document.form1.submit(); }\n</script>\n${form(sim, { name: 'form1', action: `${BASE}/${action}`, fields: [...companyFields(tenedor), ...fields] })}`,
  )

/** of_solicita_folios_dcto, twice: which types there are, then how many of the one that was chosen. */
export const chooseTipo = tramite('of', (t) => {
  const { sim, tenedor, campos, paso } = t
  const asked = integerOf(campos.COD_DOCTO)
  // Whoever comes back in the middle of a request finds its type chosen already.
  const tipoDte = asked ?? (paso && paso.paso < 5 ? paso.tipoDte : null)
  const known = tipoDte !== null && mayIssue(sim, tenedor.lado, tenedor.rut, tipoDte)
  if (asked !== null && !paso) return skipped(sim)
  if (!known) {
    t.stand({ paso: 2 })
    return formPage(t, 'of_solicita_folios_dcto', [
      typeField(sim, tenedor, '', 'changeRegregion()'),
      { name: 'CANT_DOCTOS', type: 'text' },
      { name: 'ACEPTAR', value: 'Solicitar Numeración', type: 'submit' },
    ])
  }
  const { maximo, disponibles } = cupoOf(sim, tenedor, tipoDte)
  if (maximo <= 0) {
    t.leave()
    return messagePage(t, 'of', `NO SE AUTORIZA TIMBRAJE: registra ${disponibles} folios sin utilizar`)
  }
  // A quantity sent along hides the limits, and without them nothing is granted.
  const control = (campos.CANT_DOCTOS ?? '').trim() === ''
  t.stand({ paso: 3, tipoDte, control: control ? 1 : 0, maximo })
  return formPage(t, 'of_confirma_folio', [
    ...(control ? limits(maximo, disponibles) : []),
    typeField(sim, tenedor, String(tipoDte), 'changeRegregion()'),
    { name: 'CANT_DOCTOS', type: 'text' },
    { name: 'ACEPTAR', value: 'Solicitar Numeración', type: 'submit' },
  ])
})

const limits = (maximo: number, disponibles: number | null): Campo[] => [
  { name: 'CONTROL', value: 'S' },
  { name: 'MAX_AUTOR', value: String(maximo) },
  ...(disponibles === null ? [] : [{ name: 'FOLIOS_DISP', value: String(disponibles) }]),
]

/** of_confirma_folio: proposes a range; of a type that the company never had, asks first where it is to begin. */
export const confirmPedido = tramite('of', (t) => {
  const { sim, tenedor, campos, paso, falla } = t
  if (falla === 'no_autoriza') {
    t.leave()
    return messagePage(t, 'of', 'NO SE AUTORIZA TIMBRAJE: regularice su situación tributaria')
  }
  const tipoDte = integerOf(campos.COD_DOCTO)
  if (!paso || paso.paso < 3 || paso.tipoDte === null || paso.tipoDte !== tipoDte) return skipped(sim)
  const cantidad = integerOf(campos.CANT_DOCTOS)
  const control = paso.control && campos.CONTROL === 'S' ? 1 : 0
  if (!cantidad || cantidad > paso.maximo!) return again(t)
  const fields: Campo[] = [
    { name: 'CANT_DOCTOS', value: String(cantidad) },
    ...(control ? limits(paso.maximo!, null) : []),
  ]
  const next = nextFolio(sim, tenedor.lado, tenedor.rut, tipoDte)
  const inicial = integerOf(campos.FOLIO_INICIAL)
  if (next === 1 && inicial === null) {
    t.stand({ ...paso, paso: 4, control })
    return formPage(
      t,
      'of_confirma_folio',
      [
        { name: 'COD_DOCTO', value: String(tipoDte) },
        ...fields,
        { name: 'FOLIO_INICIAL', type: 'text' },
        { name: 'ACEPTAR', value: 'Confirmar Folio Inicial', type: 'submit' },
      ],
      'Ingrese el folio inicial de este tipo de documento',
    )
  }
  const desde = next === 1 ? Math.max(1, inicial ?? 1) : next
  const rango = { tipoDte, desde, hasta: desde + cantidad - 1 }
  t.stand({ ...paso, ...rango, paso: 4, control })
  const { nombres, apellidoPaterno, apellidoMaterno } = nombreOf(t.sesion.rut)
  return formPage(t, 'of_genera_folio', [
    { name: 'NOMUSU', value: `${nombres} ${apellidoPaterno} ${apellidoMaterno}` },
    ...rangeFields(rango),
    ...fields,
    { name: 'ACEPTAR', value: 'Obtener Folios', type: 'submit' },
  ])
})

/** of_genera_folio: grants the proposed range, or less of it. What it does not like it refuses without a word. */
export const grantPedido = tramite('of', (t) => {
  const { sim, tenedor, campos, paso } = t
  const { lado, rut, dueno } = tenedor
  if (!paso || paso.paso < 4 || paso.tipoDte === null || paso.desde === null) return skipped(sim)
  const { tipoDte, desde } = paso
  const hasta = integerOf(campos.FOLIO_FIN)
  if (paso.paso === 5) {
    const granted = namedRango(t)
    if (!granted) return again(t)
    return messagePage(t, 'of', `Ya fue autorizado el rango desde ${granted.desde} hasta ${granted.hasta}`)
  }
  const agrees =
    hasta !== null &&
    integerOf(campos.COD_DOCTO) === tipoDte &&
    integerOf(campos.FOLIO_INI) === desde &&
    integerOf(campos.CANT_DOCTOS) === lengthOf({ desde, hasta }) &&
    integerOf(campos.MAX_AUTOR) === paso.maximo &&
    hasta >= desde &&
    hasta <= paso.hasta!
  if (!paso.control || !agrees || nextFolio(sim, lado, rut, tipoDte) > desde) return again(t)
  const fecha = chileDate(sim.now())
  const rango = { tipoDte, desde, hasta }
  reserveCaf(sim, { lado, rut, ...rango, fecha, dueno: dueno || null, persona: t.sesion.rut })
  t.stand({ ...paso, paso: 5, hasta })
  return formPage(
    t,
    'of_genera_archivo',
    [
      ...rangeFields(rango),
      { name: 'FECHA', value: fecha },
      { name: 'ACEPTAR', value: 'AQUI', type: 'submit' },
    ],
    `El SII ha autorizado los folios desde ${desde} hasta ${hasta}. Para obtener el archivo presione`,
  )
})

/** of_genera_archivo: the file of a granted range, whose date is what the page before is answered with. */
export const fetchPedido = tramite('of', (t) => {
  const rango = namedRango(t)
  const fecha = t.campos.FECHA ?? ''
  if (t.paso?.paso !== 5 || !rango || !isDate(fecha)) return skipped(t.sim)
  if (t.falla === 'ofga') return messagePage(t, 'of', 'Error DTE-OFGA: no fue posible generar el archivo')
  return fileResponse(t.sim, rangoOf(t.tenedor, rango), fecha)
})
