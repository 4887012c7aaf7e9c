// The page's notices of events (dashboard §9): a matter for somebody stays, a success passes, the rest is
// silent.

import { describe, expect, test } from 'bun:test'
import type { Evento } from '../../../src/dashboard/api/live'
import { isInView, noticeOf } from '../../../src/dashboard/shell/event-notice'
import { EVENTOS } from '../../../src/domain/eventos'

const DATA = {
  tipo_dte: 33,
  folio: 12,
  job_id: 'job_1',
  glosa: 'DTE repetido',
  tipo: 'rcv.sincronizar',
  objeto: '202611',
  estado: 'failed',
  fecha: '2026-11-19',
  error: { error: 'El SII no responde' },
}
const said = (evento: string, landed = true) => noticeOf({ evento, data: DATA } as Evento, () => landed)

test('exactly these stay until somebody closes them', () => {
  expect(EVENTOS.filter((evento) => said(evento)?.stays)).toEqual([
    'dte.fallido',
    'dte.rechazado',
    'folios.agotados',
    'certificado.por_vencer',
    'certificado.vencido',
    'rcof.rechazado',
    'recurrente.detenida',
    'trabajo.terminado',
    'portal.bloqueado',
    'buzon.error',
    'programacion.fallida',
    'respaldo.fallido',
    'webhook.desactivado',
  ])
})

describe('a rejected document', () => {
  test('is named, with the SII’s words and the way to it', () => {
    expect(said('dte.rechazado')).toEqual({
      tone: 'mal',
      title: 'Factura N° 12: rechazada por el SII',
      text: 'DTE repetido',
      stays: true,
      href: '/documentos/33/12',
      action: 'Ver el documento',
    })
  })

  test('has no link where the screen has not landed', () => {
    expect(said('dte.rechazado', false)).not.toHaveProperty('href')
  })
})

test('that the SII received it is not said: it is no verdict', () => {
  expect([said('dte.emitido'), said('dte.aceptado')?.tone]).toEqual([null, 'bien'])
})

test('of the document or the stopped job in view nothing is raised: its page says it', () => {
  const inView = (evento: string, path: string) => isInView({ evento, data: DATA } as Evento, path)
  expect(inView('dte.aceptado', '/app/76543210-3/documentos/33/12')).toBe(true)
  expect(inView('dte.fallido', '/app/76543210-3/trabajos/job_1')).toBe(true)
  expect(inView('dte.aceptado', '/app/76543210-3/trabajos/job_1')).toBe(false)
  expect(inView('dte.aceptado', '/app/76543210-3/documentos/33/120')).toBe(false)
  expect(inView('dte.aceptado', '/app/76543210-3/documentos')).toBe(false)
  expect(inView('folios.agotados', '/app/76543210-3/documentos/33/12')).toBe(false)
})

test('a rejected report and a task that goes on failing are told, but not on their own page', () => {
  expect(said('rcof.rechazado')).toMatchObject({
    title: 'Consumo de folios del 19-11-2026: rechazado por el SII',
    text: 'DTE repetido',
    href: '/rcof/2026-11-19',
  })
  expect(said('programacion.fallida')).toMatchObject({ text: 'El SII no responde', href: '/programacion' })
  const inView = (evento: string, path: string) => isInView({ evento, data: DATA } as Evento, path)
  expect(inView('rcof.rechazado', '/app/76543210-3/rcof/2026-11-19')).toBe(true)
  expect(inView('rcof.rechazado', '/app/76543210-3/rcof/2026-11-18')).toBe(false)
  expect(inView('programacion.fallida', '/app/76543210-3/programacion')).toBe(true)
  expect(inView('programacion.fallida', '/app/76543210-3/rcof')).toBe(false)
})

describe('an operation at the SII', () => {
  const ended = (over: object, landed = true) =>
    noticeOf({ evento: 'trabajo.terminado', data: { ...DATA, ...over } } as Evento, () => landed)

  test('that stopped is named with its cause, and leads to where it is mended', () => {
    expect(ended({})).toEqual({
      tone: 'mal',
      title: 'Registro de noviembre de 2026: se detuvo',
      text: 'El SII no responde',
      stays: true,
      href: '/operaciones',
      action: 'Ver la operación',
    })
  })

  test('that ended passes by; what asks for free in the background, and what was thrown away, says nothing', () => {
    expect(ended({ estado: 'completed' })).toMatchObject({ tone: 'bien', href: '/registro' })
    expect(ended({ estado: 'completed' })).not.toHaveProperty('stays')
    expect(ended({ estado: 'completed', tipo: 'rcof.veredicto', objeto: '2026-11-19' })).toBeNull()
    expect(ended({ estado: 'discarded' })).toBeNull()
  })

  test('is said by the screens that list it themselves', () => {
    const inView = (path: string) => isInView({ evento: 'trabajo.terminado', data: DATA } as Evento, path)
    expect([inView('/app/76543210-3/registro/202611'), inView('/app/76543210-3/operaciones')]).toEqual([
      true,
      true,
    ])
    expect([inView('/app/76543210-3/por-aceptar'), inView('/app/76543210-3/')]).toEqual([false, false])
    const reading = { evento: 'trabajo.terminado', data: { ...DATA, tipo: 'buzon.leer' } } as Evento
    expect([
      isInView(reading, '/app/76543210-3/buzon'),
      isInView(reading, '/app/76543210-3/recibidos'),
    ]).toEqual([true, false])
  })
})
