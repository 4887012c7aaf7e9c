// Completion scripts and the page of man, read by those who read them: the shells and groff where the machine has them (http §23).

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { COMANDOS } from '../../src/cli/cli'
import { actionsOf } from '../../src/cli/usage-words'
import { VARIABLES } from '../../src/cli/variables'
import { runHere } from './in-process'

const dir = mkdtempSync(join(tmpdir(), 'timbre-completar-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
const at = (name: string): string => join(dir, name)
const SHELLS = ['bash', 'zsh', 'fish']

beforeAll(async () => {
  for (const shell of SHELLS) {
    const { out, status } = await runHere(['completar', shell])
    expect(status).toBe(0)
    writeFileSync(at(shell), `${out}\n`)
  }
  writeFileSync(at('man'), `${(await runHere(['man'])).out}\n`)
})

function run(command: string[], env: Record<string, string> = {}) {
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, {
    env: { PATH: process.env.PATH!, HOME: dir, ...env },
  })
  return { status: exitCode, out: stdout.toString(), err: stderr.toString() }
}

const where = (program: string) => test.skipIf(Bun.which(program) === null)
const needs = (program: string): string => (Bun.which(program) ? '' : ` (needs ${program})`)

/** The words that bash offers for the last of a line. */
function offered(...line: string[]): string[] {
  const script = `source "$1"; shift; COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); _timbre; printf "%s\\n" "\${COMPREPLY[@]}"`
  const { out, err } = run(['bash', '-c', script, 'bash', at('bash'), 'timbre', ...line])
  expect(err).toBe('')
  return out.trim().split('\n').filter(Boolean)
}

describe('bash', () => {
  test('offers every command, and those that begin so', () => {
    expect(offered('').sort()).toEqual([...COMANDOS.map(({ nombre }) => nombre), 'help'].sort())
    expect(offered('veri')).toEqual(['verificar', 'verificar-descarga'])
  })

  test('offers the actions and the flags of a command, and files for the value of a flag', () => {
    expect(offered('cola', '').sort()).toEqual(['descartar', 'listar', 'reintentar'])
    expect(offered('pdf', '33', '1', '--c')).toEqual(['--config', '--cedible'])
    expect(offered('cola', 'listar', '--js')).toEqual(['--json'])
    expect(offered('serve', '--js')).toEqual([])
    expect(offered('serve', '--data', '')).toEqual([])
    expect(offered('nada', '')).toEqual([])
  })
})

describe(`zsh and fish${SHELLS.map(needs).join('')}`, () => {
  where('zsh')('zsh reads its script, and completes by it', () => {
    expect(run(['zsh', '-n', at('zsh')])).toMatchObject({ status: 0, err: '' })
    const script = 'autoload -Uz compinit && compinit -u -D; source "$1"; print -- $_comps[timbre]'
    expect(run(['zsh', '-f', '-c', script, 'zsh', at('zsh')])).toEqual({
      status: 0,
      out: '_timbre\n',
      err: '',
    })
  })

  where('fish')('fish offers commands, actions and flags', () => {
    const ask = (line: string) => {
      const { out, err } = run(['fish', '--no-config', '-c', `source ${at('fish')}; complete -C '${line}'`])
      expect(err).toBe('')
      return out
        .trim()
        .split('\n')
        .map((one) => one.split('\t')[0])
    }
    expect(ask('timbre veri')).toEqual(['verificar', 'verificar-descarga'])
    expect(ask('timbre cola re')).toContain('reintentar')
    expect(ask('timbre pdf 33 1 --ced')).toEqual(['--cedible'])
  })
})

/** Text without the ways in which groff makes letters bold and lines even. */
const bare = (text: string): string => text.replace(/.\x08|\x1b\[[\d;]*m/gu, '').replace(/ +/g, ' ')

describe(`timbre man${needs('groff')}`, () => {
  where('groff')(
    'is read by groff without a warning, and tells every command, variable and exit status',
    () => {
      const { status, out, err } = run(['groff', '-man', '-Tutf8', '-ww', '-rLL=400n', at('man')])
      expect({ status, err }).toEqual({ status: 0, err: '' })
      const plain = bare(out)
      for (const { nombre } of COMANDOS) expect(plain).toContain(`timbre ${nombre}`)
      for (const { nombre } of VARIABLES) expect(plain).toContain(nombre)
      expect(plain).toContain('VÉASE TAMBIÉN')
      expect(plain).toContain('el SII rechazó el documento')
    },
  )
})

test('the actions of a usage are those that its command takes', async () => {
  for (const comando of COMANDOS) {
    const folder = comando.flags.data ? ['--data', at('nada')] : []
    for (const action of actionsOf(comando)) {
      // With as many words more as it may need: it may lack something else, and is no unknown word.
      const tried = [[], [at('x')], [at('x'), 'Gratis']].map((more) =>
        runHere([comando.nombre, action, ...more, ...folder]),
      )
      const refused = (await Promise.all(tried)).map(({ err }) => err)
      const known = refused.some((err) => !/» no es |^Diga |^Sobra|^Faltan/.test(err))
      expect({ action, known, refused }).toMatchObject({ action, known: true })
    }
  }
})
