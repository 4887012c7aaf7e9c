// The manual: its pages out of Markdown, as HTML and as they were written, what the search of its pages looks through, and the list that
// programs read. All is made when first asked for, by the runtime's own reader of Markdown.

import { slug } from '../http/docs/operation'
import { PARTES, type Pagina } from './paginas'
import { fillTables, type Referencia } from './tablas'
import { TEXTOS } from './textos'

/** A place of a page, for the search. */
interface Lugar {
  /** The page and, but for its beginning, the heading: `rechazo#que-hacer`. */
  ruta: string
  pagina: string
  titulo: string
  texto: string
}

export interface Hoja {
  pagina: Pagina
  titulo: string
  /** The first paragraph, in plain words. */
  resumen: string
  /** Filled, as Markdown. */
  markdown: string
  html: string
  lugares: Lugar[]
}

export interface Manual {
  /** Undefined for no page of the manual. */
  page(name: string): Hoja | undefined
  /** All of them, in order. */
  pages(): Hoja[]
}

/** Reads nothing before it is asked. */
export function createManual(referencia: Referencia): Manual {
  const made = new Map<string, Hoja>()
  const page = (name: string): Hoja | undefined => {
    if (!Object.hasOwn(TEXTOS, name)) return undefined
    const known = made.get(name)
    if (known) return known
    const one = makePage(name as Pagina, fillTables(TEXTOS[name as Pagina], referencia))
    made.set(name, one)
    return one
  }
  return { page, pages: () => PARTES.flatMap(({ paginas }) => paginas.map((name) => page(name)!)) }
}

function makePage(pagina: Pagina, markdown: string): Hoja {
  // An anchor keeps its letters: the runtime's own leave out what is no ASCII.
  const html = Bun.markdown
    .html(markdown, { noHtmlBlocks: true, noHtmlSpans: true })
    .replace(/<h([1-6])>(.*?)<\/h\1>/gs, (_, level: string, inner: string) => {
      return `<h${level} id="${slug(plain(inner))}">${inner}</h${level}>`
    })
    .replace(/<a href="([\w-]+)\.md(#[\w-]+)?"/g, '<a href="/manual/$1$2"')
    .replace(/<table>/g, '<div class="tabla" tabindex="0"><table>')
    .replace(/<\/table>/g, '</table></div>')
  const titulo = plain(/<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? pagina)
  const resumen = plain(/<p>(.*?)<\/p>/s.exec(html)?.[1] ?? '')
  const lugares = html
    .split(/(?=<h[1-3] id=)/)
    .filter(Boolean)
    .map((part): Lugar => {
      const [, level, id, heading = ''] = /^<h(\d) id="([^"]*)">(.*?)<\/h\d>/s.exec(part) ?? []
      return {
        ruta: level === '1' || !id ? pagina : `${pagina}#${id}`,
        pagina: titulo,
        titulo: plain(heading),
        texto: plain(part.replace(/^<h\d.*?<\/h\d>/s, '')),
      }
    })
  return { pagina, titulo, resumen, markdown, html, lugares }
}

const ENTIDADES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"' }

/** The words of HTML. */
const plain = (html: string): string =>
  html
    .replace(/<\/(?:td|th|li|p|pre|h\d)>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|amp|quot);/g, (_, name: string) => ENTIDADES[name]!)
    .replace(/\s+/g, ' ')
    .trim()
