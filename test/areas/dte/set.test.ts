// A set: documents accepted together, that travel in one envelope of their own and in no other (jobs §10).

import { describe, expect, test } from 'bun:test'
import { document, emit, fail, libro, retry, saldo } from '../../support/emision'
import { boleta, factura } from '../../support/emisor'
import { basico, caso, FOLIOS_BASICO, issueSet } from '../../support/set'
import { type CompanyApp, loadFolios, testAppWithFolios } from '../../support/test-app'

const envioOf = ({ app }: CompanyApp, { envioId }: { envioId: string }) =>
  app.services.dte.envioOfSet(envioId)!

/** Everything that a refused set could have moved. */
const state = ({ store }: CompanyApp) =>
  store.client
    .prepare(
      `SELECT (SELECT sum(siguiente) FROM caf) AS folios, (SELECT count(*) FROM job) AS jobs,
         (SELECT count(*) FROM documento) AS documentos, (SELECT count(*) FROM envio_set) AS sets`,
    )
    .get()

/** The refusal of a set, which moved nothing. */
async function refused(
  app: CompanyApp,
  ...args: Parameters<typeof issueSet> extends [unknown, ...infer R] ? R : never
) {
  const before = state(app)
  const fault = await issueSet(app, ...args).then(
    () => null,
    (error) => error,
  )
  expect(state(app)).toEqual(before)
  return fault
}

const camposOf = ({ detalles }: { detalles: { campo: string }[] }) => detalles.map(({ campo }) => campo)

describe('a set that is accepted', () => {
  test('travels in one envelope, in its order and alone; its notes wait for nothing and settle balances', async () => {
    const app = await testAppWithFolios({ folios: { 33: 6, 61: 3, 56: 1 } })
    await emit(app)
    const moved: string[] = []
    app.app.services.dte.listen({ received() {}, setMoved: (id) => moved.push(id) })
    const set = await issueSet(app)
    await emit(app, factura())
    expect(set.documentos.map(({ tipoDte, folio }) => [tipoDte, folio])).toEqual([
      ...[2, 3, 4, 5].map((folio) => [33, folio]),
      ...[1, 2, 3].map((folio) => [61, folio]),
      [56, 1],
    ])
    expect(set.documentos.flatMap(({ advertencias }) => advertencias)).toEqual([])
    expect(envioOf(app, set)).toMatchObject({ estado: 'en_cola', trackId: null })
    await app.settle()
    const { envios } = await libro(app)
    expect(envios).toHaveLength(2)
    const got = envioOf(app, set)
    expect(got).toMatchObject({ estado: 'aceptado', codigo: 'EPR', empresaId: app.tenant.empresaId })
    expect(got.documentos.map(({ caso: n, estadoSii }) => [n, estadoSii])).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8].map((n) => [n, 'aceptado']),
    )
    const cases = got
      .xml()!
      .toString()
      .matchAll(/<RazonRef>CASO 5123401-(\d)</g)
    expect([...cases].map(([, n]) => Number(n))).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(new Set(moved)).toEqual(new Set([set.envioId]))
    expect(await saldo(app, 33, 3)).toBe(1_539_220 - 736_728)
    expect(await document(app, 33, 4)).toMatchObject({ saldo: 0, anulado_por: { folio: 3 } })
  })

  test('is refused as a set once its after throws, and leaves nothing', async () => {
    const app = await testAppWithFolios({ folios: FOLIOS_BASICO })
    const before = state(app)
    const no = app.app.services.dte.issueSet(
      {
        titular: { empresaId: app.tenant.empresaId, ambiente: 'simulacion' },
        sobre: 'EnvioDTE',
        solicitudes: basico(),
      },
      {
        after() {
          throw new Error('no')
        },
      },
    )
    expect(no).rejects.toThrow('no')
    await no.catch(() => {})
    expect(state(app)).toEqual(before)
  })

  test('has its envelope to itself: the database lets no document of it into another, nor another into it', async () => {
    const app = await testAppWithFolios({ folios: { 33: 9, 61: 3, 56: 1 } })
    await emit(app)
    await app.settle()
    const set = await issueSet(app)
    await app.settle()
    const move = app.store.client.prepare('UPDATE documento SET envio_id = ? WHERE id = ?')
    const [other] = app.store.client
      .prepare<[string], { id: string; envio_id: string }>(
        'SELECT id, envio_id FROM documento WHERE envio_id <> ?',
      )
      .all(set.envioId)
    expect(() => move.run(other!.envio_id, set.documentos[0]!.id)).toThrow('an envelope of its own')
    expect(() => move.run(set.envioId, other!.id)).toThrow('an envelope of its own')
  })

  test('of boletas takes the way of documents, with the reference of its case alone (sii §3.2)', async () => {
    const urls: string[] = []
    const app = await testAppWithFolios({
      folios: { 39: 5 },
      wire: (url, _, pass) => {
        urls.push(url)
        return pass()
      },
    })
    const cinco = [1, 2, 3, 4, 5].map((n) => ({
      caso: n,
      solicitud: boleta({ referencias: [{ codigo: 'SET', razon: `CASO-${n}` }] }),
    }))
    const set = await issueSet(app, cinco, { sobre: 'EnvioBOLETA' })
    await app.settle()
    const { envios } = await libro(app)
    expect(envios).toMatchObject([{ sobre: 'EnvioBOLETA', servicio: 'dte' }])
    expect(envioOf(app, set)).toMatchObject({ estado: 'aceptado', codigo: 'EPR' })
    expect(urls.some((url) => url.endsWith('/DTEUpload'))).toBe(true)
    expect(urls.filter((url) => url.includes('boleta.electronica.envio'))).toEqual([])
    const asked = urls.length
    const { trackId } = envioOf(app, set)
    expect((await app.get(`/v1/dte/estado/${trackId}`)).body.data).toMatchObject({
      estado: 'procesado',
      aceptados: 5,
    })
    expect(urls.slice(asked).some((url) => url.endsWith('/QueryEstUp.jws'))).toBe(true)
    const [first] = /<Referencia>.*?<\/Referencia>/s.exec(envioOf(app, set).xml()!.toString())!
    expect(first.replace(/\s/g, '')).toBe(
      '<Referencia><NroLinRef>1</NroLinRef><CodRef>SET</CodRef><RazonRef>CASO-1</RazonRef></Referencia>',
    )
  })
})

