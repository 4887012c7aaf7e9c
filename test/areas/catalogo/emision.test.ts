// Lines that are of the catalogue, and prices in another currency (areas/catalogo §5).

import { beforeAll, describe, expect, test } from 'bun:test'
import { precioEnPesos } from '../../../src/domain/dte/solicitud/desde-producto'
import { boleta, factura } from '../../support/emisor'
import { exportacion } from '../../support/solicitudes'
import { type CompanyApp, loadFolios, testAppWithCompany } from '../../support/test-app'

let app: CompanyApp
const ids: Record<string, string> = {}
beforeAll(async () => {
  app = await testAppWithCompany()
  app.speakAs(app.tenant)
  await loadFolios(app, app.tenant, { 33: 40, 34: 5, 39: 10 })
  for (const body of [
    {
      codigo: 'AND-07',
      nombre: 'Arriendo de andamio',
      unidad: 'SEM',
      precio: '2.5',
      moneda: 'UF',
      descripcion: 'Por semana',
    },
    { codigo: 'CLAVO', nombre: 'Clavos', unidad: 'KG', precio: '1000' },
    { codigo: 'GOLPE', nombre: 'Martillo', precio: '11900', precio_con_iva: true },
    { codigo: 'LIBRO', nombre: 'Manual', precio: '5000', exento: true },
    { codigo: 'VINO', nombre: 'Vino', precio: '3000', impuesto_adicional: 25 },
    { codigo: 'OFF', nombre: 'Sin uso', precio: '1', activo: false },
    { codigo: 'USD-1', nombre: 'Consultoría', precio: '10', moneda: 'USD' },
  ])
    ids[body.codigo] = (await app.post('/v1/catalogo', body)).body.data.id
  const tipos = [
    { moneda: 'UF', fecha: '2026-11-20', valor: '39842.15' },
    { moneda: 'USD', fecha: '2026-11-18', valor: '951.37' },
    { moneda: 'UTM', fecha: '2026-11-01', valor: '69542' },
  ]
  expect((await app.post('/v1/tipos-cambio', { tipos })).status).toBe(201)
})

const review = (body: object) =>
  app.app.services.dte.emision.review(body, {
    ...app.tenant,
    ambiente: 'simulacion',
    tiposDte: null,
  } as never)
const linea = (body: object) => review(body).documento.dte.detalle[0]!
const validar = async (body: object) => (await app.post('/v1/dte/validar', body)).body
const emitted = async (body: object) => {
  const answer = await app.post('/v1/dte/emitir', body)
  expect([answer.status, answer.body.detalles]).toEqual([202, undefined])
  const { tipo_dte, folio, advertencias } = answer.body.data
  return { ...(await app.get(`/v1/documentos/${tipo_dte}/${folio}`)).body.data, advertencias, folio }
}

