// Every GET of the API before and after: a company with one of everything moves into another server, and each answers the same
// (areas/exportaciones §6).

import { expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ACCESS, type Access, CONSUME } from '../../../src/http/credential'
import { detailOf } from '../../../src/http/openapi'
import { openStore } from '../../../src/store/store'
import { runHere } from '../../cli/in-process'
import { inTempDir } from '../../cli/spawn'
import { furnishAll, pathWithIds } from '../../support/amoblada'
import { PASSWORD, testApp, testAppWithCompany } from '../../support/test-app'
import { ask, fetchArchivo } from './escena'

const FRASE = 'ocho palabras que nadie más junta'
const CLAVE = 'ab'.repeat(32)

/** Routes that speak of the server and not of the account, or ask the SII, and why each. */
const APART: readonly [start: string, reason: string][] = [
  ['/simulador', 'the simulated SII stays with its server'],
  ['/auth/sesiones', 'who is in here'],
  ['/v1/cuenta/exportaciones', 'what left this server'],
  ['/v1/respaldos', 'copies of the whole server'],
  ['/v1/events', 'a stream'],
]

/** Words that each server says of itself. */
// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
function normalized(body: any): string {
  const isLog = Array.isArray(body?.data) && body.data[0]?.actor !== undefined
  // Leaving and entering are lines of the log of one server each.
  const own = ({ accion }: { accion: string }) => !/^(cuenta|auth)\./.test(accion)
  const shown = isLog ? body.data.filter(own).slice(0, 10) : body
  const text = typeof shown === 'string' ? shown : JSON.stringify(shown)
  return (
    text
      .replace(/"por_conciliar":(true|false)/g, '"por_conciliar":null')
      .replace(/"(last_used_at|sesion_id|ultimo_uso)":("[^"]*"|null)/g, '"$1":null')
      // The session of the SII's portal stays: its cookies live for hours.
      .replace(/"sesion":\{"estado":"(abierta|cerrada)"[^}]*\}/g, '"sesion":null')
  )
}

test('each GET answers in the new server as it does in the old', () =>
  inTempDir(async (dir) => {
    const app = await testAppWithCompany()
    const { ids } = await furnishAll(app, 'Marca de la Mudanza')
    await app.drainJobs()
    const asked = await ask(app, app.tenant, { mudanza: true, frase: FRASE })
    expect(asked.body.data?.estado ?? asked.body).toBe('vigente')
    const path = join(dir, 'mudanza.zip')
    writeFileSync(path, await fetchArchivo(app, app.tenant, asked.body.data.id))
    const at = join(dir, 'nuevo')
    mkdirSync(at, { mode: 0o700 })
    writeFileSync(join(at, 'clave.maestra'), `${CLAVE}\n`, { mode: 0o600 })
    const open = () =>
      openStore({ path: join(at, 'timbre.db'), masterKey: Buffer.from(CLAVE, 'hex'), clock: app.clock })
    open().close()
    const done = await runHere(['cuenta', 'importar', path, '--data', at], { input: FRASE })
    expect([done.status, done.out]).toEqual([0, expect.stringContaining('filas')])
    const nuevo = await testApp({ store: open(), now: app.time.now.toISOString() })
    const login = await nuevo.post('/auth/login', { email: 'dueno0@example.cl', password: PASSWORD })
    const session = { authorization: `Bearer ${login.body.access_token}` }
    await nuevo.post('/v1/empresa/seleccionar', { empresa_id: app.tenant.empresaId }, session)

    const different: string[] = []
    let compared = 0
    for (const route of app.app.elysia.routes) {
      const detail = detailOf(route) as Record<string, unknown>
      const access = detail[ACCESS] as Access | undefined
      if (route.method !== 'GET' || !access || access.publico || detail[CONSUME]) continue
      if (APART.some(([start]) => route.path.startsWith(start))) continue
      const url = route.path.includes(':') ? pathWithIds(ids, route.path) : route.path
      if (url === null) {
        different.push(`${route.path}: no ids`)
        continue
      }
      const [before, after] = await Promise.all([app.get(url, app.tenant.session), nuevo.get(url, session)])
      compared++
      const [a, b] = [before, after].map(({ status, body }) => `${status} ${normalized(body)}`)
      if (a === b) continue
      let n = 0
      while (a![n] === b![n]) n++
      different.push(
        `${url}: …${a!.slice(Math.max(0, n - 60), n + 100)} ≠ …${b!.slice(Math.max(0, n - 60), n + 100)}`,
      )
    }
    expect(different).toEqual([])
    expect(compared).toBeGreaterThan(120)
    nuevo.close()
    app.close()
  }))
