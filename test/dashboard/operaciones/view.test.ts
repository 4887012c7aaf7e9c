// The filters of the operations stand in the address, which reaches nothing that a person may not read (jobs
// §6).

import { expect, test } from 'bun:test'
import { hrefOf, parseVista } from '../../../src/dashboard/operaciones/view'
import { TODAS } from '../../../src/dashboard/shell/bases'

const ALL = TODAS as unknown as Parameters<typeof parseVista>[1]
const parse = (search: string, bases = ALL) => parseVista(new URLSearchParams(search), bases)

test('every view comes back from its address', () => {
  for (const base of TODAS)
    for (const pagina of [1, 3]) {
      const vista = { vista: 'historial', base, pagina } as const
      expect(parse(hrefOf(vista).split('?')[1] ?? '')).toEqual(vista)
    }
  expect(parse('')).toMatchObject({ vista: 'ahora', pagina: 1 })
})

test('what cannot be read, or may not be, is as if it were not there', () => {
  expect(parse('vista=otra&de=nada&pagina=-2')).toEqual({ vista: 'ahora', base: ALL[0], pagina: 1 })
  expect(parse('vista=historial&de=acuse', ['/v1/dte/rcof']).base).toBe('/v1/dte/rcof')
})
