// The files that keep a server running. The unit is seen on a bare Debian (`make conformance PARTS=installed`); the task on no Windows.

import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serviceFileOf } from '../../src/cli/servicio-comando'
import { scan, unescapeXml } from '../../src/simulator/scanner'
import { runHere } from './in-process'
import { inTempDir } from './spawn'

const PROGRAMA = 'C:\\Ventas & Cía\\Timbre\\timbre.exe'

const taskOf = (datos?: string) => serviceFileOf('win32', { programa: PROGRAMA, datos })

/** Every element without children, by its path from the root. */
function leavesOf(xml: string): Record<string, string> {
  const found: Record<string, string> = {}
  const path: string[] = []
  let [begin, isLeaf] = [0, true]
  scan(xml, {
    open(name, _, __, ___, to) {
      path.push(name)
      begin = to
      isLeaf = true
    },
    close(_, __, from) {
      if (isLeaf) found[path.join('/')] = unescapeXml(xml.slice(begin, from))
      isLeaf = false
      path.pop()
    },
  })
  return found
}

/** The words of a command line, as Windows programs read it. */
function wordsOf(line: string): string[] {
  const words = line.match(/(?:"(?:\\.|[^"\\])*"|\S)+/g) ?? []
  return words.map((word) =>
    word
      .replace(/(\\+)(?="|$)/g, (all) => (word.startsWith('"') ? all.slice(all.length / 2) : all))
      .replaceAll('"', ''),
  )
}

describe('the task of Windows', () => {
  const task = leavesOf(taskOf().contenido)

  test('starts with the machine, is started anew within a minute, and never twice at a time', () => {
    expect(task).toMatchObject({
      'Task/Triggers/BootTrigger/Enabled': 'true',
      'Task/Triggers/TimeTrigger/Repetition/Interval': 'PT1M',
      'Task/Settings/RestartOnFailure/Interval': 'PT1M',
      'Task/Settings/MultipleInstancesPolicy': 'IgnoreNew',
    })
  })

  test('is ended by no clock, battery or idle machine', () => {
    expect(task).toMatchObject({
      'Task/Settings/ExecutionTimeLimit': 'PT0S',
      'Task/Settings/DisallowStartIfOnBatteries': 'false',
      'Task/Settings/StopIfGoingOnBatteries': 'false',
      'Task/Settings/IdleSettings/StopOnIdleEnd': 'false',
      'Task/Settings/RunOnlyIfIdle': 'false',
    })
  })

  test('runs as LOCAL SERVICE, whom an administrator gives the data folder', () => {
    expect(task['Task/Principals/Principal/UserId']).toBe('S-1-5-19')
    expect(taskOf().contenido).toContain('<Actions Context="Timbre">')
    expect(taskOf().contenido).toContain('<Principal id="Timbre">')
    expect(taskOf('D:\\Datos de Timbre').lineas('C:\\t.xml')).toEqual([
      'icacls "D:\\Datos de Timbre" /inheritance:r /grant "*S-1-5-19:(OI)(CI)M" "*S-1-5-18:(OI)(CI)F" "*S-1-5-32-544:(OI)(CI)F"',
      'schtasks /Create /TN Timbre /XML "C:\\t.xml"',
      'schtasks /Run /TN Timbre',
    ])
  })

  test.each([
    ['C:\\ProgramData\\Timbre', 'C:\\ProgramData\\Timbre\\timbre.log'],
    ['D:\\', 'D:\\timbre.log'],
    ['D:\\Datos de Ñuñoa & Cía', 'D:\\Datos de Ñuñoa & Cía\\timbre.log'],
  ])('names program, folder, data %s and the log beside them so that each is one word', (datos, registro) => {
    const exec = leavesOf(taskOf(datos).contenido)
    expect(exec['Task/Actions/Exec/Command']).toBe(PROGRAMA)
    expect(exec['Task/Actions/Exec/WorkingDirectory']).toBe('C:\\Ventas & Cía\\Timbre')
    expect(wordsOf(exec['Task/Actions/Exec/Arguments']!)).toEqual([
      ...['serve', '--data', datos],
      ...['--registro', registro],
    ])
  })

  test('has the elements of a trigger in the order that the schema demands', () => {
    expect(Object.keys(task).filter((path) => path.includes('TimeTrigger'))).toEqual([
      'Task/Triggers/TimeTrigger/Enabled',
      'Task/Triggers/TimeTrigger/StartBoundary',
      'Task/Triggers/TimeTrigger/Repetition/Interval',
    ])
  })

  test('is a file of UTF-16 whose first bytes say so, and is the text that is shown', () => {
    const { bytes, contenido } = taskOf()
    expect([...bytes.slice(0, 2)]).toEqual([0xff, 0xfe])
    const read = new TextDecoder('utf-16le').decode(bytes)
    expect(read).toContain('facturación electrónica')
    expect(read.replaceAll('\r\n', '\n')).toBe(contenido)
  })
})

describe('timbre servicio', () => {
  test.skipIf(process.platform !== 'linux')(
    'shows the unit that instalar leaves, or writes it and says how it is registered',
    () =>
      inTempDir(async (dir) => {
        const shown = await runHere(['servicio'])
        expect(shown.status).toBe(0)
        expect(shown.out).toContain('ExecStart=/usr/local/bin/timbre serve --data /var/lib/timbre\n')
        const archivo = join(dir, 'timbre.service')
        const { status, out } = await runHere(['servicio', '--salida', archivo])
        expect([status, out]).toEqual([0, expect.stringContaining('systemctl enable --now timbre')])
        expect(out).toContain(`install -m 644 ${archivo} /etc/systemd/system/timbre.service`)
        expect(readFileSync(archivo, 'utf8').trimEnd()).toBe(shown.out)
        const denied = await runHere(['servicio', '--salida', join(dir, 'no/hay')])
        expect([denied.status, denied.err]).toEqual([1, expect.stringContaining('no existe la carpeta')])
      }),
  )

  test('knows no folder of the unit but its own, and no other system', () => {
    const on = (platform: string, datos?: string) => () => serviceFileOf(platform, { programa: 'x', datos })
    expect(on('linux', '/srv/timbre')).toThrow('/var/lib/timbre')
    expect(on('darwin')).toThrow('no hay archivo de servicio')
  })
})
