// The palette's words name existing screens (dashboard §5, §11).

import { expect, test } from 'bun:test'
import { SCREENS } from '../../../src/dashboard/screens'
import { plain, rank } from '../../../src/dashboard/shell/palette-rank'
import { ATAJOS, PALABRAS } from '../../../src/dashboard/shell/palette-words'
import { AFUERA } from '../../../src/dashboard/shell/screen'

test('a screen is found by its name, whether it has other words or none', () => {
  const places = SCREENS.filter(({ ruta }) => !ruta.includes(':')).map(({ ruta, nombre }) => ({
    ...{ id: ruta, label: nombre, href: ruta },
    words: PALABRAS[ruta] ?? '',
  }))
  for (const { id, label } of places)
    for (const text of [label, label.slice(0, 4), plain(label)])
      expect([label, text, rank(text, places).map((one) => one.id)]).toEqual([
        label,
        text,
        expect.arrayContaining([id]),
      ])
  for (const { id, label } of places) expect([label, rank(label, places)[0]!.id]).toEqual([label, id])
})

test('words and shortcuts are of places that the palette offers', () => {
  const places: string[] = [...SCREENS.map(({ ruta }) => ruta), ...AFUERA.map(({ href }) => href)]
  const offered = places.filter((path) => !path.includes(':'))
  expect(
    [...Object.keys(PALABRAS), ...Object.keys(ATAJOS)].filter((path) => !offered.includes(path)),
  ).toEqual([])
})
