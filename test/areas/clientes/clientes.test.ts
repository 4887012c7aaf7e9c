import { beforeAll, describe, expect, test } from 'bun:test'
import { createLista } from '../../../src/areas/clientes/lista'
import { ORDENES, type Orden } from '../../../src/areas/clientes/walk'
import { type CompanyApp, testAppWithCompany } from '../../support/test-app'

let app: CompanyApp
beforeAll(async () => {
  app = await testAppWithCompany()
})

const RIO = {
  rut: '77.123.456-9',
  razon_social: 'Constructora Río Claro SpA',
  giro: 'Obras de edificación',
  direccion: 'Camino a Pelarco Km 3,5',
  comuna: 'Pelarco',
  ciudad: 'Talca',
  email: 'facturas@example.cl',
  contacto: 'Marta Peña',
  forma_pago_defecto: 2,
}
let rio: { id: string }

describe('POST /v1/clientes (areas/clientes §1)', () => {
  test('keeps a customer with a RUT as the SII writes it, and answers it whole', async () => {
    const { status, body } = await app.post('/v1/clientes', RIO)
    expect(status).toBe(201)
    rio = body.data
    expect(body.data).toEqual({
      ...RIO,
      id: expect.stringMatching(/^cli_/),
      rut: '77123456-9',
      telefono: null,
      email_intercambio: null,
      extranjero: null,
      notas: null,
      origen: 'manual',
      created_at: '2026-11-20T14:02:11.000Z',
      eliminado_en: null,
      total_facturado: 0,
      num_documentos: 0,
      ultimo_dte: null,
      metricas_al: '2026-11-20T14:02:11.000Z',
    })
  })

  test('knows a foreigner by a number that a document can carry, written as text or as number', async () => {
    const { key } = await app.registerCompany()
    const harbor = { rut: '55555555-5', razon_social: 'Blue Harbor Cloud LLC' }
    const numbered = await app.post(
      '/v1/clientes',
      { ...harbor, extranjero: { num_id: 4410, nacionalidad: 225 } },
      key,
    )
    expect(numbered.body.data.extranjero).toMatchObject({ num_id: '4410', nacionalidad: '225' })
    for (const [extranjero, campo] of [
      [{ num_id: '😀' }, 'num_id'],
      [{ num_id: '\u200b' }, 'num_id'],
      [{ num_id: 'x'.repeat(21) }, 'num_id'],
      [{ num_id: '1', nacionalidad: '777' }, 'nacionalidad'],
      [{ num_id: '1', nacionalidad: 'CL' }, 'nacionalidad'],
    ] as const) {
      const { status, body } = await app.post('/v1/clientes', { ...harbor, extranjero }, key)
      expect([status, body.detalles?.[0].campo]).toEqual([422, `extranjero.${campo}`])
    }
  })

  test('keeps the lines of its notes, also out to a file and back', async () => {
    const notas = 'Paga los viernes.\r\n\r\n  Llamar   antes '
    const { key } = await app.registerCompany()
    const { body } = await app.post('/v1/clientes', { ...RIO, notas }, key)
    expect(body.data.notas).toBe('Paga los viernes.\n\nLlamar antes')
    const csv = (await app.get('/v1/clientes?formato=csv', key)).body
    const other = await app.registerCompany()
    const archivo_base64 = Buffer.from(csv).toString('base64')
    await app.post('/v1/clientes/importar', { archivo_base64 }, other.key)
    const read = (await app.get(`/v1/clientes?rut=${RIO.rut}`, other.key)).body.data[0]
    expect(read.notas).toBe('Paga los viernes.\n\nLlamar antes')
    const long = await app.post(
      '/v1/clientes',
      { rut: '78123450-8', razon_social: 'X', notas: `${'a'.repeat(500)}\n${'b'.repeat(500)}` },
      key,
    )
    expect([long.status, long.body.detalles[0].regla]).toEqual([422, 'largo_max'])
  })

  test('refuses a RUT that a living one has, and says whose it is', async () => {
    const { status, body } = await app.post('/v1/clientes', { rut: '77123456-9', razon_social: 'Otra' })
    expect([status, body.code]).toEqual([409, 'ALREADY_EXISTS'])
    expect(body.detalles).toEqual([{ id: rio.id, rut: '77123456-9', razon_social: RIO.razon_social }])
  })

  test('tells foreigners apart by their number, and wants one of them alone', async () => {
    const harbor = { rut: '55555555-5', razon_social: 'Blue Harbor Cloud LLC' }
    const made = await app.post('/v1/clientes', { ...harbor, extranjero: { num_id: '98-7654321' } })
    expect(made.body.data.extranjero).toEqual({ num_id: '98-7654321', nacionalidad: null, tipo_doc_id: null })
    const other = await app.post('/v1/clientes', { ...harbor, extranjero: { num_id: '11-1' } })
    expect(other.status).toBe(201)
    const same = await app.post('/v1/clientes', { ...harbor, extranjero: { num_id: '11-1' } })
    expect([same.status, same.body.detalles[0].id]).toEqual([409, other.body.data.id])
    for (const wrong of [harbor, { ...RIO, rut: '76192083-9', extranjero: { num_id: '1' } }]) {
      const { status, body } = await app.post('/v1/clientes', wrong)
      expect([status, body.code]).toEqual([422, 'VALIDATION_ERROR'])
    }
  })

  test('tells all that is wrong at once, and refuses the RUT of final consumers', async () => {
    const { status, body } = await app.post('/v1/clientes', {
      rut: '77123456-0',
      razon_social: '  ',
      giro: 'x'.repeat(41),
      email: 'nadie',
      direccion: 'Calle 😀',
      forma_pago_defecto: 4,
    })
    expect(status).toBe(422)
    expect(body.detalles.map(({ campo }: { campo: string }) => campo).sort()).toEqual([
      'direccion',
      'email',
      'forma_pago_defecto',
      'giro',
      'razon_social',
      'rut',
    ])
    const nobody = await app.post('/v1/clientes', { rut: '66666666-6', razon_social: 'Público' })
    expect([nobody.status, nobody.body.detalles[0].regla]).toEqual([422, 'rut_generico'])
  })

  test('measures a text as it is kept: what becomes longer in the letters of the SII is refused', async () => {
    const ellipses = `${'a'.repeat(38)}…`
    const { status, body } = await app.post('/v1/clientes', {
      rut: '76192083-9',
      razon_social: 'X',
      giro: ellipses,
    })
    expect([status, body.detalles[0]]).toEqual([
      422,
      expect.objectContaining({ campo: 'giro', regla: 'largo_max' }),
    ])
  })
})

