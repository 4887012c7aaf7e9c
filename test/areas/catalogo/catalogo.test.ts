// The catalogue: items by code, their search, their history and their file (areas/catalogo §1 to §4).

import { beforeAll, describe, expect, test } from 'bun:test'
import { type CompanyApp, testAppWithCompany } from '../../support/test-app'

let app: CompanyApp
beforeAll(async () => {
  app = await testAppWithCompany()
  app.speakAs(app.tenant)
})

const ANDAMIO = {
  codigo: 'AND-07',
  nombre: 'Arriendo de andamio Ñuñoa',
  unidad: 'SEM',
  precio: '2.50',
  moneda: 'UF',
  cuenta: '4-1-01-001',
  centro: 'OBRAS',
}
const create = (body: object) => app.post('/v1/catalogo', body)
const campos = (detalles: { campo: string }[]) => detalles.map(({ campo }) => campo).sort()

describe('an item (areas/catalogo §1)', () => {
  let id: string
  test('is kept as it was sent, with a canonical price and the rest by default', async () => {
    const { status, body } = await create(ANDAMIO)
    expect([status, body.data]).toMatchObject([
      201,
      {
        ...ANDAMIO,
        precio: '2.5',
        descripcion: null,
        precio_con_iva: false,
        exento: false,
        impuesto_adicional: null,
        activo: true,
        origen: 'manual',
        usado_en: null,
        eliminado_en: null,
      },
    ])
    id = body.data.id
    expect(id).toStartWith('prd_')
    expect((await app.get(`/v1/catalogo/${id}`)).body.data).toEqual(body.data)
  })

  test('has a code of its own, whatever the case', async () => {
    const { status, body } = await create({ codigo: 'and-07', nombre: 'Otro' })
    expect([status, body.code, body.detalles[0].id]).toEqual([409, 'ALREADY_EXISTS', id])
  })

  test('is refused with all its faults at once', async () => {
    const { status, body } = await create({
      codigo: 'x'.repeat(36),
      nombre: '"\'"',
      precio: '-1',
      moneda: 'GBP',
      unidad: 'SEMANA',
    })
    expect([status, campos(body.detalles)]).toEqual([422, ['codigo', 'moneda', 'nombre', 'precio', 'unidad']])
    const gross = { codigo: 'B', nombre: 'B', precio_con_iva: true }
    for (const beside of [{ exento: true }, { impuesto_adicional: 27 }])
      expect((await create({ ...gross, ...beside })).body.detalles[0].campo).toBe('precio_con_iva')
    expect((await create({ codigo: 'B', nombre: 'B', impuesto_adicional: 999 })).body.detalles).toMatchObject(
      [{ campo: 'impuesto_adicional', regla: 'impuesto' }],
    )
  })

  test('keeps each change with its author, and of its price apart', async () => {
    await app.put(`/v1/catalogo/${id}`, { precio: 3, nombre: 'Arriendo de andamio' }, app.tenant.session)
    await app.put(`/v1/catalogo/${id}`, { centro: null }, app.tenant.session)
    await app.put(`/v1/catalogo/${id}`, { precio: '3.0' }, app.tenant.session)
    const historial = (await app.get(`/v1/catalogo/${id}/historial`)).body.data
    expect(historial).toMatchObject([
      { campos: [{ campo: 'centro', antes: 'OBRAS', despues: null }] },
      {
        usuario: 'dueno0@example.cl',
        campos: [{ campo: 'nombre' }, { campo: 'precio', antes: '2.5', despues: '3' }],
      },
    ])
    expect((await app.get(`/v1/catalogo/${id}/precios`)).body.data).toMatchObject([
      {
        usuario: 'dueno0@example.cl',
        antes: { precio: '2.5', moneda: 'UF', precio_con_iva: false },
        despues: { precio: '3', moneda: 'UF', precio_con_iva: false },
      },
    ])
    const bad = await app.put(`/v1/catalogo/${id}`, { exento: true, precio_con_iva: true })
    expect([bad.status, bad.body.code]).toEqual([422, 'VALIDATION_ERROR'])
  })

  test('is deleted and brought back, while nobody else has its code', async () => {
    expect((await app.delete(`/v1/catalogo/${id}`)).status).toBe(204)
    expect((await app.get('/v1/catalogo?codigo=AND-07')).body.data).toEqual([])
    expect((await app.get('/v1/catalogo?eliminados=true')).body.data).toMatchObject([{ id }])
    expect((await app.put(`/v1/catalogo/${id}`, { precio: 1 })).body.code).toBe('INVALID_STATE')
    const other = (await create({ codigo: 'And-07', nombre: 'Otro andamio' })).body.data.id
    expect((await app.post(`/v1/catalogo/${id}/restaurar`)).body.code).toBe('ALREADY_EXISTS')
    await app.delete(`/v1/catalogo/${other}`)
    expect((await app.post(`/v1/catalogo/${id}/restaurar`)).body.data).toMatchObject({
      id,
      eliminado_en: null,
    })
    expect((await app.post(`/v1/catalogo/${id}/restaurar`)).body.code).toBe('INVALID_STATE')
  })

  test('of another account does not exist', async () => {
    const other = await app.registerCompany()
    for (const path of ['', '/historial', '/precios'])
      expect((await app.get(`/v1/catalogo/${id}${path}`, other.key)).status).toBe(404)
    expect((await app.get('/v1/catalogo', other.key)).body.data).toEqual([])
  })
})

describe('a search (areas/catalogo §2)', () => {
  test('finds parts of name, code and description without accents, and codes whole, in each order', async () => {
    await create({ codigo: 'Z-1', nombre: 'Ábaco', descripcion: 'De cuentas' })
    await create({ codigo: 'A-9', nombre: 'Zapata [corta]' })
    const found = async (query: string) =>
      (await app.get(`/v1/catalogo?${query}`)).body.data.map(({ codigo }: { codigo: string }) => codigo)
    expect(await found('q=ABACO')).toEqual(['Z-1'])
    expect(await found('q=cuentas')).toEqual(['Z-1'])
    expect(await found('q=%5Bcorta%5D')).toEqual(['A-9'])
    expect(await found('codigo=z-1')).toEqual(['Z-1'])
    expect(await found('q=a-9')).toEqual(['A-9'])
    expect(await found('orden=nombre')).toEqual(['Z-1', 'AND-07', 'A-9'])
    expect(await found('orden=-nombre')).toEqual(['A-9', 'AND-07', 'Z-1'])
    expect(await found('orden=codigo')).toEqual(['A-9', 'AND-07', 'Z-1'])
    expect(await found('orden=codigo&limite=1&pagina=3')).toEqual(['Z-1'])
  })

  test('comes whole as a file', async () => {
    const { body } = await app.get('/v1/catalogo?formato=csv')
    const [head, first] = body.replace('\uFEFF', '').split('\r\n')
    expect(head).toStartWith('codigo;nombre;descripcion;unidad;precio;moneda;precio_con_iva;exento')
    expect(first).toStartWith('Z-1;Ábaco;De cuentas;;;CLP;no;no;;;;si;prd_')
  })
})
