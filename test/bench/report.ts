// The findings of a run: a table for people, and `dist/bench.json` with one key a figure, its unit in the
// name, so that runs can be compared; the spread of its slices stands under `spreads`.

import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Spread } from './measure'

export interface Report {
  group(title: string): void
  /** A value, or the middle of those that several slices gave; the table then tells how far apart they lay. */
  figure(key: string, what: string, value: number | Spread): void
  /** A figure with a mark to reach, itself a figure of the file. */
  target(key: string, what: string, value: number | Spread, is: '>=' | '<' | '<=', mark: number): void
  /** A remark below the table. */
  note(text: string): void
  lines(): string[]
  json(): Record<string, unknown>
}

interface Row {
  key: string
  what: string
  value: number
  spread?: Spread
  target?: { is: string; mark: number; met: boolean }
}

/** Characters of a spread in the table. */
const APART = 16

/** Four digits say all that a measurement knows. */
function show(value: number): string {
  const digits = value >= 1000 ? 0 : value >= 100 ? 1 : value >= 10 ? 2 : 3
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

const digits = (value: number): number => Number(value.toPrecision(5))

export function createReport(): Report {
  const groups: { title: string; rows: Row[] }[] = []
  const notes: string[] = []
  const add = (given: number | Spread, row: Omit<Row, 'value' | 'spread'>): void => {
    const found = typeof given === 'number' ? { value: given } : { value: given.median, spread: given }
    groups.at(-1)!.rows.push({ ...row, ...found })
  }
  const rows = (): Row[] => groups.flatMap((group) => group.rows)
  return {
    group: (title) => void groups.push({ title, rows: [] }),
    figure: (key, what, value) => add(value, { key, what }),
    target(key, what, given, is, mark) {
      const value = typeof given === 'number' ? given : given.median
      const met = is === '>=' ? value >= mark : is === '<' ? value < mark : value <= mark
      add(given, { key, what, target: { is, mark, met } })
    },
    note: (text) => void notes.push(text),
    lines() {
      const width = Math.max(...rows().map(({ what }) => what.length))
      const line = ({ what, value, spread, target }: Row): string => {
        const apart = spread ? `${show(spread.low)} to ${show(spread.high)}` : ''
        const mark = target && `${target.is} ${show(target.mark)}  ${target.met ? 'met' : 'NOT MET'}`
        return `  ${what.padEnd(width)}  ${show(value).padStart(9)}  ${apart.padEnd(APART)}  ${mark ?? ''}`.trimEnd()
      }
      return [...groups.flatMap(({ title, rows }) => ['', title, ...rows.map(line)]), '', ...notes]
    },
    json: () => ({
      ...Object.fromEntries(rows().map(({ key, value }) => [key, digits(value)])),
      spreads: Object.fromEntries(
        rows().flatMap(({ key, spread }) =>
          spread ? [[key, [digits(spread.low), digits(spread.high)]]] : [],
        ),
      ),
      targets_met: Object.fromEntries(
        rows().flatMap(({ key, target }) => (target ? [[key, target.met]] : [])),
      ),
      targets_missed: rows().filter(({ target }) => target && !target.met).length,
    }),
  }
}

/**
 * Prints the table and writes the figures, with `facts` about the run, to `file`. Resolves to the exit status: 1 when a
 * target was missed.
 */
export async function publish(
  report: Report,
  facts: Record<string, unknown>,
  file: string,
  print: (line: string) => void,
): Promise<0 | 1> {
  const figures = report.json()
  for (const line of report.lines()) print(line)
  mkdirSync(dirname(file), { recursive: true })
  await Bun.write(file, `${JSON.stringify({ ...figures, ...facts }, null, 2)}\n`)
  const missed = figures.targets_missed
  print(`The same in dist/bench.json; ${missed === 0 ? 'every target met' : `${missed} targets missed`}.`)
  return missed === 0 ? 0 : 1
}
