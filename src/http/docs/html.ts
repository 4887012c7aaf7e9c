// The little HTML that the documentation needs: text is escaped unless it is HTML already.

/** Text that is HTML. */
export interface Html {
  html: string
}

type Part = string | number | Html | readonly Html[] | null | false | undefined

/** A template whose values are escaped; absent ones leave nothing. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return { html: strings.reduce((text, string, i) => text + render(parts[i - 1]) + string) }
}

function render(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (Array.isArray(part)) return (part as readonly Html[]).map((item) => item.html).join('')
  if (typeof part === 'object') return (part as Html).html
  return String(part).replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}

const strong = (text: string): Html =>
  html`${text.split('**').map((piece, i) => (i % 2 ? html`<strong>${piece}</strong>` : html`${piece}`))}`

/** Text with `code` between backticks and **words of weight** between stars. */
export function inline(text: string): Html {
  // A pair of stars may hold code.
  const pieces = text.split('`').map((piece, i) => (i % 2 ? html`<code>${piece}</code>` : strong(piece)))
  return html`${pieces}`
}

/** `* one` and what follows it in the same paragraph, as a list behind the words before it. */
function block(text: string): Html {
  const [before = '', ...items] = text.split(/^\* /m)
  const words = before.trim()
  return html`${words && html`<p>${inline(words)}</p>`}${items.length > 0 && html`<ul>${items.map((item) => html`<li>${inline(item.trim())}</li>`)}</ul>`}`
}

/** The same in paragraphs and lists, as descriptions are written. */
export const prose = (text: string): Html => html`${text.split(/\n\s*\n/).map(block)}`

/** The description of a field; its values, `a`: …; `b`: …, become a list. */
export function fieldText(text: string): Html {
  const first = text.search(/`[^`]+`: /)
  const values = first < 0 ? [] : text.slice(first).split(/; (?=`[^`]+`: )/)
  if (values.length < 2) return inline(text)
  return html`${inline(text.slice(0, first))}<ul>${values.map((value) => html`<li>${inline(value)}</li>`)}</ul>`
}
