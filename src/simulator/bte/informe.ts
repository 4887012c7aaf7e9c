// Boletas by month and by year, `bte_indiv_cons` and what it leads to (simulator §15.3).

import { addDays, addMonths, chileDate } from '../../domain/fecha'
import { splitRut } from '../../domain/rut'
import { dayOf } from '../contribuyente/emisores'
import { fichaOf } from '../contribuyente/ficha'
import { type Campo, form, html, page } from '../portal/paginas'
import type { Sim } from '../sim'
import { estadoOf } from './bte'
import type { Bte } from './statements'
import { BASE, integerOf, pesos, refuse, type Visita, visita } from './ventanilla'

const POR_PAGINA = 15
const VACIO = 'NO REGISTRA MOVIMIENTOS'
/** Which side of a boleta: 1 who pays, 2 who is paid. */
const LADOS_BTE = { '1': 'EMITIDAS', '2': 'RECIBIDAS' } as const
type Contraparte = keyof typeof LADOS_BTE

const ESTADOS = {
  vigente: 'VIGENTE',
  anulacion_solicitada: 'VIGENTE CON SOLICITUD DE ANULACION',
  anulada: 'ANULADA',
} as const

const sideOf = (text: string | undefined): Contraparte | null => (text === '1' || text === '2' ? text : null)

/** The boletas of an inclusive span of days, on one side. */
function boletasOf({ sim, sesion, pagador }: Visita, side: Contraparte, desde: string, hasta: string): Bte[] {
  const { emitidas, recibidas } = sim.sql.bte
  const tramo = { dueno: sesion.dueno, rut: pagador, desde, hasta }
  return (side === '1' ? emitidas : recibidas).all(tramo)
}

/** bte_indiv_cons?1 or ?2: the menu. */
export const menuBte = visita(({ sim, consulta }) => {
  const side = sideOf(consulta)
  if (!side) return refuse(sim, 'la consulta no existe')
  const [ano = '', mes = ''] = chileDate(sim.now()).split('-')
  const common: Campo[] = [
    { name: 'CNTR', value: side },
    { name: 'AUTEN', value: 'RUTCLAVE' },
  ]
  const years: [string, string][] = Array.from({ length: 6 }, (_, i) => {
    const year = String(Number(ano) - i)
    return [year, year]
  })
  return page(
    sim,
    `CONSULTA BTE ${LADOS_BTE[side]}`,
    `${form(sim, {
      name: 'anual',
      action: `${BASE}/bte_indiv_cons4`,
      fields: [
        ...common,
        { name: 'TIPO', value: 'anual' },
        { name: 'ANOA', value: ano, options: years },
        { name: 'ACEPTAR', value: 'Consultar', type: 'submit' },
      ],
    })}
${form(sim, {
  name: 'mensual',
  action: `${BASE}/bte_indiv_cons2`,
  fields: [
    ...common,
    { name: 'TIPO', value: 'mensual' },
    { name: 'DIA', value: '1' },
    { name: 'PAGINA', value: '1' },
    { name: 'MESM', value: mes, type: 'text' },
    { name: 'ANOM', value: ano, type: 'text' },
    { name: 'ACEPTAR', value: 'Consultar', type: 'submit' },
  ],
})}`,
  )
})

/** A cell, quoted or not; blanks stray into names. */
const cell = (text: string, i: number): string =>
  i % 2
    ? `<td align="right"><font class="reporte">${text}</font></td>`
    : `<TD nowrap><font class=reporte> ${text}&nbsp;</font></TD>`

/** The state of every other load as a word that a pointer brings up. */
const stateCell = (estado: string, hover: boolean): string =>
  hover
    ? `<a href="#" onmouseover="return overlib('${estado}', CAPTION, 'Estado')" onmouseout="nd()"><img src=/img/e.gif border=0></a>`
    : html(estado)