describe('a line by code', () => {
  test('takes each field that it lacks, whatever the case of its code, and says what', async () => {
    const { detalle, advertencias, valores } = await emitted(
      factura({ detalle: [{ codigo: 'and-07', cantidad: 2 }] }),
    )
    expect(detalle).toMatchObject([
      {
        nombre: 'Arriendo de andamio',
        descripcion: 'Por semana',
        unidad: 'SEM',
        cantidad: 2,
        precio: 99605.375,
      },
    ])
    expect(advertencias).toMatchObject([
      {
        code: 'LINE_FROM_CATALOG',
        campo: 'detalle[0]',
        mensaje: 'Del producto AND-07 se tomó: nombre, descripcion, unidad, precio',
      },
    ])
    expect(valores).toEqual([{ moneda: 'UF', valor: '39842.15', fecha: '2026-11-20', fuente: 'tabla' }])
    expect((await app.get(`/v1/catalogo/${ids['AND-07']}`)).body.data.usado_en).toBe(
      '2026-11-20T14:02:11.000Z',
    )
  })

  test('keeps what was sent, under either name', () => {
    expect(linea(factura({ detalle: [{ CdgItem: 'CLAVO', PrcItem: 900, UnmdItem: 'LB' }] }))).toMatchObject({
      nombre: 'Clavos',
      precio: '900',
      unidad: 'LB',
    })
  })

  test('is as it was sent where it has a name, and refused as ever where nobody has its code', async () => {
    expect(linea(factura({ detalle: [{ codigo: 'CLAVO', nombre: 'Otra cosa', precio: 1 }] }))).toMatchObject({
      nombre: 'Otra cosa',
      precio: '1',
    })
    for (const codigo of ['NADIE', 'OFF']) {
      const { detalles } = await validar(factura({ detalle: [{ codigo, precio: 1 }] }))
      expect(detalles).toMatchObject([{ campo: 'detalle[0].nombre', regla: 'requerido' }])
    }
  })

  test('may be named by id, beside a name of its own; an id of nobody, or of another account, is refused', async () => {
    const detalle = [{ producto_id: ids.CLAVO, nombre: 'Clavos de 3 pulgadas' }]
    expect(linea(factura({ detalle }))).toMatchObject({
      nombre: 'Clavos de 3 pulgadas',
      precio: '1000',
      unidad: 'KG',
    })
    const other = await app.registerCompany()
    const theirs = (await app.post('/v1/catalogo', { codigo: 'S', nombre: 'Suyo' }, other.key)).body.data.id
    for (const producto_id of ['prd_nadie', theirs, ids.OFF, 7]) {
      const { detalles } = await validar(factura({ detalle: [{ producto_id, nombre: 'x', precio: 1 }] }))
      expect(detalles.map(({ campo }: { campo: string }) => campo)).toEqual(['detalle[0].producto_id'])
    }
  })

  test('takes no price in one currency for another: it asks', async () => {
    const campos = async (one: object) =>
      (await validar(factura({ detalle: [one, { nombre: 'x', precio: 1 }] }))).detalles?.map(
        ({ campo }: { campo: string }) => campo,
      )
    expect(await campos({ codigo: 'AND-07', precio: '3' })).toEqual(['detalle[0].moneda'])
    expect(await campos({ codigo: 'AND-07', moneda: 'CLP' })).toEqual(['detalle[0].precio'])
    expect(await campos({ codigo: 'CLAVO', moneda: 'USD' })).toEqual([
      'detalle[0].precio',
      'detalle[0].moneda',
    ])
    expect(await campos({ codigo: 'AND-07', descuento_monto: 1 })).toEqual(['detalle[0].moneda'])
    expect(linea(factura({ detalle: [{ codigo: 'CLAVO', moneda: 'CLP' }] })).precio).toBe('1000')
    expect(linea(factura({ detalle: [{ codigo: 'AND-07', moneda: 'UF' }] })).precio).toBe('99605.375')
    expect(linea(factura({ detalle: [{ codigo: 'AND-07', moneda: 'CLP', precio: 90000 }] })).precio).toBe(
      '90000',
    )
  })

  test('of more lines than a document has is refused without a look at any', async () => {
    const { detalles } = await validar(factura({ detalle: Array(61).fill({ codigo: 'NADIE' }) }))
    expect(detalles).toMatchObject([{ campo: 'detalle', regla: 'cantidad_max' }])
  })

  test('says a tax of its item that the document does not bear', async () => {
    const [said] = (await validar(boleta({ detalle: [{ codigo: 'VINO' }] }))).data.advertencias
    expect(said.mensaje).toEndWith('precio; su impuesto 25 no va en un documento tipo 39')
  })

  test('has its price net or gross as the document’s are', () => {
    const precio = (codigo: string, body: (one: object) => object, extra = {}) =>
      linea(body({ detalle: [{ codigo }], ...extra })).precio
    expect(precio('CLAVO', factura)).toBe('1000')
    expect(precio('CLAVO', boleta)).toBe('1190')
    expect(precio('CLAVO', factura, { precio_incluye_iva: true })).toBe('1190')
    expect(precio('GOLPE', factura)).toBe('10000')
    expect(precio('GOLPE', boleta)).toBe('11900')
    expect(precio('LIBRO', boleta)).toBe('5000')
  })

  test('bears the exemption and the tax of its item where the type can', () => {
    expect(linea(factura({ detalle: [{ codigo: 'LIBRO' }, { codigo: 'CLAVO' }] })).exento).toBe(1)
    expect(linea(factura({ detalle: [{ codigo: 'VINO' }] })).impuestoAdicional).toEqual(['25'])
  })

  test('is the same document as the line typed', async () => {
    let seed = 7
    const random = (n: number): number => {
      seed = (seed * 1103515245 + 12345) % 2 ** 31
      return seed % n
    }
    for (let i = 0; i < 60; i++) {
      const price = `${random(500) + 1}.${random(999_999) + 1}`.replace(/0+$/, '')
      const moneda = ['CLP', 'UF', 'UTM', 'USD'][random(4)]!
      const valor = { CLP: '1', UF: '39842.15', UTM: '69542', USD: '951.37' }[moneda]!
      const codigo = `T-${i}`
      await app.post('/v1/catalogo', { codigo, nombre: `Cosa ${i}`, unidad: 'UN', precio: price, moneda })
      const cantidad = random(20) + 1
      const typed = {
        codigo,
        nombre: `Cosa ${i}`,
        unidad: 'UN',
        cantidad,
        precio: precioEnPesos(price as never, valor),
      }
      const { dte } = review(factura({ detalle: [{ codigo, cantidad }] })).documento
      expect(dte).toEqual(review(factura({ detalle: [typed] })).documento.dte)
      // And as the line that says its currency.
      const said = { ...typed, precio: price, moneda }
      expect(review(factura({ detalle: [said] })).documento.dte).toEqual(dte)
    }
  })

  test('no change of its item reaches what was accepted', async () => {
    const before = await emitted(factura({ detalle: [{ codigo: 'CLAVO', cantidad: 3 }] }))
    await app.put(`/v1/catalogo/${ids.CLAVO}`, { nombre: 'Tornillos', precio: '7' })
    const after = (await app.get(`/v1/documentos/33/${before.folio}`)).body.data
    expect([after.detalle, after.totales]).toEqual([before.detalle, before.totales])
    await app.put(`/v1/catalogo/${ids.CLAVO}`, { nombre: 'Clavos', precio: '1000' })
  })
})

