// The pages that tell who may issue electronic documents (simulator §13.2): for everybody by RUT, and with the mailbox for exchange to who
// came with a certificate.

import { TIPOS } from '../../domain/dte/tipos'
import { LADOS, type Lado } from '../hosts'
import { duenoKey } from '../portal/dueno'
import { form, html, page } from '../portal/paginas'
import type { Pedido } from '../portal/servicio'
import type { Sim } from '../sim'
import { type Emisor, emisorOf } from './autorizacion'
import { type Ficha, fichaOf, rutOfNumero } from './ficha'

const TITULO = 'Consulta de Empresas Autorizadas'

/** `DD-MM-YYYY` */
export const dayOf = (date: string): string => date.split('-').reverse().join('-')

const nombreOf = (tipoDte: number): string =>
  TIPOS.find(({ codigo }) => codigo === tipoDte)?.nombre ?? `Documento ${tipoDte}`

/** Cells of a row, every other one with quoted attributes. */
const row = (cells: readonly string[]): string =>
  `<tr>${cells.map((cell, i) => (i % 2 ? `<td class="texto" align="left">${html(cell)}</td>` : `<TD class=texto align=left>${html(cell)}</TD>`)).join('')}</tr>`

export const table = (rows: readonly (readonly string[])[]): string =>
  `<table border=0 width="80%">\n${rows.map(row).join('\n')}\n</table>`

/** The fields of a search, whichever way they came. */
async function searched({ request, query }: Pedido): Promise<{ numero: string; rut: string } | null> {
  const fields =
    request.method === 'POST'
      ? new URLSearchParams(Buffer.from(await request.arrayBuffer()).toString('latin1'))
      : query
  const numero = (fields.get('RUT_EMP') ?? '').replace(/\D/g, '').slice(0, 8)
  return numero ? { numero, rut: rutOfNumero(numero) } : null
}

const searchPage = (sim: Sim, action: string): Response =>
  page(
    sim,
    TITULO,
    form(sim, {
      name: 'form1',
      action,
      fields: [
        { name: 'RUT_EMP', type: 'text' },
        { name: 'DV_EMP', type: 'text' },
        { name: 'ACEPTAR', value: 'Consultar', type: 'submit' },
      ],
    }),
  )

/** The search of both pages: what is found goes through `write`; unknown is a page with nothing behind its labels. */
async function answerSearch(
  sim: Sim,
  pedido: Pedido,
  write: (rut: string, ficha: Ficha | null, emisor: Emisor | null) => string,
): Promise<Response> {
  const asked = await searched(pedido)
  if (!asked) return searchPage(sim, pedido.path)
  const lado: Lado = pedido.lado ?? LADOS[0]!
  const ficha = fichaOf(sim, lado, asked.rut)
  const emisor = ficha && emisorOf(sim, lado, duenoKey(pedido.request), ficha)
  if (ficha && !emisor)
    return page(
      sim,
      TITULO,
      table([
        [`El RUT ${asked.rut} no corresponde a una empresa autorizada para emitir documentos electrónicos`],
      ]),
    )
  return page(sim, TITULO, write(asked.rut, ficha, emisor))
}

/** ee_empresa_rut: an issuer and its documents. */
export const answerEmisor = (sim: Sim, pedido: Pedido): Promise<Response> =>
  answerSearch(sim, pedido, (rut, ficha, emisor) => {
    const data = table([
      ['Rut', ficha ? rut : ''],
      ['Razón Social', ficha ? `${ficha.razonSocial} ` : ''],
      ['Número Resolución', emisor ? String(emisor.resolucion.numero) : ''],
      ['Fecha Resolución', emisor ? dayOf(emisor.resolucion.fecha) : ''],
      ['Dirección Regional', ficha ? ficha.ciudad.toUpperCase() : ''],
    ])
    const documents = table([
      ['Código', 'Documento', 'Fecha Autorización', 'Fecha Desautorización'],
      ...(emisor?.documentos ?? []).map(({ tipoDte, desde, hasta }) => [
        String(tipoDte),
        nombreOf(tipoDte),
        dayOf(desde),
        hasta ? dayOf(hasta) : '',
      ]),
    ])
    return `<h2>Empresa autorizada</h2>\n${data}\n<br>\n${documents}`
  })

/** ce_consulta_rut: where the search begins. */
export const searchStart = (sim: Sim): Response => searchPage(sim, '/cvc_cgi/dte/ce_consulta_e')

/** ce_consulta_e: an issuer with its mailbox, in the third table. */
export const answerContacto = (sim: Sim, pedido: Pedido): Promise<Response> =>
  answerSearch(sim, pedido, (rut, ficha, emisor) => {
    const data = table([
      ['RUT', ficha ? rut : ''],
      ['Razón Social', ficha?.razonSocial ?? ''],
      ['Número de Resolución', emisor ? String(emisor.resolucion.numero) : ''],
      ['Fecha de Resolución', emisor ? dayOf(emisor.resolucion.fecha) : ''],
      ['Mail de contacto', ficha?.correo ?? ''],
    ])
    return `${table([['Servicio de Impuestos Internos']])}\n${table([[TITULO]])}\n${data}`
  })

/** ce_empresas_dwnld: every issuer that the simulator was told of or has heard from. */
export function downloadEmisores(sim: Sim, { request, lado }: Pedido): Response {
  const at = lado ?? LADOS[0]!
  const dueno = duenoKey(request)
  const lines = sim.sql.contribuyente.known.all(at, at, dueno).flatMap((rut) => {
    const ficha = fichaOf(sim, at, rut)
    const emisor = ficha && emisorOf(sim, at, dueno, ficha)
    if (!emisor) return []
    const { numero, fecha } = emisor.resolucion
    return [[rut, ficha.razonSocial, String(numero), dayOf(fecha), ficha.correo, ''].join(';')]
  })
  const text = [
    'RUT;RAZON SOCIAL;NUMERO RESOLUCION;FECHA RESOLUCION;MAIL INTERCAMBIO;URL',
    ...lines,
    '',
  ].join('\r\n')
  const day = sim.now().toISOString().slice(0, 10).replaceAll('-', '')
  return new Response(Buffer.from(text, 'latin1'), {
    headers: {
      'content-type': 'text/csv; charset=ISO-8859-1',
      'content-disposition': `attachment; filename=ce_empresas_dwnld_${day}.csv`,
    },
  })
}
