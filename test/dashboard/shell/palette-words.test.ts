// The palette's words name existing screens (dashboard §5, §11).

import { expect, test } from 'bun:test'
import { SCREENS } from '../../../src/dashboard/screens'
import { ATAJOS, PALABRAS } from '../../../src/dashboard/shell/palette-words'
import { AFUERA } from '../../../src/dashboard/shell/screen'

test('a screen that the palette offers has words or shortcuts in shell/palette-words.ts', () => {
  const offered = SCREENS.map(({ ruta }) => ruta).filter((ruta) => !ruta.includes(':'))
  expect(offered.filter((ruta) => !PALABRAS[ruta] && !ATAJOS[ruta])).toEqual([])
})

test('words and shortcuts are of places that the palette offers', () => {
  const places: string[] = [...SCREENS.map(({ ruta }) => ruta), ...AFUERA.map(({ href }) => href)]
  const offered = places.filter((path) => !path.includes(':'))
  expect(
    [...Object.keys(PALABRAS), ...Object.keys(ATAJOS)].filter((path) => !offered.includes(path)),
  ).toEqual([])
})
