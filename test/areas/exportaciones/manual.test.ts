// The lines of the manual about a move, run as they stand there, but for where the files and the two servers are (areas/exportaciones §5, §6).

import { expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { TEXTOS } from '../../../src/manual/textos'
import { openStore } from '../../../src/store/store'
import { runHere } from '../../cli/in-process'
import { inTempDir } from '../../cli/spawn'
import { testAppToLeave } from './escena'

const OTRA = 'ab'.repeat(32)

test('the manual’s lines move an account from one server into another', () =>
  inTempDir(async (dir) => {
    const app = await testAppToLeave()
    const at = (name: string) => join(dir, name)
    for (const name of ['antiguo', 'nuevo']) mkdirSync(at(name), { mode: 0o700 })
    app.store.client.prepare('VACUUM INTO ?').run(at('antiguo/timbre.db'))
    writeFileSync(at('antiguo/clave.maestra'), `${'07'.repeat(32)}\n`, { mode: 0o600 })
    writeFileSync(at('nuevo/clave.maestra'), `${OTRA}\n`, { mode: 0o600 })
    openStore({
      path: at('nuevo/timbre.db'),
      masterKey: Buffer.from(OTRA, 'hex'),
      clock: app.clock,
    }).close()
    writeFileSync(at('frase.txt'), 'ocho palabras que nadie más junta\n')
    const section = TEXTOS.irse.slice(TEXTOS.irse.indexOf('## Mudar'))
    const lines = [...section.matchAll(/^timbre (cuenta .+)$/gm)].map(([, line]) => line!)
    expect(lines.map((line) => line.split(' ')[1])).toEqual(['exportar', 'verificar', 'importar'])
    for (const line of lines) {
      const server = line.includes('importar') ? 'nuevo' : 'antiguo'
      const argv = line
        .replace('marta@example.cl', 'dueno0@example.cl')
        .split(' ')
        .map((word) => (/\.(zip|txt)$/.test(word) ? at(word) : word))
      const { status, err } = await runHere([
        ...argv,
        ...(line.includes('verificar') ? [] : ['--data', at(server)]),
      ])
      expect([line, status, status ? err : '']).toEqual([line, 0, ''])
    }
    const refused = await runHere(['apikey', 'revocar', 'key_no', '--data', at('antiguo')])
    expect(refused.status).toBe(1)
  }))
