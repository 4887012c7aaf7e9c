// Names, as src §5.1 has them: what src exports is said with English verbs, but for what the published interface calls by a Spanish
// one; and a word that could mean several things has one meaning, which the glossary of src/README.md gives with the place where it lives.

import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dir, '..')
const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

const FILES = [...new Bun.Glob('src/**/*.{ts,tsx}').scanSync(ROOT)]
  .filter((file) => !file.endsWith('.d.ts') && !file.endsWith('.gen.ts'))
  .sort()

/** English words, and Spanish nouns, that end as a Spanish verb does. */
const NO_VERB = new Set(
  `after another answer asker browser buffer char clear driver fair filter folder handler header holder infer inner installer integer keeper ledger listener lower maker
  master number offer order other outer over owner pair pager paper parameter parser picker pointer printer provider query reader
  receiver reducer register rehearse render rescuer runner scanner sender server setter share similar smaller subscriber switcher timer
  together transfer trimmer under upper user worker writer year
  bar chofer dolar lugar primer titular`.split(/\s+/),
)

/** Spanish verbs in other forms than the infinitive that have stood here. */
const FORMS = new Set(
  `admite admiten alcanza alcanzan anula avisa cobra cobran devuelve encuentra envia escribe es esta faltan guarda
  lee libera muestra queda quedan retiene rige vence`.split(/\s+/),
)

/** Exported names that bear a Spanish verb because the published interface does: its route, command, page, state or kind of job. */
const OPERATIONS: Record<string, readonly string[]> = {
  'POST /v1/dte/emitir': ['emitirRoute', 'EMITIR', 'emitirJob'],
  'POST /v1/dte/emitir/lote': ['EmitirLote', 'createEmitirLote'],
  'POST /v1/dte/validar': ['validarRoute'],
  'POST /v1/dte/previsualizar': ['previsualizarRoute'],
  'POST /v1/dte/:tipo/:folio/anular': ['anularRoute', 'Anular', 'createAnular'],
  'POST /v1/dte/guias/facturar': ['FacturarGuias', 'createFacturarGuias'],
  'POST /v1/dte/folios/solicitar': ['solicitarFoliosRoute', 'solicitarJob', 'SolicitarDeps', 'SOLICITAR'],
  'POST /v1/dte/folios/reobtener': ['reobtenerRoute', 'reobtenerJob', 'REOBTENER'],
  'POST /v1/dte/folios/anular': ['anularFoliosRoute', 'anularJob', 'ANULAR'],
  'POST /v1/dte/folios/:tipo/saltar': ['saltarFoliosRoute', 'createSaltar'],
  'POST /v1/dte/folios/:tipo/retomar': ['retomarFoliosRoute', 'createRetomar'],
  'POST /v1/bte/emitir': ['emitirBteRoute', 'EMITIR_BTE', 'emitirBteJob'],
  'POST /v1/bte/previsualizar': ['previsualizarBteRoute'],
  'POST /v1/bte/:folio/anular': ['anularBteRoute', 'anularBteJob', 'ANULAR_BTE', 'ArgsAnularBte'],
  'POST /v1/documentos/:tipo/:folio/enviar': ['enviarRoute'],
  'POST /v1/empresa/autocompletar': ['AutocompletarJson', 'autocompletarToJson'],
  'POST /v1/empresa/seleccionar': ['seleccionarRoute'],
  'POST /v1/usuarios/invitar': ['InvitarBody'],
  'POST /v1/rcv/:periodo/importar': ['importarRcvRoute', 'Importar', 'createImportar'],
  'POST /auth/password/restablecer': ['RESTABLECER', 'RESTABLECER_MINUTOS'],
  'folios `por_conciliar`': ['FolioPorConciliar', 'markPorConciliar', 'PorConciliar', 'createPorConciliar'],
  'job webhook.entregar': ['ENTREGAR', 'entregarJob'],
  'page /empezar': ['isEmpezarHidden', 'hideEmpezar'],
  'timbre folios conciliar': ['conciliar'],
  'timbre actualizar': ['actualizar'],
  'timbre restaurar': ['restaurar'],
  'timbre certificar': ['certificar'],
  'timbre rotar-clave': ['rotarClave'],
  'timbre validar-xml': ['validarXml'],
  'timbre verificar': ['verificar'],
}

