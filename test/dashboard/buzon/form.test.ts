// The form of a mailbox: what it lacks, and the body that it becomes (areas/recibidos/buzon §1).

import { expect, test } from 'bun:test'
import { bodyOf, draftOf, missing, withSeguridad } from '../../../src/dashboard/buzon/form'
import type { Buzon } from '../../../src/dashboard/buzon/state'

const SAVED: Buzon = {
  ...{ tipo: 'imap', host: 'imap.example.cl', puerto: 993, seguridad: 'tls', usuario: 'dte@example.cl' },
  ...{ carpeta: 'INBOX', desde: '2026-11-01', despues: 'mover', carpeta_procesados: 'Leídos' },
  ...{ guardado_en: '2026-11-20T14:02:11.000Z', apagado: null, leido_en: null, error: null },
}

test('all that is missing is said at once, and nothing is of a simulated box', () => {
  const empty = { ...draftOf(null), puerto: '99x', despues: 'mover' as const }
  expect(Object.keys(missing(empty, null)).sort()).toEqual([
    'carpeta_procesados',
    'clave',
    'host',
    'puerto',
    'usuario',
  ])
  expect(missing({ ...empty, tipo: 'simulador' }, null)).toEqual({})
})

test.each(['0', '65536', '1.993', '-1', '993 ssl', ''])('%p is no port', (puerto) => {
  expect(missing({ ...draftOf(SAVED), puerto }, SAVED)).toHaveProperty('puerto')
})

test('a saved box is sent again as it is, its password left out to be kept', () => {
  expect(missing(draftOf(SAVED), SAVED)).toEqual({})
  expect(bodyOf(draftOf(SAVED))).toEqual({
    ...{ tipo: 'imap', host: 'imap.example.cl', puerto: 993, seguridad: 'tls', usuario: 'dte@example.cl' },
    ...{ carpeta: 'INBOX', desde: '2026-11-01', despues: 'mover', carpeta_procesados: 'Leídos' },
  })
})

test('a password goes as it was typed, and what belongs to another choice stays behind', () => {
  const draft = { ...draftOf(SAVED), clave: ' con espacios ', despues: 'nada' as const }
  expect(bodyOf(draft)).toMatchObject({ clave: ' con espacios ', despues: 'nada' })
  expect(bodyOf(draft)).not.toHaveProperty('carpeta_procesados')
  expect(bodyOf({ ...draft, tipo: 'simulador', desde: '' })).toEqual({ tipo: 'simulador', desde: null })
})

test('another encryption brings its usual port, but not over one that was typed', () => {
  const draft = draftOf(null)
  expect(withSeguridad(draft, 'starttls').puerto).toBe('143')
  expect(withSeguridad({ ...draft, puerto: '1993' }, 'starttls').puerto).toBe('1993')
})
