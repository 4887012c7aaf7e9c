// The laws of what is kept: the newest always, one of each span, and nothing more goes when asked again.

import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { chileDate } from '../../src/domain/fecha'
import { kept, parseRetencion, type Retencion } from '../../src/respaldo/retencion'

const DAY = 86_400_000
const BEGIN = Date.UTC(2024, 0, 1, 6, 15)

const copia = (at: number) => ({ nombre: new Date(at).toISOString(), at: new Date(at) })
const daily = (days: number) => Array.from({ length: days }, (_, day) => copia(BEGIN + day * DAY))
const POLITICA: Retencion = { dias: 7, semanas: 5, meses: 12, anos: 6 }

const copias = fc
  .uniqueArray(fc.integer({ min: 0, max: 3000 * 24 }), { maxLength: 60 })
  .map((hours) => hours.map((hour) => copia(BEGIN + hour * 3_600_000)))
const politica = fc.record({
  dias: fc.nat({ max: 10 }),
  semanas: fc.nat({ max: 10 }),
  meses: fc.nat({ max: 14 }),
  anos: fc.nat({ max: 8 }),
})
const newest = (all: readonly { nombre: string; at: Date }[]) =>
  all.toSorted((a, b) => b.at.getTime() - a.at.getTime())[0]

describe('kept', () => {
  test('keeps the newest copy, whatever the policy', () => {
    fc.assert(
      fc.property(copias, politica, (all, conservar) => {
        const names = kept(all, conservar)
        if (all.length) expect(names.has(newest(all)!.nombre)).toBe(true)
      }),
    )
  })

  test('keeps at most one copy more than the policy counts, and none that is not there', () => {
    fc.assert(
      fc.property(copias, politica, (all, conservar) => {
        const names = kept(all, conservar)
        const most = conservar.dias + conservar.semanas + conservar.meses + conservar.anos
        expect(names.size).toBeLessThanOrEqual(Math.max(most, 1))
        for (const nombre of names) expect(all.some((one) => one.nombre === nombre)).toBe(true)
      }),
    )
  })

  test('keeps all of what it kept, asked again', () => {
    fc.assert(
      fc.property(copias, politica, (all, conservar) => {
        const names = kept(all, conservar)
        const left = all.filter(({ nombre }) => names.has(nombre))
        expect(kept(left, conservar)).toEqual(names)
      }),
    )
  })

  test('keeps nothing less under a policy that counts more', () => {
    fc.assert(
      fc.property(copias, politica, politica, (all, conservar, more) => {
        const larger = {
          dias: conservar.dias + more.dias,
          semanas: conservar.semanas + more.semanas,
          meses: conservar.meses + more.meses,
          anos: conservar.anos + more.anos,
        }
        const names = kept(all, larger)
        for (const nombre of kept(all, conservar)) expect(names.has(nombre)).toBe(true)
      }),
    )
  })

  test('keeps of a copy a day, removed day by day, a copy of each year, month, week and day that were promised', () => {
    let left: ReturnType<typeof daily> = []
    for (const one of daily(3 * 366)) {
      left.push(one)
      const names = kept(left, POLITICA)
      left = left.filter(({ nombre }) => names.has(nombre))
    }
    const spans = (length: number) => new Set(left.map(({ at }) => chileDate(at).slice(0, length)))
    expect([...spans(4)]).toEqual(['2024', '2025', '2026', '2027'])
    expect(spans(7).size).toBeGreaterThanOrEqual(12)
    const today = left.at(-1)!.at.getTime()
    for (let days = 0; days < 7; days++)
      expect(left.some(({ at }) => at.getTime() === today - days * DAY)).toBe(true)
    expect(left.length).toBeLessThanOrEqual(30)
  })
})

describe('parseRetencion', () => {
  test.each(['', '7', '7/5/12', '0/0/0/0', '7/5/12/-1', '7/5/12/6/1', '1000/0/0/0'])('refuses «%s»', (text) =>
    expect(parseRetencion(text)).toBeNull(),
  )
  test('reads days, weeks, months and years', () =>
    expect(parseRetencion('7/5/12/6')).toEqual({ dias: 7, semanas: 5, meses: 12, anos: 6 }))
})
