// The program's own names in its libraries.

import { expect, test } from 'bun:test'
import { join } from 'node:path'

const ROOT = join(import.meta.dir, '..')

test('a refused body is not written into an error that nobody reads', () => {
  const source = `
    import './src/main'
    import { Elysia, t } from 'elysia'
    const app = new Elysia()
      .onError(({ error }) => error.message)
      .post('/', () => 'ok', { body: t.Object({ ips: t.Array(t.String(), { maxItems: 1 }) }) })
    const response = await app.handle(new Request('http://localhost/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ips: ['10.0.0.1', '10.0.0.2'] }),
    }))
    console.log('said', await response.text())
    process.exit(0)
  `
  const { stdout } = Bun.spawnSync([process.execPath, '-e', source], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'test' },
  })
  const said = stdout.toString().split('said ')[1]!
  expect(JSON.parse(said)).not.toContainAnyKeys(['errors', 'expected', 'summary'])
})
