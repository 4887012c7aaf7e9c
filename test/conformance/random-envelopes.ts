// Writes random documents as envelopes into a folder, for judges that nobody here wrote: `random-envelopes.ts DIR [SEED]`.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tipoDocumento } from '../../src/domain/dte/tipos'
import { issue, signAs, wrap } from '../golden/golden'
import { COUNTS } from './counts'
import { randomDerived } from './random-derived'
import { randomRequests } from './random-requests'

const { randomDocuments: COUNT, randomDerived: DERIVED } = COUNTS
const PER_ENVELOPE = 40

const [, , dir, seedText] = process.argv
if (!dir) throw new Error('usage: random-envelopes.ts DIR [SEED]')
// Always the same by default, so that a failure is the change's and not the day's.
const seed = Number(seedText ?? 1)
console.log(`${COUNT} random documents and those derived from ${DERIVED} more, seed ${seed}`)

const waiting: Record<string, Awaited<ReturnType<typeof issue>>[]> = { EnvioDTE: [], EnvioBOLETA: [] }
let written = 0
async function flush(sobre: string): Promise<void> {
  const documentos = waiting[sobre]!.splice(0)
  if (documentos.length) writeFileSync(join(dir!, `${sobre}-${++written}.xml`), await wrap(documentos))
}

async function add(built: Awaited<ReturnType<typeof issue>>): Promise<void> {
  const { sobre } = tipoDocumento(built.dte.idDoc.tipoDte)
  if (waiting[sobre]!.push(built) === PER_ENVELOPE) await flush(sobre)
}

mkdirSync(dir, { recursive: true })
const folios: Record<number, number> = {}
/** The next of a type: the CAFs of the goldens reach to 1,000. */
const nextFolio = (tipo: number): number => (folios[tipo] = (folios[tipo] ?? 0) + 1)
for (const request of randomRequests(COUNT, seed))
  await add(await issue(request, nextFolio((request as { tipo_dte: number }).tipo_dte)))
for (const dte of randomDerived(DERIVED, seed)) await add(await signAs(dte, nextFolio(dte.idDoc.tipoDte)))
for (const sobre of Object.keys(waiting)) await flush(sobre)
