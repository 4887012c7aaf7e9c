// `timbre demo`: the whole main job, from nothing to documents that the SII's simulator accepted (http §23).

import { expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { TIPOS } from '../../src/domain/dte/tipos'
import { inTempDir, timbre } from './spawn'

test(
  'issues one document of every type, gets each accepted, and leaves its XML and PDF',
  () =>
    inTempDir(async (cwd) => {
      // Settings of a real server must not change the demo.
      const env = {
        TIMBRE_DATA_DIR: '/no/existe',
        TIMBRE_MASTER_KEY: 'mala',
        TIMBRE_SIMULADOR_URL: 'http://127.0.0.1:9',
      }
      const { status, out, err } = await timbre(['demo', '--salida', 'salida'], { cwd, env })
      expect({ status, err }).toEqual({ status: 0, err: '' })
      const [listed = '', vecindario = '', next] = out.trim().split('\n\n')
      // Neighbours, two months of the register, a claim, and a folio that nobody will use.
      const [, titles, , before = '', present, claimed, annulled] = vecindario.split('\n')
      expect(vecindario).toStartWith('Vecindario: 13 vecinos con tres meses')
      expect(titles).toMatch(/^Período +Compras +Ventas +Notas vinculadas$/)
      expect(before).toMatch(/^ *\d{6} +[1-9]\d* +[1-9]\d* +[1-9]\d*$/)
      expect(present).toMatch(/^ *\d{6} +\d+ +\d+ +\d+$/)
      expect(claimed).toMatch(/^Reclamada por su contenido la factura \d+ de /)
      expect(annulled).toBe(
        `Anulado en el SII el folio 50 de ${TIPOS[0]!.nombre}, que ningún documento lleva`,
      )
      expect(next).toMatch(/^Para verlos con un navegador: timbre demo --abierto\n.*panel/)
      const [heading, , ...rows] = listed.split('\n')
      expect(heading).toMatch(/^Tipo +Folio +Track ID +Veredicto +Total +Archivos$/)
      expect(rows).toHaveLength(TIPOS.length)
      const expected: string[] = []
      for (const [i, { codigo, nombre, cedible }] of TIPOS.entries()) {
        expect(rows[i]).toMatch(
          new RegExp(`^${codigo} ${nombre} +1 +\\d+ +aceptado +\\$[\\d.]+ +salida/dte-${codigo}-1`),
        )
        const name = `dte-${codigo}-1`
        expected.push(`${name}.xml`, `${name}.pdf`, ...(cedible ? [`${name}-cedible.pdf`] : []))
        expect(readFileSync(join(cwd, 'salida', `${name}.xml`), 'latin1')).toStartWith(
          '<?xml version="1.0" encoding="ISO-8859-1"?>',
        )
        expect(readFileSync(join(cwd, 'salida', `${name}.pdf`), 'latin1')).toStartWith('%PDF-')
      }
      expect([...new Bun.Glob('**').scanSync(cwd)].sort()).toEqual(
        expected.map((file) => `salida/${file}`).sort(),
      )
    }),
  60_000,
)

test('a folder that cannot be written is named before anything is issued', () =>
  inTempDir(async (cwd) => {
    writeFileSync(join(cwd, 'archivo'), '')
    const { status, out, err } = await timbre(['demo', '--salida', 'archivo/demo'], { cwd })
    expect({ status, out }).toEqual({ status: 1, out: '' })
    expect(err).toContain('No se puede escribir en archivo/demo')
  }))
