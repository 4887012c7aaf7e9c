// Reading a purchase's file beside what people do meanwhile (areas/compras-internacionales §1, §4).

import { beforeAll, describe, expect, test } from 'bun:test'
import { cpuMs } from '../../support/cpu'
import { drawPdf } from '../../support/extraccion/draw'
import { type CompanyApp, testAppWithCompany } from '../../support/test-app'
import { BASE, comprar, enCola, FILA, leerEstado } from './escena'

let app: CompanyApp

beforeAll(async () => {
  app = await testAppWithCompany()
  app.speakAs(app.tenant)
})

describe('a purchase that is discarded while its file is read', () => {
  test('stays discarded: what the reader brings comes too late', async () => {
    const jobId = await enCola(app)
    const [one] = (await app.get(`${BASE}?estado=extrayendo`)).body.data
    const { compras } = app.app.services.comprasInt
    // The reader has begun: it holds the row as it was.
    const stored = compras.stored
    let begun = false
    compras.stored = (id) => {
      const row = stored(id)
      if (!begun && row?.estado === 'extrayendo') {
        begun = true
        compras.change(id, { estado: 'descartada' })
      }
      return row
    }
    await app.drainJobs()
    compras.stored = stored
    expect(begun).toBe(true)
    expect((await app.get(`${BASE}/trabajos/${jobId}`)).body.data.estado).toBe('completed')
    expect((await app.get(`${BASE}/${one.id}`)).body.data).toMatchObject({
      estado: 'descartada',
      propuesta: { monto: null },
    })
  })
})

describe('a file', () => {
  const subir = async (papel: string) => {
    const archivo_base64 = Buffer.from(await drawPdf(papel)).toString('base64')
    const { status, body } = await app.post(`${BASE}?esperar=20`, { archivo_base64 })
    expect(status).toBe(201)
    return body.data
  }

  test('never makes the company its own supplier', async () => {
    const { propuesta, campos_dudosos, bloqueos } = await subir(`
Comercial Ñandú & Compañía Ltda.
Av. Providencia 1234
Santiago, Chile
                                   Invoice number: V-1
                                   Invoice date: November 5, 2026
Total                              USD 100.00`)
    const nobody = { nombre: null, pais: null, tax_id: null, direccion: null }
    expect(propuesta).toMatchObject({ monto: '100.00', proveedor: nobody })
    expect(campos_dudosos).toEqual([])
    expect(bloqueos[0].mensaje).toContain('el nombre del proveedor')
  })

  test('of a day more than a year ago is doubtful: its figures may stand in another order', async () => {
    const { propuesta, campos_dudosos } = await subir(`
# Hanmi Soft Co., Ltd.
Invoice No: HS-1
Date: 26/11/05
Total                       USD 100.00`)
    expect(propuesta.fecha).toBe('2005-11-26')
    expect(campos_dudosos).toMatchObject([{ campo: 'fecha', motivo: 'Es de hace más de un año' }])
  })
})

describe('a card statement', () => {
  test('called by the number of its card is kept under its last four digits', async () => {
    const form = new FormData()
    form.set(
      'archivo',
      new File(
        ['Fecha;Detalle;Monto USD\r\n05/11/2026;ACME 4111 1111 1111 4242;10,00'],
        'visa-4111111111114242.csv',
      ),
    )
    const made = await app.request('POST', `${BASE}/estados-cuenta`, { headers: app.tenant.key, body: form })
    expect(made.body.data).toMatchObject({
      archivo: { nombre: 'visa-4242.csv' },
      filas: [{ comercio: 'ACME ****4242' }],
    })
    expect(JSON.stringify(made.body)).not.toContain('411111111111')
  })

  test('of two thousand movements beside two hundred purchases of one amount is shown without holding the others', async () => {
    const { store } = app
    const { compras } = app.app.services.comprasInt
    await comprar(app, { numero: 'S-0', monto: '20.00', fecha: '2026-11-05' })
    store.client.transaction(() => {
      const [{ propuesta }] = store.client
        .prepare("SELECT propuesta FROM compra_int WHERE propuesta LIKE '%S-0%'")
        .all() as [{ propuesta: string }]
      for (let i = 1; i <= 200; i++)
        compras.create(
          { empresaId: app.tenant.empresaId, ambiente: 'simulacion' },
          {
            id: compras.newId(),
            estado: 'extraida',
            propuesta: { ...JSON.parse(propuesta), numero: `S-${i}` },
          },
        )
    })()
    const filas = Array.from({ length: 2000 }, (_, i) => ({
      ...FILA,
      monto: '20.00',
      comercio: `BLUE HARBOR ${i}`,
    }))
    const id = leerEstado(app, app.tenant, filas)
    const { estados } = app.app.services.comprasInt
    const row = estados.get({ empresaId: app.tenant.empresaId, ambiente: 'simulacion' }, id)
    let seen: ReturnType<typeof estados.movimientos> = []
    const took = await cpuMs(() => {
      seen = estados.movimientos(row)
    })
    // Read for each movement anew they took seconds.
    expect(took).toBeLessThan(1500)
    expect(seen.every(({ sugerencia }) => (sugerencia?.confianza ?? 0) >= 0.85)).toBe(true)
  })
})
