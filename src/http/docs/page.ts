// GET /docs: the OpenAPI document as a page for people, in Spanish, with nothing from outside (http §23). Rendered here
// because the single-file viewers weigh megabytes, speak English and bring dependencies of their own.

import { createHash } from 'node:crypto'
import type { describeApi } from '../openapi'
import css from './docs.css' with { type: 'text' }
import { type Html, html, prose } from './html'
import {
  type Evento,
  eventRow,
  eventView,
  failureView,
  type Operation,
  operationRow,
  operationView,
  slug,
} from './operation'
import script from './probar.js' with { type: 'text' }

/** A table that explains something beside the operations. */
export interface Section {
  titulo: string
  texto: string
  columnas: readonly string[]
  filas: readonly (readonly string[])[]
}

const sha256 = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The sources that the page may load: its own style and script, and this server's answers. */
export const DOCS_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src ${sha256(css)}; script-src ${sha256(script)}; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
}

/** The page, and what it tells of an operation or event by its id once that is opened; undefined for no such id. */
interface Docs {
  page: string
  part: (id: string) => string | undefined
}

/** Where samples call when the server does not say where it is reached. */
const HERE = 'http://127.0.0.1:3000'

/** The page of a document. Written out whole it was a hundred thousand elements, which a browser lays out for seconds. */
export function docsPage(document: ReturnType<typeof describeApi>, sections: readonly Section[]): Docs {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method }) as Operation),
  )
  const events = Object.entries(document.webhooks).map(([kind, { post }]) => ({ ...post, kind }) as Evento)
  const [{ url } = { url: '/' }] = document.servers
  const server = url === '/' ? HERE : url.replace(/\/$/, '')
  const views = new Map([
    ...operations.map((one): [string, () => Html] => [
      slug(`${one.method} ${one.path}`),
      () => operationView(one, server),
    ]),
    ...events.map((one): [string, () => Html] => [slug(`evento ${one.kind}`), () => eventView(one)]),
  ])
  // Each is rendered when it is first asked for: all at once would hold the event loop of a public route.
  const kept = new Map<string, string>()
  const part = (id: string): string | undefined => {
    const view = views.get(id)
    if (view && !kept.has(id)) kept.set(id, view().html)
    return kept.get(id)
  }
  const { title, version, description } = document.info
  const page = html`<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} ${version} · API</title>
<style>${{ html: css }}</style>
</head>
<body>
<nav>
<strong>${title} ${version}</strong>
${document.tags.map(({ name }) => html`<a href="#${slug(name)}">${name}</a>`)}
<a href="#cuerpo-de-un-error">Cuerpo de un error</a>
<a href="#cuerpos-de-los-eventos">Cuerpos de los eventos</a>
${sections.map(({ titulo }) => html`<a href="#${slug(titulo)}">${titulo}</a>`)}
<a href="/openapi.json">openapi.json</a>
<a href="/cambios">Cambios</a>
</nav>
<main>
<h1>${title}</h1>
${prose(description)}
<div class="herramientas">
<label>Buscar <input id="buscar" type="search" placeholder="ruta, resumen, permiso o campo"></label>
<label>Credencial para probar: una llave de API o un access_token; no se guarda
<input id="credencial" type="password" autocomplete="off"></label>
</div>
${document.tags.map(({ name }) => tagView(name, operations))}
<section id="cuerpo-de-un-error">
<h2>Cuerpo de un error</h2>
${prose('Toda respuesta de error (4xx y 5xx) lleva este cuerpo; cada operación dice cuáles son sus códigos.')}
${failureView(operations)}
</section>
<section data-tag="eventos" id="cuerpos-de-los-eventos">
<h2>Cuerpos de los eventos</h2>
${prose('Lo que recibe la URL registrada con `POST /v1/webhooks`; el mismo cuerpo viaja por `GET /v1/events/stream`.')}
${events.map(eventRow)}
</section>
${sections.map(sectionView)}
</main>
<script type="module">${{ html: script }}</script>
</body>
</html>
`
  return { page: page.html, part }
}

const tagView = (tag: string, operations: readonly Operation[]): Html => html`
<section data-tag="${tag}" id="${slug(tag)}">
<h2>${tag}</h2>
${operations.filter(({ tags }) => tags?.includes(tag)).map(operationRow)}
</section>`

const sectionView = ({ titulo, texto, columnas, filas }: Section): Html => html`
<section id="${slug(titulo)}">
<h2>${titulo}</h2>
${prose(texto)}
<table>
<tr>${columnas.map((columna) => html`<th>${columna}</th>`)}</tr>
${filas.map((fila) => html`<tr>${fila.map((celda) => html`<td>${celda}</td>`)}</tr>`)}
</table>
</section>`