describe('a customer (areas/clientes §1)', () => {
  test('is changed field by field, and remembers who changed what', async () => {
    const { body } = await app.put(`/v1/clientes/${rio.id}`, {
      giro: 'Obras civiles',
      contacto: null,
      ciudad: 'Talca',
    })
    expect(body.data).toMatchObject({ giro: 'Obras civiles', contacto: null, email: RIO.email })
    const { body: told } = await app.get(`/v1/clientes/${rio.id}/historial`)
    expect(told.data).toEqual([
      {
        fecha: '2026-11-20T14:02:11.000Z',
        usuario: expect.any(String),
        campos: [
          { campo: 'giro', antes: 'Obras de edificación', despues: 'Obras civiles' },
          { campo: 'contacto', antes: 'Marta Peña', despues: null },
        ],
      },
    ])
  })

  test('is put aside and brought back, unless another took its RUT', async () => {
    expect((await app.delete(`/v1/clientes/${rio.id}`)).status).toBe(204)
    expect((await app.delete(`/v1/clientes/${rio.id}`)).body.code).toBe('INVALID_STATE')
    expect((await app.put(`/v1/clientes/${rio.id}`, { giro: 'x' })).body.code).toBe('INVALID_STATE')
    expect((await app.get('/v1/clientes?rut=77123456-9')).body.data).toEqual([])
    const gone = await app.get('/v1/clientes?eliminados=true')
    expect(gone.body.data.map(({ id }: { id: string }) => id)).toEqual([rio.id])
    const other = await app.post('/v1/clientes', { rut: '77123456-9', razon_social: 'Otra' })
    const taken = await app.post(`/v1/clientes/${rio.id}/restaurar`, {})
    expect([taken.status, taken.body.detalles[0].id]).toEqual([409, other.body.data.id])
    await app.delete(`/v1/clientes/${other.body.data.id}`)
    expect((await app.delete(`/v1/clientes/${other.body.data.id}`)).status).toBe(409)
    const back = await app.post(`/v1/clientes/${rio.id}/restaurar`, {})
    expect([back.status, back.body.data.eliminado_en]).toEqual([200, null])
    const { body } = await app.get(`/v1/clientes/${rio.id}/historial?limite=1`)
    expect(body.data[0].campos).toEqual([{ campo: 'eliminado', antes: true, despues: false }])
    expect(body.paginacion.total).toBe(3)
  })

  test('is of its company alone', async () => {
    const other = await app.registerCompany()
    expect((await app.get(`/v1/clientes/${rio.id}`, other.key)).status).toBe(404)
    expect((await app.get('/v1/clientes', other.key)).body.data).toEqual([])
  })
})

