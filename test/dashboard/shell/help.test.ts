// The help of each screen: a page of the manual that is there, at a heading that is there.

import { expect, test } from 'bun:test'
import { SCREENS } from '../../../src/dashboard/screens'
import { helpAt } from '../../../src/dashboard/shell/screen'
import { createManual } from '../../../src/manual/manual'

const manual = createManual({
  comandos: [],
  variables: [],
  salidas: [],
  unidad: '',
  tarea: '',
  sitios: { caddy: '', nginx: '' },
})

test('every screen leads to a page of the manual, and to a heading of it', () => {
  const places = new Set(['', ...manual.pages().flatMap(({ lugares }) => lugares.map(({ ruta }) => ruta))])
  expect(SCREENS.filter(({ ayuda }) => !places.has(ayuda)).map(({ ruta, ayuda }) => [ruta, ayuda])).toEqual(
    [],
  )
})

test('the help is of the screen that is shown, and the contents where there is none', () => {
  expect(helpAt(SCREENS, '/folios')).toBe('/manual/folios-y-certificado')
  expect(helpAt(SCREENS, '/documentos/33/12')).toBe('/manual/anular-o-corregir')
  expect(helpAt(SCREENS, '/emitir/lote')).toBe('/manual/importar#varios-documentos-de-una-vez')
  expect(helpAt(SCREENS, '/plan')).toBe('/manual')
  expect(helpAt(SCREENS, '/nada/de/eso')).toBe('/manual')
})
