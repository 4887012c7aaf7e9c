// Settlements are judged when they are stored: a set is only called ready where it would be issued (areas/certificacion §2).

import { describe, expect, test } from 'bun:test'
import { AJUSTES } from '../../../src/cli/ensayo-datos'
import { type CompanyApp, testAppWithFolios } from '../../support/test-app'
import { emitir, leer, load, onSet, open, RECEPTORES, texto } from './escena'

interface Falta {
  caso: number
  campo: string
  mensaje: string
}

const TIPOS = [33, 34, 39, 43, 46, 52, 56, 61, 110, 111, 112]
const FOLIOS = Object.fromEntries(TIPOS.map((tipo) => [tipo, 20]))
const DOCUMENTOS = ['basico', 'exenta', 'guia', 'compra', 'liquidacion', 'exportacion_1', 'exportacion_2']
const TODO = [...DOCUMENTOS, 'libro_compras', 'libro_compras_exentos']

const ajustar = async (app: CompanyApp, id: string, clase: string, ajustes: object) =>
  (await app.put(`/v1/certificacion/${id}/sets/${clase}/ajustes`, ajustes)).body.data

/** The questions of a set, answered as proposed. */
async function answer(app: CompanyApp, id: string, clase: string, ajustes: object) {
  const { preguntas } = await ajustar(app, id, clase, ajustes)
  const respuestas = Object.fromEntries(
    preguntas.map((one: { clave: string; propuesta: string | null }) => [one.clave, one.propuesta ?? '']),
  )
  return ajustar(app, id, clase, { ...ajustes, respuestas })
}

const revisar = async (app: CompanyApp, id: string) =>
  (await app.get(`/v1/certificacion/${id}/revision`)).body.data

const punto = async (app: CompanyApp, id: string, codigo: string) =>
  (await revisar(app, id)).puntos.find((one: { codigo: string }) => one.codigo === codigo)

/** A set of documents with all that it wants, and what each can be without. */
const REQUERIDO: [clase: string, campo: keyof typeof AJUSTES, dato: string][] = [
  ...['rut', 'razon_social', 'giro', 'direccion', 'comuna'].map(
    (dato) => ['basico', 'receptores', dato] as [string, 'receptores', string],
  ),
  ...['rut', 'razon_social', 'direccion', 'comuna'].map(
    (dato) => ['guia', 'propio', dato] as [string, 'propio', string],
  ),
  ...['patente', 'rut_transportista', 'chofer'].map(
    (dato) => ['guia', 'traslado', dato] as [string, 'traslado', string],
  ),
  ...['razon_social', 'direccion'].map(
    (dato) => ['exportacion_1', 'receptores_extranjeros', dato] as [string, 'receptores_extranjeros', string],
  ),
]

const without = (campo: keyof typeof AJUSTES, dato: string): object => {
  const value = AJUSTES[campo]
  const strip = (block: object): object =>
    Object.fromEntries(Object.entries(block).filter(([name]) => name !== dato))
  return { ...AJUSTES, [campo]: Array.isArray(value) ? value.map(strip) : strip(value as object) }
}

describe.each(['actual', 'antiguo'])('of the %s dialect', (dialecto) => {
  test('every set that is ready under a green preflight is issued', async () => {
    const app = await testAppWithFolios({ folios: FOLIOS })
    for (const [alcance, clases] of [
      ['factura', TODO],
      ['boleta', ['boleta']],
    ] as const) {
      const id = await open(app, alcance)
      expect(await load(app, id, await texto(app, clases, 'uno', dialecto))).toMatchObject({ status: 201 })
      for (const clase of clases)
        expect([clase, await answer(app, id, clase, AJUSTES)]).toMatchObject([
          clase,
          { estado: 'listo', dudas: 0, faltas: 0, por_corregir: [] },
        ])
      expect(await revisar(app, id)).toMatchObject({ lista: true })
      for (const clase of clases) expect([clase, (await emitir(app, id, clase)).status]).toEqual([clase, 202])
    }
  })

  test.each(REQUERIDO)(
    'the set %s is not ready without %s.%s, and says of which case',
    async (clase, campo, dato) => {
      const app = await testAppWithFolios({ folios: FOLIOS })
      const id = await open(app)
      await load(app, id, await texto(app, [clase], 'uno', dialecto))
      const { respuestas } = (await answer(app, id, clase, AJUSTES)).ajustes
      const set = await ajustar(app, id, clase, { ...without(campo, dato), respuestas })
      expect(set.estado).toBe('con_dudas')
      expect(await revisar(app, id)).toMatchObject({ lista: false })
      if (campo === 'traslado') {
        expect(set.preguntas.map((one: { clave: string }) => one.clave)).toContain('guia.traslado')
        return
      }
      const faltas: Falta[] = set.por_corregir
      expect(faltas.length).toBeGreaterThan(0)
      for (const { caso, campo: at, mensaje } of faltas) {
        expect(at).toStartWith(`caso ${caso}.receptor`)
        expect(mensaje).toStartWith(`caso ${caso}: `)
      }
      // It is refused in the same words, for nothing is taken for a part.
      const refused = await emitir(app, id, clase)
      expect([refused.status, refused.body.detalles.map((one: Falta) => one.campo)]).toEqual([
        422,
        faltas.map((one) => one.campo),
      ])
    },
  )
})