describe('a set that is refused takes nothing', () => {
  test('and tells every fault of every case at once, by its place', async () => {
    const app = await testAppWithFolios({ folios: FOLIOS_BASICO })
    const solicitudes = basico()
    solicitudes[1] = caso(2, 33, [{ nombre: 'ITEM', cantidad: 0, precio: 5 }])
    solicitudes[2] = {
      ...solicitudes[2]!,
      solicitud: { ...solicitudes[2]!.solicitud, fecha_emision: '2026-11-19' },
    }
    solicitudes[4] = caso(5, 61, [{ nombre: 'Dice, debe decir' }], { caso: 8, codigo: 2, razon: 'x' })
    solicitudes[7] = caso(8, 56, [{ nombre: '' }], { caso: 5, codigo: 1, razon: 'ANULA' })
    expect(camposOf(await refused(app, solicitudes))).toEqual([
      'caso 2.detalle[0].cantidad',
      'caso 3.fecha_emision',
      'caso 5.referencias[1].caso',
      'caso 8.detalle[0].nombre',
    ])
  })

  test('where a note takes more than an earlier case of the set has', async () => {
    const app = await testAppWithFolios({ folios: FOLIOS_BASICO })
    const fault = await refused(app, [
      caso(1, 33, [{ nombre: 'A', cantidad: 1, precio: 100 }]),
      caso(2, 61, [{ nombre: 'A', cantidad: 1, precio: 60 }], { caso: 1, codigo: 3, razon: 'DEVOLUCION' }),
      caso(3, 61, [{ nombre: 'A', cantidad: 1, precio: 60 }], { caso: 1, codigo: 3, razon: 'DEVOLUCION' }),
    ])
    expect(fault).toMatchObject({ code: 'BALANCE_EXCEEDED' })
    expect(camposOf(fault)).toEqual(['caso 3.referencias[1].codigo'])
  })

  test('where a note is about a document of outside that the SII has not accepted yet', async () => {
    const app = await testAppWithFolios({ folios: FOLIOS_BASICO })
    await emit(app)
    const outside = () => [
      caso(1, 61, [{ nombre: 'Dice A, debe decir B' }], {
        ...{ tipo_documento: 33, folio: 1, fecha: '2026-11-20', codigo: 2, razon: 'CORRIGE GIRO' },
      }),
    ]
    expect(camposOf(await refused(app, outside()))).toEqual(['caso 1.referencias'])
    await app.settle()
    const set = await issueSet(app, outside())
    await app.settle()
    expect(envioOf(app, set).estado).toBe('aceptado')
  })

  test('where folios lack it says how many of each type, or its faults first', async () => {
    const app = await testAppWithFolios({ folios: { 33: 3, 61: 3 } })
    expect(await refused(app)).toMatchObject({
      code: 'NO_FOLIOS',
      message:
        'Faltan folios para emitir el set entero: 1 de 4 del tipo 33, 1 de 1 del tipo 56. No se tomó ninguno',
      detalles: [
        { tipo_dte: 33, necesarios: 4, disponibles: 3, faltan: 1 },
        { tipo_dte: 56, necesarios: 1, disponibles: 0, faltan: 1 },
      ],
    })
  })

  test('in production, of another class of envelope, with an hour, twice the same case, or none', async () => {
    const app = await testAppWithFolios({ folios: FOLIOS_BASICO })
    const { empresaId } = app.tenant
    expect(await refused(app, basico(), { titular: { empresaId, ambiente: 'produccion' } })).toMatchObject({
      code: 'INVALID_STATE',
    })
    expect(camposOf(await refused(app, basico().slice(0, 1), { sobre: 'EnvioBOLETA' }))).toEqual([
      'caso 1.tipo_dte',
    ])
    const later = [
      caso(1, 33, [{ nombre: 'A', precio: 1 }], undefined, { programar_para: '2026-11-25T12:00:00Z' }),
    ]
    expect(camposOf(await refused(app, later))).toEqual(['caso 1.programar_para'])
    expect(camposOf(await refused(app, [basico()[0]!, basico()[0]!]))).toEqual(['caso 1'])
    expect(await refused(app, [])).toMatchObject({ detalles: [{ campo: 'casos' }] })
    const soloNotas = { titular: { empresaId, ambiente: 'simulacion', tiposDte: [61, 56] } } as const
    expect(camposOf(await refused(app, basico(), soloNotas))).toEqual(
      [0, 1, 2, 3].map((i) => `caso ${i + 1}`),
    )
  })

  test('for a note of another company: a set sees its own documents, and companies have sets at once', async () => {
    const app = await testAppWithFolios({ folios: FOLIOS_BASICO })
    const other = await app.registerCompany()
    await loadFolios(app, other, FOLIOS_BASICO)
    const sets = await Promise.all([
      issueSet(app),
      issueSet(app, basico(), { titular: { empresaId: other.empresaId, ambiente: 'simulacion' } }),
    ])
    await app.settle()
    expect(sets.map((set) => [envioOf(app, set).empresaId, envioOf(app, set).estado])).toEqual([
      [app.tenant.empresaId, 'aceptado'],
      [other.empresaId, 'aceptado'],
    ])
  })
})

