// The transport that Res. Ex. SII 154/2025 asks for since 2026-11-01 (domain/dte §4; http §3): who owes what, what is
// taken for granted, and what is not known said in words.

import { describe, expect, test } from 'bun:test'
import { solicitudAnulacion, solicitudFactura } from '../../../src/domain/dte/solicitud'
import { Lectura } from '../../../src/domain/dte/solicitud/lectura'
import { REGLAS_TRANSPORTE, reglaTransporte } from '../../../src/domain/dte/traslado'
import { writeContenido } from '../../../src/xml/dte-xml'
import { EMISOR, factura, RECEPTOR } from '../../support/emisor'
import { documentoDe, HOY, rules, warnings } from '../../support/leer'
import { compra, guia, TRANSPORTE } from '../../support/solicitudes'

const NADA = { patente: null, rut_transportista: null, chofer: null }
const CHOFER = { rut: '15432198-5', nombre: 'Luis Núñez' }
const DATOS = [
  'traslado.patente requerido',
  'traslado.rut_transportista requerido',
  'traslado.chofer requerido',
]
const viaja = (traslado: object, over: object = {}) => factura({ traslado, ...over })
const dice = (body: unknown) => documentoDe(body).dte.detalle[0]!.descripcion

describe('who owes its transport', () => {
  test('the table has one norm for every day', () => {
    expect(REGLAS_TRANSPORTE.filter(({ hasta }) => hasta === null)).toHaveLength(1)
    expect(reglaTransporte('2026-10-31')?.rechaza).toBe(false)
    expect(reglaTransporte('2026-11-01')?.rechaza).toBe(true)
  })

  test('every guide, whatever its transfer, with or without tipo_despacho', () => {
    for (const ind_traslado of [1, 2, 3, 4, 5, 6, 7])
      expect(rules(guia({ ...NADA, ind_traslado, tipo_despacho: null }))).toEqual(DATOS)
    expect(rules(guia(NADA))).toEqual(DATOS)
    expect(rules(guia({ ...NADA, tipo_despacho: 1 }))).toEqual(DATOS)
  })

  test('a 33, 34 and 46 whose issuer carries the goods; without traslado none', () => {
    const body = [factura, (o: object) => factura({ tipo_dte: 34, ...o }), (o: object) => compra({}, o)]
    for (const of of body) {
      expect(rules(of({ traslado: { tipo_despacho: 2 } }))).toEqual(DATOS)
      expect(rules(of({ traslado: { tipo_despacho: 3 } }))).toEqual(DATOS)
      expect(rules(of({ traslado: TRANSPORTE }))).toEqual([])
      expect(documentoDe(of({})).dte.transporte).toBeUndefined()
    }
  })

  test('on them tipo_despacho is required and ind_traslado is not theirs; notes have no traslado', () => {
    expect(rules(viaja({ patente: 'KRTZ41' }))).toEqual(['traslado.tipo_despacho requerido'])
    expect(rules(viaja({ ...TRANSPORTE, ind_traslado: 1 }))).toEqual(['traslado.ind_traslado desconocido'])
    const referencias = [{ tipo_documento: 33, folio: 1, fecha: HOY, codigo: 3 }]
    for (const tipo_dte of [56, 61])
      expect(rules(viaja(TRANSPORTE, { tipo_dte, referencias }))).toEqual(['traslado desconocido'])
  })

  test('until 2026-10-31 by the former rule: plate and carrier, a warning only; the day of issue decides', () => {
    const before = { fecha_emision: '2026-10-31' }
    expect(rules(guia(NADA, before))).toEqual([])
    expect(warnings(guia(NADA, before))).toEqual(['OLD_DATE fecha_emision', 'TRANSPORT_INCOMPLETE traslado'])
    expect(warnings(guia({ ...NADA, tipo_despacho: 1 }, before))).toEqual(['OLD_DATE fecha_emision'])
    expect(warnings(viaja({ tipo_despacho: 3 }, before))).toEqual([
      'OLD_DATE fecha_emision',
      'TRANSPORT_INCOMPLETE traslado',
    ])
    expect(rules(guia(NADA, { fecha_emision: '2026-11-01' }))).toEqual(DATOS)
    const { transporte } = documentoDe(guia({ patente_carro: 'JPHS20' }, before)).dte
    expect(transporte).toHaveProperty('patenteCarro')
    expect(transporte).not.toHaveProperty('fechaSalida')
  })

  test('an invoice of a guide is told that the guide carried the goods', () => {
    const referencias = [{ tipo_documento: 52, folio: 7, fecha: HOY }]
    expect(warnings(viaja(TRANSPORTE, { referencias }))).toEqual(['GUIDE_CARRIES_GOODS traslado'])
  })
})

