// `timbre certificar ensayo`: a company of its own, in memory, walks its certification against the simulated SII, at a clock of its own:
// no network, no data folder, no waiting (areas/certificacion §6).

import { randomFillSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createApp } from '../app'
import { createNewId } from '../base/id'
import { createLog } from '../base/log'
import { loadConfig } from '../config'
import { setBefore, setsBefore } from '../domain/certificacion/etapas'
import { CLASES_SET } from '../domain/certificacion/set'
import { chileDate } from '../domain/fecha'
import { openStore } from '../store/store'
import { Falla, type Io, UsoIncorrecto } from './comando'
import { createCliente } from './demo-cliente'
import { EMPRESA, PROPIETARIA } from './demo-personas'
import { rehearse } from './ensayo-camino'
import { type Caminado, reportEnsayo } from './ensayo-informe'
import type { Mundo } from './ensayo-mundo'
import { makeWritable } from './make-writable'
import { appDeps, random } from './proceso'

export interface Opciones {
  sets: readonly string[]
  semilla: string
  dialecto: string
  salida: string | null
}

/** The sets of a rehearsal, each behind the one that its book is judged against. Throws UsoIncorrecto for what is none, or lacks that one. */
export function readSets(given: string | undefined): string[] {
  if (given === undefined) return [...CLASES_SET]
  const sets = given.split(',').map((one) => one.trim())
  const unknown = sets.find((one) => !(CLASES_SET as readonly string[]).includes(one))
  if (unknown !== undefined)
    throw new UsoIncorrecto(`--sets: ${unknown || 'nada'} no es uno de ${CLASES_SET.join(', ')}`)
  const asked = CLASES_SET.filter((clase) => sets.includes(clase))
  for (const libro of asked) {
    const before = setsBefore(libro)
    if (before.length && !setBefore(libro, asked))
      throw new UsoIncorrecto(
        `--sets: el SII revisa ${libro} contra el set ${before.join(' o ')}: ensáyelo también, como ${before[0]},${libro}`,
      )
  }
  return asked
}

const PASSWORD = 'un ensayo de Timbre'

/** A server in memory with a company, and the hands on its clock. */
export async function openMundo(io: Pick<Io, 'err'>): Promise<{ mundo: Mundo; stop(): Promise<void> }> {
  let now = new Date()
  const clock = () => now
  const store = openStore({ path: ':memory:', masterKey: random(32), clock })
  const config = loadConfig({}, {})
  const app = createApp({
    ...appDeps(config),
    store,
    clock,
    newId: createNewId(
      (bytes) => randomFillSync(bytes),
      () => now.getTime(),
    ),
    log: createLog({ level: 'error', clock, write: io.err }),
    jobs: 'manual',
    milliseconds: () => now.getTime(),
    uptime: () => now.getTime(),
    sleep: async () => {},
    rates: { key: null, tenant: null, emission: null, login: null, lookup: null },
  })
  const { runner, simulator } = app.services
  const drain = async () => {
    await simulator!.drain()
    await runner.drain()
  }
  const { access_token } = await createCliente(app).call<{ access_token: string }>('POST', '/auth/register', {
    ...PROPIETARIA,
    password: PASSWORD,
  })
  const api = createCliente(app, access_token)
  const { id } = await api.call<{ id: string }>('POST', '/v1/empresa', EMPRESA)
  await api.call('POST', `/v1/empresa/${id}/certificado`, { simulado: true })
  await api.call('PUT', `/v1/empresa/${id}/buzon`, { tipo: 'simulador' })
  const mundo: Mundo = {
    api,
    async descargar(pedido) {
      const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' }
      const body = JSON.stringify(pedido)
      const url = 'http://localhost/simulador/certificacion/sets'
      const answer = await app.handle(new Request(url, { method: 'POST', headers, body }))
      if (!answer.ok) throw new Falla(`El SII simulado no entregó el set: ${await answer.text()}`)
      return new Uint8Array(await answer.arrayBuffer())
    },
    async pass(ms) {
      await drain()
      now = new Date(now.getTime() + ms)
      await drain()
    },
    today: () => chileDate(now),
  }
  return {
    mundo,
    async stop() {
      await app.stop()
      store.close()
    },
  }
}

/** Both roads as far as `sets` has them; whether every set ended SOK, and each road at its end. */
export async function runEnsayo({ sets, semilla, dialecto, salida }: Opciones, io: Io): Promise<boolean> {
  if (salida !== null) makeWritable(salida)
  const roads = {
    factura: sets.filter((one) => one !== 'boleta'),
    boleta: sets.filter((one) => one === 'boleta'),
  }
  const walked: Caminado[] = []
  const { mundo, stop } = await openMundo(io)
  try {
    for (const [alcance, own] of Object.entries(roads))
      if (own.length) walked.push({ alcance, ...(await rehearse(mundo, { sets: own, semilla, dialecto })) })
    if (salida !== null) await saveEvidence(mundo, salida, io)
  } finally {
    await stop()
  }
  return reportEnsayo(walked, { semilla, dialecto }, io)
}

async function saveEvidence({ api }: Mundo, salida: string, io: Io): Promise<void> {
  for (const { id, alcance } of await api.call<{ id: string; alcance: string }[]>(
    'GET',
    '/v1/certificacion',
  )) {
    const file = join(salida, `certificacion-${alcance}.zip`)
    writeFileSync(file, await api.download(`/v1/certificacion/${id}/evidencia`))
    io.out(`Evidencia: ${file}`)
  }
}
