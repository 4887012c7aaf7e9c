// The check before a document is signed, held against the judge of files: every element of the golden documents is taken away, emptied
// and broken, and both must say the same of it.

import { describe, expect, test } from 'bun:test'
import type { Dte } from '../../src/domain/dte/dte'
import { writeContenido } from '../../src/xml/dte-xml'
import { structureFault } from '../../src/xml/structure'
import { checkEsquemaDte, parseSobre } from '../../src/xml/verify'
import { buildGolden, fileBytes, goldenNames } from '../golden/golden'

const golden = await Promise.all(goldenNames().map(async (name) => ({ name, ...(await buildGolden(name)) })))

/** Where the judge finds the schema broken, in its order, below the root of the document. */
function judged(xml: string): string[] {
  const file = parseSobre(fileBytes(xml))
  return checkEsquemaDte(file.dtes[0]!, file)
    .filter(({ nivel }) => nivel === 'rechazo')
    .map(({ donde }) => donde.replace(/^DTE\/\w+\//, '').replace(/ \(línea \d+\)$/, ''))
}

type Json = Record<string, unknown>

const BAD = [undefined, '', 'Ñ'.repeat(1200), '-9'.repeat(20), -1, 0, 0.5, 1e15, '2026-02-30', '1-k']
const NAMES_THE_TYPE = new Set(['idDoc', 'tipoDte'])

/** The document with one value of it changed, for each value and each way of changing it. Lines alike are not all taken. */
function* mutants(dte: Dte): Generator<Dte> {
  const whole = structuredClone(dte) as unknown as Json
  function* within(block: Json): Generator<Dte> {
    for (const [key, value] of Object.entries(block)) {
      if (value === undefined || (/^\d+$/.test(key) && Number(key) > 2)) continue
      const group = typeof value === 'object' && value !== null
      for (const other of group ? [undefined] : BAD) {
        if (NAMES_THE_TYPE.has(key) || (other === undefined && Array.isArray(block))) continue
        block[key] = other
        yield whole as unknown as Dte
      }
      block[key] = value
      if (group) yield* within(value as Json)
      if (!Array.isArray(value) || !value.length) continue
      block[key] = Array(1001).fill(value[0])
      yield whole as unknown as Dte
      block[key] = value
    }
  }
  yield* within(whole)
}

describe('the structure of a document before it is signed', () => {
  test('is right in every golden document', () => {
    expect(golden.map(({ dte }) => structureFault(dte, true))).toEqual(golden.map(() => null))
  })

  test('is wrong where the judge of files says so, and nowhere else', () => {
    let broken = 0
    // All are a minute's work on a busy machine; one in four has nearly every type.
    for (const { name, dte, xml } of golden.filter(({ xml }, i) => i % 4 === 0 && xml.length < 12_000)) {
      const written = writeContenido(dte)
      for (const mutant of mutants(dte)) {
        const found = structureFault(mutant, true)
        const text = writeContenido(mutant)
        const says = judged(xml.replace(written, () => text))
        const where = found?.split(' ')[0] ?? null
        if (where === null ? says.length : !says.includes(where))
          throw new Error(`${name}: ${found} and ${JSON.stringify(says)} of\n${text}`)
        if (found) broken++
      }
    }
    expect(broken).toBeGreaterThan(1000)
  })

  test('is said by element and rule, of the first thing that is wrong', () => {
    const { dte } = golden.find(({ name }) => name === '033_001_simple')!
    const over = (receptor: object) => ({ ...dte, receptor: { ...dte.receptor, ...receptor } }) as Dte
    expect(structureFault(over({ giro: 'x'.repeat(41) }), true)).toBe(
      'Encabezado/Receptor/GiroRecep «xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx» tiene 41 caracteres y el máximo es 40',
    )
    expect(structureFault(over({ rut: undefined }), true)).toBe('Encabezado/Receptor/RUTRecep falta')
    const [linea] = dte.detalle
    expect(structureFault({ ...dte, detalle: Array(61).fill(linea) }, true)).toBe(
      'Detalle[61] puede aparecer hasta 60 veces y son 61',
    )
  })

  test('does not ask for what the older schemas do not know where that is not written', () => {
    const { dte } = golden.find(({ dte }) => dte.transporte)!
    const bad: Dte = { ...dte, transporte: { ...dte.transporte, horaSalida: '25:00' } }
    expect(structureFault(bad, true)).toBe('Encabezado/Transporte/HraSalida «25:00» no es una hora HH:MM:SS')
    expect(structureFault(bad, false)).toBeNull()
  })
})