describe('destination, departure and arrival', () => {
  test('are the receiver, now and the same day, unless told', () => {
    expect(documentoDe(guia()).dte.transporte).toEqual({
      patente: 'KRTZ41',
      rutTransportista: '77123456-9',
      chofer: CHOFER,
      direccionDestino: RECEPTOR.direccion,
      comunaDestino: RECEPTOR.comuna,
      ciudadDestino: RECEPTOR.ciudad,
      fechaSalida: HOY,
      horaSalida: '10:15:00',
      fechaLlegada: HOY,
    })
    const trip = { fecha_salida: '2026-11-21', hora_salida: '06:00' }
    const told = documentoDe(guia({ direccion_destino: 'Ruta 5', comuna_destino: 'San Carlos', ...trip })).dte
    expect(told.transporte).toMatchObject({
      direccionDestino: 'Ruta 5',
      comunaDestino: 'San Carlos',
      fechaSalida: '2026-11-21',
      horaSalida: '06:00:00',
      fechaLlegada: '2026-11-21',
    })
    expect(told.transporte).not.toHaveProperty('ciudadDestino')
  })

  test('of a purchase the destination is its issuer', () => {
    const { transporte } = documentoDe(compra({}, { traslado: { tipo_despacho: 1 } })).dte
    expect(transporte).toMatchObject({ direccionDestino: EMISOR.direccion, comunaDestino: EMISOR.comuna })
  })

  const REFUSED: [string, object, string[]][] = [
    [
      'a departure before the date of the document',
      { fecha_salida: '2026-11-19', hora_salida: '09:00' },
      ['traslado.fecha_salida orden'],
    ],
    ['an arrival before the departure', { fecha_llegada: '2026-11-19' }, ['traslado.fecha_llegada orden']],
    [
      'an arrival on another day without a reason',
      { fecha_llegada: '2026-11-23' },
      ['traslado.motivo_prolongado requerido'],
    ],
    [
      'a departure on another day without its hour',
      { fecha_salida: '2026-11-21' },
      ['traslado.hora_salida requerido'],
    ],
    ['a date that does not exist', { fecha_salida: '2026-02-30' }, ['traslado.fecha_salida fecha']],
    ['an hour that does not exist', { hora_salida: '24:00' }, ['traslado.hora_salida hora']],
  ]
  test.each(REFUSED)('refuse %s', (_, bloque, expected) => {
    expect(rules(guia(bloque))).toEqual(expected)
  })
})

