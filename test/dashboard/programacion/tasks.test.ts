// The tasks of a schedule are drawn from what the API lists, each in words (jobs §7).

import { expect, test } from 'bun:test'
import {
  fieldOf,
  type Programacion,
  REMEDIO,
  RESULTADO,
  tasksOf,
  wordsOf,
} from '../../../src/dashboard/programacion/tasks'
import { ajustesIniciales, OMISIONES, TAREAS } from '../../../src/domain/programacion'

const turn = { ultima: null, resultado: null, proxima: null, omitida: null }

test('every task that there is, and what is set of it, has words of its own', () => {
  for (const [tarea, ajustes] of Object.entries(ajustesIniciales(true))) {
    expect([tarea, wordsOf(tarea).nombre !== tarea, wordsOf(tarea).que !== '']).toEqual([tarea, true, true])
    for (const campo of Object.keys(ajustes).filter((one) => one !== 'activo'))
      expect([tarea, campo, fieldOf(campo)[1] !== '']).toEqual([tarea, campo, true])
    expect(wordsOf(tarea).gasta(ajustes)).not.toContain('undefined')
  }
  expect(Object.keys(ajustesIniciales(true)).toSorted()).toEqual(Object.keys(TAREAS).toSorted())
})

test('why a turn was left out has a remedy each, and how a run ended a word each', () => {
  expect(Object.keys(REMEDIO).toSorted()).toEqual(Object.keys(OMISIONES).toSorted())
  expect(Object.keys(RESULTADO)).toEqual(['en_curso', 'ok', 'fallida'])
})

test('a task of a newer server is shown by its own name, with whatever can be set of it', () => {
  const answer = {
    ...ajustesIniciales(false),
    nueva: { activo: true, hora: '06:00', cada_luna: 10 },
    estado: [
      { tarea: 'rcof', ...turn },
      { tarea: 'nueva', ...turn },
    ],
  } as unknown as Programacion
  const [rcof, nueva] = tasksOf(answer)
  expect([rcof?.activo, rcof?.campos]).toEqual([false, ['hora', 'dias_atras']])
  expect([nueva?.activo, nueva?.campos]).toEqual([true, ['hora', 'cada_luna']])
  expect([wordsOf('nueva').nombre, fieldOf('cada_luna')[0]]).toEqual(['nueva', 'cada luna'])
})
