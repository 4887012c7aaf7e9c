import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filaConPapel, filaDe, TIPOS } from '../../../src/domain/dte/tipos'

const SRC = join(import.meta.dir, '../../../src')
const EJEMPLO = 'an example of a request or an answer'

/** Where the code of a type may stand outside the table, beside lines of `examples`, and why. */
const PERMITIDOS: Readonly<Record<string, string>> = {
  'areas/borradores/borrador.schema.ts': 'the example of a request',
  'areas/dte/solicitud/solicitud.schema.ts': EJEMPLO,
  'areas/rcv/vinculaciones.route.ts': EJEMPLO,
  'areas/simulador/acuse.schema.ts': EJEMPLO,
  'areas/simulador/rutas.schema.ts': EJEMPLO,
  'areas/simulador/vecinos.schema.ts': EJEMPLO,
  'domain/dte/ejemplos/solicitudes.ts': EJEMPLO,
  'areas/recurrentes/serie.schema.ts': EJEMPLO,
  'areas/contabilidad/regla.schema.ts': EJEMPLO,
  'http/openapi-examples.ts': EJEMPLO,
  'http/openapi-responses.ts': EJEMPLO,
  'domain/rcv/f29-clases.ts': 'the classes of the monthly return, by type, those on paper too',
  'domain/rcv/f29-lineas.ts': 'codes of the form',
  'domain/rcv/f29-impuestos.ts': 'codes of the form',
  'domain/rcv/tipos.ts': "the register's own table of the SII's types, those on paper too",
  'dashboard/shell/palette-words.ts': 'the order in which the palette offers every type',
  'dashboard/emitir/types.ts': 'the form of every type: a table of the screen, in its order',
  'dashboard/ui/tipo.ts': 'a word for every type, on the first page, which does without the table',
  'dashboard/emitir/settled.ts': 'codes of the table of references, on paper too',
  'http/docs/samples.ts': 'what a sample asks for',
  'http/json-shape.ts': 'codes of characters',
  'simulator/certificacion/tipos.ts': 'what sets of tests ask for, by nothing that Timbre writes with',
  'simulator/contribuyente/imagen.ts': "places in a bitmap's header",
  'simulator/registro/tipos.ts': "the names that the SII's register gives to types, those on paper too",
  'sii/portal/codigos.ts': 'codes of the messages at the login',
  'simulator/portal/codigos.ts': 'codes of the messages at the login',
  'areas/dte/referencias/statements-registro.ts': 'the words of the index of notes',
  'domain/certificacion/nombres-set.ts': "the names that the SII's sets give to types, those on paper too",
  'domain/certificacion/build-liquidacion.ts': 'what a line of a settlement settles, on paper too',
  'domain/certificacion/opciones.ts': 'what a line of a settlement settles, on paper too',
  'domain/dte/impuestos.ts': 'codes of taxes',
  'respaldo/config.ts': "the length of a bucket's name",
  'store/tables/rcv.ts': 'the index of notes, as a migration made it',
  'store/tables/documento.ts': 'the index of guides, as a migration made it',
  'simulator/historia/plan.ts': 'what a simulated past is made of, by nothing that Timbre writes with',
  'simulator/historia/emision.ts': 'the order in which a simulated past is sent',
  'simulator/historia/api-historia.ts': 'the receipt whose stamp is spoilt',
  'simulator/vecinos/tipos.ts': 'what the simulated neighbours write, by nothing that Timbre writes with',
  'simulator/libros/montos.ts': 'types that a book has in its sums alone, and the code of a tax',
  'xml/verify/montos/impuestos.ts': 'codes of taxes',
}

/** Comments, strings, templates and whole numbers; a number in a name or a repetition is none, nor one in a text that is no SQL. */
const TOKEN =
  /\/\/.*|\/\*[\s\S]*?\*\/|'((?:\\.|[^'\\\n])*)'|"((?:\\.|[^"\\\n])*)"|`((?:\\.|[^`\\])*)`|(?<![\w.$#{])(\d+)(?![\w.%])/g
const SQL = /\b(?:SELECT|WHERE|FROM|AND|OR|IN)\b|\btipo(?:_d|D)te\}? *[=<>]/
const NUMBER = /(?<![\w.$#{@-])\d+(?![\w.%])/g
const CODIGOS = new Set(TIPOS.map(({ codigo }) => String(codigo)))

const codesIn = (text: string): string[] =>
  [...text.replace(/.*\bexamples: .*/g, '').matchAll(TOKEN)]
    .flatMap(([, single, double, template, number]) => {
      const quoted = single ?? double
      const words = quoted ?? template ?? ''
      return SQL.test(words) ? (words.match(NUMBER) ?? []) : (quoted ?? number ?? '')
    })
    .filter((token) => CODIGOS.has(token))

test('the code of a type stands in its row alone: elsewhere a property of the row decides', () => {
  const found = [...new Bun.Glob('**/*.{ts,tsx}').scanSync(SRC)].filter(
    (file) =>
      file !== 'domain/dte/tipos.ts' &&
      !file.endsWith('.gen.ts') &&
      codesIn(readFileSync(join(SRC, file), 'utf8')).length > 0,
  )
  expect(found.sort()).toEqual(Object.keys(PERMITIDOS).sort())
})

test('a code is told from a comment, a sentence and a larger number', () => {
  expect(codesIn("a = b === 52 || ['33'] // 61")).toEqual(['52', '33'])
  expect(codesIn("'al tipo 33' /* 39 */ 0.52 1_033 x52 `56` 33n a{43} 61%")).toEqual([])
  expect(codesIn('examples: [33],\ntipo: 34')).toEqual(['34'])
  expect(codesIn('`SELECT 1 FROM d WHERE tipo_dte IN (39, 41)`')).toEqual(['39', '41'])
  expect(codesIn('sql`tipoDte} = 52`, "tipo_dte <> 61"')).toEqual(['52', '61'])
  expect(codesIn('`AND tipo_dte IN (BOLETAS) LIMIT @33`, `con tipo_dte 33`')).toEqual([])
})

test('what voids a type is a note of its kind, and what voids that one voids it back', () => {
  for (const { codigo, anuladoPor, nota, monedaExtranjera } of TIPOS) {
    const por = filaDe(anuladoPor ?? undefined)
    if (!por) continue
    expect([codigo, por.monedaExtranjera]).toEqual([codigo, monedaExtranjera])
    expect([codigo, por.nota]).toEqual([codigo, nota === 'credito' ? 'debito' : 'credito'])
  }
  expect(TIPOS.filter(({ anuladoPor }) => !anuladoPor).map(({ codigo }) => codigo)).toEqual([43, 52])
})

test('a code is read as the SII and people write it', () => {
  expect(filaDe('033')).toBe(filaDe(33)!)
  expect(['', 'SET', '3', 0, undefined].map((code) => filaDe(code))).toEqual(Array(5).fill(undefined))
  expect([32, 38, 45, 50, 55, 60].map((papel) => filaConPapel(papel)?.codigo)).toEqual([
    34, 41, 46, 52, 56, 61,
  ])
  expect(filaConPapel(30)).toBeUndefined()
})
