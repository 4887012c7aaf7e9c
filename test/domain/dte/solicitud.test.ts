// The faults of requests (http §1; domain/dte §3.1, §2.2, §6, §9): each wrong body names path and rule, all
// at once, and nothing is repaired in silence.

import { describe, expect, test } from 'bun:test'
import { readDocumento } from '../../../src/domain/dte/solicitud'
import type { Fault } from '../../../src/domain/errors'
import { boleta, EMISOR, emisorDe, factura, RECEPTOR } from '../../support/emisor'

const HOY = '2026-11-20'
const read = (body: unknown) => readDocumento(body, emisorDe(body), HOY)
const faultsOf = (body: unknown): Fault[] => read(body).faults ?? []
const rules = (body: unknown): string[] => faultsOf(body).map(({ campo, regla }) => `${campo} ${regla}`)

const line = (over: object) => factura({ detalle: [{ nombre: 'Ítem', cantidad: 1, precio: 1000, ...over }] })
const receptor = (over: object) => factura({ receptor: { ...RECEPTOR, ...over } })
const nota = (referencias: object[], over: object = {}) => factura({ tipo_dte: 61, referencias, ...over })
const REF = { tipo_documento: 33, folio: 7, fecha: '2026-11-02', codigo: 3 }

const CASES: [string, unknown, string[]][] = [
  ['no object at all', 'hola', [' tipo']],
  ['an empty object', {}, ['tipo_dte requerido', 'receptor requerido', 'detalle requerido']],
  ['the type as text', factura({ tipo_dte: '33' }), ['tipo_dte tipo']],
  ['a type that does not exist', factura({ tipo_dte: 35 }), ['tipo_dte tipo_dte']],
  ['an unknown field', factura({ fecha_emicion: HOY }), ['fecha_emicion desconocido']],
  ['an unknown field of a line', line({ presio: 5 }), ['detalle[0].presio desconocido']],
  ['a block of another type', factura({ liquidacion: {} }), ['liquidacion desconocido']],
  ['both names of a field, differing', receptor({ RUTRecep: '11111111-1' }), ['receptor.RUTRecep alias']],
  ['a wrong check digit', receptor({ rut: '77123456-0' }), ['receptor.rut rut']],
  ['an anonymous factura', receptor({ rut: '66666666-6' }), ['receptor.rut rut_generico']],
  [
    'no giro, address and comuna',
    factura({ receptor: { rut: '77123456-9', razon_social: 'X' } }),
    ['receptor.giro requerido', 'receptor.direccion requerido', 'receptor.comuna requerido'],
  ],
  [
    'a name of 101 characters',
    receptor({ razon_social: 'x'.repeat(101) }),
    ['receptor.razon_social largo_max'],
  ],
  ['an emoji', receptor({ razon_social: 'Pizza 🍕' }), ['receptor.razon_social caracter']],
  ['a control character', line({ nombre: 'a\u0007b' }), ['detalle[0].nombre caracter']],
  ['blanks only', line({ nombre: ' \n ' }), ['detalle[0].nombre vacio']],
  ['a name of quotes alone', line({ nombre: '“”' }), ['detalle[0].nombre solo_comillas']],
  ['a razón social of quotes', receptor({ razon_social: "''" }), ['receptor.razon_social solo_comillas']],
  [
    'no price on any line',
    factura({ detalle: [{ nombre: 'x', cantidad: 5, precio: null }] }),
    ['detalle sin_precio'],
  ],
  [
    'the same tax twice on a line',
    line({ impuesto_adicional: [24, 24] }),
    ['detalle[0].impuesto_adicional repetido'],
  ],
  ['a RUT below any taxpayer’s', receptor({ rut: '1-9' }), ['receptor.rut rut_rango']],
  ['no lines', factura({ detalle: [] }), ['detalle cantidad_min']],
  ['61 lines', factura({ detalle: Array(61).fill({ nombre: 'x', precio: 1 }) }), ['detalle cantidad_max']],
  ['a line that is no object', factura({ detalle: [7] }), ['detalle[0] tipo']],
  ['lines as an object', factura({ detalle: { nombre: 'x' } }), ['detalle tipo']],
  ['a negative price', line({ precio: -1 }), ['detalle[0].precio minimo']],
  ['a price as prose', line({ precio: 'mil' }), ['detalle[0].precio numero']],
  ['a price of seven decimals', line({ precio: 1.0000001 }), ['detalle[0].precio decimales']],
  ['a price of 16 figures as number', line({ precio: 1234567890.1234567 }), ['detalle[0].precio numero']],
  ['a quantity of zero', line({ cantidad: 0 }), ['detalle[0].cantidad minimo']],
  ['a quantity of 13 figures', line({ cantidad: '1234567890123' }), ['detalle[0].cantidad maximo']],
  ['a unit of five letters', line({ unidad: 'METRO' }), ['detalle[0].unidad largo_max']],
  [
    'both discounts',
    line({ descuento_pct: 5, descuento_monto: 5 }),
    ['detalle[0].descuento_monto excluyente'],
  ],
  ['a discount over 100 %', line({ descuento_pct: 101 }), ['detalle[0].descuento_pct maximo']],
  ['a discount larger than the line', line({ descuento_monto: 1001 }), ['detalle[0].descuento_monto maximo']],
  ['a discount without price', line({ precio: null, descuento_pct: 5 }), ['detalle[0].precio requerido']],
  ['an amount beside a price that disagrees', line({ monto: 999 }), ['detalle[0].monto monto']],
  ['a decimal amount in pesos', line({ precio: null, monto: 10.5 }), ['detalle[0].monto entero']],
  ['an unknown tax', line({ impuesto_adicional: 999 }), ['detalle[0].impuesto_adicional impuesto']],
  [
    'a tax of purchases on a sale',
    line({ impuesto_adicional: 15 }),
    ['detalle[0].impuesto_adicional impuesto'],
  ],
  ['three taxes', line({ impuesto_adicional: [27, 24, 25] }), ['detalle[0].impuesto_adicional cantidad_max']],
  [
    'a tax on an exempt line',
    factura({
      detalle: [
        { nombre: 'a', precio: 1 },
        { nombre: 'b', precio: 1, exento: true, impuesto_adicional: 27 },
      ],
    }),
    ['detalle[1].impuesto_adicional exento'],
  ],
  ['an informed tax without its amount', line({ impuesto_adicional: 28 }), ['impuestos requerido']],
  [
    'an informed tax twice',
    factura({
      impuestos: [
        { codigo: 28, monto: 5 },
        { codigo: 28, monto: 6 },
      ],
    }),
    ['impuestos[1].codigo repetido'],
  ],
  [
    'gross prices beside taxes',
    { ...line({ impuesto_adicional: 27 }), precio_incluye_iva: true },
    ['precio_incluye_iva impuestos'],
  ],
  [
    'a slaughter tax without its base',
    line({ impuesto_adicional: 17 }),
    ['detalle[0].retenedor.base_faena requerido'],
  ],
  ['a 33 with nothing affected', line({ exento: true }), ['detalle sin_afecto']],
  [
    'an amount on a no-sale line',
    factura({
      detalle: [
        { nombre: 'a', precio: 1 },
        { nombre: 'b', precio: 1, exento: 4 },
      ],
    }),
    ['detalle[1].precio sin_monto'],
  ],
  [
    'an IndExe a boleta does not know',
    boleta({ detalle: [{ nombre: 'x', precio: 1, exento: 3 }] }),
    ['detalle[0].exento valor'],
  ],
  ['a date of tomorrow', factura({ fecha_emision: '2026-11-21' }), ['fecha_emision futura']],
  ['a date that does not exist', factura({ fecha_emision: '2026-02-30' }), ['fecha_emision fecha']],
  ['a due date before the issue', factura({ fecha_vencimiento: '2026-11-19' }), ['fecha_vencimiento orden']],
  [
    'a period that ends before it begins',
    factura({ periodo_desde: '2026-11-02', periodo_hasta: '2026-11-01' }),
    ['periodo_hasta orden'],
  ],
  ['instalments of a cash sale', factura({ pagos: [{ fecha: HOY, monto: 5 }] }), ['pagos forma_pago']],
  [
    '31 instalments',
    factura({ forma_pago: 2, pagos: Array(31).fill({ fecha: HOY, monto: 5 }) }),
    ['pagos cantidad_max'],
  ],
  [
    '21 global lines',
    factura({ DscRcgGlobal: Array(21).fill({ tipo: 'D', tipo_valor: '%', valor: 1 }) }),
    ['DscRcgGlobal cantidad_max'],
  ],
  [
    'a global line of unknown kind',
    factura({ DscRcgGlobal: [{ TpoMov: 'X', TpoValor: '%', ValorDR: 1 }] }),
    ['DscRcgGlobal[0].TpoMov valor'],
  ],
  [
    'a global discount over the document',
    factura({ DscRcgGlobal: { TpoMov: 'D', TpoValor: '$', ValorDR: 999999 } }),
    ['DscRcgGlobal negativo'],
  ],
  [
    'a global discount of decimal pesos, which is not rounded',
    factura({ DscRcgGlobal: { TpoMov: 'D', TpoValor: '$', ValorDR: 10.5 } }),
    ['DscRcgGlobal[0].valor entero'],
  ],
  [
    'a global discount over 100 %, also where it acts on nothing',
    factura({ tipo_dte: 34, DscRcgGlobal: { TpoMov: 'D', TpoValor: '%', ValorDR: 100.01 } }),
    ['DscRcgGlobal[0].valor maximo'],
  ],
  [
    'a note older than what it modifies',
    nota([{ ...REF, fecha: '2026-11-20' }], { fecha_emision: '2026-11-19' }),
    ['referencias[0].fecha posterior'],
  ],
  [
    'a discount in pesos across taxes',
    factura({
      detalle: [
        { nombre: 'a', precio: 1000, impuesto_adicional: 27 },
        { nombre: 'b', precio: 1000, impuesto_adicional: 24 },
      ],
      DscRcgGlobal: [{ tipo: 'D', tipo_valor: '$', valor: 5 }],
    }),
    ['DscRcgGlobal[0].tipo_valor porcentaje'],
  ],
  [
    '41 references',
    factura({ referencias: Array(41).fill({ tipo_documento: '801', folio: '1', fecha: HOY }) }),
    ['referencias cantidad_max'],
  ],
  [
    'a reference with nothing in it',
    factura({ referencias: [{}] }),
    [
      'referencias[0].tipo_documento requerido',
      'referencias[0].folio requerido',
      'referencias[0].fecha requerido',
    ],
  ],
  ['a note without reference', factura({ tipo_dte: 61 }), ['referencias requerido']],
  [
    'a note on an order only',
    nota([{ tipo_documento: 801, folio: 5, fecha: HOY }]),
    ['referencias requerido'],
  ],
  ['a note without codigo', nota([{ ...REF, codigo: null }]), ['referencias[0].codigo requerido']],
  ['a note of codigo 4', nota([{ ...REF, codigo: 4 }]), ['referencias[0].codigo valor']],
  [
    'a void of two documents',
    nota([
      { ...REF, codigo: 1 },
      { ...REF, folio: 8 },
    ]),
    ['referencias[0].codigo unica'],
  ],
  [
    'a credit note that voids a guide',
    nota([{ ...REF, tipo_documento: 52, codigo: 1 }]),
    ['referencias[0].codigo anulacion'],
  ],
  [
    'a debit note that voids a factura',
    nota([{ ...REF, codigo: 1 }], { tipo_dte: 56 }),
    ['referencias[0].codigo anulacion'],
  ],
  [
    'folios that no tax document has',
    nota(['0', -1, '1.5', 'abc'].map((folio) => ({ ...REF, folio, codigo: 3 }))),
    [0, 1, 2, 3].map((i) => `referencias[${i}].folio folio`),
  ],
  [
    'a global reference with a folio',
    factura({ referencias: [{ tipo_documento: 52, folio: 9, fecha: HOY, global: 1 }] }),
    ['referencias[0].folio global'],
  ],
  [
    'a tourist without passport',
    receptor({ rut: '55555555-5', razon_social: null }),
    ['receptor.extranjero.num_id requerido', 'receptor.extranjero.tipo_doc_id requerido'],
  ],
  [
    'a tourist with a passport of no kind, told once',
    receptor({ rut: '55555555-5', razon_social: null, extranjero: { num_id: '', tipo_doc_id: '1' } }),
    ['receptor.extranjero.num_id vacio', 'receptor.extranjero.tipo_doc_id tipo'],
  ],
  [
    'a tourist by his name (domain/dte §3.1)',
    receptor({ rut: '55555555-5', extranjero: { num_id: 'P123', tipo_doc_id: 1 } }),
    ['receptor.razon_social turista'],
  ],
  ['IndNoRebaja outside a 61', factura({ sin_derecho_rebaja: true }), ['sin_derecho_rebaja desconocido']],
  [
    'a named buyer without a name on a boleta',
    boleta({ receptor: { rut: '77123456-9' } }),
    ['receptor.razon_social requerido'],
  ],
  [
    'a periodic boleta without address',
    boleta({ ind_servicio: 1 }),
    ['receptor.rut requerido', 'receptor.direccion requerido', 'receptor.comuna requerido'],
  ],
  [
    'a tax on a boleta',
    boleta({ detalle: [{ nombre: 'x', precio: 1, impuesto_adicional: 27 }] }),
    ['detalle[0].impuesto_adicional desconocido'],
  ],
  ['amounts beyond exactness', line({ precio: '999999999999', cantidad: '999999' }), ['detalle[0] maximo']],
]

