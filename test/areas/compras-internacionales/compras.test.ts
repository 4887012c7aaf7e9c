// Purchases from abroad: received, corrected, classified, listed; rates of exchange; card statements (areas/compras-internacionales).

import { beforeAll, describe, expect, test } from 'bun:test'
import { cpuMs } from '../../support/cpu'
import { type CompanyApp, testAppWithCompany } from '../../support/test-app'
import {
  BASE,
  CONFIRMADA,
  cargarDolar,
  comprar,
  confirmada,
  DATOS,
  enCola,
  FILA,
  leerEstado,
  XML,
} from './escena'

let app: CompanyApp

beforeAll(async () => {
  app = await testAppWithCompany()
  app.speakAs(app.tenant)
  await cargarDolar(app)
})

const compra = async (id: string) => (await app.get(`${BASE}/${id}`)).body.data
const tipos = (list: object[], headers?: Record<string, string>) =>
  app.post('/v1/tipos-cambio', { tipos: list }, headers)

describe('a purchase given as data', () => {
  test('is converted at once by the dollar of its day, unrounded, half up to the peso', async () => {
    const { id, ...made } = await comprar(app)
    expect(made).toMatchObject({
      estado: 'extraida',
      extraccion: { metodo: 'json', paginas: null },
      archivo: null,
      conversion: {
        moneda: 'USD',
        tipo_cambio: '945.32',
        fecha_tc: '2026-11-05',
        fuente: 'tabla',
        monto_clp: 1181650,
      },
      iva_retenido: 224514,
      iva_recuperable: 224514,
      tratamiento_credito: 'segun_reglas_contables',
      emitible: false,
    })
    await app.put(`${BASE}/${id}`, { monto: '0.005', tipo_cambio: '100' })
    expect((await compra(id)).conversion).toMatchObject({ monto_clp: 1, fuente: 'manual' })
  })

  test('is refused with every fault at once', async () => {
    const { status, body } = await app.post(BASE, {
      proveedor: { pais: 'usa', nombre: '' },
      fecha: '2026-02-30',
      moneda: 'dólar',
      monto: '1.250,00',
      tipo_cambio: '0',
    })
    expect([status, body.detalles.map(({ campo }: { campo: string }) => campo).sort()]).toEqual([
      422,
      ['fecha', 'moneda', 'monto', 'proveedor.nombre', 'proveedor.pais', 'tipo_cambio'],
    ])
  })

  test('whose country, currency, amounts, day or tax nobody has is refused with each', async () => {
    const bad = async (datos: object) => {
      const { status, body } = await app.post(BASE, { ...DATOS, ...datos })
      return [status, body.detalles?.map(({ campo }: { campo: string }) => campo)]
    }
    const codes = { proveedor: { nombre: 'A', pais: 'us' }, moneda: 'UDS', monto: '1e30' }
    expect(await bad(codes)).toEqual([422, ['proveedor.pais', 'moneda', 'monto']])
    expect(await bad({ proveedor: { pais: 'ZZ' }, monto: '1'.repeat(30) })).toEqual([
      422,
      ['proveedor.pais', 'monto'],
    ])
    expect(await bad({ monto: 1e30 })).toEqual([422, ['monto']])
    const told = { fecha: '2062-11-05', impuesto_extranjero: '1250.01' }
    expect(await bad(told)).toEqual([422, ['fecha', 'impuesto_extranjero']])
    const { id } = await comprar(app, { numero: 'C-9' })
    const { status, body } = await app.put(`${BASE}/${id}`, { impuesto_extranjero: '2000' })
    expect([status, body.detalles[0].campo]).toEqual([422, 'impuesto_extranjero'])
    const deep = `{"numero":${'['.repeat(5000)}${']'.repeat(5000)}}`
    const headers = { ...app.tenant.key, 'content-type': 'application/json' }
    expect((await app.request('POST', BASE, { headers, body: deep })).status).toBe(400)
  })

  test('comes with a file or with data, not both', async () => {
    const { status, body } = await app.post(BASE, { archivo_base64: XML, numero: 'A' })
    expect([status, body.detalles]).toMatchObject([422, [{ campo: 'numero', regla: 'excluyente' }]])
  })
})

