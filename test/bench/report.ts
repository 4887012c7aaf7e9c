// What a run found: a table for people, and `dist/bench.json` with one key a figure, its unit in the name, so that runs can
// be compared.

import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

export interface Report {
  group(title: string): void
  figure(key: string, what: string, value: number): void
  /** A figure with a mark to reach, itself a figure of the file. */
  target(key: string, what: string, value: number, is: '>=' | '<' | '<=', mark: number): void
  /** A remark below the table. */
  note(text: string): void
  lines(): string[]
  json(): Record<string, unknown>
}

interface Row {
  key: string
  what: string
  value: number
  target?: { is: string; mark: number; met: boolean }
}

/** Four digits say all that a measurement knows. */
function show(value: number): string {
  const digits = value >= 1000 ? 0 : value >= 100 ? 1 : value >= 10 ? 2 : 3
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

export function createReport(): Report {
  const groups: { title: string; rows: Row[] }[] = []
  const notes: string[] = []
  const add = (row: Row): void => void groups.at(-1)!.rows.push(row)
  const rows = (): Row[] => groups.flatMap((group) => group.rows)
  return {
    group: (title) => void groups.push({ title, rows: [] }),
    figure: (key, what, value) => add({ key, what, value }),
    target(key, what, value, is, mark) {
      const met = is === '>=' ? value >= mark : is === '<' ? value < mark : value <= mark
      add({ key, what, value, target: { is, mark, met } })
    },
    note: (text) => void notes.push(text),
    lines() {
      const width = Math.max(...rows().map(({ what }) => what.length))
      const line = ({ what, value, target }: Row): string => {
        const mark = target && `${target.is} ${show(target.mark)}  ${target.met ? 'met' : 'NOT MET'}`
        return `  ${what.padEnd(width)}  ${show(value).padStart(9)}  ${mark ?? ''}`.trimEnd()
      }
      return [...groups.flatMap(({ title, rows }) => ['', title, ...rows.map(line)]), '', ...notes]
    },
    json: () => ({
      ...Object.fromEntries(rows().map(({ key, value }) => [key, Number(value.toPrecision(5))])),
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
