// A page of the manual as a browser gets it: contents beside it, a search, nothing from outside and nothing inline.

import { type Html, html } from '../http/docs/html'
import type { Hoja, Manual } from './manual'
import { PARTES } from './paginas'

/** Only what this server has, files of its own alone; the script makes no HTML out of text. */
export const MANUAL_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
}

/** The contents of the manual, the page that is `here` marked. */
const contents = (manual: Manual, here: string | null): Html => html`
<nav aria-label="Contenido" id="contenido">
<a href="/manual" class="portada" ${{ html: here === null ? 'aria-current="page"' : '' }}>Manual de Timbre</a>
${PARTES.map(
  ({ nombre, paginas }) => html`<h2>${nombre}</h2>
<ul>${paginas.map(
    (pagina) =>
      html`<li><a href="/manual/${pagina}" ${{ html: pagina === here ? 'aria-current="page"' : '' }}>${manual.page(pagina)!.titulo}</a></li>`,
  )}</ul>`,
)}
<h2>Además</h2>
<ul><li><a href="/docs">La API, operación por operación</a></li><li><a href="/cambios">Cambios de cada versión</a></li>
<li><a href="/manual/completo">Todo el manual en una página</a></li></ul>
</nav>`

const frame = (manual: Manual, here: string | null, title: string, body: Html): string =>
  html`<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="stylesheet" href="/manual/manual.css">
<script src="/manual/manual.js" type="module"></script>
</head>
<body>
<a class="salto" href="#principal">Saltar al contenido</a>
<div class="lado">
<search hidden>
<label for="buscar">Buscar en el manual</label>
<input id="buscar" type="search" autocomplete="off" spellcheck="false">
<p id="hallados" role="status"></p>
<ol id="resultados"></ol>
</search>
${contents(manual, here)}
</div>
<main id="principal" tabindex="-1">
${body}
</main>
</body>
</html>
`.html

/** Where a page stands among the others. */
function around(manual: Manual, { pagina }: Hoja): Html {
  const all = manual.pages()
  const at = all.findIndex((one) => one.pagina === pagina)
  const [before, after] = [all[at - 1], all[at + 1]]
  return html`<footer>
${before && html`<a rel="prev" href="/manual/${before.pagina}">← ${before.titulo}</a>`}
<a href="/manual/${pagina}.md">Esta página en Markdown</a>
${after && html`<a rel="next" href="/manual/${after.pagina}">${after.titulo} →</a>`}
</footer>`
}

export const manualPage = (manual: Manual, hoja: Hoja): string =>
  frame(
    manual,
    hoja.pagina,
    `${hoja.titulo} · Manual de Timbre`,
    html`<article>${{ html: hoja.html }}</article>${around(manual, hoja)}`,
  )

/** The first page: what there is. */
export const manualContents = (manual: Manual): string =>
  frame(
    manual,
    null,
    'Manual de Timbre',
    html`<article><h1>Manual de Timbre</h1>
<p>Viene dentro del programa y no necesita red. Cada página se puede imprimir, y <a href="/manual/completo">todas juntas</a> también.</p>
${PARTES.map(
  ({ nombre, paginas }) => html`<h2>${nombre}</h2>
<dl>${paginas
    .map((pagina) => manual.page(pagina)!)
    .map(
      ({ pagina, titulo, resumen }) =>
        html`<dt><a href="/manual/${pagina}">${titulo}</a></dt><dd>${resumen}</dd>`,
    )}</dl>`,
)}</article>`,
  )

/** All pages one behind the other, for the printer. Anchors are those of their own page and so stand in none here. */
export const manualWhole = (manual: Manual): string =>
  frame(
    manual,
    'completo',
    'Manual de Timbre, completo',
    html`${manual
      .pages()
      .map(({ html: page }) => html`<article>${{ html: page.replace(/ id="[^"]*"/g, '') }}</article>`)}`,
  )

export const manualMissing = (manual: Manual): string =>
  frame(
    manual,
    'no-existe',
    'No existe · Manual de Timbre',
    html`<article><h1>Esa página no existe</h1><p>El contenido del manual está en <a href="/manual">su portada</a>.</p></article>`,
  )

/** The list that programs read (llmstxt.org). `base` is the server's address, or nothing. */
export const llmsText = (manual: Manual, base: string): string => `# Timbre

> Servidor propio de facturación electrónica chilena: un programa, un archivo SQLite y una API que emite documentos tributarios ante el SII.

El manual está en español. La API se describe en OpenAPI 3.1; con \`?area=\` se pide sólo un área.

## API

- [OpenAPI](${base}/openapi.json): cada operación, sus campos y sus errores
- [Cambios](${base}/cambios): los de cada versión
${PARTES.map(
  ({ nombre, paginas }) => `
## ${nombre}

${paginas
  .map((name) => manual.page(name)!)
  .map(({ pagina, titulo, resumen }) => `- [${titulo}](${base}/manual/${pagina}.md): ${resumen}`)
  .join('\n')}
`,
).join('')}`
