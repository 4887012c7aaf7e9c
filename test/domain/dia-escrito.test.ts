// Days and hours as spreadsheets write them: the one reader of every table that strangers bring.

import { expect, test } from 'bun:test'
import { diaEnTabla, ordenDeTabla, readDiaEscrito } from '../../src/domain/dia-escrito'

test.each([
  ['13-8-2024 9:05', '2024-08-13', '09:05:00'],
  ['13-08-2024 9:05', '2024-08-13', '09:05:00'],
  ['13/08/2024 12:20:11', '2024-08-13', '12:20:11'],
  ['13.8.2024 9.05.07', '2024-08-13', '09:05:07'],
  ['2024-08-13', '2024-08-13', null],
  ['2024/8/3 23:59', '2024-08-03', '23:59:00'],
  ['2024-08-13T09:05:11', '2024-08-13', '09:05:11'],
  ['2024-08-13 09:05:11.000', '2024-08-13', '09:05:11'],
  ['2024-08-13T12:05:00Z', '2024-08-13', '08:05:00'],
  ['13/8/24', '2024-08-13', null],
  ['13-08-2024 9:05 a.m.', '2024-08-13', '09:05:00'],
  ['13/8/2024, 9:05:11 p.\u00a0m.', '2024-08-13', '21:05:11'],
  ['13/08/2024 12:05 AM', '2024-08-13', '00:05:00'],
  ['13/08/2024 12:05 pm', '2024-08-13', '12:05:00'],
  ['9:05 13-08-2024', '2024-08-13', '09:05:00'],
  ['13-ago-2024 9:05', '2024-08-13', '09:05:00'],
  ['13 de agosto de 2024', '2024-08-13', null],
  ['8/13/2024 9:05 PM', '2024-08-13', '21:05:00'],
  ['45517', '2024-08-13', null],
  ['45517,3784722222', '2024-08-13', '09:05:00'],
  ['45517.5', '2024-08-13', '12:00:00'],
] as const)('%s is one day and one hour', (cell, day, hora) => {
  expect(readDiaEscrito(cell)).toMatchObject({ lecturas: [day], hora })
})

test.each([
  '31/02/2024',
  '13-8/2024',
  '13/13/2024',
  '13/08/2024 24:00',
  '13/08/2024 9:5',
  '13/08/2024 9:60',
  '13/08/2024 13:05 a.m.',
  '13/08/2024 x',
  '20240813',
  '1234',
  '99999',
  '',
  '9:05',
  '####',
])('%p is none', (cell) => expect(readDiaEscrito(cell)).toBeNull())

test('a day with two readings has the one that its table shows, in Chile the day first, and none where the table says both', () => {
  const doubtful = readDiaEscrito('5/8/2024')!
  expect(doubtful.lecturas).toEqual(['2024-08-05', '2024-05-08'])
  const orden = (...cells: string[]) => ordenDeTabla(cells.map((cell) => readDiaEscrito(cell)!.orden))
  expect(diaEnTabla(doubtful, orden('5/8/2024'))).toBe('2024-08-05')
  expect(diaEnTabla(doubtful, orden('13/8/2024'))).toBe('2024-08-05')
  expect(diaEnTabla(doubtful, orden('8/13/2024'))).toBe('2024-05-08')
  expect(diaEnTabla(doubtful, orden('8/13/2024', '13/8/2024'))).toBeNull()
  // The one that says that the table is mixed is told; a day that only Chile's order explains is not.
  expect(diaEnTabla(readDiaEscrito('8/13/2024')!, orden('8/13/2024', '13/8/2024'))).toBeNull()
  expect(diaEnTabla(readDiaEscrito('13/8/2024')!, orden('8/13/2024', '13/8/2024'))).toBe('2024-08-13')
})

test.each(['2026-11-03T00:00:00Z', '2026-11-03T00:00:00.000Z', '2026-11-03 00:00:00+00:00'])(
  'midnight of UTC, as in %s, is how programs write a day alone: in Chile it would be the evening before',
  (cell) => {
    expect(readDiaEscrito(cell)).toEqual({ lecturas: ['2026-11-03'], orden: null, hora: null })
  },
)
