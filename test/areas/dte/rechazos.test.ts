// Every type refuses what its tables bar at the door of the API: a clear code and path, no folio moved, nothing stored. The
// tables themselves are swept in test/domain/dte/barrido.test.ts; here stand the rules that people break.

import { beforeAll, describe, expect, test } from 'bun:test'
import { emit, linea, nota } from '../../support/emision'
import { factura } from '../../support/emisor'
import { exportacion, guia, notaExportacion, porTipo, type Solicitud } from '../../support/solicitudes'
import { type CompanyApp, loadFolios, testAppWithFolios } from '../../support/test-app'

const HOY = '2026-11-20'
const TODOS = { 33: 9, 34: 9, 39: 9, 41: 9, 43: 9, 46: 9, 52: 9, 56: 9, 61: 9, 110: 9, 111: 9, 112: 9 }

let app: CompanyApp
beforeAll(async () => {
  app = await testAppWithFolios({ folios: TODOS })
  // The documents that the notes of `porTipo` refer to.
  await emit(app)
  await emit(app, exportacion())
})

/** Everything that a refused request could have moved. */
const state = () =>
  app.store.client
    .prepare(
      `SELECT (SELECT sum(siguiente) FROM caf) AS folios, (SELECT count(*) FROM job) AS jobs,
         (SELECT count(*) FROM documento) AS documentos, (SELECT sum(saldo) FROM documento) AS saldo`,
    )
    .get()

async function refused(body: unknown, code: string, ...campos: string[]): Promise<void> {
  const before = state()
  const reply = await app.post('/v1/dte/emitir', body)
  const found = (reply.body.detalles ?? []).map(({ campo }: { campo: string }) => campo)
  expect({ code: reply.body.code, campos: found }).toEqual({ code, campos })
  expect(reply.status).toBeGreaterThanOrEqual(400)
  expect(reply.body.error).toMatch(/[a-zñáéíóú]{4}/)
  expect(state()).toEqual(before)
}

type Rule = [name: string, breaks: (body: Solicitud) => Solicitud, code: string, campo: string]

const withLine = (body: Solicitud, over: object): Solicitud => ({
  ...body,
  detalle: [{ ...(body.detalle as object[])[0], ...over }],
})
const repeat = (body: Solicitud, n: number): Solicitud => ({
  ...body,
  detalle: Array(n).fill((body.detalle as object[])[0]),
})
const VE = 'VALIDATION_ERROR'
const ADICIONAL = { tipo_documento: '801', folio: '1', fecha: HOY }

/** Broken by every type in the same way. */
const COMUNES: Rule[] = [
  ['a quantity of 7 decimals', (b) => withLine(b, { cantidad: '1.0000001' }), VE, 'detalle[0].cantidad'],
  ['a quantity of zero', (b) => withLine(b, { cantidad: 0 }), VE, 'detalle[0].cantidad'],
  ['a negative quantity', (b) => withLine(b, { cantidad: -1 }), VE, 'detalle[0].cantidad'],
  ['a price of 7 decimals', (b) => withLine(b, { precio: '1.0000001' }), VE, 'detalle[0].precio'],
  ['a line without name', (b) => withLine(b, { nombre: null }), VE, 'detalle[0].nombre'],
  ['a name of 81 characters', (b) => withLine(b, { nombre: 'x'.repeat(81) }), VE, 'detalle[0].nombre'],
  ['a unit of 5 characters', (b) => withLine(b, { unidad: 'METRO' }), VE, 'detalle[0].unidad'],
  ['an unknown field', (b) => withLine(b, { cantida: 1 }), VE, 'detalle[0].cantida'],
  [
    'an unknown tax, or one where none may be',
    (b) => withLine(b, { impuesto_adicional: 999 }),
    VE,
    'detalle[0].impuesto_adicional',
  ],
  ['six codes of one line', (b) => withLine(b, { codigo: Array(6).fill('a') }), VE, 'detalle[0].codigo'],
  ['no lines', (b) => ({ ...b, detalle: [] }), VE, 'detalle'],
  ['one line too many', (b) => repeat(b, b.tipo_dte === 39 || b.tipo_dte === 41 ? 1001 : 61), VE, 'detalle'],
  ['41 references', (b) => ({ ...b, referencias: Array(41).fill(ADICIONAL) }), VE, 'referencias'],
  [
    'a wrong check digit',
    (b) => ({ ...b, receptor: { ...(b.receptor as object), rut: '77123456-0' } }),
    'INVALID_RUT',
    'receptor.rut',
  ],
  ['a date of tomorrow', (b) => ({ ...b, fecha_emision: '2026-11-21' }), VE, 'fecha_emision'],
  ['a date that does not exist', (b) => ({ ...b, fecha_emision: '2026-02-30' }), VE, 'fecha_emision'],
  [
    'a date before its CAF',
    (b) => ({ ...b, fecha_emision: '2026-11-19', ...viejas(b) }),
    VE,
    'fecha_emision',
  ],
]

