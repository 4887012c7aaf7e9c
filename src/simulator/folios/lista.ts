// The list of a company's ranges, a form for each, ten to a page (simulator §14.4): as fetching again and annulling begin.

import { dayOf } from '../contribuyente/emisores'
import { form, html, page } from '../portal/paginas'
import { lengthOf, rangosOf } from './rangos'
import type { RangoLeido } from './statements'
import {
  BASE,
  companyFields,
  integerOf,
  messagePage,
  rangeFields,
  skipped,
  TITULO,
  type Tramite,
  tramite,
} from './tramite'

const POR_PAGINA = 10

/** The hidden fields of a range in the list. */
export function listedFields({ tenedor }: Tramite, rango: RangoLeido) {
  const [ano = '', mes = '', dia = ''] = rango.fecha.split('-')
  return [
    ...companyFields(tenedor),
    ...rangeFields(rango),
    { name: 'DIA', value: dia },
    { name: 'MES', value: mes },
    { name: 'ANO', value: ano },
    { name: 'CANT_DOCTOS', value: String(lengthOf(rango)) },
  ]
}

/** Whether a page's DIA, MES and ANO are those of a range. */
export const sameDay = ({ campos }: Tramite, { fecha }: RangoLeido): boolean =>
  `${campos.ANO}-${campos.MES?.padStart(2, '0')}-${campos.DIA?.padStart(2, '0')}` === fecha

/** The second page: what was granted, without a word about what became of it. */
export const listRangos = (clase: 'rf' | 'af', action: string) =>
  tramite(clase, (t) => {
    const { sim, tenedor, campos } = t
    const pagina = integerOf(campos.PAGINA)
    if (!pagina) return skipped(sim)
    const all = rangosOf(sim, { ...tenedor, tipoDte: integerOf(campos.COD_DOCTO) })
    t.stand({ paso: 2, tipoDte: integerOf(campos.COD_DOCTO) })
    if (!all.length) return messagePage(t, clase, 'No registra rangos de folios autorizados')
    const from = (pagina - 1) * POR_PAGINA
    const rows = all.slice(from, from + POR_PAGINA).map((rango, i) => {
      const cells = [
        dayOf(rango.fecha),
        String(lengthOf(rango)),
        String(rango.desde),
        String(rango.hasta),
        rango.persona ?? '',
      ].map((cell, n) =>
        n % 2 ? `<td class="texto">${html(cell)}</td>` : `<TD class=texto> ${html(cell)}</TD>`,
      )
      const own = form(sim, {
        name: `frm${i + 1}`,
        action: `${BASE}/${action}`,
        fields: [...listedFields(t, rango), { name: 'ACEPTAR', value: 'Seleccionar', type: 'submit' }],
      })
      return `<tr>${cells.join('')}<td>${own}</td></tr>`
    })
    const pages = Array.from({ length: Math.ceil(all.length / POR_PAGINA) }, (_, i) => i + 1)
    const links = pages.map((n) => (n === pagina ? `${n}` : `<a href="javascript:cambiapag(${n})">${n}</a>`))
    return page(
      sim,
      TITULO[clase],
      `<script>\nfunction cambiapag(n) { document.frmpag.PAGINA.value = n; document.frmpag.submit(); }\n</script>
<table border=1><tr><th>Fecha</th><th>Cantidad</th><th>Desde</th><th>Hasta</th><th>Realizado por</th><th></th></tr>
${rows.join('\n')}
</table>
${links.join(' ')}`,
    )
  })