/** Where a name of the interface is published, and how it stands there. */
function isPublished(operation: string): boolean {
  const [kind, name = ''] = operation.split(/ (.*)/)
  const [file, words] =
    kind === 'job'
      ? ['src/areas/webhooks/entrega-store.ts', `'${name}'`]
      : kind === 'page'
        ? ['src/dashboard/screens.ts', `'${name}'`]
        : kind === 'timbre'
          ? [`src/cli/${name.replace(' ', '-')}.ts`, '`timbre ']
          : kind === 'folios'
            ? ['src/dashboard/api/routes.gen.ts', name.slice(1, -1)]
            : ['src/dashboard/api/routes.gen.ts', `'${operation}'`]
  return textOf(file!).includes(words!)
}

/** The names that a file exports, under which others know them. */
function exportsOf(text: string): string[] {
  const declared = text.matchAll(
    /^export (?:declare )?(?:async )?(?:const|let|function\*?|class|abstract class|type|interface|enum) (\w+)/gm,
  )
  const listed = [...text.matchAll(/^export (?:type |const )?\{([^}]*)\}/gm)].flatMap(([, list]) =>
    list!.split(',').flatMap((one) => /(\w+)\s*$/.exec(one)?.[1] ?? []),
  )
  return [...new Set([...[...declared].map(([, name]) => name!), ...listed])]
}

/** `createFolioPorConciliar` as its words, in lower case. */
const wordsOf = (name: string): string[] =>
  (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase())

/** The Spanish verbs in a name. */
const verbsIn = (name: string): string[] =>
  wordsOf(name).filter(
    (word) => FORMS.has(word) || (/..[aei]r(?:se|l[aeo]s?)?$/.test(word) && !NO_VERB.has(word)),
  )

