// The request of a series in the dashboard: taken from a draft or a document, opened in the form and saved as it was; who may do what
// (areas/recurrentes §1, §3).

import { describe, expect, test } from 'bun:test'
import type { Serie } from '../../../src/dashboard/api/routes.gen'
import { buildBody } from '../../../src/dashboard/emitir/body'
import { formOfDraft } from '../../../src/dashboard/emitir/from-draft'
import { apart, relativeWords, solicitudOf } from '../../../src/dashboard/emitir/of-serie'
import { takenFrom } from '../../../src/dashboard/emitir/recurrentes/taken'
import { mayRepeat, remedyOf, rightsOf } from '../../../src/dashboard/emitir/recurrentes/words'
import type { Permiso } from '../../../src/domain/permisos'

const FACTURA = {
  tipo_dte: 33,
  receptor: { rut: '77123456-9', razon_social: 'Constructora Río Claro SpA' },
  detalle: [{ nombre: 'Arriendo', precio: 1000 }],
}

describe('the request of a document', () => {
  test('is taken as it is, but for what is of that document alone', () =>
    expect(
      takenFrom(
        { ...FACTURA, fecha_emision: '2026-11-30', referencia_externa: 'OC-1', ambiente: 'simulacion' },
        '2026-11-30',
      ),
    ).toEqual({ solicitud: FACTURA, cambios: [] }))

  test('counts its other dates from each date, and says so', () => {
    const { solicitud, cambios } = takenFrom(
      {
        ...FACTURA,
        fecha_vencimiento: '2026-12-30',
        pagos: [{ fecha: '2026-12-15', monto: 1190 }],
        ...{ periodo_desde: '2026-11-01', periodo_hasta: '2026-11-30' },
        referencias: [{ tipo_documento: '801', folio: '7', fecha: '2026-10-01' }],
      },
      '2026-11-30',
    )
    expect(solicitud).toMatchObject({
      fecha_vencimiento: '+30d',
      pagos: [{ fecha: '+15d', monto: 1190 }],
      ...{ periodo_desde: 'inicio_mes', periodo_hasta: 'fin_mes' },
      // The order is of its own day, whatever the date.
      referencias: [{ tipo_documento: '801', folio: '7', fecha: '2026-10-01' }],
    })
    expect(cambios).toEqual([
      'Vence 30 días después de cada emisión.',
      'Las cuotas vencen a los mismos días de cada emisión.',
      'El período del servicio es el mes de cada fecha.',
    ])
    expect(takenFrom({ ...FACTURA, fecha_vencimiento: '2026-11-01' }, '2026-11-30')).toEqual({
      solicitud: FACTURA,
      cambios: ['Queda sin fecha de vencimiento: la que tenía ya pasó.'],
    })
  })
})

test('a request of a series goes through the form and loses neither its marks nor the dates that no field shows', () => {
  const said = {
    ...FACTURA,
    forma_pago: 2,
    detalle: [{ nombre: 'Soporte {mes} de {anio}', precio: '4.5', moneda: 'UF' }],
    fecha_vencimiento: '+30d',
    pagos: [{ fecha: '+30d', monto: 1190 }],
  }
  const { solicitud, relativas } = apart({ ...said, fecha_emision: '2026-12-31' })
  expect(relativas).toEqual({ fecha_vencimiento: '+30d', pagos: [{ fecha: '+30d', monto: 1190 }] })
  const { form, perdido } = formOfDraft(solicitud, 33)
  expect(perdido).toEqual([])
  const serie = { id: 'ser_1', nombre: 'Soporte', fecha: null, relativas }
  const { body } = buildBody(form)
  expect(solicitudOf(body, serie)).toMatchObject(said)
  expect(relativeWords(serie)).toEqual([
    'Vencimiento: 30 días después de cada emisión',
    'Cuotas: se cuentan desde cada emisión',
  ])
  // A date that a person writes wins.
  expect(solicitudOf({ ...body, fecha_vencimiento: '2027-01-31' }, serie).fecha_vencimiento).toBe(
    '2027-01-31',
  )
})

const person = (permisos: readonly Permiso[], tipos_dte: number[] = [], soloMira = false) => ({
  ...{ tipos_dte, soloMira, puede: (permiso: Permiso) => permisos.includes(permiso) },
})
const serie = (over: Partial<Serie> = {}) =>
  ({ estado: 'activa', modo: 'automatico', solicitud: FACTURA, ...over }) as Serie
const allowed = (of: Serie, who: ReturnType<typeof person>): string[] =>
  Object.entries(rightsOf(of, who)).flatMap(([name, may]) => (may ? [name] : []))

describe('what a person may do', () => {
  test('without dte:emitir stops what issues by itself, and no more', () => {
    const alone = person(['recurrentes:gestionar'])
    expect(allowed(serie(), alone)).toEqual(['pausar', 'terminar', 'omitir'])
    expect(allowed(serie({ modo: 'borrador' }), alone)).toEqual([
      ...['editar', 'pausar', 'terminar', 'adelantar', 'omitir', 'mover'],
    ])
    expect(allowed(serie(), person(['recurrentes:gestionar', 'dte:emitir'], [39]))).toEqual([
      ...['pausar', 'terminar', 'omitir'],
    ])
  })

  test('goes by the state of the series', () => {
    const all = person(['recurrentes:gestionar', 'dte:emitir'])
    expect(allowed(serie({ estado: 'pausada' }), all)).toEqual([
      ...['editar', 'reanudar', 'terminar', 'omitir', 'mover'],
    ])
    expect(allowed(serie({ estado: 'terminada' }), all)).toEqual(['eliminar'])
    expect(allowed(serie(), person(['recurrentes:gestionar', 'dte:emitir'], [], true))).toEqual([])
    expect(allowed(serie(), person(['dte:leer']))).toEqual([])
  })

  test('makes a series of no note, and of a type of theirs alone', () => {
    const all = person(['recurrentes:gestionar'])
    expect([33, 52, 110, 61, 56].map((tipo) => mayRepeat(tipo as 33, all))).toEqual([
      ...[true, true, true, false, false],
    ])
    expect(mayRepeat(33, person(['recurrentes:gestionar'], [39]))).toBe(false)
    expect(mayRepeat(null, all)).toBe(false)
  })
})

test('what a date waits for is seen to on its screen', () =>
  expect(
    ['NO_FOLIOS', 'CERTIFICATE_EXPIRED', 'EMISSION_LIMIT', 'EXCHANGE_RATE_MISSING', null].map(
      (code) => remedyOf(code)?.[1],
    ),
  ).toEqual(['/folios', '/certificado', '/plan', '/compras-internacionales/tipos-cambio', undefined]))
