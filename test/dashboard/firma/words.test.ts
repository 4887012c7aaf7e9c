// The words for what waits in a company, and where it is seen to (areas/firma §2).

import { expect, test } from 'bun:test'
import { type Fila, waitingIn } from '../../../src/dashboard/firma/words'

const NONE: Fila['facetas'] = {
  rcv: null,
  acuses: null,
  cuadratura: null,
  f29: null,
  rcof: null,
  documentos: null,
  folios: null,
  acceso: null,
}
const told = (facetas: Partial<Fila['facetas']>) => waitingIn({ facetas: { ...NONE, ...facetas } }, '202611')

test('a company of which nothing may be read, or that is in order, waits for nobody', () => {
  expect(told({})).toEqual([])
  expect(told({ acuses: { severidad: 'bien', pendientes: 3, monto: 10, vence: null, enlace: '' } })).toEqual(
    [],
  )
})

test('the worst comes first, each with the screen of its company', () => {
  const found = told({
    acuses: {
      severidad: 'aviso',
      pendientes: 7,
      monto: 3_499_300,
      vence: '2026-11-29T15:20:11Z',
      enlace: '',
    },
    f29: {
      ...{ severidad: 'mal', listo: false, falta: ['PENDING_DOCUMENTS'], vence: '2026-12-21' },
      ...{ sin_pago: '2026-12-28', debito: null, credito: null, diferencia: null },
      ...{ declarado_el: null, vencidos: [], enlace: '' },
    },
  })
  expect(found).toEqual([
    {
      faceta: 'f29',
      severidad: 'mal',
      text: 'El F29 venció el 21-12-2026',
      href: '/registro/202611?vista=f29',
    },
    { faceta: 'acuses', severidad: 'aviso', text: '7 compras por aceptar, $3.499.300', href: '/por-aceptar' },
  ])
})

test('an F29 that is overdue is told with its month, and leads to that one', () => {
  const f29 = {
    ...{ severidad: 'mal' as const, listo: false, falta: [], vence: '2027-01-20', sin_pago: '2027-01-28' },
    ...{ debito: null, credito: null, diferencia: null, declarado_el: null, enlace: '' },
    vencidos: [{ periodo: '202611', vence: '2026-12-21' }],
  }
  expect(waitingIn({ facetas: { ...NONE, f29 } }, '202612')).toMatchObject([
    {
      text: 'El F29 de noviembre de 2026 venció el 21-12-2026 y nadie lo marcó',
      href: '/registro/202611?vista=f29',
    },
  ])
})

test('each matter of what is issued leads to its own screen, and envelopes are not called documents', () => {
  const enlace = ''
  const asuntos = [
    { asunto: 'trabajos_detenidos' as const, cantidad: 2, enlace },
    { asunto: 'sin_veredicto' as const, cantidad: 1, enlace },
    { asunto: 'documentos_rechazados' as const, cantidad: 1, enlace },
  ]
  const documentos = {
    severidad: 'mal' as const,
    rechazados: 1,
    detenidos: 2,
    sin_veredicto: 1,
    asuntos,
    enlace,
  }
  expect(told({ documentos })).toMatchObject([
    { severidad: 'mal', text: '2 emisiones detenidas', href: '/trabajos' },
    { text: '1 documento rechazado', href: '/documentos?estado_sii=rechazado&por_atender=true' },
    { severidad: 'aviso', text: '1 envío sin veredicto del SII', href: '/documentos?estado_sii=en_proceso' },
  ])
})
