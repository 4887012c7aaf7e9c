// The rehearsal of a certification: every kind of set, from the text that the simulated SII draws to the end of its road (areas/certificacion §6).

import { expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMundo } from '../../src/cli/ensayo'
import { rehearse } from '../../src/cli/ensayo-camino'
import { runHere } from './in-process'

test('takes both roads to their authorisation in one command, and keeps the evidence', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'timbre-ensayo-'))
  const { status, out } = await runHere(['certificar', 'ensayo', '--semilla', '1', '--salida', dir])
  expect([status, out]).toEqual([0, expect.stringContaining('Los 13 sets terminaron SOK')])
  const stages = out.match(/^(factura|boleta) +[a-z]+ +conforme/gm)?.map((line) => line.replace(/ +/g, ' '))
  expect(stages).toEqual([
    ...['factura intercambio conforme', 'factura muestras conforme', 'factura declaracion conforme'],
    ...['boleta rcof conforme', 'boleta declaracion conforme'],
  ])
  expect(out.split('\n')).toContain('Autorizada: factura y boleta')
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
  const guia = { sets: ['guia'], semilla: 'uno', dialecto: 'antiguo' }
  const { sets, etapas } = await rehearse(mundo, guia)
  expect(sets[0]).toMatchObject({ estado: 'rechazado', veredicto: 'SRH' })
  expect(sets[0]!.razones.join()).toContain('No Cuadran')
  expect(etapas).toEqual([])
  await stop()
})

test('ends at the verdicts of books, which leave nothing to simulate', async () => {
  const { status, out } = await runHere(['certificar', 'ensayo', '--sets', 'libro_compras'])
  expect([status, out]).toEqual([0, expect.stringContaining('El set terminó SOK')])
  expect(out).not.toContain('Autorizada')
})

test('says what is no set of a rehearsal', async () => {
  const { status, err } = await runHere(['certificar', 'ensayo', '--sets', 'alcoholes'])
  expect([status, err]).toEqual([2, expect.stringContaining('alcoholes no es uno de basico')])
})
