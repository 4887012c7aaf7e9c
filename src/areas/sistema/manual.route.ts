// GET /manual, its pages and `/llms.txt`: how the program is used, in Spanish, public as `/docs` is.

import { Type } from '@sinclair/typebox'
import { newArea } from '../../http/area'
import type { Credential } from '../../http/credential'
import { Exact } from '../../http/envelope'
import { HTML, PAGINA_404 } from '../../http/openapi-responses'
import { AJENA } from '../../http/query'
import script from '../../manual/buscar.js' with { type: 'text' }
import { createManual } from '../../manual/manual'
import css from '../../manual/manual.css' with { type: 'text' }
import {
  llmsText,
  MANUAL_HEADERS,
  manualContents,
  manualMissing,
  manualPage,
  manualWhole,
} from '../../manual/pagina'
import palabras from '../../manual/palabras.js' with { type: 'text' }
import type { Referencia } from '../../manual/tablas'

export interface ManualDeps {
  credential: Credential
  publicUrl: string | null
  /** The tables of the command line; a server that runs without one has none to tell of. */
  referencia: Referencia
}

const tags = ['Sistema']
const MARKDOWN = 'text/markdown; charset=utf-8'
const SCRIPT = 'text/javascript; charset=utf-8'
const TEXTO = { schema: { type: 'string' as const } }
/** Pages, their text, and what a browser fetches with them. */
const CONTENIDO = {
  ...HTML,
  'text/markdown': TEXTO,
  'text/css': TEXTO,
  'text/javascript': TEXTO,
}

const page = (text: string, status = 200): Response => new Response(text, { status, headers: MANUAL_HEADERS })

const file = (text: string, type: string): Response =>
  new Response(text, {
    headers: { 'content-type': type, 'cache-control': 'no-cache' },
  })

export function manualRoute({ credential, publicUrl, referencia }: ManualDeps) {
  const manual = createManual(referencia)
  const whole = (): string =>
    manual
      .pages()
      .map(({ markdown }) => markdown)
      .join('\n\n')

  const FILES: Readonly<Record<string, () => Response>> = {
    'manual.css': () => file(css, 'text/css; charset=utf-8'),
    'manual.js': () => file(script, SCRIPT),
    'palabras.js': () => file(palabras, SCRIPT),
    // As a module, which a script fetches when it is first needed.
    'indice.js': () =>
      file(`export default ${JSON.stringify(manual.pages().flatMap(({ lugares }) => lugares))}`, SCRIPT),
    completo: () => page(manualWhole(manual)),
    'completo.md': () => file(whole(), MARKDOWN),
  }

  return newArea(credential)
    .get('/manual', () => page(manualContents(manual)), {
      publico: true,
      query: AJENA,
      detail: {
        tags,
        summary: 'El manual, en español: su contenido',
        responses: { 200: { description: 'La página', content: HTML } },
      },
    })
    .get(
      '/manual/:pagina',
      ({ params: { pagina } }) => {
        if (Object.hasOwn(FILES, pagina)) return FILES[pagina]!()
        const name = pagina.replace(/\.md$/, '')
        const found = manual.page(name)
        if (!found) return page(manualMissing(manual), 404)
        return name === pagina ? page(manualPage(manual, found)) : file(found.markdown, MARKDOWN)
      },
      {
        publico: true,
        query: AJENA,
        params: Exact({
          pagina: Type.String({
            description:
              'El nombre de la página, o con `.md` detrás su texto en Markdown; `completo` es todo el manual.',
            examples: ['emitir-factura'],
          }),
        }),
        detail: {
          tags,
          summary: 'Una página del manual',
          responses: { 200: { description: 'La página', content: CONTENIDO }, ...PAGINA_404 },
        },
      },
    )
    .get('/llms.txt', () => file(llmsText(manual, publicUrl ?? ''), 'text/plain; charset=utf-8'), {
      publico: true,
      query: AJENA,
      detail: {
        tags,
        summary: 'El contenido del manual y de la API, para programas que leen texto',
        'x-contenido': 'text/plain',
      },
    })
}