/** The rows of the glossary: the word, and the folders and files where it lives. */
function glossary(): Map<string, readonly string[]> {
  const [, text = ''] = textOf('src/README.md').split(/^## Glossary$/m)
  const rows = [...text.split(/^## /m)[0]!.matchAll(/^\| \*([^*|]+)\* \|[^|]*\|([^|]*)\|$/gm)]
  const words = rows.flatMap(([, names, places]) =>
    names!.split(', ').map((word) => [word, [...places!.matchAll(/`([^`]+)`/g)].map((m) => m[1]!)] as const),
  )
  const twice = words.map(([word]) => word).filter((word, i, all) => all.indexOf(word) !== i)
  expect(twice).toEqual([])
  return new Map(words)
}

/** Words that meant several things once, with the forms that they have in names; `null`: they stand in none. */
const ONE_MEANING: Record<string, RegExp | null> = {
  envío: /^envios?$/,
  cuota: /^cuotas?$/,
  existencias: /^existencias$/,
  vigencia: /^vigencias?$/,
  línea: null,
  lote: /^lotes?$/,
  reposición: /^reposicion$/,
  retenido: /^reten(?:er|ido|idos)$/,
  liberar: /^libera(?:r|do|dos)$/,
}

describe('the names that src exports', () => {
  test('have English verbs, but for what the published interface calls otherwise', () => {
    const known = new Set(Object.values(OPERATIONS).flat())
    const spanish = FILES.flatMap((file) =>
      exportsOf(textOf(file))
        .filter((name) => verbsIn(name).length && !known.has(name))
        .map((name) => `${file}: ${name}`),
    )
    expect(spanish).toEqual([])
  })

  test('keep a Spanish verb only while they are there and the interface has it', () => {
    const there = new Set(FILES.flatMap((file) => exportsOf(textOf(file))))
    expect(Object.values(OPERATIONS).flatMap((names) => names.filter((name) => !there.has(name)))).toEqual([])
    expect(Object.keys(OPERATIONS).filter((operation) => !isPublished(operation))).toEqual([])
  })

  test('stand in files whose names follow the same rule', () => {
    const published = new Set(Object.keys(OPERATIONS).flatMap((operation) => operation.match(/\w+/g)!))
    const spanish = FILES.filter((file) =>
      /([\w-]+)\.[^/]*$/
        .exec(file)![1]!
        .split('-')
        .some((word) => verbsIn(word).length && !published.has(word)),
    )
    expect(spanish).toEqual([])
  })

  test('are read in every form of export, and a verb is found wherever it stands in one', () => {
    const text = `export const createGuardar = 1\nexport async function a() {}\nexport type { B, C as EscribirLote } from './b'
export {\n  d,\n  type E,\n} from './d'\nconst hidden = 2\nexport interface F {}`
    expect(exportsOf(text)).toEqual(['createGuardar', 'a', 'F', 'B', 'EscribirLote', 'd', 'E'])
    expect(
      ['createGuardar', 'LEER', 'porAvisarles', 'ponerse'].filter((name) => !verbsIn(name).length),
    ).toEqual([])
    expect(['esPropio', 'noRige', 'admitePapel'].filter((name) => !verbsIn(name).length)).toEqual([])
    expect(['serverOrder', 'parseTitular', 'isEspecial', 'CIR'].flatMap(verbsIn)).toEqual([])
  })
})

describe('the glossary', () => {
  test('gives each word that could mean several things one row', () => {
    const words = glossary()
    expect(Object.keys(ONE_MEANING).filter((word) => !words.has(word))).toEqual([])
    expect(words.size).toBeGreaterThan(25)
  })

  test('says where such a word lives: no other file exports a name with it', () => {
    const words = glossary()
    const astray = Object.entries(ONE_MEANING).flatMap(([word, form]) => {
      const places = words.get(word) ?? []
      return FILES.filter(
        (file) =>
          form && !file.endsWith('/index.ts') && !places.some((place) => file.startsWith(`src/${place}`)),
      ).flatMap((file) =>
        exportsOf(textOf(file))
          .filter((name) => wordsOf(name).some((part) => form!.test(part)))
          .map((name) => `${word}: ${file}: ${name}`),
      )
    })
    expect(astray).toEqual([])
  })

  test('names places that are there', () => {
    const missing = [...glossary().values()]
      .flat()
      .filter((place) => !FILES.some((file) => file.startsWith(`src/${place}`)))
    expect(missing).toEqual([])
  })
})

/** A line whose comment, at its start or behind code, opens with a word that makes its reader start again. */
const BACKWARDS = /(?:^|\s|\{)(?:\/\/|\/\*\*?|\*) *(?:Of|What|Who|Whose)\b/

test('no comment opens with Of, What, Who or Whose (src §5.1)', () => {
  const files = [...new Bun.Glob('{src,test}/**/*.{ts,tsx,css}').scanSync(ROOT)].sort()
  const found = files.flatMap((file) =>
    textOf(file)
      .split('\n')
      .flatMap((line, i) => (BACKWARDS.test(line) ? [`${file}:${i + 1}: ${line.trim()}`] : [])),
  )
  expect(found).toEqual([])
})

/** Words of this house alone, with the standard ones that replaced them. */
const HOUSE_WORDS: Record<string, string> = {
  Faena: 'TrabajoContext',
  Hallazgo: 'Finding',
  Llegada: 'Arrival',
  Mesa: 'a context or session',
  Puerta: 'a gate',
  Quien: 'Actor or Titular',
  Preguntador: 'Asker',
  faena: 'ctx',
  mesa: 'ctx or session',
  tell: 'notify',
  take: 'claim, spend, reserve or accept',
}

/** The names that a line declares: types, functions, variables, members and first parameters. */
const declaredIn = (line: string): string[] =>
  [
    ...line.matchAll(/\b(?:interface|type|class|function\*?|const|let) (\w+)/g),
    ...line.matchAll(/^ +(?:readonly |async )?(\w+)(?:<[^>]*>)?[?]?(?:: |\(.*(?:\{|\): .*)$)/g),
  ].flatMap(([, name]) => (name === undefined ? [] : [name]))

test('no type, function, variable or member has a word of this house alone', () => {
  const found = FILES.flatMap((file) =>
    textOf(file)
      .split('\n')
      .flatMap((line, i) =>
        declaredIn(line)
          .filter((name) => Object.hasOwn(HOUSE_WORDS, name) || /^tell[A-Z]|Tell[A-Z]/.test(name))
          .map((name) => `${file}:${i + 1}: ${name}; say ${HOUSE_WORDS[name] ?? 'notify'}`),
      ),
  )
  expect(found).toEqual([])
})
