// The master key on paper: what a person reads back is the key, or the line that was read wrong.

import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { HojaFault, linesOf, readLines } from '../../src/cli/hoja'
import { readQr } from '../pdf/leer-codigo'
import { testAppWithCompany } from '../support/test-app'
import { KEY, writeFolder } from './folder'
import { runHere } from './in-process'
import { inTempDir, timbre } from './spawn'

const clave = fc.uint8Array({ minLength: 32, maxLength: 32 })

/** The content of the code that a sheet draws, as ink on paper. */
async function readDrawn(sheet: string): Promise<string> {
  const lines = sheet.split('\n').filter((line) => /^[ ▀▄█]{20,}$/.test(line))
  const width = Math.max(...lines.map((line) => line.length))
  const scale = 4
  const image = { ancho: width * scale, alto: lines.length * 2 * scale, grises: new Uint8Array() }
  image.grises = new Uint8Array(image.ancho * image.alto).map((_, i) => {
    const [x, y] = [Math.floor((i % image.ancho) / scale), Math.floor(i / image.ancho / scale)]
    const ink = lines[Math.floor(y / 2)]![x] ?? ' '
    return (y % 2 ? '▄█' : '▀█').includes(ink) ? 0 : 255
  })
  const [code] = await readQr(image)
  return code?.toString('latin1') ?? ''
}

describe('a sheet', () => {
  test('is read back, in small letters, without blanks, and with O for 0 and l for 1', () => {
    fc.assert(
      fc.property(clave, (key) => {
        const lines = linesOf(key)
        expect(lines).toHaveLength(4)
        const typed = lines.join('\n').toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')
        expect(Buffer.from(readLines(typed))).toEqual(Buffer.from(key))
        expect(Buffer.from(readLines(typed.replace(/\s/g, '')))).toEqual(Buffer.from(key))
        const numbered = lines.map((line, i) => `  ${i + 1}  ${line}`).join('\n')
        expect(Buffer.from(readLines(numbered))).toEqual(Buffer.from(key))
      }),
    )
  })

  test('tells the line of a letter read wrong, and of two lines that changed places', () => {
    const lines = linesOf(new Uint8Array(32).fill(7))
    const wrong = lines.with(
      2,
      lines[2]!.replace(/^./, (letter) => (letter === '3' ? '8' : '3')),
    )
    expect(() => readLines(wrong.join(' '))).toThrow('La línea 3 tiene una letra equivocada')
    expect(() => readLines([lines[1], lines[0], lines[2], lines[3]].join(' '))).toThrow('La línea 1')
    expect(() => readLines(lines.slice(1).join(' '))).toThrow('Son 60 letras y hay 45')
    expect(() => readLines(lines.join(' ').replace(/^./, 'Ñ'))).toThrow(HojaFault)
  })

  test('finds nearly every line with one other letter', () => {
    const missed = { all: 0, through: 0 }
    fc.assert(
      fc.property(clave, fc.nat({ max: 59 }), fc.nat({ max: 30 }), (key, at, shift) => {
        const letters = linesOf(key).join('').replaceAll(' ', '')
        const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
        const other = alphabet[(alphabet.indexOf(letters[at]!) + 1 + shift) % 32]!
        missed.all++
        try {
          readLines(letters.slice(0, at) + other + letters.slice(at + 1))
          missed.through++
        } catch (fault) {
          expect(fault).toBeInstanceOf(HojaFault)
        }
      }),
      { numRuns: 2000, seed: 26 },
    )
    expect(missed.through).toBeLessThan(missed.all / 100)
  })
})

describe('timbre clave-maestra', () => {
  test('prints the sheet of a folder, from which its key comes back after a loss', () =>
    inTempDir(async (cwd) => {
      const { key } = writeFolder(await testAppWithCompany(), cwd)
      const data = ['--data', join(cwd, 'datos')]
      const { status, out } = await runHere(['clave-maestra', 'hoja', ...data])
      expect(status).toBe(0)
      const lines = [...out.matchAll(/^ {2}\d {2}(.+)$/gm)].map(([, line]) => line)
      expect(lines).toEqual(linesOf(Buffer.from(KEY, 'hex')))
      expect(out).not.toContain(KEY)
      expect(await readDrawn(out)).toBe(lines.join('').replaceAll(' ', ''))
      rmSync(key)
      const wrong = await runHere(['clave-maestra', 'leer', ...data], {
        input: `${lines.join(' ').slice(1)}\n`,
      })
      expect([wrong.status, existsSync(key)]).toEqual([1, false])
      const asked = { input: `${lines.join(' ')}\n` }
      const read = await runHere(['clave-maestra', 'leer', '--json', ...data], asked)
      expect(read.status).toBe(0)
      expect(JSON.parse(read.out)).toMatchObject({ archivo: key, escrita: true })
      expect(readFileSync(key, 'utf8')).toBe(`${KEY}\n`)
      expect(statSync(key).mode & 0o777).toBe(0o600)
      expect((await runHere(['verificar', ...data])).status).toBe(0)
    }))

  test('reads the four lines one by one too, as a person types them', () =>
    inTempDir(async (cwd) => {
      const lines = linesOf(Buffer.from(KEY, 'hex'))
      const read = (input: string) => timbre(['clave-maestra', 'leer'], { cwd, input })
      const short = await read(`${lines.slice(0, 3).join('\n')}\n\n${lines[3]}\n`)
      expect([short.status, short.err]).toEqual([1, expect.stringContaining('hay 45')])
      const { status, err } = await read(`${lines.map((line, i) => `${i + 1} ${line}`).join('\n')}\n`)
      expect([status, err]).toEqual([0, 'Ponga ahora la base de datos con timbre restaurar\n'])
      expect(readFileSync(join(cwd, 'datos/clave.maestra'), 'utf8')).toBe(`${KEY}\n`)
    }))

  test('puts no key beside a database that it does not open, nor over another', () =>
    inTempDir(async (cwd) => {
      const { key } = writeFolder(await testAppWithCompany(), cwd)
      const data = ['--data', join(cwd, 'datos')]
      const foreign = linesOf(new Uint8Array(32).fill(1)).join(' ')
      rmSync(key)
      const refused = await runHere(['clave-maestra', 'leer', ...data], { input: `${foreign}\n` })
      expect([refused.status, refused.err]).toEqual([1, expect.stringContaining('no abre')])
      expect(existsSync(key)).toBe(false)
      const empty = ['--data', join(cwd, 'vacía')]
      const own = linesOf(Buffer.from(KEY, 'hex')).join(' ')
      expect((await runHere(['clave-maestra', 'leer', ...empty], { input: `${foreign}\n` })).status).toBe(0)
      const other = await runHere(['clave-maestra', 'leer', ...empty], { input: `${own}\n` })
      expect([other.status, other.err]).toEqual([1, expect.stringContaining('tiene otra clave')])
    }))
})
