// The tax status of anybody, behind its captcha (simulator §13.3).

import { chileTimestamp } from '../../domain/fecha'
import { form, html, page } from '../portal/paginas'
import type { Pedido } from '../portal/servicio'
import type { Sim } from '../sim'
import { isRead } from './captcha'
import { dayOf } from './emisores'
import { type Ficha, fichaOf, rutOfNumero } from './ficha'
import { outagePage } from './mantencion'

const TITULO = 'Consultar Situación Tributaria de Terceros'
/** The page shows no more of an activity. */
const TEXTO_MAX = 70

const again = (): Response =>
  new Response(
    "<html><script>alert('Por favor reingrese Captcha');history.go(-1);</script></html>\r\n\r\n\r\n\r\n\r\n",
    {
      headers: { 'content-type': 'text/html' },
    },
  )

const siNo = (value: boolean): string => (value ? 'SI' : 'NO')

const tabla = (rows: readonly (readonly string[])[]): string =>
  `<table class=tabla border=1>\n${rows.map((cells) => `<tr>${cells.map((cell) => `<td align=center><font class="reporte">${html(cell)}</font></td>`).join('')}</tr>`).join('\n')}\n</table>`

/** POST getstc. Without a captcha that somebody read: a tiny page that asks again. */
export async function answerSituacion(sim: Sim, { request, falla, lado }: Pedido): Promise<Response> {
  if (falla?.falla === 'mantencion') return outagePage()
  const body = new URLSearchParams(Buffer.from(await request.arrayBuffer()).toString('latin1'))
  const read = isRead(sim, body.get('txt_captcha') ?? '', body.get('txt_code') ?? '')
  if (falla?.falla === 'captcha_malo' || !read) return again()
  const numero = (body.get('RUT') ?? '').replace(/\D/g, '').slice(0, 8)
  const ficha = numero ? fichaOf(sim, lado, rutOfNumero(numero)) : null
  return page(sim, TITULO, `${head(ficha)}\n${ficha ? detail(sim, ficha) : ''}\n${anotherSearch(sim)}`)
}

/** Name and RUT, each in the box behind its label; of who is not known the boxes are empty. */
const head = (ficha: Ficha | null): string => `<div id=contenedor>
<div style="float:left"><b>Nombre o Raz&oacute;n Social&nbsp;:</b></div><div>${html(ficha ? `${ficha.razonSocial} ` : '')}</div>
<div style=float:left><strong>RUT Contribuyente&nbsp;:</strong></div>
<div>${ficha?.rut ?? ''}</div>
</div>`

function detail(sim: Sim, ficha: Ficha): string {
  const [date, time] = chileTimestamp(sim.now()).split('T') as [string, string]
  const spans = [
    `Fecha de realización de la consulta: ${dayOf(date)} ${time.slice(0, 5)} hrs`,
    'Contribuyente presenta Inicio de Actividades: SI',
    `Fecha de Inicio de Actividades: ${dayOf(ficha.inicio)}`,
    `Contribuyente autorizado para declarar y pagar sus impuestos en moneda extranjera: ${siNo(ficha.monedaExtranjera)}`,
    `Contribuyente es Empresa de Menor Tamaño (según Ley N° 20.416): ${siNo(ficha.menorTamano)}`,
  ].map((text) => `<span class=reporte>${html(text)}</span><br>`)
  const actividades = ficha.termino
    ? ''
    : `<span><b>Actividades Econ&oacute;micas vigentes:</b></span>\n${tabla([
        ['Actividades', 'Código', 'Categoría', 'Afecta IVA', 'Fecha'],
        ...ficha.actividades.map((one) => [
          one.descripcion.slice(0, TEXTO_MAX),
          String(one.codigo).padStart(6, '0'),
          one.categoria,
          one.afectaIva ? 'Si' : 'No',
          dayOf(one.desde),
        ]),
      ])}`
  const year = sim.now().getUTCFullYear()
  const obligados = tabla([
    ['Documentos obligados a emitir en forma electrónica'],
    ['Factura Electrónica'],
    ['Guía de Despacho Electrónica'],
  ])
  const timbrados = tabla([
    ['Documentos Timbrados', 'Año último timbraje'],
    ['Factura Electronica'.padEnd(40), String(year)],
    ['Guia de Despacho Electronica'.padEnd(40), String(year - 1)],
  ])
  const observaciones = ficha.termino
    ? `Contribuyente presenta Término de Giro con fecha ${dayOf(ficha.termino)}`
    : 'Sin observaciones'
  return `${spans.join('\n')}\n${actividades}\n<br>\n${obligados}\n<br>\n${timbrados}\n<br><span class=reporte><b>Observaciones:</b> ${html(observaciones)}</span>`
}

/** Another form of the page, that of a new search. */
const anotherSearch = (sim: Sim): string =>
  form(sim, { name: 'otraConsulta', action: '/cvc/stc/stc.html', fields: [{ name: 'PRG', value: 'STC' }] })