describe('a request is refused', () => {
  test.each(CASES)('with %s', (_, body, expected) => {
    expect(rules(body)).toEqual(expected)
  })

  test('with all its faults together', () => {
    const body = {
      tipo_dte: 33,
      fecha_emision: '20-11-2026',
      receptor: { ...RECEPTOR, rut: '1-1', comuna: 'x'.repeat(21) },
      detalle: [{ precio: -1 }, { nombre: 'ok', precio: 5, cantidad: '2' }, { nombre: '🍕', precio: 5 }],
      DscRcgGlobal: [{ TpoMov: 'D', TpoValor: '%', ValorDR: 0 }],
    }
    expect(rules(body).sort()).toEqual([
      'DscRcgGlobal[0].ValorDR minimo',
      'detalle[0].nombre requerido',
      'detalle[0].precio minimo',
      'detalle[2].nombre caracter',
      'fecha_emision fecha',
      'receptor.comuna largo_max',
      'receptor.rut rut',
    ])
  })

  test('with a hint at the name that was meant', () => {
    expect(faultsOf(line({ decuento_pct: 5 }))[0]!.mensaje).toContain('descuento_pct')
  })

  test('with messages that name the field and are Spanish', () => {
    for (const [, body] of CASES) {
      for (const { mensaje } of faultsOf(body)) expect(mensaje).toMatch(/^[A-ZÁÉÍÓÚa-z].*[a-z0-9)]/)
    }
  })
})

