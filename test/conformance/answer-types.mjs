// Says where the types that a generated client gives to answers could be anything: `answer-types.mjs FILE NAMES`, the exported
// types of FILE that the expression NAMES finds. Prints how many it walked, and each place; fails when there is one. Run beside
// the client, with the compiler of its folder.

import ts from 'typescript'

const [, , file, names] = process.argv
const program = ts.createProgram([file], { strict: true, target: ts.ScriptTarget.ES2022, skipLibCheck: true })
const checker = program.getTypeChecker()
const found = new Set()
/** Of another standard, or blocks of a request to issue: named and explained in `test/http/openapi-respuestas.test.ts`. */
const OPAQUE = /\.opciones(\{\})?$|\.solicitud(\{\})?$|\.ajustes\.\w+(\[\])?\{\}$/

/** @param {Set<ts.Type>} above the types that `type` is part of: a value may hold another of its own kind */
function walk(type, at, above) {
  if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return void (OPAQUE.test(at) || found.add(at))
  if (above.has(type)) return
  const within = new Set(above).add(type)
  if (type.isUnionOrIntersection()) for (const one of type.types) walk(one, at, within)
  if (!(type.flags & ts.TypeFlags.Object)) return
  if (checker.isArrayType(type)) return walk(checker.getTypeArguments(type)[0], `${at}[]`, within)
  const declared = type.symbol?.declarations ?? []
  // A file is what the browser says it is.
  if (declared.some((one) => program.isSourceFileDefaultLibrary(one.getSourceFile()))) return
  for (const { type: value } of checker.getIndexInfosOfType(type)) walk(value, `${at}{}`, within)
  for (const field of checker.getPropertiesOfType(type))
    walk(checker.getTypeOfSymbol(field), `${at}.${field.name}`, within)
}

const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file)))
const answers = exported.filter(({ name }) => new RegExp(names).test(name))
for (const symbol of answers) walk(checker.getDeclaredTypeOfSymbol(symbol), symbol.name, new Set())
console.log(`answers: ${answers.length}`)
for (const at of found) console.log(at)
process.exit(found.size || !answers.length ? 1 : 0)