describe('a line in another currency', () => {
  const uf = (extra = {}) => ({ nombre: 'Asesoría', moneda: 'UF', precio: '0.1', ...extra })

  test('is put into pesos at the value of the day of issue, once a line', () => {
    expect(linea(factura({ detalle: [uf({ cantidad: 3 })] }))).toMatchObject({
      precio: '3984.215',
      monto: '11953',
    })
    expect(linea(factura({ detalle: [{ nombre: 'x', moneda: 'UTM', precio: 1 }] })).precio).toBe('69542')
    // A dollar of two days before serves.
    expect(linea(factura({ detalle: [{ nombre: 'x', moneda: 'USD', precio: '1.5' }] })).precio).toBe(
      '1427.055',
    )
    expect(linea(factura({ detalle: [{ nombre: 'x', moneda: 'CLP', precio: 5 }] })).precio).toBe('5')
  })

  test('at a dollar of before a working day says so, and not at one that only a Sunday parts from the day', async () => {
    const usd = { nombre: 'x', moneda: 'USD', precio: '1.5' }
    const warned = async (fecha_emision: string, detalle: object[]) =>
      ((await validar(factura({ fecha_emision, detalle }))).data.advertencias as { code: string }[]).filter(
        ({ code }) => code === 'OLD_EXCHANGE_RATE',
      )
    const mensaje =
      'Se usa el USD del 2026-11-18 y el 2026-11-19 fue hábil: cargue el tipo de cambio de ese día antes de emitir'
    expect(await warned('2026-11-20', [usd, usd])).toEqual([
      { code: 'OLD_EXCHANGE_RATE', campo: 'detalle[0].moneda', mensaje } as never,
    ])
    expect(await warned('2026-11-18', [usd])).toEqual([])
    expect(await warned('2026-11-20', [uf(), { nombre: 'x', moneda: 'UTM', precio: 1 }])).toEqual([])
    await app.post('/v1/tipos-cambio', { tipos: [{ moneda: 'EUR', fecha: '2026-11-14', valor: '1100' }] })
    expect(await warned('2026-11-15', [{ ...usd, moneda: 'EUR' }])).toEqual([])
  })

  test('without a value is EXCHANGE_RATE_MISSING with its place, and nothing is taken', async () => {
    const body = factura({ fecha_emision: '2026-11-19', detalle: [uf()] })
    const { status, body: answer } = await app.post('/v1/dte/emitir', body)
    expect([status, answer.code, answer.detalles]).toMatchObject([
      422,
      'EXCHANGE_RATE_MISSING',
      [{ campo: 'detalle[0].moneda' }],
    ])
  })

  test('is refused in an export, without a price, and in what is no currency, each at its place', async () => {
    const detalle = [uf({ moneda: 'GBP' }), { nombre: 'x', moneda: 'UF', monto: 1 }, uf({ precio: 'mucho' })]
    const { detalles } = await validar(factura({ detalle }))
    expect(detalles.map(({ campo }: { campo: string }) => campo).sort()).toEqual([
      'detalle[0].moneda',
      'detalle[1].moneda',
      'detalle[2].precio',
    ])
    const abroad = await validar({ ...exportacion(), detalle: [uf()] })
    expect(abroad.detalles).toMatchObject([{ campo: 'detalle[0].moneda', regla: 'sobra' }])
  })

  test('that waits for its hour is converted when it is released, with the item as it was', async () => {
    const programar_para = '2026-11-25T12:00:00Z'
    const { body } = await app.post(
      '/v1/dte/emitir',
      factura({ programar_para, detalle: [{ codigo: 'AND-07' }] }),
    )
    expect(body.data.folio).toBeNull()
    expect(body.data.advertencias).toContainEqual({
      code: 'OLD_EXCHANGE_RATE',
      campo: 'detalle[0].moneda',
      mensaje:
        'El monto se calcula con la UF del 2026-11-20: cargue la del 2026-11-25 antes de que llegue su hora',
    })
    await app.put(`/v1/catalogo/${ids['AND-07']}`, { nombre: 'Otro nombre', precio: '9' })
    await app.post('/v1/tipos-cambio', { tipos: [{ moneda: 'UF', fecha: '2026-11-25', valor: '40000' }] })
    app.setNow('2026-11-25T12:00:01Z')
    await app.drainJobs()
    const { data } = (await app.get(`/v1/dte/emision/${body.data.job_id}`)).body
    const emitido = (await app.get(`/v1/documentos/33/${data.folio}`)).body.data
    expect([emitido.detalle, emitido.valores]).toMatchObject([
      [{ nombre: 'Arriendo de andamio', precio: 100_000 }],
      [{ moneda: 'UF', valor: '40000', fecha: '2026-11-25', fuente: 'tabla' }],
    ])
  })
})

test('a body of any shape is read as ever', () => {
  for (const detalle of [
    null,
    7,
    [null, 7, 'x'],
    [{ codigo: {} }],
    [{ codigo: [] }],
    [{ moneda: {}, precio: {} }],
  ])
    expect(() => review(factura({ detalle } as never))).toThrow()
})