describe('a file', () => {
  test('that nobody can read waits for a person, and leaves as it came under a harmless name', async () => {
    const bytes = Buffer.from('<factura><script>alert(1)</script></factura>')
    const form = new FormData()
    form.set('archivo', new File([bytes], '../../etc/pásswd <x>.xml'))
    const made = await app.request('POST', BASE, { headers: app.tenant.key, body: form })
    expect(made.status).toBe(201)
    expect(made.body.data).toMatchObject({
      estado: 'sin_extraer',
      extraccion: { metodo: 'sin_extraer' },
      archivo: { nombre: 'passwd x.xml' },
    })
    const file = await app.get(`${BASE}/${made.body.data.id}/archivo?disposicion=inline`)
    expect([file.body, file.headers.get('content-type'), file.headers.get('content-disposition')]).toEqual([
      bytes.toString(),
      'application/octet-stream',
      'attachment; filename="passwd x.xml"',
    ])
    expect(file.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('of no kind that is read is refused before anything is kept', async () => {
    const before = (await app.get(BASE)).body.paginacion.total
    const archivo_base64 = Buffer.from('MZ\0\0').toString('base64')
    const { status, body } = await app.post(BASE, { archivo_base64 })
    expect([status, body.detalles[0].campo]).toEqual([422, 'archivo'])
    expect((await app.get(BASE)).body.paginacion.total).toBe(before)
  })

  test('is sealed at rest', async () => {
    await enCola(app, undefined, Buffer.from('<secreto>del proveedor</secreto>').toString('base64'))
    const rows = app.store.client
      .prepare<[], Uint8Array>('SELECT archivo_cifrado FROM compra_int_archivo')
      .pluck()
      .all()
    expect(rows.some((row) => Buffer.from(row).includes('del proveedor'))).toBe(false)
  })

  test('asked for twice while it is read is one', async () => {
    const file = Buffer.from('<dos/>').toString('base64')
    const [one, two] = [await enCola(app, undefined, file), await enCola(app, undefined, file)]
    expect(one).toBe(two)
    await app.drainJobs()
    expect((await app.get(`${BASE}/trabajos/${one}`)).body.data).toMatchObject({ estado: 'completed' })
  })

  test('whose reading is discarded is filled in by hand', async () => {
    const job = await enCola(app, undefined, Buffer.from('<tres/>').toString('base64'))
    app.store.client.prepare("UPDATE job SET estado = 'failed' WHERE id = ?").run(job)
    await app.post(`${BASE}/trabajos/${job}/descartar`)
    const [last] = (await app.get(`${BASE}?estado=sin_extraer`)).body.data
    expect(last.extraccion.motivo).toBe('Se descartó su lectura')
    const { body } = await app.put(`${BASE}/${last.id}`, { numero: 'A-9' })
    expect(body.data.propuesta.numero).toBe('A-9')
  })

  test('is read by no model that nobody set up: asked for, it is refused', async () => {
    const { status, body } = await app.post(`${BASE}?ia=true`, { archivo_base64: XML })
    expect([status, body.code]).toEqual([409, 'INVALID_STATE'])
  })
})

describe('a correction', () => {
  test('takes the confirmation back, settles the doubts of what it writes and leaves the others', async () => {
    const id = await confirmada(app, { numero: 'C-1' })
    const dudoso = (campo: string) => ({ campo, motivo: 'dos lecturas', alternativas: [] })
    app.app.services.comprasInt.compras.change(id, { dudosos: [dudoso('fecha'), dudoso('proveedor.nombre')] })
    expect((await compra(id)).estado).toBe('clasificada')
    const { body } = await app.put(`${BASE}/${id}`, { fecha: '2026-11-05' })
    expect(body.data).toMatchObject({
      estado: 'extraida',
      clasificacion: { confirmado: false, naturaleza: 'servicio' },
      campos_dudosos: [{ campo: 'proveedor.nombre' }],
    })
  })

  test('of the rate is by hand until it is taken back, or the currency is another', async () => {
    const { id } = await comprar(app, { numero: 'C-2', tipo_cambio: '900.5' })
    expect((await compra(id)).conversion).toMatchObject({ fuente: 'manual', monto_clp: 1125625 })
    expect((await app.put(`${BASE}/${id}`, { tipo_cambio: null })).body.data.conversion.fuente).toBe('tabla')
    await app.put(`${BASE}/${id}`, { tipo_cambio: '900' })
    const { body } = await app.put(`${BASE}/${id}`, { moneda: 'EUR' })
    expect(body.data.conversion).toBeNull()
  })

  test('of the rate of pesos is refused, also beside the currency: they are worth one each', async () => {
    const { id } = await comprar(app, { numero: 'C-4', tipo_cambio: '900' })
    for (const datos of [
      { moneda: 'CLP', tipo_cambio: '945.32' },
      { moneda: 'CLP', tipo_cambio: '0.5' },
    ]) {
      const { status, body } = await app.put(`${BASE}/${id}`, datos)
      expect([status, body.detalles]).toMatchObject([422, [{ campo: 'tipo_cambio', regla: 'sobra' }]])
    }
    const { conversion } = (await app.put(`${BASE}/${id}`, { moneda: 'CLP' })).body.data
    expect(conversion).toMatchObject({ fuente: 'pesos', tipo_cambio: '1', monto_clp: 1250 })
    expect((await app.put(`${BASE}/${id}`, { tipo_cambio: '945.32' })).status).toBe(422)
    const nueva = { ...DATOS, numero: 'C-5', moneda: 'CLP', tipo_cambio: '945.32' }
    expect((await app.post(BASE, nueva)).status).toBe(422)
  })

  test('is refused of one that was discarded', async () => {
    const { id } = await comprar(app, { numero: 'C-3' })
    expect((await app.post(`${BASE}/${id}/descartar`)).body.data.estado).toBe('descartada')
    const { status } = await app.put(`${BASE}/${id}/clasificacion`, CONFIRMADA)
    expect([status, (await app.post(`${BASE}/${id}/emitir`)).status]).toEqual([409, 409])
  })
})

test('the list is by state, supplier, day and reason', async () => {
  const { id } = await comprar(app, {
    numero: 'Ñ-77',
    fecha: '2026-10-01',
    proveedor: { nombre: 'Søren & Cía ApS' },
  })
  const found = async (query: string) =>
    (await app.get(`${BASE}?${query}`)).body.data.map((one: { id: string }) => one.id)
  for (const query of [
    'q=CIA',
    'proveedor=CIA',
    'q=%C3%B1-77',
    'desde=2026-10-01&hasta=2026-10-01',
    'estado=extraida&hasta=2026-10-02',
  ])
    expect([query, await found(query)]).toEqual([query, [id]])
  expect(await found('bloqueo=SIN_CONFIRMAR&hasta=2026-10-02')).toEqual([id])
  expect(await found('bloqueo=BIEN_IMPORTADO')).toEqual([])
  expect((await app.get(`${BASE}?estado=nada&bloqueo=todo`)).body.detalles).toHaveLength(2)
})

describe('rates of exchange', () => {
  const conversion = async (fecha: string) => (await comprar(app, { numero: `T-${fecha}`, fecha })).conversion

  test('are of the day, else of the last before within seven days', async () => {
    await tipos([{ moneda: 'USD', fecha: '2026-09-01', valor: '900' }])
    expect((await conversion('2026-09-08')).fecha_tc).toBe('2026-09-01')
    expect(await conversion('2026-09-09')).toBeNull()
    expect(await conversion('2026-08-31')).toBeNull()
  })

  test('of the account count before the server’s on one day, and the nearer day before both', async () => {
    const server = app.app.services.comprasInt.tipos
    server.put(null, 'bcentral', [{ moneda: 'USD', fecha: '2026-08-03', valor: '801' }])
    expect((await conversion('2026-08-03')).fuente).toBe('bcentral')
    server.put(null, 'servidor', [{ moneda: 'USD', fecha: '2026-08-03', valor: '802' }])
    expect((await conversion('2026-08-03')).fuente).toBe('servidor')
    await tipos([{ moneda: 'USD', fecha: '2026-08-03', valor: '803' }])
    expect(await conversion('2026-08-03')).toMatchObject({ fuente: 'tabla', tipo_cambio: '803' })
    server.put(null, 'bcentral', [{ moneda: 'USD', fecha: '2026-08-05', valor: '805' }])
    expect((await conversion('2026-08-05')).tipo_cambio).toBe('805')
    const other = await app.registerCompany()
    const seen = (await app.get('/v1/tipos-cambio?hasta=2026-08-31', other.session)).body.data
    expect(seen.map(({ fuente }: { fuente: string }) => fuente)).toEqual(['bcentral', 'servidor', 'bcentral'])
  })

  test('come as a table, as Chilean spreadsheets write it, and again without harm', async () => {
    const csv = (text: string) => ({ archivo_base64: Buffer.from(text).toString('base64') })
    const table = csv('\uFEFFmoneda;fecha;valor\r\neur;05-11-2026;"1.098,40"\r\nEUR;2026-11-06;1099.1\r\n')
    expect((await app.post('/v1/tipos-cambio', table)).body.data).toEqual({
      nuevos: 2,
      cambiados: 0,
      iguales: 0,
      advertencias: [expect.objectContaining({ code: 'DATE_ORDER_DOUBTFUL' })],
    })
    expect((await app.post('/v1/tipos-cambio', table)).body.data).toEqual({
      nuevos: 0,
      cambiados: 0,
      iguales: 2,
      advertencias: [expect.objectContaining({ code: 'DATE_ORDER_DOUBTFUL' })],
    })
    const commas = csv('moneda,fecha,valor\n"EUR",2026-11-09,"1.099,25"\n')
    expect((await app.post('/v1/tipos-cambio', commas)).body.data.nuevos).toBe(1)
    const bad = await app.post('/v1/tipos-cambio', csv('USD;2026-13-01;x\nCLP;2026-11-01;1\nUSD;1'))
    expect([bad.status, bad.body.detalles.map(({ campo }: { campo: string }) => campo)]).toEqual([
      422,
      ['linea 1.fecha', 'linea 1.valor', 'linea 2.moneda', 'linea 3'],
    ])
  })

  test('whose days nothing shows to be day first are read so, and told with the other reading', async () => {
    const load = async (text: string) => {
      const archivo_base64 = Buffer.from(text).toString('base64')
      return (await app.post('/v1/tipos-cambio', { archivo_base64 })).body.data
    }
    const { nuevos, advertencias } = await load('USD;11/5/2026;945.32\nUSD;2026-11-06;945\n')
    expect([nuevos, advertencias]).toEqual([
      2,
      [
        {
          code: 'DATE_ORDER_DOUBTFUL',
          campo: 'archivo',
          mensaje:
            'Nada en el archivo dice si va primero el día o el mes, y se leyó el día (2026-05-11; al revés es 2026-11-05): línea 1. Si no es así, escriba las fechas AAAA-MM-DD y cárguelo otra vez',
        },
      ],
    ])
    // Another day shows it, both are the same, or the other is still to come.
    for (const sure of ['USD;11/5/2026;945\nUSD;13/5/2026;946', 'USD;5/5/2026;945', 'USD;12/11/2026;945'])
      expect((await load(`${sure}\n`)).advertencias).toEqual([])
  })

  test('that may be a thousand or one are refused, for nobody can tell the thousands of a table from its decimals', async () => {
    for (const valor of ['1.050', '"1,050"', '945.320']) {
      const archivo_base64 = Buffer.from(`CHF;2026-11-05;${valor}\n`).toString('base64')
      const { status, body } = await app.post('/v1/tipos-cambio', { archivo_base64 })
      expect([status, body.detalles]).toMatchObject([422, [{ campo: 'linea 1.valor', regla: 'numero' }]])
    }
    const archivo_base64 = Buffer.from('CHF;2026-11-05;1050\nCHF;2026-11-06;0.105\n').toString('base64')
    expect((await app.post('/v1/tipos-cambio', { archivo_base64 })).body.data.nuevos).toBe(2)
  })

  test('of one day that differ are refused with both places, beside all else that is wrong; equal ones are one', async () => {
    const usd = (valor: string) => ({ moneda: 'USD', fecha: '2026-07-01', valor })
    const bad = await tipos([usd('945.32'), usd('945.320'), usd('946'), { ...usd('x'), moneda: 'dólar' }])
    expect([bad.status, bad.body.detalles]).toMatchObject([
      422,
      [
        { campo: 'tipos[3].moneda' },
        { campo: 'tipos[3].valor' },
        {
          campo: 'tipos[2].valor',
          regla: 'contradiccion',
          mensaje: 'tipos[2].valor: el USD del 2026-07-01 es 945.32 en tipos[0] y 946 en tipos[2]: deje uno',
        },
      ],
    ])
    const csv = 'moneda;fecha;valor\nUSD;01-07-2026;945,32\nEUR;2026-13-01;1\nUSD;2026-07-01;946\n'
    const table = await app.post('/v1/tipos-cambio', { archivo_base64: Buffer.from(csv).toString('base64') })
    expect([table.status, table.body.detalles]).toMatchObject([
      422,
      [
        { campo: 'linea 3.fecha' },
        {
          campo: 'linea 4.valor',
          mensaje: 'El USD del 2026-07-01 es 945.32 en la línea 2 y 946 en la línea 4: deje uno',
        },
      ],
    ])
    expect((await tipos([usd('945.32'), usd('945.320')])).body.data).toEqual({
      nuevos: 1,
      cambiados: 0,
      iguales: 1,
      advertencias: [],
    })
  })

  test('of a body that lacks a field, has one too many and a day to come are told all at once', async () => {
    const { status, body } = await tipos([
      { moneda: 'USD', fecha: '2030-01-01', valor: '1' },
      { moneda: 'USD', fecha: '2026-11-01' },
      { moneda: 'EUR', fecha: '2026-11-01', valor: '0', otro: 1 },
    ])
    expect([status, body.detalles.map(({ campo }: { campo: string }) => campo).sort()]).toEqual([
      422,
      ['tipos[0].fecha', 'tipos[1].valor', 'tipos[2].otro', 'tipos[2].valor'],
    ])
  })

  test('of a table without end are refused before it is read', async () => {
    for (const text of ['USD\n'.repeat(200_000), '\n'.repeat(1_000_000), 'USD;1\n'.repeat(5001)]) {
      const archivo_base64 = Buffer.from(text).toString('base64')
      const took = await cpuMs(async () => {
        const { status, body } = await app.post('/v1/tipos-cambio', { archivo_base64 })
        expect([status, body.detalles]).toMatchObject([422, [{ regla: 'cantidad_max' }]])
      })
      expect(took).toBeLessThan(1000)
    }
  })

  test('come as a bare list too, whose faults name their place', async () => {
    const one = { moneda: 'GBP', fecha: '2026-11-04', valor: '1201.5' }
    expect((await app.post('/v1/tipos-cambio', [one])).body.data.nuevos).toBe(1)
    const bad = await app.post('/v1/tipos-cambio', [one, { ...one, valor: 'mucho' }])
    expect([bad.status, bad.body.detalles[0].campo]).toEqual([422, 'tipos[1].valor'])
  })

  test('in pesos need none', async () => {
    const { conversion } = await comprar(app, {
      numero: 'P-1',
      moneda: 'CLP',
      monto: '15000',
      fecha: '2020-01-01',
    })
    expect(conversion).toMatchObject({ fuente: 'pesos', tipo_cambio: '1', monto_clp: 15000 })
  })
})

describe('a card statement', () => {
  test('suggests the purchase of its amount, and a movement becomes one at the card’s rate, told as doubtful', async () => {
    const { id: known } = await comprar(app, { numero: 'E-1', monto: '77.70' })
    const ec = leerEstado(app, app.tenant, [
      { ...FILA, monto: '77.70' },
      { ...FILA, monto: '-5.00' },
      { ...FILA, monto: '33.00', montoClp: 31_416 },
    ])
    const { data } = (await app.get(`${BASE}/estados-cuenta/${ec}`)).body
    expect(data.filas[0].sugerencia).toEqual({ compra_id: known, confianza: 0.99 })
    expect([data.filas[2].sugerencia, data.tarjeta]).toEqual([null, '4242'])
    const fila = (n: number) => app.post(`${BASE}/estados-cuenta/${ec}/filas/${n}/compra`)
    const made = (await fila(3)).body.data
    expect(made).toMatchObject({
      estado: 'extraida',
      extraccion: { metodo: 'estado_cuenta' },
      conversion: { fuente: 'estado_cuenta', tipo_cambio: '952', monto_clp: 31_416 },
      estado_cuenta: { id: ec, fila: 3 },
    })
    expect(made.campos_dudosos.map(({ campo }: { campo: string }) => campo)).toEqual([
      'proveedor.nombre',
      'fecha',
      'tipo_cambio',
    ])
    const { body } = await app.put(`${BASE}/${made.id}`, { tipo_cambio: '952', fecha: '2026-11-05' })
    expect(body.data.conversion).toMatchObject({ fuente: 'estado_cuenta', monto_clp: 31_416 })
    expect(body.data.campos_dudosos.map(({ campo }: { campo: string }) => campo)).toEqual([
      'proveedor.nombre',
    ])
    expect([(await fila(3)).status, (await fila(2)).status, (await fila(9)).status]).toEqual([409, 409, 404])
  })

  test('keeps no file and no number of the card', async () => {
    const ec = leerEstado(app, app.tenant)
    const row = app.store.client
      .prepare<[string], Record<string, unknown>>('SELECT * FROM estado_cuenta WHERE id = ?')
      .get(ec)!
    expect(row.archivo_cifrado).toBeNull()
    const clear = Object.values(row).map((value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value),
    )
    expect(clear.filter((text) => /BLUE HARBOR|411111/.test(text))).toEqual([])
  })

  test('whose row took another column for its amount says so there and in the purchase', async () => {
    const duda = 'No se entiende «12x»: el monto es el de la columna en pesos'
    const ec = leerEstado(app, app.tenant, [{ ...FILA, moneda: 'CLP', monto: '13000', duda }, FILA])
    const { data } = (await app.get(`${BASE}/estados-cuenta/${ec}`)).body
    expect(data.filas.map((fila: { duda: string | null }) => fila.duda)).toEqual([duda, null])
    const made = (await app.post(`${BASE}/estados-cuenta/${ec}/filas/1/compra`)).body.data
    expect(made.campos_dudosos).toContainEqual({ campo: 'monto', motivo: duda, alternativas: [] })
  })

  test('that is a ZIP is refused with what it is, and nothing is kept', async () => {
    const before = (await app.get(`${BASE}/estados-cuenta`)).body.paginacion.total
    const archivo_base64 = Buffer.from('PK\x03\x04\x14\0xl/workbook.xml').toString('base64')
    const { status, body } = await app.post(`${BASE}/estados-cuenta`, { archivo_base64, nombre: 'visa.csv' })
    expect([status, body.code]).toEqual([422, 'VALIDATION_ERROR'])
    expect(body.detalles).toMatchObject([{ campo: 'archivo', mensaje: expect.stringContaining('XLSX') }])
    expect((await app.get(`${BASE}/estados-cuenta`)).body.paginacion.total).toBe(before)
  })
})
