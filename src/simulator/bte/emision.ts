// Issuing a boleta of third parties, `bte_indiv_ing` to `ing3` (simulator §15.2): a form, the draft with the SII's amounts, and the page that
// issues, which does so each time it is asked.

import { chileDate } from '../../domain/fecha'
import { splitRut } from '../../domain/rut'
import { fichaOf } from '../contribuyente/ficha'
import { type Campo, form, html, page } from '../portal/paginas'
import { issueBte } from './bte'
import { comunasBte, REGIONES_BTE } from './comunas'
import { CAMPOS_LINEA, readFormulario } from './formulario'
import { ADICIONAL, tasaOf, withheld } from './tasa'
import { BASE, integerOf, pesos, refuse, type Visita, visita } from './ventanilla'

const TITULO = 'BOLETA DE PRESTACION DE SERVICIOS DE TERCEROS ELECTRONICA'
const ECO = [
  ...['DIA', 'MES', 'ANO', 'RUT_TERC', 'DV_TERC', 'NOMBRE_TERC', 'DOMICILIO_TER'],
  ...['cod_region', 'cod_comuna', 'DESC_COMUNA'],
  ...CAMPOS_LINEA.flat(),
]

const payerFields = (pagador: string): Campo[] => {
  const { numero, dv } = splitRut(pagador)
  return [
    { name: 'RUT', value: numero },
    { name: 'DV', value: dv },
  ]
}

/** bte_indiv_ing */
export const startBte = visita(({ sim, sesion, pagador }) => {
  const [ano = '', mes = '', dia = ''] = chileDate(sim.now()).split('-')
  const text = (name: string, value = ''): Campo => ({ name, value, type: 'text' })
  return page(
    sim,
    TITULO,
    `<script>\nfunction cambiaRegion() { document.formulario.DESC_COMUNA.value = ""; document.otro.PRESTA5.value = "0"; }\n</script>
<p>Usuario: ${html(fichaOf(sim, null, sesion.rut)?.razonSocial ?? sesion.rut)}</p>
${form(sim, {
  name: 'formulario',
  action: `${BASE}/bte_indiv_ing2`,
  fields: [
    ...payerFields(pagador),
    text('DIA', dia),
    text('MES', mes),
    text('ANO', ano),
    text('RUT_TERC'),
    text('DV_TERC'),
    text('NOMBRE_TERC'),
    text('DOMICILIO_TER'),
    { name: 'cod_region', options: [['', 'Seleccione'], ...REGIONES_BTE], onchange: 'cambiaRegion()' },
    { name: 'cod_comuna', options: [['', 'Seleccione'], ...comunasBte()] },
    { name: 'DESC_COMUNA' },
    ...CAMPOS_LINEA.flat().map((name) => text(name)),
    { name: 'ACEPTAR', value: 'Continuar', type: 'submit' },
  ],
})}`,
  )
})

/** bte_indiv_ing2: the draft, which issues nothing. */
export const draftBte = visita(({ sim, pagador, campos, falla }) => {
  const borrador = readFormulario(sim, campos)
  if (typeof borrador === 'string') return refuse(sim, borrador)
  const { fecha, beneficiario, bruto } = borrador
  const tasa = tasaOf(fecha, beneficiario) + (falla === 'retencion_distinta' ? ADICIONAL : 0)
  const retencion = withheld(bruto, tasa)
  const rows = [
    ['Total Honorarios', bruto],
    ['Retención', retencion],
    ['Total a pagar', bruto - retencion],
  ] as const
  return page(
    sim,
    'BORRADOR DE BOLETA',
    `<table>${rows.map(([label, amount]) => `<tr><td>${html(label)}</td><td align=right>$ ${pesos(amount)}</td></tr>`).join('\n')}</table>
${form(sim, {
  name: 'borrador',
  action: `${BASE}/bte_indiv_ing3`,
  fields: [
    ...payerFields(pagador),
    ...ECO.map((name) => ({ name, value: campos[name] ?? '' })),
    { name: 'BRT', value: String(bruto) },
    { name: 'IMP', value: String(retencion) },
    { name: 'NET', value: String(bruto - retencion) },
    { name: 'ACEPTAR', value: 'Emitir la Boleta', type: 'submit' },
  ],
})}`,
  )
})

/** Whether the amounts of a draft add up: at the rate of the day, or with three points more. */
function addsUp({ campos }: Visita, fecha: string, beneficiario: string, bruto: number): boolean {
  const [brt, imp, net] = [campos.BRT, campos.IMP, campos.NET].map(integerOf)
  const tasa = tasaOf(fecha, beneficiario)
  return (
    brt === bruto &&
    imp !== null &&
    net === bruto - imp! &&
    [tasa, tasa + ADICIONAL].some((one) => withheld(bruto, one) === imp)
  )
}

/** bte_indiv_ing3: issues, each time anew. */
export const emitBte = visita((v) => {
  const { sim, sesion, pagador, campos } = v
  const borrador = readFormulario(sim, campos)
  if (typeof borrador === 'string') return refuse(sim, borrador)
  const { fecha, beneficiario, bruto } = borrador
  if (!addsUp(v, fecha, beneficiario, bruto)) return refuse(sim, 'los montos no son los del borrador')
  const retencion = integerOf(campos.IMP)!
  const { dueno, rut: persona } = sesion
  const { folio, codigo } = issueBte(sim, { ...borrador, rut: pagador, dueno, persona, retencion })
  return page(
    sim,
    TITULO,
    `<h3>La boleta ha sido emitida</h3>
<table><tr><td>N&deg; de Boleta</td><td><b>${folio}</b></td></tr><tr><td>C&oacute;digo</td><td>${codigo}</td></tr></table>
${form(sim, {
  name: 'ver',
  action: `${BASE}/bte_indiv_cons3`,
  fields: [
    { name: 'NUMBOL', value: String(folio) },
    { name: 'ACEPTAR', value: 'Ver Boleta', type: 'submit' },
  ],
})}`,
  )
})
