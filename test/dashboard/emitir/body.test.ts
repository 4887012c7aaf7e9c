// The form as the body of an emission (http §1), of each type that the form issues, against the example of http §1 and the requests
// of `timbre demo`.

import { describe, expect, test } from 'bun:test'
import type { SolicitudEmitida } from '../../../src/dashboard/api/routes.gen'
import { buildBody } from '../../../src/dashboard/emitir/body'
import { emptyForm, emptyLine, emptyReference, type Form } from '../../../src/dashboard/emitir/form'
import { noteOn, repeat } from '../../../src/dashboard/emitir/from-document'
import { reduce, startState } from '../../../src/dashboard/emitir/reducer'
import { EMISSION_TYPES } from '../../../src/dashboard/emitir/types'
import { SOLICITUDES } from '../../../src/domain/dte/ejemplos/solicitudes'
import { type TipoDte, tipoDocumento } from '../../../src/domain/dte/tipos'

const formOf = (tipo: TipoDte, change: Partial<Form> = {}): Form => ({
  ...emptyForm(tipo, tipoDocumento(tipo).preciosBrutos),
  ...change,
})

test('the example of http §1 is what its fields say', () => {
  const form = formOf(33, {
    receptor: {
      ...{ rut: '76.543.210-3', razon_social: 'Ferretería Ñuble Limitada', giro: 'Venta de materiales' },
      ...{ direccion: 'Av. Libertad 1450', comuna: 'Chillán', ciudad: 'Chillán' },
      ...{ email: 'compras@example.cl', contacto: 'Marta Peña', codigo_interno: 'C-0091' },
    },
    lineas: [
      {
        ...emptyLine(),
        ...{ nombre: 'Arriendo de andamio', descripcion: 'Semana 47', codigo: 'AND-07', cantidad: '2' },
        ...{ unidad: 'SEM', precio: '50.000', descuento: '10%' },
      },
    ],
    referencias: [
      {
        ...emptyReference(),
        tipo_documento: '801',
        folio: 'OC-5512',
        fecha: '2026-11-03',
        razon: 'Orden de compra',
      },
    ],
    bloques: {
      pago: { forma: '2', vence: '2026-12-20', cuotas: [] },
      descuentos: [{ tipo: 'D', glosa: 'Pronto pago', valor: '5%', afecta: '' }],
      fechas: { emision: '2026-11-20', programar: '' },
      otros: { observaciones: 'Entregar antes de las 18:00', referencia: 'pedido-20931', vendedor: '' },
    },
  })
  expect(buildBody(form)).toMatchObject({ faults: {} })
  expect(buildBody(form).body).toEqual({
    tipo_dte: 33,
    fecha_emision: '2026-11-20',
    fecha_vencimiento: '2026-12-20',
    forma_pago: 2,
    precio_incluye_iva: false,
    receptor: {
      rut: '76543210-3',
      razon_social: 'Ferretería Ñuble Limitada',
      giro: 'Venta de materiales',
      direccion: 'Av. Libertad 1450',
      comuna: 'Chillán',
      ciudad: 'Chillán',
      email: 'compras@example.cl',
      contacto: 'Marta Peña',
      codigo_interno: 'C-0091',
    },
    detalle: [
      {
        nombre: 'Arriendo de andamio',
        descripcion: 'Semana 47',
        codigo: 'AND-07',
        cantidad: '2',
        unidad: 'SEM',
        precio: '50000',
        descuento_pct: '10',
      },
    ],
    DscRcgGlobal: [{ tipo: 'D', glosa: 'Pronto pago', tipo_valor: '%', valor: '5' }],
    referencias: [{ tipo_documento: '801', folio: 'OC-5512', fecha: '2026-11-03', razon: 'Orden de compra' }],
    observaciones: 'Entregar antes de las 18:00',
    referencia_externa: 'pedido-20931',
  })
})

test('nothing typed says nothing: a boleta of one line has a type, a price and its kind of price', () => {
  const form = formOf(39, { lineas: [{ ...emptyLine(), nombre: 'Taladro', precio: '9990' }, emptyLine()] })
  expect(buildBody(form).body).toEqual({
    tipo_dte: 39,
    precio_incluye_iva: true,
    detalle: [{ nombre: 'Taladro', precio: '9990' }],
  })
})

