// The access to the SII's portal, said for people: what serves what, when a refusal may be lifted and what that risks (http §28.2).

import { expect, test } from 'bun:test'
import {
  liftOf,
  MOTIVO,
  nameOf,
  pausedText,
  riskOf,
  sessionOf,
  testedOf,
  wayOf,
} from '../../../src/dashboard/acceso/words'
import { MOTIVOS_BLOQUEO, type MotivoBloqueo } from '../../../src/domain/portal'

test('every motive for a refusal has its words, and what lifting it risks', () => {
  expect(Object.keys(MOTIVO).sort()).toEqual(Object.keys(MOTIVOS_BLOQUEO).sort())
  for (const motivo of Object.keys(MOTIVOS_BLOQUEO) as MotivoBloqueo[])
    expect(riskOf({ motivo })).toMatch(/\.$/)
  expect(riskOf({ motivo: 'CLAVE_INCORRECTA' })).toContain('acerca al SII a bloquearla')
})

test('a refusal is lifted at any time, and the SII’s own hour by who says that its cause is gone', () => {
  expect(liftOf({ motivo: 'CLAVE_INCORRECTA' }).resuelto).toBe(false)
  expect(liftOf({ motivo: 'DESCONOCIDO' }).resuelto).toBe(false)
  expect(liftOf({ motivo: 'DEMASIADAS_SESIONES' }).resuelto).toBe(true)
})

test('an operation tells the way that it takes, the ways that would serve it, or that it needs none', () => {
  expect(wayOf({ operacion: 'rcv', metodo: 'clave' })).toBe('Por RUT y clave tributaria')
  expect(wayOf({ operacion: 'rcv', metodo: null })).toBe(
    'Por certificado digital, o por RUT y clave tributaria',
  )
  expect(wayOf({ operacion: 'folios', metodo: null })).toBe('Por certificado digital')
  expect(wayOf({ operacion: 'situacion', metodo: null })).toBe('Sin ingresar')
  expect(nameOf({ operacion: 'rcv' })).toBe('El registro de compras y ventas')
})

test('a pause is of what goes by its way in, and the pace of jobs alone', () => {
  expect(pausedText('FIREWALL', '12:20')).toBe(
    'Lo que la tabla del final no da por disponible espera hasta las 12:20, y entonces Timbre sigue solo.',
  )
  expect(pausedText('RITMO', '12:20')).toStartWith('Los trabajos de Timbre esperan')
})

test('that one got in is not yet that one may act for the company', () => {
  expect([true, false, null].map((autorizada) => testedOf(autorizada)[0])).toEqual(['bien', 'mal', 'aviso'])
})

test('an open session says by what and until when', () => {
  const abierta = {
    estado: 'abierta',
    metodo: 'clave',
    abierta_en: '2026-11-20T14:03:02Z',
    vence_en: '2026-11-20T15:33:02Z',
  } as const
  expect(sessionOf(abierta)).toContain('Abierta por RUT y clave tributaria hasta el 20-11-2026 12:33')
  expect(sessionOf({ ...abierta, estado: 'vencida' })).not.toContain('Abierta')
})
