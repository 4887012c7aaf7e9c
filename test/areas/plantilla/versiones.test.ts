// Versions of a company's paper over HTTP (http §22.2, §16).

import { beforeEach, describe, expect, test } from 'bun:test'
import { type CompanyApp, testAppWithCompany } from '../../support/test-app'

let app: CompanyApp
beforeEach(async () => {
  app = await testAppWithCompany()
})

const crear = (over: object = {}) => app.post('/v1/plantilla', { nombre: 'Papel', ...over })
const nueva = async (over: object = {}): Promise<string> => {
  const { status, body } = await crear(over)
  expect(status).toBe(201)
  return body.data.id
}
const activar = (id: string, tipos_dte?: number[]) =>
  app.put(`/v1/plantilla/versiones/${id}/activar`, tipos_dte && { tipos_dte })
const activa = async (query = '') => (await app.get(`/v1/plantilla${query}`)).body.data
const versiones = async () => (await app.get('/v1/plantilla/versiones')).body

describe('POST /v1/plantilla', () => {
  test('answers 201 with a version that nothing is printed with yet', async () => {
    const config = { colores: { acento: '#0A4D8C' }, textos: { leyenda: 'Gracias' } }
    const { status, body } = await crear({ nombre: 'Verano', tipos_dte: [33, 34], formato: '80mm', config })
    expect(status).toBe(201)
    expect(body.data).toEqual({
      id: expect.stringMatching(/^pla_[0-9A-Z]{26}$/),
      version: 1,
      nombre: 'Verano',
      activa: false,
      tipos_dte: [33, 34],
      tipos_activos: [],
      formato: '80mm',
      creada_por: 'Llave todo',
      created_at: '2026-11-20T14:02:11.000Z',
      config,
    })
    expect((await app.get(`/v1/plantilla/versiones/${body.data.id}`)).body.data).toEqual(body.data)
    expect((await activa('?formato=80mm')).id).toBeNull()
  })

  test('is for the letter page and all twelve types when nothing else is said, and names the person who made it', async () => {
    const { body } = await app.post('/v1/plantilla', { nombre: 'Papel' }, app.tenant.session)
    expect(body.data).toMatchObject({ formato: 'carta', config: {}, creada_por: 'dueno0@example.cl' })
    expect(body.data.tipos_dte).toHaveLength(12)
  })

  test('shows its configuration without what was sent as null, which stands for absent', async () => {
    const config = { logo: null, textos: { leyenda: 'Gracias', nota: null }, filas: [] }
    const { body } = await crear({ nombre: 'Con nulos', config })
    expect(body.data.config).toEqual({ textos: { leyenda: 'Gracias' }, filas: [] })
  })

  test('tells every fault at once, each with its path, unknown fields with the nearest name (http §0)', async () => {
    const { status, body } = await app.post('/v1/plantilla', {
      nombre: 7,
      formato: 'oficio',
      tipos_dte: [33, 35, '61'],
      config: {
        colores: { acento: '#ffee00', recuadro: 'azul' },
        textos: { leyend: 'Gracias' },
        logo: { alto_mm: 99 },
      },
      activa: true,
    })
    expect([status, body.code]).toEqual([422, 'VALIDATION_ERROR'])
    const reglas = body.detalles.map((d: { campo: string; regla: string }) => `${d.campo} ${d.regla}`)
    expect(reglas.sort()).toEqual([
      'activa desconocido',
      'config.colores.acento contraste',
      'config.colores.recuadro valor',
      'config.logo.alto_mm maximo',
      'config.textos.leyend desconocido',
      'formato valor',
      'nombre tipo',
      'tipos_dte[1] valor',
      'tipos_dte[2] tipo',
    ])
    expect(JSON.stringify(body.detalles)).toContain('quiso decir leyenda')
    expect((await versiones()).paginacion.total).toBe(0)
  })

  test('cannot touch what the law prints: neither hide it nor imitate it (pdf §6)', async () => {
    for (const config of [
      { recuadro: { mostrar: false } },
      { mostrar: { timbre: false } },
      { mostrar: { rut: false } },
      { mostrar: { folio: false } },
      { mostrar: { totales: false } },
      { mostrar: { resolucion: false } },
      { columnas: { valor: false } },
      { columnas: { descripcion: false } },
      { colores: { recuadro: 'verde' } },
      { colores: { acento: '#ffffff' } },
      { textos: { timbre: 'otro' } },
      { textos: { resolucion: 'Res. 1 de 1999' } },
      { textos: { nota: 'CEDIBLE' } },
      { textos: { leyenda: 'Timbre Electrónico SII' } },
      { filas: [{ dato: 'x', etiqueta: 'Total', lugar: 'documento' }] },
      { filas: [{ dato: 'R.U.T.', lugar: 'receptor' }] },
      { filas: [{ dato: 'x', etiqueta: 'T O T A L', lugar: 'documento' }] },
      { filas: [{ dato: 'x', etiqueta: 'x', lugar: 'recuadro' }] },
      { html: '<div style="position:fixed">' },
      { css: '*{display:none}' },
    ]) {
      const { status, body } = await crear({ config })
      expect([config, status, body.code]).toEqual([config, 422, 'VALIDATION_ERROR'])
      expect(body.detalles[0].campo).toStartWith('config.')
    }
  })

  test('a config padded to be kept at a megabyte is refused', async () => {
    const { status, body } = await crear({ config: { textos: { nota: `a${' '.repeat(20_000)}b` } } })
    expect([status, body.detalles]).toMatchObject([422, [{ campo: 'config', regla: 'largo_max' }]])
  })

  test('reports what it had to write in other letters', async () => {
    const { body } = await crear({ config: { textos: { nota: 'Cambios ‐ 10 días' } } })
    expect(body.data.advertencias).toMatchObject([{ code: 'TRANSLITERATED', campo: 'config.textos.nota' }])
  })

  test('takes what the font of the page has, and names what it has not', async () => {
    const nota = 'Cambios — 10 días: “sólo” con boleta… €'
    const made = (await crear({ config: { textos: { nota } } })).body.data
    expect([made.advertencias, made.config.textos.nota]).toEqual([undefined, nota])
    const { status, body } = await crear({ config: { textos: { leyenda: 'Gracias ☺' } } })
    expect([status, body.detalles]).toEqual([
      422,
      [
        {
          campo: 'config.textos.leyenda',
          regla: 'caracter',
          mensaje:
            'config.textos.leyenda tiene caracteres que la letra con que se imprime no tiene: «☺» (U+263A)',
        },
      ],
    ])
  })

  test('57 mm are for boletas alone: other types are refused, and none said means 39 and 41 (http §11)', async () => {
    const { status, body } = await crear({ formato: '57mm', tipos_dte: [39, 33, 52] })
    expect([
      status,
      body.code,
      body.detalles.map((d: { campo: string; regla: string }) => [d.campo, d.regla]),
    ]).toEqual([
      422,
      'VALIDATION_ERROR',
      [
        ['tipos_dte[1]', 'papel'],
        ['tipos_dte[2]', 'papel'],
      ],
    ])
    expect((await crear({ formato: '57mm' })).body.data.tipos_dte).toEqual([39, 41])
    expect(await activa('?formato=57mm')).toMatchObject({ tipos_dte: [39, 41], tipos_activos: [39] })
    expect((await app.get('/v1/plantilla?formato=57mm&tipo_dte=33')).status).toBe(422)
    const previa = (asked: object) => app.post('/v1/plantilla/previsualizar', asked)
    expect((await previa({ formato: '57mm', tipo_dte: 33 })).status).toBe(422)
    expect((await previa({ formato: '57mm' })).status).toBe(200)
  })

  test('a repeated Idempotency-Key makes no second version', async () => {
    const headers = { ...app.tenant.key, 'idempotency-key': 'p-1' }
    const first = await app.post('/v1/plantilla', { nombre: 'Papel' }, headers)
    const second = await app.post('/v1/plantilla', { nombre: 'Papel' }, headers)
    expect(second.body).toEqual(first.body)
    expect((await versiones()).paginacion.total).toBe(1)
  })

  test('at twenty versions says how to make room, and a number is never given twice (http §16.4)', async () => {
    const ids: string[] = []
    for (let i = 0; i < 20; i++) ids.push(await nueva())
    const full = await crear()
    expect([full.status, full.body.code]).toEqual([409, 'CONFLICT'])
    expect(full.body.error).toContain('DELETE /v1/plantilla/versiones/:id')
    expect((await app.delete(`/v1/plantilla/versiones/${ids[19]}`)).status).toBe(204)
    expect((await crear()).body.data.version).toBe(21)
  })
})