describe('a request is accepted', () => {
  const ok = (body: unknown) => {
    const { documento, faults } = read(body)
    expect(faults).toBeUndefined()
    return documento!
  }

  test('with the SII tags of its blocks instead of our names (alias rule, http §0)', () => {
    const byTags = ok({
      tipo_dte: 33,
      receptor: {
        RUTRecep: RECEPTOR.rut,
        RznSocRecep: RECEPTOR.razon_social,
        GiroRecep: RECEPTOR.giro,
        DirRecep: RECEPTOR.direccion,
        CmnaRecep: RECEPTOR.comuna,
        CiudadRecep: RECEPTOR.ciudad,
      },
      detalle: [
        { NmbItem: 'Arriendo de andamio', QtyItem: 2, PrcItem: 50000 },
        { NmbItem: 'Traslado "exprés" & montaje', PrcItem: '12500.5' },
      ],
    })
    expect(byTags.dte).toEqual(ok(factura()).dte)
  })

  test('with the worked example of http §1', () => {
    const { dte } = ok(
      factura({
        detalle: [
          { nombre: 'Arriendo de andamio', cantidad: 2, precio: 50000, descuento_pct: 10, exento: false },
        ],
        DscRcgGlobal: [{ TpoMov: 'D', GlosaDR: 'Pronto pago', TpoValor: '%', ValorDR: 5 }],
      }),
    )
    expect(dte.detalle[0]).toMatchObject({ monto: '90000', descuentoMonto: '10000' })
    expect(dte.totales).toEqual({
      montoNeto: '85500',
      tasaIva: '19',
      montoIva: '16245',
      montoTotal: '101745',
    })
  })

  test('with a SII tag we have no name for, written as given and held to its schema', () => {
    const { dte } = ok(line({ QtyRef: '2.5', UnmdRef: 'KG', FchElabor: '2026-10-01' }))
    expect(dte.detalle[0]).toMatchObject({ QtyRef: '2.5', UnmdRef: 'KG', FchElabor: '2026-10-01' })
    expect(rules(line({ UnmdRef: 'KILOS' }))).toEqual(['detalle[0].UnmdRef largo_max'])
  })

  test('with line numbers of its own, which are made anew', () => {
    const { dte } = ok(
      factura({
        detalle: [
          { NroLinDet: 9, nombre: 'a', precio: 1 },
          { NroLinDet: 9, nombre: 'b', precio: 1 },
        ],
      }),
    )
    expect(dte.detalle.map(({ linea }) => linea)).toEqual([1, 2])
  })

  test('with null for absent', () => {
    expect(ok(factura({ referencias: null, fecha_vencimiento: null })).dte.referencias).toEqual([])
  })

  test('as an anonymous boleta of gross prices, IndServicio 3, when nothing else is said', () => {
    const { dte } = ok(boleta())
    expect(dte.receptor).toEqual({ rut: '66666666-6' })
    expect(dte.idDoc).toMatchObject({ indServicio: 3, fechaEmision: HOY })
    expect(dte.totales).toMatchObject({ montoNeto: '10067', montoIva: '1913', montoTotal: '11980' })
  })

  test('as a tourist invoice, marked TipoFactEsp 1', () => {
    const { dte } = ok(
      receptor({ rut: '55555555-5', razon_social: null, extranjero: { num_id: 'P123', tipo_doc_id: 1 } }),
    )
    expect(dte.idDoc.tipoFactEsp).toBe(1)
    expect(dte.receptor.razonSocial).toBe('Extranjero sin RUT')
  })

  test('as a tourist invoice from the four comunas of the border alone; a note over one from anywhere', () => {
    const extranjero = { num_id: 'P123', tipo_doc_id: 1 }
    const tourist = receptor({ rut: '55555555-5', razon_social: 'EXTRANJERO SIN RUT', extranjero })
    const from = (comuna: string, body: unknown = tourist) =>
      (readDocumento(body, { ...EMISOR, comuna }, HOY).faults ?? []).map(
        ({ campo, regla }) => `${campo} ${regla}`,
      )
    for (const comuna of ['Arica', 'CAMARONES', 'Putre', 'General Lagos']) expect(from(comuna)).toEqual([])
    expect(from('Talca')).toEqual(['receptor.rut turista_comuna'])
    const referencias = [{ tipo_documento: 33, folio: 1, fecha: HOY, codigo: 3 }]
    expect(from('Talca', { ...tourist, tipo_dte: 61, referencias })).toEqual([])
  })

  test('with a price of zero, which leaves price and quantity tags out', () => {
    const { dte } = ok(
      factura({
        detalle: [
          { nombre: 'a', precio: 1 },
          { nombre: 'Regalo', precio: 0 },
        ],
      }),
    )
    expect(dte.detalle[1]).toEqual({ linea: 2, nombre: 'Regalo', monto: '0' })
  })

  test('with a warning for an old date, replaced characters and a discount that acts on nothing', () => {
    const { advertencias } = ok(
      factura({
        tipo_dte: 34,
        fecha_emision: '2026-11-01',
        detalle: [{ nombre: 'Café – “grano”', precio: 5 }],
        DscRcgGlobal: [{ tipo: 'D', tipo_valor: '%', valor: 5 }],
      }),
    )
    expect(advertencias.map(({ code }) => code).sort()).toEqual(['NO_EFFECT', 'OLD_DATE', 'TRANSLITERATED'])
  })

  test('with a warning where a correction of text does not say what stood and what shall stand (domain/dte §7.1)', () => {
    const corrige = (nombre: string) =>
      ok(nota([{ ...REF, codigo: 2 }], { detalle: [{ nombre }] })).advertencias.map(({ code }) => code)
    expect(corrige('Corrige giro')).toEqual(['TEXT_CORRECTION_UNSAID'])
    expect(corrige('Donde dice giro comercio debe decir construcción')).toEqual([])
  })
})