test('lines that are skipped shift nothing: the rows say which line is where', () => {
  const [a, empty, b] = [
    { ...emptyLine(), nombre: 'a' },
    emptyLine(),
    { ...emptyLine(), nombre: 'b', precio: 'doce' },
  ]
  const { rows, faults, body } = buildBody(formOf(33, { lineas: [a, empty, b] }))
  expect(rows.detalle).toEqual([a.id, b.id])
  expect(faults).toEqual({ [`detalle.${b.id}.precio`]: 'No es un número. Escriba, por ejemplo, 1.234,50' })
  // Sent as typed, so that the server judges the rest at once.
  expect(body.detalle[1]?.precio).toBe('doce')
})

test('a discount in pesos is an amount, with a sign of percent a percentage', () => {
  const line = { ...emptyLine(), nombre: 'a', precio: '100' }
  const of = (descuento: string) =>
    buildBody(formOf(33, { lineas: [{ ...line, descuento, recargo: descuento }] })).body.detalle[0]
  expect(of('1.000')).toMatchObject({ descuento_monto: 1000, recargo_monto: 1000 })
  expect(of('12,5 %')).toMatchObject({ descuento_pct: '12.5', recargo_pct: '12.5' })
})

test('instalments go with credit alone', () => {
  const cuotas = [{ fecha: '2026-12-01', monto: '1.000', glosa: '' }]
  const pagos = (forma: string) =>
    buildBody(formOf(33, { bloques: { pago: { forma, vence: '', cuotas } } })).body.pagos
  expect(pagos('2')).toEqual([{ fecha: '2026-12-01', monto: 1000 }])
  expect(pagos('1')).toBeUndefined()
})

/** As the API answers a request again: its codes as lists, exempt as the SII's number, numbers as numbers. */
const asAsked = (tipo: TipoDte): SolicitudEmitida => {
  const body = structuredClone(
    SOLICITUDES[tipo]({ 33: 1, 34: 1, 39: 1, 41: 1, 61: 1, 110: 1 }, '2026-11-22'),
  ) as Record<string, unknown> & { detalle: Record<string, unknown>[] }
  for (const line of body.detalle) {
    if (typeof line.codigo === 'string') line.codigo = [{ tipo: 'INT1', valor: line.codigo }]
    if (line.exento === true) line.exento = 1
    if (typeof line.impuesto_adicional === 'number') line.impuesto_adicional = [line.impuesto_adicional]
  }
  // The withholding stands at the lines, and only the commission at the purchase.
  const { compra } = body as { compra?: { tipo_transaccion: number; retencion: { codigo: number } } }
  if (compra) {
    for (const line of body.detalle) line.impuesto_adicional = [compra.retencion.codigo]
    body.tipo_transaccion_compra = compra.tipo_transaccion
    delete body.compra
  }
  return body as unknown as SolicitudEmitida
}

const plainNumbers = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, one) =>
    typeof one === 'string' && /^-?\d+(\.\d+)?$/.test(one) ? Number(one) : one,
  )

describe('what a document was asked for with comes back out of the form whole', () => {
  test.each(EMISSION_TYPES.map(({ tipo }) => tipo))('type %d', (tipo) => {
    const asked = asAsked(tipo)
    const form = repeat(asked, tipo)
    // All of it stands in fields of the form.
    expect(form.resto).toEqual({})
    const { body, faults } = buildBody(form)
    expect(faults).toEqual({})
    const { referencia_externa: _, ...expected } = asked as SolicitudEmitida & Record<string, unknown>
    const again = plainNumbers(body) as { detalle: Record<string, unknown>[] }
    expect(again).toMatchObject({
      ...(plainNumbers(expected) as object),
      detalle: expected.detalle.map((line) => ({
        ...(plainNumbers(line) as object),
        ...(line.codigo?.length === 1 && { codigo: line.codigo[0]?.valor }),
        ...(line.impuesto_adicional?.length === 1 && { impuesto_adicional: line.impuesto_adicional[0] }),
      })),
    })
  })
})

test('what the server says of every document alike is not carried along', () => {
  const factura = { ...asAsked(33), tipo_transaccion_venta: 1 } as SolicitudEmitida
  expect(repeat(factura, 33).resto).toEqual({})
  const boleta = {
    ...{ tipo_dte: 39, ind_servicio: 3, forma_pago: 1, precio_incluye_iva: true, ambiente: 'simulacion' },
    ...{ receptor: { rut: '66666666-6' }, detalle: [{ nombre: 'a', cantidad: 1, precio: 1000 }] },
  } as unknown as SolicitudEmitida
  const form = repeat(boleta, 39)
  expect(form.resto).toEqual({})
  expect(buildBody(form).body).toEqual({
    ...{ tipo_dte: 39, precio_incluye_iva: true },
    detalle: [{ nombre: 'a', cantidad: '1', precio: '1000' }],
  })
})

