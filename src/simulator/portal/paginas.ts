// Pages of the simulated portal as the SII writes them (simulator §11.3): Latin-1 bytes with entities, attributes with and without
// quotes, a script that names other forms, and fields in another order at each load, so that nobody reads by position.

import type { Sim } from '../sim'

/** Text of a page: what Latin-1 has beyond ASCII as entities, the rest of HTML escaped. */
export const html = (text: string): string =>
  text.replace(/[&<>"\u0080-\uffff]/g, (c) => `&#${c.charCodeAt(0)};`)

/** A whole page; `body` is HTML already. */
export function page(sim: Sim, title: string, body: string, status = 200): Response {
  const [spaces = 0] = sim.random(1)
  const text = `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">
<html><head><title>${html(title)}</title>
<meta http-equiv=Content-Type content="text/html; charset=iso-8859-1">
<script type="text/javascript">
function vuelve() { document.write('<form name="otra" action="/no/es/esta.cgi" method=post><input name=rut value=""></form>') }
</script></head>${'\r\n'.repeat(1 + (spaces % 4))}<body bgcolor=#FFFFFF>
${body}
</body></html>`
  return new Response(Buffer.from(text, 'latin1'), {
    status,
    headers: { 'content-type': 'text/html; charset=ISO-8859-1' },
  })
}

/** A field of a form: name and value, and of hidden ones nothing else. */
export interface Campo {
  name: string
  value?: string
  type?: 'hidden' | 'text' | 'password' | 'submit'
  /** The options of a list to choose from: values and their texts; `value` is the chosen one. */
  options?: readonly (readonly [value: string, text: string])[]
  /** The function that a choice calls. */
  onchange?: string
}

const select = ({ name, value = '', options = [], onchange }: Campo): string =>
  `<select name=${name}${onchange ? ` onchange="${onchange}"` : ''}>\n${options
    .map(
      ([own, text], i) =>
        `<option ${own === value ? 'selected ' : ''}value=${i % 2 ? `"${html(own)}"` : `'${html(own)}'`}>${html(text)}`,
    )
    .join('\n')}\n</select>`

/** A form in the middle of a page; its hidden fields stand in another order at each load, the others in the given one. */
export function form(
  sim: Sim,
  { name, action, fields }: { name: string; action: string; fields: readonly Campo[] },
): string {
  const order = sim.random(fields.length)
  const quoted = (order[0] ?? 0) % 2 === 0
  const inputs = fields.map((campo) => {
    if (campo.options) return { hidden: false, text: select(campo) }
    const { name: field, value = '', type = 'hidden' } = campo
    const attributes = quoted
      ? `type="${type}" name="${field}" value="${html(value)}"`
      : `value="${html(value)}" NAME=${field} type=${type}`
    return { hidden: type === 'hidden', text: `<input ${attributes}>` }
  })
  const hidden = inputs
    .map((input, i) => ({ ...input, at: order[i] ?? 0 }))
    .filter((input) => input.hidden)
    .sort((a, b) => a.at - b.at)
  const texts = [...hidden, ...inputs.filter((input) => !input.hidden)].map(({ text }) => text)
  return `<form name="${name}" id=${name} action="${html(action)}" method=POST>\n${texts.join('\n')}\n</form>`
}

/** The front end's page in place of the application. */
export const firewallPage = (sim: Sim): Response =>
  new Response(
    `<html><head><title>Request Rejected</title></head><body>The requested URL was rejected. Please consult with your administrator.<br><br>Your Support ID is: ${[...sim.random(10)].map((b) => b % 10).join('')}<br></body></html>`,
    { headers: { 'content-type': 'text/html; charset=utf-8' } },
  )

/** The waiting room before the portal. */
export const queuePage = (): Response =>
  new Response(
    `<html><head><title>Queue-it</title><meta http-equiv="refresh" content="20"><script src="https://static.queue-it.net/script/queueclient.min.js"></script></head><body>Usted est&aacute; en la fila de espera</body></html>`,
    { headers: { 'content-type': 'text/html; charset=utf-8' } },
  )

/** The SII's own page for a path that it does not have. */
export const notFoundPage = (sim: Sim): Response =>
  page(sim, 'Página no encontrada', '<h2>Error 404</h2><p>La p&aacute;gina solicitada no existe.</p>', 404)

/** Another page of the same site, where one was due that a step asked for. */
export const strangePage = (sim: Sim): Response =>
  page(
    sim,
    'Servicio de Impuestos Internos',
    `<h1>Mesa de ayuda</h1><p>Orientaci&oacute;n al contribuyente.</p>${form(sim, { name: 'buscar', action: '/buscador/buscar.cgi', fields: [{ name: 'q', type: 'text' }] })}`,
  )

/** Where a CGI sends whoever it does not know. */
export function loginRedirect({
  request,
  host,
  path,
}: {
  request: Request
  host: string
  path: string
}): Response {
  const target = `https://${host}.sii.cl${path}${new URL(request.url).search}`
  const location = `https://zeusr.sii.cl/AUT2000/InicioAutenticacion/IngresoRutClave.html?${target}`
  return new Response(null, { status: 302, headers: { location } })
}

/** A refusal at the login, with the six-part code whose last pair tells the reason. */
export const refusalPage = (sim: Sim, codigo: string, glosa: string): Response =>
  page(
    sim,
    'Autenticación',
    `<table><tr><td class=titulo>${html(glosa)}</td></tr>
<tr><td>El c&oacute;digo de este mensaje es <b>${codigo}</b></td></tr></table>
<input type=button value="Aceptar" onclick="history.back()">`,
  )
