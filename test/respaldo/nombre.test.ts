import { expect, test } from 'bun:test'
import { nombreDe, readNombre } from '../../src/respaldo/nombre'

test('a name tells whose copy it is and when it was begun, to the second', () => {
  const nombre = nombreDe('0a1b2c3d', new Date('2026-11-29T06:15:09.876Z'))
  expect(nombre).toBe('timbre-0a1b2c3d-20261129T061509Z.tar.age')
  expect(readNombre(nombre)).toEqual({ serie: '0a1b2c3d', at: new Date('2026-11-29T06:15:09Z') })
})

test.each([
  'timbre.db',
  'timbre-0a1b2c3d-20261329T061509Z.tar.age',
  'timbre-0A1B2C3D-20261129T061509Z.tar.age',
  'timbre-0a1b2c3d-20261129T061509Z.tar.age.parcial',
])('%s is no copy', (nombre) => expect(readNombre(nombre)).toBeNull())