test('what corrects a rejected document says so, once more only where somebody insists, and the next one does not', () => {
  const reemplaza = { tipo_dte: 33, folio: 41 }
  const form = repeat({ ...asAsked(33), reemplaza } as SolicitudEmitida, 33)
  expect(form.resto).toEqual({})
  expect(buildBody(form).body).toMatchObject({ reemplaza })
  expect(buildBody(form).body).not.toHaveProperty('forzar_reemplazo')
  const forced = reduce(startState(form), {
    do: 'replace',
    reemplaza: { tipo: 33, folio: 41, forzar: true },
  }).form
  expect(buildBody(forced).body).toMatchObject({ reemplaza, forzar_reemplazo: true })
  const free = reduce(startState(form), { do: 'replace', reemplaza: undefined }).form
  expect(buildBody(free).body).not.toHaveProperty('reemplaza')
})

test('what the form has no field for goes along, of the document and of a line', () => {
  const asked = {
    ...asAsked(33),
    otra_moneda: { moneda: 'USD', tipo_cambio: 945.32 },
    detalle: [{ nombre: 'a', precio: 1, FchVencim: '2027-01-01', codigo: [{ tipo: 'EAN13', valor: '780' }] }],
  } as unknown as SolicitudEmitida
  const form = repeat(asked, 33)
  expect(Object.keys(form.resto)).toContain('otra_moneda')
  expect(buildBody(form).body).toMatchObject({
    otra_moneda: { moneda: 'USD', tipo_cambio: 945.32 },
    detalle: [{ FchVencim: '2027-01-01', codigo: [{ tipo: 'EAN13', valor: '780' }] }],
  })
})

describe('a note', () => {
  const note = noteOn(asAsked(33), { folio: 12, fecha_emision: '2026-11-01' }, 61)
  const withAnswer = (change: object): Form => ({ ...note, nota: { ...note.nota!, ...change } })

  test('names its document first, with the code of what it does (http §1)', () => {
    const { body, rows } = buildBody(withAnswer({ respuesta: 'montos', motivo: 'Devolución' }))
    expect(body.referencias?.[0]).toEqual({
      ...{ tipo_documento: 33, folio: 12, fecha: '2026-11-01', codigo: 3, razon: 'Devolución' },
    })
    expect(rows.referencias?.[0]).toBe('nota')
    expect(body.detalle).toHaveLength(asAsked(33).detalle.length)
    expect(body).not.toHaveProperty('forma_pago')
  })

  test('that corrects a text says both, and has no amounts (domain/dte §7.1)', () => {
    const { body } = buildBody(withAnswer({ respuesta: 'texto', dice: 'Obras', debeDecir: 'Otras' }))
    expect(body.detalle).toEqual([
      { nombre: 'Corrección de texto', descripcion: 'Donde dice «Obras» debe decir «Otras»' },
    ])
    expect(body.referencias?.[0]).toMatchObject({ codigo: 2 })
  })

  test('that corrects a text takes no discount over, which would have no line to act on', () => {
    const descuento = { tipo: 'D', tipo_valor: '%', valor: 3, glosa: 'Convenio' } as const
    const on = noteOn(
      { ...asAsked(33), DscRcgGlobal: [descuento] },
      { folio: 12, fecha_emision: '2026-11-01' },
      61,
    )
    const body = (respuesta: 'texto' | 'montos') =>
      buildBody({ ...on, nota: { ...on.nota!, respuesta } }).body.DscRcgGlobal
    expect(body('texto')).toBeUndefined()
    expect(body('montos')).toHaveLength(1)
  })

  test('without an answer, a reason or a text is not ready', () => {
    expect(buildBody(note).faults).toEqual({ 'nota.respuesta': 'Elija qué hace la nota' })
    expect(buildBody(withAnswer({ respuesta: 'anular' })).faults).toEqual({
      'nota.motivo': 'Escriba el motivo',
    })
    expect(Object.keys(buildBody(withAnswer({ respuesta: 'texto' })).faults)).toEqual([
      'nota.dice',
      'nota.debeDecir',
    ])
  })

  test('on an anonymous boleta names the final consumer', () => {
    const on = noteOn(
      { tipo_dte: 39, detalle: [{ nombre: 'a', precio: 100 }] } as SolicitudEmitida,
      { folio: 1, fecha_emision: '2026-11-01' },
      61,
    )
    expect(buildBody(on).body).toMatchObject({
      precio_incluye_iva: true,
      receptor: { rut: '66666666-6', razon_social: 'Consumidor final' },
    })
  })
})
