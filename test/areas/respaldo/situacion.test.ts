import { describe, expect, test } from 'bun:test'
import type { Respaldo } from '../../../src/areas/respaldo'
import { dueWork, type Hechos, lastFailure, problemasOf } from '../../../src/areas/respaldo/situacion'

const LAST = '2026-11-29T06:15:00.000Z'
const after = (minutes: number): Date => new Date(Date.parse(LAST) + minutes * 60_000)
const HOUR = 60
const DAY = 24 * HOUR

let count = 0
/** An attempt that began and ended so many minutes after the hour. */
const intento = (minutes: number, more: Partial<Respaldo> = {}): Respaldo => ({
  id: `rsp_${++count}`,
  nombre: `timbre-${count}`,
  destino: '/respaldos',
  estado: 'fallida',
  inicio: after(minutes).toISOString(),
  fin: after(minutes).toISOString(),
  bytes: null,
  sha256: null,
  error: 'el disco se llenó',
  ensayo: null,
  ensayoAt: null,
  ensayoDetalle: null,
  ...more,
})
const hecha = (minutes: number, more: Partial<Respaldo> = {}): Respaldo =>
  intento(minutes, { estado: 'hecha', error: null, ...more })
const ensayada = (minutes: number, ensayo: Respaldo['ensayo'] = 'abierta') =>
  hecha(minutes, {
    ensayo,
    ensayoAt: after(minutes).toISOString(),
    ensayoDetalle: 'sus páginas están dañadas',
  })

const hechos = (minutes: number, intentos: Respaldo[], more: Partial<Hechos> = {}): Hechos => ({
  intentos,
  buena: intentos.find(({ estado }) => estado === 'hecha'),
  ensayada: intentos.find(({ ensayo }) => ensayo !== null),
  last: new Date(LAST),
  now: after(minutes),
  ...more,
})
const motivos = (one: Hechos): string[] => problemasOf(one).map(({ motivo }) => motivo)

describe('what is due', () => {
  test('is a copy at once where there is none, whatever the hour', () =>
    expect(dueWork(hechos(5 * HOUR, []))).toBe('copia'))

  test('is a copy when none began at the last hour or since', () => {
    expect(dueWork(hechos(0, [ensayada(-DAY)]))).toBe('copia')
    expect(dueWork(hechos(30, [ensayada(0)]))).toBeNull()
    // By hand, before its hour: the hour still asks for one.
    expect(dueWork(hechos(0, [ensayada(-10)]))).toBe('copia')
  })

  test('is not lost with a server that was off or died in the middle', () => {
    const dead = intento(0, { estado: 'en_curso', fin: null, error: null })
    expect(dueWork(hechos(9 * HOUR, [dead, ensayada(-DAY)]))).toBe('copia')
  })

  test('is tried again after 5 and 15 minutes, after an hour, and then every three', () => {
    const good = ensayada(-DAY)
    const waits = [5, 15, HOUR, 3 * HOUR, 3 * HOUR]
    for (const [i, wait] of waits.entries()) {
      const failed = Array.from({ length: i + 1 }, (_, n) => intento(100 - n))
      expect(dueWork(hechos(100 + wait - 1, [...failed, good]))).toBeNull()
      expect(dueWork(hechos(100 + wait, [...failed, good]))).toBe('copia')
    }
  })

  test('is a trial once the first copy is there, and a week after the last one', () => {
    expect(dueWork(hechos(1, [hecha(0)]))).toBe('ensayo')
    const tried = ensayada(-7 * DAY + 1)
    expect(dueWork(hechos(0, [hecha(0), tried]))).toBeNull()
    expect(dueWork(hechos(1, [hecha(0), tried]))).toBe('ensayo')
  })

  test('is another trial a day after one that failed', () => {
    const failed = ensayada(0, 'fallida')
    expect(dueWork(hechos(DAY - 1, [failed]))).toBeNull()
    expect(dueWork(hechos(DAY, [failed]))).toBe('ensayo')
  })
})

describe('what a person must hear of', () => {
  test('is nothing while copies are made and tried', () =>
    expect(problemasOf(hechos(30, [ensayada(0)]))).toEqual([]))

  test('is the third failure in a row, with its words, and not the first', () => {
    const good = ensayada(-DAY)
    expect(motivos(hechos(10, [intento(5), intento(0), good]))).toEqual([])
    expect(problemasOf(hechos(30, [intento(20), intento(5), intento(0), good]))).toEqual([
      {
        motivo: 'fallido',
        desde: LAST,
        mensaje: 'el disco se llenó; la última copia es del 2026-11-28',
      },
    ])
  })

  test('is told where one looks from the first failure on, until a copy is made', () => {
    expect(lastFailure(hechos(10, [intento(0), ensayada(-DAY)]))?.error).toBe('el disco se llenó')
    expect(lastFailure(hechos(10, [hecha(5), intento(0)]))).toBeNull()
  })

  test('is a copy that is six hours late, though nothing failed', () => {
    expect(motivos(hechos(6 * HOUR - 1, [ensayada(-DAY)]))).toEqual([])
    expect(motivos(hechos(6 * HOUR, [ensayada(-DAY)]))).toEqual(['atrasado'])
    expect(problemasOf(hechos(6 * HOUR, []))[0]!.mensaje).toContain('no hay ninguna copia')
  })

  test('is a trial that failed, until another one succeeds', () => {
    const failed = ensayada(-DAY, 'fallida')
    const [problema] = problemasOf(hechos(1, [hecha(0), failed]))
    expect(problema).toMatchObject({ motivo: 'ensayo_fallido', desde: failed.ensayoAt! })
    expect(problema!.mensaje).toContain('sus páginas están dañadas')
    expect(motivos(hechos(1, [ensayada(0), failed]))).toEqual([])
  })

  test('is that nothing was tried for two weeks', () => {
    expect(motivos(hechos(1, [hecha(0), ensayada(-14 * DAY + 2)]))).toEqual([])
    expect(motivos(hechos(1, [hecha(0), ensayada(-14 * DAY)]))).toEqual(['ensayo_atrasado'])
    expect(motivos(hechos(1, [hecha(0), hecha(-15 * DAY)]))).toEqual(['ensayo_atrasado'])
  })
})