describe('active versions', () => {
  test('without any the ordinary paper is told, with a null id', async () => {
    expect(await activa()).toMatchObject({ id: null, version: null, formato: 'carta', config: {} })
  })

  test('activating takes all the types of the version, in its paper alone', async () => {
    const id = await nueva({ tipos_dte: [33, 61] })
    const { status, body } = await activar(id)
    expect([status, body.data.activa, body.data.tipos_activos]).toEqual([200, true, [33, 61]])
    expect((await activa('?tipo_dte=61')).id).toBe(id)
    expect((await activa('?tipo_dte=34')).id).toBeNull()
    expect((await activa('?tipo_dte=61&formato=80mm')).id).toBeNull()
  })

  test('selective activation leaves the other types as they were (v1.1.0)', async () => {
    const [vieja, otra] = [await nueva(), await nueva()]
    await activar(vieja)
    await activar(otra, [39, 41])
    const found = await Promise.all([33, 39, 41, 110].map((t) => activa(`?tipo_dte=${t}`)))
    expect(found.map(({ id }) => id)).toEqual([vieja, otra, otra, vieja])
    const listed = (await versiones()).data
    expect(listed.map((v: { tipos_activos: number[] }) => v.tipos_activos.length)).toEqual([2, 10])
    expect(listed[0].config).toBeUndefined()
    // A version active in every type leaves the other one idle.
    await activar(otra, [])
    expect((await app.get(`/v1/plantilla/versiones/${vieja}`)).body.data.activa).toBe(false)
  })

  test('a type that the version is not for, or that does not exist, is refused and changes nothing', async () => {
    const id = await nueva({ tipos_dte: [33] })
    const { status, body } = await activar(id, [33, 39])
    expect([status, body.detalles]).toMatchObject([422, [{ campo: 'tipos_dte[1]', regla: 'valor' }]])
    expect((await activar(id, [99])).body.detalles).toMatchObject([{ campo: 'tipos_dte[0]' }])
    const mal = await app.put(`/v1/plantilla/versiones/${id}/activar`, { tipos_dtes: [33] })
    expect(mal.body.detalles[0].mensaje).toContain('tipos_dte')
    expect((await activa()).id).toBeNull()
  })

  test('an active one is deleted only after it is active no more', async () => {
    const id = await nueva()
    await activar(id)
    const refused = await app.delete(`/v1/plantilla/versiones/${id}`)
    expect([refused.status, refused.body.code]).toEqual([409, 'INVALID_STATE'])
    const some = await app.put(`/v1/plantilla/versiones/${id}/desactivar`, { tipos_dte: [33] })
    expect(some.body.data.tipos_activos).toHaveLength(11)
    expect((await activa()).id).toBeNull()
    const none = await app.put(`/v1/plantilla/versiones/${id}/desactivar`)
    expect([none.status, none.body.data.activa]).toEqual([200, false])
    expect((await app.delete(`/v1/plantilla/versiones/${id}`)).status).toBe(204)
    expect((await app.get(`/v1/plantilla/versiones/${id}`)).status).toBe(404)
  })

  test('the database itself keeps an active version, and one of another company from being active', async () => {
    const id = await nueva()
    await activar(id)
    const { client } = app.store
    expect(() => client.prepare('DELETE FROM plantilla WHERE id = ?').run(id)).toThrow('FOREIGN KEY')
    const other = await app.registerCompany()
    const steal = client.prepare('INSERT INTO plantilla_activa VALUES (?, ?, 33, ?)')
    expect(() => steal.run(other.empresaId, 'carta', id)).toThrow('FOREIGN KEY')
    expect(() => steal.run(app.tenant.empresaId, '80mm', id)).toThrow('FOREIGN KEY')
  })
})