describe('what is stored with faults', () => {
  test('is kept, told all at once, and the checklist names the first', async () => {
    const app = await testAppWithFolios({ folios: { 33: 4, 61: 3, 56: 1 } })
    const { id } = await onSet(app, 'basico')
    const bad = RECEPTORES.map(({ giro: _, ...rest }, i) => ({ ...rest, ...(i && { comuna: '' }) }))
    const put = await app.put(`/v1/certificacion/${id}/sets/basico/ajustes`, { receptores: bad })
    expect(put).toMatchObject({ status: 200, body: { data: { estado: 'con_dudas', dudas: 0 } } })
    const campos = put.body.data.por_corregir.map((one: Falta) => one.campo)
    expect(campos).toContain('caso 1.receptor.giro')
    expect(campos).toContain('caso 2.receptor.comuna')
    expect(JSON.stringify(put.body)).not.toContain('casos[')
    const { sets, pendientes } = await leer(app, id)
    expect(sets).toMatchObject([{ estado: 'con_dudas', faltas: campos.length }])
    expect(pendientes).toMatchObject([
      {
        codigo: 'corregir_ajustes',
        clase: 'basico',
        accion: expect.stringContaining('caso 1: Falta receptor.giro'),
      },
    ])
    expect(await punto(app, id, 'solicitudes')).toMatchObject({
      bien: false,
      mensaje: expect.stringContaining('BASICO, caso 1: Falta receptor.giro'),
    })
    // Corrected, it is ready at once.
    await app.put(`/v1/certificacion/${id}/sets/basico/ajustes`, { receptores: RECEPTORES })
    expect((await leer(app, id)).sets).toMatchObject([{ estado: 'listo', faltas: 0 }])
  })

  test('is judged without a trace: no folio, document, job, event or count of the plan', async () => {
    const app = await testAppWithFolios({ folios: { 33: 4, 61: 3, 56: 1 } })
    const { id } = await onSet(app, 'basico')
    const state = () =>
      app.store.client
        .prepare(
          `SELECT (SELECT group_concat(siguiente) FROM caf) AS folios, (SELECT count(*) FROM documento) AS documentos,
             (SELECT count(*) FROM job) AS jobs, (SELECT count(*) FROM evento) AS eventos, (SELECT count(*) FROM envio_set) AS sets`,
        )
        .get()
    const before = state()
    await app.put(`/v1/certificacion/${id}/sets/basico/ajustes`, { receptores: RECEPTORES.slice(1) })
    await revisar(app, id)
    await leer(app, id)
    expect(state()).toEqual(before)
  })

  test('takes a note after its invoice, as the acceptance would: more than was sold is a fault', async () => {
    const app = await testAppWithFolios({ folios: { 33: 4, 61: 3, 56: 1 } })
    const { id } = await onSet(app, 'basico')
    const set = await ajustar(app, id, 'basico', {
      receptores: RECEPTORES,
      respuestas: { 'basico.6.item1.cantidad': '999999' },
    })
    expect(set).toMatchObject({ estado: 'con_dudas', por_corregir: [{ caso: 6, regla: 'saldo' }] })
    expect(await emitir(app, id, 'basico')).toMatchObject({ status: 422, body: { code: 'BALANCE_EXCEEDED' } })
  })

  test('is seen by the preflight once a customer of the book lost what the set takes from it', async () => {
    const app = await testAppWithFolios({ folios: { 33: 4, 61: 3, 56: 1 } })
    const cliente = { ...RECEPTORES[0]! }
    const { body } = await app.post('/v1/clientes', cliente)
    const { id } = await onSet(app, 'basico')
    const set = await ajustar(app, id, 'basico', { receptores: [{ rut: cliente.rut }] })
    expect(set).toMatchObject({ estado: 'listo' })
    expect((await app.delete(`/v1/clientes/${body.data.id}`)).status).toBeLessThan(300)
    expect(await punto(app, id, 'solicitudes')).toMatchObject({ bien: false })
    expect(await leer(app, id)).toMatchObject({ sets: [{ estado: 'con_dudas' }] })
  })
})