function rowOf(sim: Sim, boleta: Bte, hover: boolean): string {
  const { rut, folio, persona, beneficiario, bruto, retencion, fecha, emitidaAt } = boleta
  const { numero, dv } = splitRut(rut)
  const cells = [
    String(folio),
    stateCell(ESTADOS[estadoOf(boleta)], hover),
    dayOf(fecha),
    rut,
    html(fichaOf(sim, null, persona)?.razonSocial ?? persona),
    dayOf(chileDate(new Date(emitidaAt))),
    beneficiario,
    html(`${boleta.nombre} `),
    pesos(bruto),
    pesos(retencion),
    pesos(bruto - retencion),
  ]
  const icon = `<td><a href="${BASE}/bte_indiv_cons3?NUMBOL=${folio}&amp;RUT_EMI=${numero}&amp;DV_EMI=${dv}" target=_blank><img src="/img/bte.gif" border="0"></a></td>`
  return `<tr>${icon}${cells.map(cell).join('')}</tr>`
}

/** bte_indiv_cons2: a page of a month. */
export const monthBte = visita((v) => {
  const { sim, campos } = v
  const side = sideOf(campos.CNTR)
  const pagina = integerOf(campos.PAGINA)
  const [mes, ano] = [integerOf(campos.MESM), integerOf(campos.ANOM)]
  if (!side || !pagina || campos.TIPO !== 'mensual' || !mes || mes > 12 || !ano || ano < 2004 || ano > 9998)
    return refuse(sim, 'los datos de la consulta no son válidos')
  const desde = `${ano}-${String(mes).padStart(2, '0')}-01`
  const all = boletasOf(v, side, desde, addDays(addMonths(desde, 1), -1))
  const titulo = `INFORME BTE's ${LADOS_BTE[side]}`
  if (!all.length) return page(sim, titulo, `<h3>${titulo}</h3>\n<p>${VACIO}</p>`)
  const pages = Math.ceil(all.length / POR_PAGINA)
  if (pagina > pages) return refuse(sim, 'la página no existe')
  const [hover = 0] = sim.random(1)
  const rows = all
    .slice((pagina - 1) * POR_PAGINA, pagina * POR_PAGINA)
    .map((boleta, i) => rowOf(sim, boleta, (hover + i) % 2 === 0))
  const alive = all.filter((boleta) => boleta.anuladaAt === null)
  const bruto = alive.reduce((sum, boleta) => sum + boleta.bruto, 0)
  const retencion = alive.reduce((sum, boleta) => sum + boleta.retencion, 0)
  const totals = [bruto, retencion, bruto - retencion].map((n) => `<td align=right><b>${pesos(n)}</b></td>`)
  return page(
    sim,
    titulo,
    `<h3>${titulo}</h3>
<table border=1>
<tr><th></th><th>N&deg;</th><th>Estado</th><th>Fecha</th><th colspan=2>Emisor</th><th>Fecha</th><th colspan=2>Prestador</th><th>Brutos</th><th>Retenidos</th><th>Pagado</th></tr>
${rows.join('\n')}
<tr><td colspan=9>Totales</td>${totals.join('')}</tr>
</table>
<p>Total Boletas: ${all.length}</p>
<p>P&aacute;gina ${pagina} de ${pages}</p>`,
  )
})

/** bte_indiv_cons4: the file of a year, whose form is ours. */
export const yearBte = visita((v) => {
  const { sim, campos } = v
  const side = sideOf(campos.CNTR)
  const ano = integerOf(campos.ANOA)
  if (!side || campos.TIPO !== 'anual' || !ano || ano < 2004 || ano > 9998)
    return refuse(sim, 'los datos de la consulta no son válidos')
  const lines = boletasOf(v, side, `${ano}-01-01`, `${ano}-12-31`).map((boleta) =>
    [
      boleta.folio,
      ESTADOS[estadoOf(boleta)],
      dayOf(boleta.fecha),
      boleta.rut,
      boleta.beneficiario,
      boleta.nombre,
      boleta.bruto,
      boleta.retencion,
      boleta.bruto - boleta.retencion,
    ].join(';'),
  )
  const head = 'Numero;Estado;Fecha;RUT Emisor;RUT Prestador;Nombre Prestador;Bruto;Retenido;Pagado'
  return new Response(Buffer.from([head, ...lines, ''].join('\r\n'), 'latin1'), {
    headers: {
      'content-type': 'text/csv; charset=ISO-8859-1',
      'content-disposition': `attachment; filename=BTE_${LADOS_BTE[side]}_${ano}.csv`,
    },
  })
})
