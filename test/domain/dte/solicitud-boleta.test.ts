// Boletas of format 4.2: the buyer of a large one, periodic services, and events (http §1; domain/dte §2.2, §3.2, §8.2
// f and g).

import { describe, expect, test } from 'bun:test'
import { readDocumento } from '../../../src/domain/dte/solicitud'
import { Lectura } from '../../../src/domain/dte/solicitud/lectura'
import { conUmbrales, parseUmbrales, umbralDe } from '../../../src/domain/dte/umbral'
import { boleta, EMISOR } from '../../support/emisor'
import { documentoDe, rules, warnings, xmlDe } from '../../support/leer'

const COMPRADOR = { rut: '15432198-5', razon_social: 'Luis Núñez' }
const cabaña = (precio: number, over: object = {}) =>
  boleta({
    detalle: [{ nombre: 'Cabaña prefabricada 36 m2 pino impregnado', cantidad: 1, unidad: 'UN', precio }],
    ...over,
  })

describe('a boleta above the threshold of the year (domain/dte §3.2)', () => {
  test('names buyer and means of payment (domain/dte §8.2 f)', () => {
    const receptor = { ...COMPRADOR, email: 'luis@example.cl', telefono: '+56911112222' }
    const xml = xmlDe(cabaña(6_000_000, { medio_pago: 2, receptor }))
    for (const fragment of [
      '<IndServicio>3</IndServicio><MedioPago>2</MedioPago></IdDoc>',
      '<Receptor><RUTRecep>15432198-5</RUTRecep><RznSocRecep>Luis Núñez</RznSocRecep><CorreoRecep>luis@example.cl</CorreoRecep><TelefonoRecep>+56911112222</TelefonoRecep></Receptor>',
      '<Totales><MntNeto>5042017</MntNeto><IVA>957983</IVA><MntTotal>6000000</MntTotal></Totales>',
    ])
      expect(xml).toContain(fragment)
  })

  const FALTAN = ['receptor.rut requerido', 'receptor.razon_social requerido', 'medio_pago requerido']

  test.each([39, 41])('strictly: a %d of 5,363,274 is anonymous, one of 5,363,275 is not', (tipo_dte) => {
    expect(rules(cabaña(5_363_274, { tipo_dte }))).toEqual([])
    expect(rules(cabaña(5_363_275, { tipo_dte }))).toEqual(FALTAN)
  })

  test('is not named by the generic RUT nor by a code of the shop', () => {
    const receptor = { rut: '66666666-6', codigo_interno: 'C-7' }
    expect(rules(cabaña(6_000_000, { receptor, medio_pago: 1 }))).toEqual([
      'receptor.rut identificacion',
      'receptor.razon_social requerido',
    ])
  })

  test('says it beside its other faults, as long as they leave the total', () => {
    expect(rules(cabaña(6_000_000, { fecha_vencimiento: '2026-01-01' }))).toEqual([
      'fecha_vencimiento orden',
      ...FALTAN,
    ])
  })

  test('goes by the row of its date: none before September 2025, and the last one stays', () => {
    expect(rules(cabaña(6_000_000), '2025-08-31')).toEqual([])
    expect(rules(cabaña(5_186_254), '2025-09-01')).toEqual(FALTAN)
    expect(rules(cabaña(5_186_254), '2026-01-01')).toEqual([])
    expect(rules(cabaña(5_363_275), '2029-03-01')).toEqual(FALTAN)
    // Its own date, not today's.
    expect(rules(cabaña(5_200_000, { fecha_emision: '2025-12-30' }), '2026-01-02')).toEqual(FALTAN)
  })

  test('goes by the rows of the operator too, who may also correct one', () => {
    const umbrales = conUmbrales(parseUmbrales('2027-01-01=5500000.5, 2026-01-01=5363274.61')!)
    const con = (precio: number, hoy: string) =>
      readDocumento(cabaña(precio), EMISOR, hoy, undefined, new Lectura(), undefined, umbrales).faults
        ?.length ?? 0
    expect([con(5_500_000, '2027-02-01'), con(5_500_001, '2027-02-01')]).toEqual([0, 3])
    expect(con(5_400_000, '2026-12-31')).toBe(3)
    expect(umbralDe('2026-05-01', umbrales)!.umbral).toBe('5363274.61')
    expect(
      ['2027-01-01', '2027-1-1=5', '2027-01-01=0', '2027-01-01=5=6', '2027-01-01=-5'].map(parseUmbrales),
    ).toEqual(Array(5).fill(null))
  })

  test('pays by the numbers of a boleta', () => {
    expect(rules(boleta({ medio_pago: 'EF' }))).toEqual(['medio_pago tipo'])
    expect(rules(boleta({ medio_pago: 6 }))).toEqual(['medio_pago valor'])
    expect(xmlDe(boleta({ medio_pago: 5 }))).toContain('<MedioPago>5</MedioPago>')
  })
})