describe('a set that the SII does not take', () => {
  test('whose sender it refuses stops whole; a retry of one document brings the same bytes of all', async () => {
    const app = await testAppWithFolios({ folios: FOLIOS_BASICO })
    await fail(app, 'envio', 'sin_permiso', 1)
    const set = await issueSet(app)
    await app.drainJobs()
    const stopped = envioOf(app, set)
    const bytes = stopped.xml()!
    expect(stopped).toMatchObject({ estado: 'detenido', trackId: null })
    expect(stopped.documentos.map(({ error }) => error?.code)).toEqual(Array(8).fill('SII_ERROR'))
    expect((await retry(app, stopped.documentos[5]!.jobId)).status).toBe(202)
    await app.settle()
    expect(envioOf(app, set).estado).toBe('aceptado')
    expect(Buffer.compare(envioOf(app, set).xml()!, bytes)).toBe(0)
    expect((await libro(app)).envios).toHaveLength(1)
  })

  test('whose bytes it refuses at the door ends there: no smaller envelope, no other, whatever is retried', async () => {
    let uploads = 0
    const app = await testAppWithFolios({
      folios: FOLIOS_BASICO,
      wire: async (url, _, pass) => {
        if (!url.endsWith('DTEUpload')) return pass()
        uploads++
        return new Response('<?xml version="1.0"?><RECEPCIONDTE><STATUS>7</STATUS></RECEPCIONDTE>')
      },
    })
    const set = await issueSet(app)
    await app.settle()
    expect(envioOf(app, set)).toMatchObject({ estado: 'detenido', codigo: '7' })
    await retry(app, envioOf(app, set).documentos[0]!.jobId)
    await app.settle()
    expect(envioOf(app, set).documentos[7]!.error).toMatchObject({
      code: 'SII_ERROR',
      accion: expect.stringContaining('otros folios'),
    })
    expect(uploads).toBe(1)
  })

  test('that it refuses as a whole behind the door is rejected, and nothing of it travels again', async () => {
    const app = await testAppWithFolios({ folios: FOLIOS_BASICO })
    const set = await issueSet(app)
    await app.app.services.runner.drain()
    app.store.client.prepare("UPDATE sim_envio SET estado = 'RFR', siguiente_at = NULL").run()
    await app.settle()
    const got = envioOf(app, set)
    expect(got).toMatchObject({ estado: 'rechazado', codigo: 'RFR' })
    expect(got.documentos.map(({ estadoSii, codigo }) => [estadoSii, codigo])).toEqual(
      Array(8).fill(['rechazado', 'RFR']),
    )
    expect((await libro(app)).envios).toHaveLength(1)
    expect(app.store.client.prepare('SELECT count(*) FROM reenvio').pluck().get()).toBe(0)
  })
})
