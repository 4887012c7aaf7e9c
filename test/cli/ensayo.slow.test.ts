// The rehearsal of a certification: every kind of set, from the text that the simulated SII draws to its verdict (areas/certificacion §6).

import { expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMundo } from '../../src/cli/ensayo'
import { rehearse } from '../../src/cli/ensayo-camino'
import { runHere } from './in-process'

test('takes every set to SOK in one command, and keeps the evidence', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'timbre-ensayo-'))
  const { status, out } = await runHere(['certificar', 'ensayo', '--semilla', 'uno', '--salida', dir])
  expect([status, out]).toEqual([0, expect.stringContaining('Los 13 sets terminaron SOK')])
  expect(readdirSync(dir).toSorted()).toEqual(['certificacion-boleta.zip', 'certificacion-factura.zip'])
  rmSync(dir, { recursive: true })
})

test('tells what the SII found wrong, and ends badly', async () => {
  const { mundo, stop } = await openMundo({ err: () => {} })
  const falla = {
    servicio: 'certificacion',
    falla: 'srh',
    codigo: 'Los Datos de la Linea 1 del Detalle No Cuadran',
  }
  await mundo.api.call('POST', '/simulador/fallas', { ...falla, veces: 1 })
  const [set] = await rehearse(mundo, { sets: ['guia'], semilla: 'uno', dialecto: 'antiguo' })
  expect(set).toMatchObject({ estado: 'rechazado', veredicto: 'SRH' })
  expect(set!.razones.join()).toContain('No Cuadran')
  await stop()
})

test('says what is no set of a rehearsal', async () => {
  const { status, err } = await runHere(['certificar', 'ensayo', '--sets', 'alcoholes'])
  expect([status, err]).toEqual([2, expect.stringContaining('alcoholes no es uno de basico')])
})