describe('GET /v1/clientes (areas/clientes §2)', () => {
  beforeAll(async () => {
    for (const [rut, razon_social, giro, email] of [
      ['76192083-9', 'Ñandú & Compañía', 'Zapatería', 'ventas@nandu.example.cl'],
      ['78123450-8', 'Aceros del Maule S.A.', 'Venta de acero', null],
    ])
      await app.post('/v1/clientes', { rut, razon_social, giro, email })
  })
  const names = async (query: string) =>
    (await app.get(`/v1/clientes?${query}`)).body.data.map(
      ({ razon_social }: { razon_social: string }) => razon_social.split(' ')[0],
    )

  test.each([
    ['q=RIO', ['Constructora']],
    ['q=nandu', ['Ñandú']],
    ['q=ZAPATERIA', ['Ñandú']],
    ['q=facturas@', ['Constructora']],
    ['q=76.192.083-9', ['Ñandú']],
    ['q=78.123', ['Aceros']],
    ['q=781234508', ['Aceros']],
    ['q=98-7654321', ['Blue']],
    ['rut=78.123.450-8', ['Aceros']],
    ['q=nadie', []],
    ['', ['Aceros', 'Blue', 'Blue', 'Constructora', 'Ñandú']],
    ['orden=-razon_social&limite=2', ['Ñandú', 'Constructora']],
    ['limite=2&pagina=2', ['Blue', 'Constructora']],
    ['fecha_hasta=2026-11-19', []],
    ['fecha_desde=2026-11-20&fecha_hasta=2026-11-20&limite=2', ['Aceros', 'Blue']],
    ['fecha_desde=2026-11-20&q=blue&orden=-total_facturado', ['Blue', 'Blue']],
    ['fecha_desde=2026-11-21&orden=-ultimo_dte', []],
    ['fecha_desde=2026-11-20&rut=78.123.450-8', ['Aceros']],
  ])('finds by %p', async (query, found) => {
    expect(await names(query)).toEqual(found)
  })

  test('finds letters that patterns have for themselves as they stand, in whichever order', async () => {
    const { body } = await app.post('/v1/clientes', { rut: '90000012-K', razon_social: 'Bar [El *] ¿?' })
    for (const orden of ['razon_social', '-total_facturado', 'ultimo_dte'])
      for (const [q, found] of [
        ['[el', ['Bar']],
        ['*', ['Bar']],
        ['?', ['Bar']],
        ['b?r', []],
        ['b*r', []],
        ['[a-b]ar', []],
        ['] ¿', ['Bar']],
      ] as const)
        expect([orden, q, await names(`q=${encodeURIComponent(q)}&orden=${orden}`)]).toEqual([
          orden,
          q,
          found,
        ])
    await app.put(`/v1/clientes/${body.data.id}`, { razon_social: 'Cantina' })
    for (const orden of ['razon_social', '-total_facturado', '-ultimo_dte']) {
      expect(await names(`q=bar&orden=${orden}`)).toEqual([])
      expect(await names(`q=cantina&orden=${orden}`)).toEqual(['Cantina'])
    }
    await app.delete(`/v1/clientes/${body.data.id}`)
    for (const orden of ['razon_social', '-total_facturado', '-ultimo_dte'])
      expect(await names(`q=cantina&orden=${orden}`)).toEqual([])
    expect(await names('q=cantina&orden=-total_facturado&eliminados=true')).toEqual(['Cantina'])
  })

  test('counts the same whichever page is asked for', async () => {
    // One of them was billed something, the others nothing, and the newest document of these is none.
    app.store.client.exec(
      `UPDATE cliente_suma SET total = 10, documentos = 1, ultimo_fecha = '2026-11-20', ultimo_creado = 'x', ultimo_tipo = 33,
         ultimo_folio = 1, ultimo_id = 'd' WHERE rut = '77123456-9' OR num_id = '98-7654321'`,
    )
    const orders = ['razon_social', 'total_facturado', 'ultimo_dte'].flatMap((orden) => [orden, `-${orden}`])
    for (const orden of orders)
      for (const [q, total] of [
        ['', 5],
        ['&q=blue', 2],
        ['&q=a', 5],
      ] as const)
        for (const limite of [1, 2, 100]) {
          const seen: string[] = []
          for (let pagina = 1; ; pagina++) {
            const path = `/v1/clientes?orden=${orden}${q}&limite=${limite}&pagina=${pagina}`
            const { data, paginacion } = (await app.get(path)).body
            expect(paginacion.total).toBe(total)
            if (!data.length) break
            seen.push(...data.map(({ id }: { id: string }) => id))
          }
          expect(new Set(seen).size).toBe(total)
        }
  })

  test('is searched in pieces, a turn of the event loop for each, which together are the whole book', async () => {
    const { empresaId } = app.tenant
    const page = { pagina: 1, limite: 10, offset: 1 }
    for (const eliminados of [false, true])
      for (const orden of Object.keys(ORDENES) as Orden[])
        for (const q of ['blue', 'a', 'zz']) {
          const ask = (piece: number) =>
            createLista(app.store, piece).page(
              { empresaId, ambiente: 'certificacion' },
              { q, eliminados },
              orden,
              page,
            )
          const whole = await ask(1000)
          if (!eliminados && q === 'a') expect([orden, whole.total]).toEqual([orden, 5])
          for (const piece of [1, 2, 3, 5]) expect(await ask(piece)).toEqual(whole)
        }
  })

  test('is searched whole where its pieces are those of a smaller book, and no further for a client who left', async () => {
    const { empresaId } = app.tenant
    const tenant = { empresaId, ambiente: 'certificacion' as const }
    const page = { pagina: 1, limite: 100, offset: 0 }
    const lista = createLista(app.store, 2)
    const ask = (of: typeof lista, orden: Orden) =>
      of.page(tenant, { q: 'a', eliminados: false }, orden, page)
    const orders = Object.keys(ORDENES) as Orden[]
    for (const orden of orders) expect((await ask(lista, orden)).total).toBe(5)
    for (const [i, rut] of ['76192084-7', '76192085-5', '76192086-3', '76192087-1', '76192088-K'].entries())
      expect((await app.post('/v1/clientes', { rut, razon_social: `Blanca ${i}` })).status).toBe(201)
    for (const orden of orders) {
      const whole = await ask(createLista(app.store), orden)
      expect(whole.total).toBe(10)
      // The first time by the old pieces, one of them grown too long, then by new ones.
      for (const _ of [1, 2, 3]) expect(await ask(lista, orden)).toEqual(whole)
    }
    const left = AbortSignal.abort()
    const asked = { q: 'a', eliminados: false }
    const { filas, total } = await lista.page(tenant, asked, 'razon_social', page, left)
    expect(filas).toEqual([])
    expect(total).toBeLessThan(10)
  })

  test('gives all of them as CSV', async () => {
    const { body, headers } = await app.get('/v1/clientes?formato=csv&q=o')
    expect(headers.get('content-type')).toContain('text/csv')
    const [head, first] = body.replace('\uFEFF', '').split('\r\n')
    expect(head.split(';').slice(0, 3)).toEqual(['rut', 'razon_social', 'giro'])
    expect(first.split(';').slice(0, 3)).toEqual(['78123450-8', 'Aceros del Maule S.A.', 'Venta de acero'])
    expect((await app.get('/v1/clientes?formato=csv&orden=razon_social')).status).toBe(400)
  })
})