/** A note's reference to a document of elsewhere dated before it, so that only its own date is at fault. */
const viejas = (body: Solicitud): object =>
  body.referencias
    ? {
        referencias: (body.referencias as object[]).map((r) => ({
          ...r,
          folio: 900_000,
          fecha: '2026-11-02',
        })),
      }
    : {}

describe.each(porTipo().map((body) => [body.tipo_dte as number, body] as const))(
  'a %d is refused',
  (tipo, body) => {
    test.each(COMUNES)('with %s', (_, breaks, code, campo) => refused(breaks(body), code, campo))

    test('with its type as text', async () => {
      const before = state()
      const { status, body: said } = await app.post('/v1/dte/emitir', { ...body, tipo_dte: String(tipo) })
      expect([status, said.code, said.detalles[0].campo]).toEqual([422, VE, 'tipo_dte'])
      expect(state()).toEqual(before)
    })

    const enPesos = tipo < 110
    const conDescuento = tipo !== 43

    if (enPesos) {
      test('with decimal pesos: amount of a line, discount, surcharge, global surcharge', async () => {
        await refused(withLine(body, { precio: null, monto: 10.5 }), VE, 'detalle[0].monto')
        if (!conDescuento) return
        await refused(withLine(body, { descuento_monto: 1.5 }), VE, 'detalle[0].descuento_monto')
        await refused(withLine(body, { recargo_monto: 1.5 }), VE, 'detalle[0].recargo_monto')
        const pesos = { tipo: 'R', tipo_valor: '$', valor: 1.5 }
        await refused({ ...body, DscRcgGlobal: [pesos] }, VE, 'DscRcgGlobal[0].valor')
      })
    }

    if (conDescuento) {
      test('with a discount larger than the line, one of more than 100 %, two at once, and a 21st global one', async () => {
        const at = withLine(body, { cantidad: 1, precio: 1000 })
        await refused(withLine(at, { descuento_monto: 1001 }), VE, 'detalle[0].descuento_monto')
        await refused(withLine(at, { descuento_pct: 100.01 }), VE, 'detalle[0].descuento_pct')
        await refused(
          withLine(at, { descuento_pct: 5, descuento_monto: 5 }),
          VE,
          'detalle[0].descuento_monto',
        )
        const global = { tipo: 'R', tipo_valor: '%', valor: 1 }
        await refused({ ...body, DscRcgGlobal: Array(21).fill(global) }, VE, 'DscRcgGlobal')
        const whole = { tipo: 'D', tipo_valor: '%', valor: 100.01 }
        await refused({ ...body, DscRcgGlobal: [whole] }, VE, 'DscRcgGlobal[0].valor')
      })
    }

    test('with a total over the length of the format', async () => {
      const huge = withLine(body, { monto: null, precio: '999999999999', cantidad: '999999' })
      await refused(huge, VE, 'detalle[0]')
    })
  },
)

