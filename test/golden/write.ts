// `make golden`: writes test/fixtures/dte/*.xml anew. Nothing is saved unless every document holds against the SII's
// schema; a boleta has one only inside its envelope.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasShared } from '../support/shared'
import { buildGolden, fileBytes, GOLDEN_DIR, goldenNames, wrap } from './golden'
import { loadSchema } from './schemas'

if (!hasShared()) {
  console.error('make golden needs ../shared/sii/schemas: without the schemas nothing is saved')
  process.exit(1)
}

const checkDte = await loadSchema('DTE')
const checkBoletas = await loadSchema('EnvioBOLETA')
const files: { path: string; bytes: Buffer }[] = []
let refused = 0
for (const name of goldenNames()) {
  const built = await buildGolden(name)
  const bytes = fileBytes(built.xml)
  const boleta = built.dte.idDoc.tipoDte === 39 || built.dte.idDoc.tipoDte === 41
  const faults = boleta ? checkBoletas(await wrap([built])) : checkDte(bytes)
  for (const fault of faults) console.error(`${name}: ${fault}`)
  if (faults.length) refused++
  files.push({ path: join(GOLDEN_DIR, `${name}.xml`), bytes })
}
if (refused) {
  console.error(`${refused} of ${files.length} documents fail the schema: nothing saved`)
  process.exit(1)
}
for (const { path, bytes } of files) writeFileSync(path, bytes)
console.log(`${files.length} golden documents saved`)