describe('what is not held is said, never invented', () => {
  test('the element is left out and a sentence ends the first description (domain/dte §8.2 b)', () => {
    const { dte } = documentoDe(
      guia({ ...NADA, rut_transportista: '77123456-9', no_disponible: ['patente', 'chofer'] }),
    )
    const xml = writeContenido(dte)
    expect(xml).toContain('<Transporte>\n<RUTTrans>77123456-9</RUTTrans>\n<DirDest>')
    const frase =
      'Transporte (Res. Ex. 154/2025): al emitir no se cuenta con la patente del vehículo ni con los datos del chofer.'
    expect(dte.detalle[0]!.descripcion).toBe(frase)
    expect(xml).toContain(`<DscItem>${frase}</DscItem>`)
    expect(dte.transporte).toMatchObject({ declaracion: frase, noDisponible: ['patente', 'chofer'] })
  })

  test('with tipo_despacho 1 the server says it, and warns (domain/dte §8.2 d)', () => {
    const body = viaja({ tipo_despacho: 1 })
    expect(warnings(body)).toEqual(['TRANSPORT_NOT_HELD traslado'])
    const { dte } = documentoDe(body)
    expect(dte.idDoc.tipoDespacho).toBe(1)
    expect(dte.transporte).toMatchObject({ fechaSalida: HOY, horaSalida: '10:15:00', fechaLlegada: HOY })
    expect(dte.detalle[0]!.descripcion).toBe(
      'Transporte (Res. Ex. 154/2025): al emitir no se cuenta con la patente, el RUT del transportista ni los datos del chofer (retira el cliente).',
    )
    expect(dice(compra({}, { traslado: { tipo_despacho: 1 } }))).toEndWith('(traslada el vendedor).')
    expect(warnings(viaja({ ...TRANSPORTE, tipo_despacho: 1 }))).toEqual([])
  })

  test('after what the client wrote, in the order of the format, and a trailer may be declared too', () => {
    const detalle = [
      { nombre: 'Pino', descripcion: 'Seco.', cantidad: 3, precio: 10 },
      { nombre: 'Roble', precio: 1 },
    ]
    const body = guia(
      { ...NADA, no_disponible: ['chofer', 'rut_transportista', 'patente_carro', 'patente'] },
      { detalle },
    )
    expect(documentoDe(body).dte.detalle.map(({ descripcion }) => descripcion)).toEqual([
      'Seco. Transporte (Res. Ex. 154/2025): al emitir no se cuenta con la patente del vehículo, la patente del carro, el RUT del transportista ni los datos del chofer.',
      undefined,
    ])
  })

  test('of a driver known by half the pair is left out and the half is said; a passport stands for a RUT', () => {
    expect(rules(guia({ chofer: { rut: CHOFER.rut } }))).toEqual(['traslado.chofer.nombre requerido'])
    expect(rules(guia({ chofer: { nombre: CHOFER.nombre } }))).toEqual(['traslado.chofer.rut requerido'])
    const half = documentoDe(guia({ chofer: { nombre: CHOFER.nombre }, no_disponible: ['chofer'] })).dte
    expect(half.transporte).not.toHaveProperty('chofer')
    expect(half.detalle[0]!.descripcion).toEndWith('el RUT del chofer Luis Núñez.')
    expect(dice(guia({ chofer: { rut: CHOFER.rut }, no_disponible: ['chofer'] }))).toEndWith(
      'el nombre del chofer (RUT 15432198-5).',
    )
    expect(dice(guia({ chofer: { nombre: 'Joao Prado', pasaporte: 'AB123456' } }))).toEndWith(
      'el RUT del chofer Joao Prado (pasaporte AB123456).',
    )
  })

  test('what is given and declared missing at once is refused, as is a datum that nobody may miss', () => {
    expect(rules(guia({ no_disponible: ['patente'] }))).toEqual(['traslado.no_disponible excluyente'])
    expect(rules(guia({ no_disponible: ['direccion_destino'] }))).toEqual(['traslado.no_disponible[0] valor'])
  })

  test('a sentence that does not fit beside the description is refused, and nothing is cut', () => {
    const linea = (descripcion: string) => ({
      detalle: [{ nombre: 'Pino', descripcion, cantidad: 3, precio: 10 }],
    })
    const bloque = { ...NADA, rut_transportista: '77123456-9', no_disponible: ['patente', 'chofer'] }
    const room = 1000 - 1 - dice(guia(bloque))!.length
    expect(rules(guia(bloque, linea('x'.repeat(room))))).toEqual([])
    expect(rules(guia(bloque, linea('x'.repeat(room + 1))))).toEqual(['detalle[0].descripcion largo_max'])
  })

  test('a trip of several days gives its reason, goods without price theirs (domain/dte §8.2 c)', () => {
    const detalle = [{ nombre: 'Caja', cantidad: 80 }]
    const bloque = { ind_traslado: 5, tipo_despacho: null, fecha_llegada: '2026-11-23' }
    const body = guia({ ...bloque, motivo_prolongado: 'transbordo marítimo' }, { detalle })
    const { dte } = documentoDe(body)
    expect(dte.detalle[0]).toMatchObject({
      descripcion:
        'Traslado prolongado: transbordo marítimo; entrega estimada 2026-11-23. Sin precio: traslado interno.',
      cantidad: '80',
      unidad: 'UN',
    })
    expect(dice(guia({ ...bloque, fecha_llegada: null, motivo_sin_precio: 'Muestra.' }, { detalle }))).toBe(
      'Sin precio: Muestra.',
    )
    // A sale gives no reason by itself, and a reason that nothing calls for is told to be idle.
    expect(dice(guia({}, { detalle }))).toBeUndefined()
    const idle = guia({ motivo_prolongado: 'mal tiempo', motivo_sin_precio: 'muestra' })
    expect(dice(idle)).toBeUndefined()
    expect(warnings(idle)).toEqual([
      'NO_EFFECT traslado.motivo_prolongado',
      'NO_EFFECT traslado.motivo_sin_precio',
    ])
  })

  test('is of its own document: neither its invoice nor the note that voids it takes it over', () => {
    const bloque = { ...NADA, no_disponible: ['patente', 'rut_transportista', 'chofer'] }
    const detalle = [{ nombre: 'Pino', descripcion: 'Seco', cantidad: 3, precio: 10 }]
    const guide = documentoDe(guia(bloque, { detalle })).dte
    const invoice = solicitudFactura(
      [guide],
      { agruparLineas: false, solicitud: {} } as never,
      new Lectura(),
    )!
    expect(invoice.detalle![0]!.descripcion).toBe('Seco')
    expect(invoice.traslado).toBeUndefined()
    const sold = documentoDe(viaja({ tipo_despacho: 1 }, { detalle })).dte
    expect(solicitudAnulacion(sold, 'Error').detalle![0]!.descripcion).toBe('Seco')
  })
})

