// The keys of the table of lines: Tab and Enter at its end add a line, Enter goes down, Ctrl+Supr takes out, Alt with an arrow
// moves; a paste of cells fills lines. One listener for the table, so that no line holds one.

import { type ClipboardEvent, type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { fieldId } from './fields'
import { type Column, columnsOf, emptyLine, isEmptyLine, type Line } from './form'
import { parseRows, pasteRows } from './paste'
import type { Dispatch } from './reducer'

interface Place {
  at: number
  line: Line
  column: Column
}

export function useLineKeys(
  lines: readonly Line[],
  tipo: number,
  max: number,
  dispatch: Dispatch,
  /** So many rows of a paste had no place. */
  onLeft: (rows: number) => void,
) {
  const columns = columnsOf(tipo)
  // Where the focus goes once the lines are drawn anew.
  const next = useRef<string | null>(null)
  useLayoutEffect(() => {
    if (next.current === null) return
    document.getElementById(next.current)?.focus()
    next.current = null
  })

  const placeOf = (target: EventTarget): Place | null => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return null
    const id = target.closest<HTMLElement>('[data-linea]')?.dataset.linea
    const at = lines.findIndex((line) => line.id === id)
    const line = lines[at]
    const column = columns.find((one) => one === target.dataset.columna)
    return line && column ? { at, line, column } : null
  }
  const focusId = (line: Line, column: Column): string => fieldId(`detalle.${line.id}.${column}`)
  const go = (line: Line | undefined, column: Column): void => {
    if (line) document.getElementById(focusId(line, column))?.focus()
  }
  /** A new line at the end, the focus in it; nothing past the most a document may have. */
  const add = (): void => {
    if (lines.length >= max) return
    const line = emptyLine()
    next.current = focusId(line, 'nombre')
    dispatch({ do: 'line-add', line })
  }

  const onEnter = ({ at, line, column }: Place): void => {
    const below = lines[at + 1]
    if (below) go(below, column)
    else if (!isEmptyLine(line)) add()
  }
  const remove = ({ at, line, column }: Place): void => {
    const other = lines[at + 1] ?? lines[at - 1]
    if (other) next.current = focusId(other, column)
    dispatch({ do: 'line-remove', id: line.id })
    // The one line left is replaced by an empty one.
    if (!other) requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-columna]')?.focus())
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    const place = placeOf(event.target)
    if (!place || event.nativeEvent.isComposing) return
    const { at, line, column } = place
    const plain = !event.ctrlKey && !event.altKey && !event.metaKey && !event.shiftKey
    if (event.key === 'Enter' && plain) {
      event.preventDefault()
      onEnter(place)
    } else if (event.key === 'Tab' && plain && column === columns.at(-1) && at === lines.length - 1) {
      // An empty line lets go: else nobody could leave the table.
      if (isEmptyLine(line) || lines.length >= max) return
      event.preventDefault()
      add()
    } else if (event.key === 'Delete' && event.ctrlKey) {
      event.preventDefault()
      remove(place)
      // Alt and an arrow open a select.
    } else if (
      column !== 'tipo_doc_liq' &&
      event.altKey &&
      (event.key === 'ArrowUp' || event.key === 'ArrowDown')
    ) {
      event.preventDefault()
      next.current = focusId(line, column)
      dispatch({ do: 'line-move', id: line.id, by: event.key === 'ArrowUp' ? -1 : 1 })
    }
  }
  const onPaste = (event: ClipboardEvent): void => {
    const place = placeOf(event.target)
    const cells = place && parseRows(event.clipboardData.getData('text/plain'), place.column, tipo)
    if (!place || !cells) return
    event.preventDefault()
    const pasted = pasteRows(lines, place.line.id, cells, max)
    const last = pasted.lineas[place.at + cells.length - pasted.over - 1]
    if (last) next.current = focusId(last, place.column)
    dispatch({ do: 'lines', lineas: pasted.lineas, left: pasted.left })
    onLeft(pasted.over)
  }
  const onBlur = (event: FocusEvent): void => {
    const place = placeOf(event.target)
    if (place) dispatch({ do: 'leave', key: `detalle.${place.line.id}.${place.column}` })
  }
  return { add, handlers: { onKeyDown, onPaste, onBlur } }
}
