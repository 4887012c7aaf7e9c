// Text copied out of tables goes as the SII writes it, and a whole table as rows of a spreadsheet. No
// clipboard of the browser's is needed, which plain http has not: what is copied is changed on its way
// (dashboard §3).

import { plainCell, plainOf, tsvOf, wholeOf } from './plain'

/** Where values stand; what a person typed goes as it was typed. */
const PLACES = '.tabla, .pares'
const HIDDEN = '.solo-lector, [aria-hidden="true"]'

const elementOf = (node: Node | null): Element | null =>
  node instanceof Element ? node : (node?.parentElement ?? null)

/** The visible text of a node: neither marks nor text for screen readers alone. */
function seen(node: Node): string {
  if (node instanceof Text) return node.data
  if (!(node instanceof Element) || node.matches(HIDDEN)) return ''
  return [...node.childNodes].map(seen).join(node.matches('ul, ol, tr') ? ' ' : '')
}

function rowsOf(table: HTMLTableElement): string[][] {
  const heads = [...(table.tHead?.rows[0]?.cells ?? [])].map((cell) => seen(cell).trim())
  // Columns of buttons alone have no title, or are called so.
  const kept = heads.flatMap((title, i) => (title && title !== 'Acciones' ? [i] : []))
  const body = [...table.tBodies].flatMap(({ rows }) => [...rows])
  return [
    kept.map((i) => heads[i] ?? ''),
    ...body.map(({ cells }) => kept.map((i) => (cells[i] ? seen(cells[i]) : ''))),
  ]
}

/** The selected text, null when none of it is ours to change. */
function selectedPlain(): string | null {
  const selection = getSelection()
  if (!selection || selection.isCollapsed) return null
  const place = elementOf(selection.anchorNode)?.closest(PLACES)
  if (!place?.contains(selection.focusNode)) return null
  const text = selection.toString()
  const cell = elementOf(selection.anchorNode)?.closest('td, th, dd')
  // The browser writes several cells as rows.
  if (!cell?.contains(selection.focusNode))
    return text
      .split('\n')
      .map((row) => row.split('\t').map(plainCell).join('\t'))
      .join('\n')
  const all = seen(cell)
  return wholeOf(text, all) ?? (text.trim() === all.trim() ? plainCell(text) : plainOf(text))
}

/** From now on, for as long as the page lives. */
export function copyPlain(): void {
  document.addEventListener('copy', (event) => {
    if (event.defaultPrevented || event.target instanceof HTMLInputElement) return
    if (event.target instanceof HTMLTextAreaElement) return
    const text = selectedPlain()
    if (text === null) return
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
  })
}

/** The rows in sight, with their titles. False where the browser did not let it. */
export function copyTable(table: HTMLTableElement): boolean {
  const text = tsvOf(rowsOf(table))
  let given = false
  const give = (event: ClipboardEvent): void => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
    given = true
  }
  document.addEventListener('copy', give, { capture: true, once: true })
  document.execCommand('copy')
  document.removeEventListener('copy', give, { capture: true })
  return given
}