test('a guide with everything is written in the order of the schema (domain/dte §8.2 a)', () => {
  const traslado = {
    ind_traslado: 1,
    ...TRANSPORTE,
    patente_carro: 'JHGD55',
    direccion_destino: 'Ruta 5 km 402',
    comuna_destino: 'San Carlos',
    ciudad_destino: 'San Carlos',
    fecha_salida: HOY,
    hora_salida: '08:30:00',
    fecha_llegada: HOY,
  }
  const transporte = /<Transporte>[\s\S]*<\/Transporte>/.exec(
    writeContenido(documentoDe(guia({}, { traslado })).dte),
  )![0]
  expect(transporte.replace(/\n/g, '')).toBe(
    '<Transporte><Patente>KRTZ41</Patente><PatenteCarro>JHGD55</PatenteCarro><RUTTrans>77123456-9</RUTTrans>' +
      '<Chofer><RUTChofer>15432198-5</RUTChofer><NombreChofer>Luis Núñez</NombreChofer></Chofer>' +
      '<DirDest>Ruta 5 km 402</DirDest><CmnaDest>San Carlos</CmnaDest><CiudadDest>San Carlos</CiudadDest>' +
      '<FchSalida>2026-11-20</FchSalida><HraSalida>08:30:00</HraSalida><FchLlegada>2026-11-20</FchLlegada></Transporte>',
  )
})