describe('a boleta of a periodic or home service (domain/dte §2.2)', () => {
  const DONDE = { direccion: 'Las Rosas 12', comuna: 'Talca' }

  test.each([1, 2])(
    '%d needs a real RUT or the shop’s code for the client, and an address',
    (ind_servicio) => {
      const de = (receptor: object) => rules(boleta({ ind_servicio, receptor }))
      expect(de(DONDE)).toEqual(['receptor.rut requerido'])
      expect(de({ ...DONDE, rut: '66666666-6' })).toEqual(['receptor.rut requerido'])
      expect(de({ ...DONDE, codigo_interno: 'C-7' })).toEqual([])
      expect(de({ ...DONDE, ...COMPRADOR })).toEqual([])
      expect(de(COMPRADOR)).toEqual(['receptor.direccion requerido', 'receptor.comuna requerido'])
    },
  )
})

describe('a boleta of an event', () => {
  const TICKET = {
    folio: 4821,
    generado: '2026-11-23T10:02:11',
    evento: 'Noche de Cueca',
    tipo: 'Adulto',
    codigo_evento: 'NC26',
    fecha_evento: '2026-12-05T21:00:00',
    lugar: 'Teatro Municipal de Chillán',
    ubicacion: 'Platea',
    fila: 'C',
    asiento: '14',
  }
  const ENTRADA = {
    nombre: 'Ticket Noche de Cueca',
    cantidad: 1,
    precio: 25000,
    exento: true,
    espectaculo: 1,
    rut_mandante: '77123456-9',
    ticket: TICKET,
  }
  const SERVICIO = { nombre: 'Valor servicio - comisión', cantidad: 1, precio: 2500, espectaculo: 2 }
  const evento = (...detalle: object[]) => boleta({ ind_servicio: 4, detalle })

  test('writes ticket and service (domain/dte §8.2 g)', () => {
    const xml = xmlDe(evento(ENTRADA, SERVICIO))
    for (const fragment of [
      '<Detalle><NroLinDet>1</NroLinDet><IndExe>1</IndExe><ItemEspectaculo>01</ItemEspectaculo><RUTMandante>77123456-9</RUTMandante><NmbItem>Ticket Noche de Cueca</NmbItem>',
      '<InfoTicket><FolioTicket>4821</FolioTicket><FchGenera>2026-11-23T10:02:11</FchGenera><NmbEvento>Noche de Cueca</NmbEvento><TpoTicket>Adulto</TpoTicket><CdgEvento>NC26</CdgEvento><FchEvento>2026-12-05T21:00:00</FchEvento><LugarEvento>Teatro Municipal de Chillán</LugarEvento><UbicEvento>Platea</UbicEvento><FilaUbicEvento>C</FilaUbicEvento><AsntoUbicEvento>14</AsntoUbicEvento></InfoTicket>',
      '<QtyItem>1</QtyItem><PrcItem>25000</PrcItem><MontoItem>25000</MontoItem></Detalle>',
      '<Detalle><NroLinDet>2</NroLinDet><ItemEspectaculo>02</ItemEspectaculo><NmbItem>Valor servicio - comisión</NmbItem><QtyItem>1</QtyItem><PrcItem>2500</PrcItem><MontoItem>2500</MontoItem></Detalle>',
    ])
      expect(xml).toContain(fragment)
    expect(xmlDe(evento(ENTRADA, { ...SERVICIO, espectaculo: '02' }))).toBe(xml)
  })

  test.each([
    ['a line that is neither', { ...SERVICIO, espectaculo: null }, ['detalle[0].espectaculo requerido']],
    ['a third kind', { ...SERVICIO, espectaculo: 3 }, ['detalle[0].espectaculo valor']],
    ['an entry without ticket', { ...ENTRADA, ticket: null }, ['detalle[0].ticket requerido']],
    ['a service with a ticket', { ...SERVICIO, ticket: TICKET }, ['detalle[0].ticket espectaculo']],
    [
      'a ticket without place',
      { ...ENTRADA, ticket: { ...TICKET, lugar: null } },
      ['detalle[0].ticket.lugar requerido'],
    ],
    [
      'a day that does not exist',
      { ...ENTRADA, ticket: { ...TICKET, fecha_evento: '2026-02-30T21:00:00' } },
      ['detalle[0].ticket.fecha_evento fecha_hora'],
    ],
    [
      'an hour without seconds',
      { ...ENTRADA, ticket: { ...TICKET, generado: '2026-11-23T10:02' } },
      ['detalle[0].ticket.generado fecha_hora'],
    ],
    ['a wrong principal', { ...ENTRADA, rut_mandante: '77123456-0' }, ['detalle[0].rut_mandante rut']],
  ])('is refused with %s', (_, linea, expected) => {
    expect(rules(evento(linea))).toEqual(expected)
  })

  test('is what ind_servicio 4 says: elsewhere its fields are refused', () => {
    expect(rules(boleta({ detalle: [ENTRADA] }))).toEqual(['detalle[0].espectaculo ind_servicio'])
    expect(rules(boleta({ detalle: [{ ...SERVICIO, espectaculo: null, ticket: TICKET }] }))).toEqual([
      'detalle[0].ticket ind_servicio',
    ])
  })

  test('warns of a name that speaks of something else', () => {
    expect(
      warnings(evento({ ...ENTRADA, nombre: 'Noche de Cueca' }, { ...SERVICIO, nombre: 'Otros' })),
    ).toEqual(['EVENT_NAME detalle[0].nombre', 'EVENT_NAME detalle[1].nombre'])
    expect(documentoDe(evento(ENTRADA, SERVICIO)).advertencias).toEqual([])
  })
})