describe('who may', () => {
  test('another company’s version does not exist, for any verb (http §0)', async () => {
    const id = await nueva()
    await activar(id)
    const { key } = await app.registerCompany()
    const path = `/v1/plantilla/versiones/${id}`
    const replies = [
      await app.get(path, key),
      await app.put(`${path}/activar`, {}, key),
      await app.put(`${path}/desactivar`, {}, key),
      await app.delete(path, undefined, key),
      await app.post('/v1/plantilla/previsualizar', { plantilla: id }, key),
    ]
    expect(replies.map(({ status, body }) => [status, body.code])).toEqual(
      replies.map(() => [404, 'NOT_FOUND']),
    )
    expect((await app.get('/v1/plantilla/versiones', key)).body.data).toEqual([])
    expect((await app.get('/v1/plantilla', key)).body.data.id).toBeNull()
    expect((await activa()).id).toBe(id)
  })

  test('a key that reads the company sees the paper and cannot change it', async () => {
    const id = await nueva()
    const created = await app.post(
      '/v1/apikeys',
      { nombre: 'lee', empresa_id: app.tenant.empresaId, scopes: ['empresa:leer'] },
      app.tenant.session,
    )
    const key = { 'x-api-key': created.body.data.api_key }
    expect((await app.get(`/v1/plantilla/versiones/${id}`, key)).status).toBe(200)
    for (const reply of [
      await app.post('/v1/plantilla', { nombre: 'x' }, key),
      await app.put(`/v1/plantilla/versiones/${id}/activar`, {}, key),
      await app.delete('/v1/plantilla/logo', undefined, key),
    ]) {
      expect([reply.status, reply.body.code]).toEqual([403, 'SCOPE_REQUIRED'])
    }
  })

  test('a malformed id is 404 and a bad query 400', async () => {
    expect((await app.get('/v1/plantilla/versiones/1')).status).toBe(404)
    for (const query of ['tipo_dte=35', 'formato=escpos', 'tipo=33']) {
      expect((await app.get(`/v1/plantilla?${query}`)).body.code).toBe('INVALID_PARAMETER')
    }
  })
})
