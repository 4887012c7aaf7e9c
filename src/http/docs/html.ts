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

/** Text with `code` between backticks. */
export function inline(text: string): Html {
  const pieces = text.split('`').map((piece, i) => (i % 2 ? html`<code>${piece}</code>` : html`${piece}`))
  return html`${pieces}`
}

/** The same in paragraphs, as descriptions are written. */
export const prose = (text: string): Html =>
  html`${text.split(/\n\s*\n/).map((paragraph) => html`<p>${inline(paragraph)}</p>`)}`
