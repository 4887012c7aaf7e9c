// With what each type is printed on each paper, read from the list of versions.

import { expect, test } from 'bun:test'
import {
  inUse,
  settingsOf,
  typeCount,
  typeWords,
  usableTypes,
  usedFor,
} from '../../../src/dashboard/plantillas/in-use'
import type { VersionBreve } from '../../../src/dashboard/plantillas/template-form'
import { typesOn } from '../../../src/dashboard/ui/papel'

const version = (over: Partial<VersionBreve>): VersionBreve => ({
  id: `pla_${over.version}`,
  version: 1,
  nombre: 'Papel',
  activa: true,
  tipos_dte: [33, 34],
  tipos_activos: [],
  formato: 'carta',
  creada_por: 'demo@example.cl',
  created_at: '2026-11-22T12:00:00Z',
  ...over,
})

const told = (versiones: VersionBreve[]) =>
  inUse(versiones).map((use) => [use.papel, use.version?.version ?? null, typeWords(use.tipos, use.papel)])

test('without versions everything is on the ordinary paper', () => {
  expect(told([])).toEqual([
    ['carta', null, 'Todos'],
    ['80mm', null, 'Todos'],
    ['57mm', null, 'Todos'],
  ])
  expect(typesOn('57mm')).toEqual([39, 41])
})

test('the versions of a paper stand before what is left of it, those of nothing not at all', () => {
  const all = [
    version({ version: 4, formato: '57mm', tipos_dte: [39, 41], tipos_activos: [39, 41] }),
    version({ version: 3 }),
    version({ version: 2, formato: '57mm' }),
    version({ version: 1, tipos_activos: [34, 33] }),
  ]
  expect(told(all).filter(([, one]) => one !== null)).toEqual([
    ['carta', 1, 'Factura, Factura exenta'],
    ['57mm', 4, 'Todos'],
  ])
  expect(told(all).some(([papel, one]) => papel === '57mm' && one === null)).toBe(false)
  expect(usedFor(all, 'carta', 33)?.version).toBe(1)
  expect(usedFor(all, '80mm', 33)).toBeNull()
})

test('in a list several types are counted', () => {
  expect(typeCount([33], 'carta')).toBe('Factura')
  expect(typeCount([33, 34], 'carta')).toBe('2 tipos')
  expect(typeCount([39, 41], '57mm')).toBe('Todos')
})

test('a version of a paper that is for boletas alone is usable for no other type that it names', () => {
  expect(usableTypes(version({ formato: '57mm', tipos_dte: [33, 39] }))).toEqual([39])
})

test('the settings of a version are told in words, and nothing that is as it would be anyway', () => {
  const config = {
    colores: { recuadro: 'negro' },
    columnas: { linea: true, codigo: true },
    mostrar: { email: false, ciudad: true },
    textos: { nota: 'A & <b>' },
    filas: [
      { dato: 'Orden', etiqueta: 'OT', lugar: 'documento' },
      { dato: 'Obra', lugar: 'receptor' },
    ],
    logo: { alto_mm: 20 },
  } as const
  expect(settingsOf({ ...version({}), config: { ...config, filas: [...config.filas] } })).toEqual([
    ['Recuadro', 'Negro'],
    ['Columnas', 'Con número de línea'],
    ['No se imprime', 'Correo'],
    ['Nota', 'A & <b>'],
    ['Filas propias', 'Orden como OT (documento); Obra (receptor)'],
    ['Alto del logo', '20 mm'],
  ])
  expect(settingsOf({ ...version({}), config: {} })).toEqual([])
})