describe('a note is refused', () => {
  const notas: [string, (referencias: unknown) => Solicitud][] = [
    ['56', (referencias) => nota(3, 1, { tipo_dte: 56, ...linea(1), referencias })],
    ['61', (referencias) => nota(3, 1, { ...linea(1), referencias })],
    ['111', (referencias) => notaExportacion(111, {}, { referencias })],
    ['112', (referencias) => notaExportacion(112, {}, { referencias })],
  ]
  test.each(notas)(
    '%s: without reference, without codigo, of a codigo that is none, twice on one document',
    async (tipo, make) => {
      const ref = { tipo_documento: tipo.length === 3 ? 110 : 33, folio: 1, fecha: HOY }
      await refused(make([]), VE, 'referencias')
      await refused(make([ref]), VE, 'referencias[0].codigo')
      await refused(make([{ ...ref, codigo: 4 }]), VE, 'referencias[0].codigo')
      await refused(
        make([
          { ...ref, codigo: 3 },
          { ...ref, codigo: 3 },
        ]),
        VE,
        'referencias[1].folio',
      )
      await refused(make([{ ...ref, codigo: 3, fecha: '2026-11-21' }]), VE, 'referencias[0].fecha')
    },
  )

  test('on a folio of ours that was not issued, and one that its balance does not bear', async () => {
    await refused(nota(3, 5, linea(1)), 'REFERENCE_NOT_FOUND', 'referencias[0].folio')
    await refused(notaExportacion(112, { folio: 5 }), 'REFERENCE_NOT_FOUND', 'referencias[0].folio')
    await refused(nota(3, 1, linea(1_000_000)), 'BALANCE_EXCEEDED', 'referencias[0].codigo')
    await refused(nota(1, 1, linea(1)), 'AMOUNT_MISMATCH', 'referencias[0].codigo')
  })

  test('on a document of another tenant: its folio there is nothing here', async () => {
    const other = await app.registerCompany()
    await loadFolios(app, other, { 33: 5, 61: 5 })
    const siguiente = () =>
      app.store.client
        .prepare('SELECT sum(siguiente) FROM caf WHERE empresa_id = ?')
        .pluck()
        .get(other.empresaId)
    const before = siguiente()
    // Folio 1 is the first tenant's; of the other's own range it was never issued.
    const reply = await app.post('/v1/dte/emitir', nota(1, 1), other.key)
    expect(reply).toMatchObject({ status: 422, body: { code: 'REFERENCE_NOT_FOUND' } })
    expect(siguiente()).toBe(before)
  })
})

describe('an export is refused', () => {
  test.each([
    ['110', exportacion],
    [
      '112',
      (bloque: object, over: object = {}) =>
        notaExportacion(112, {}, { exportacion: { moneda: 'USD', tipo_cambio: 900, ...bloque }, ...over }),
    ],
  ] as const)('%s: without block, with a rate of zero, with codes of no table', async (_, make) => {
    await refused(make({}, { exportacion: null }), VE, 'exportacion')
    await refused(make({ tipo_cambio: 0 }), VE, 'exportacion.tipo_cambio')
    await refused(make({ moneda: 'PLN' }), VE, 'exportacion.moneda')
    await refused(make({ cod_pais_recep: 1 }), VE, 'exportacion.cod_pais_recep')
    const aduana = (codigo: object) => make({ aduana: codigo })
    for (const campo of [
      'cod_pto_embarque',
      'cod_pto_desemb',
      'cod_unid_peso_neto',
      'cod_mod_venta',
      'cod_clau_venta',
      'cod_via_transp',
      'cod_pais_destin',
    ])
      await refused(aduana({ [campo]: 9998 }), VE, `exportacion.aduana.${campo}`)
  })
})

describe('a guide is refused', () => {
  test('without kind of transfer, with one that does not exist, and as an export without its permit', async () => {
    await refused(guia({ ind_traslado: null }), VE, 'traslado.ind_traslado')
    await refused(guia({ ind_traslado: 10 }), VE, 'traslado.ind_traslado')
    await refused(guia({ ind_traslado: 8 }), VE, 'traslado.guia_exportacion', 'exportacion.tot_bultos')
  })
})

test('21 taxes, 31 instalments and 3 taxes of a line are refused', async () => {
  await refused(factura({ impuestos: Array(21).fill({ codigo: 28, monto: 1 }) }), VE, 'impuestos')
  const pagos = Array(31).fill({ fecha: '2026-12-20', monto: 1 })
  await refused(factura({ forma_pago: 2, pagos }), VE, 'pagos')
  await refused(
    withLine(factura(), { impuesto_adicional: [27, 24, 25] }),
    VE,
    'detalle[0].impuesto_adicional',
  )
})
