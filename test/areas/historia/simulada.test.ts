// A past that the simulator wrote as another program would hand it over moves in like any other (simulator §25, areas/historia §2 to §4).

import { describe, expect, test } from 'bun:test'
import { verifyTodo } from '../../../src/cli/verificar-datos'
import { document } from '../../support/emision'
import { factura } from '../../support/emisor'
import { askHistoria, importZip } from '../../support/historia'
import { type CompanyApp, testAppWithFolios } from '../../support/test-app'

const PROGRAMAS = ['libredte', 'portal', 'bsale', 'openfactura', 'nubox']
const newcomer = () => testAppWithFolios({ folios: {} })
const unwell = ({ store }: CompanyApp) =>
  [...verifyTodo(store.client, store.secrets)].filter(({ estado }) => estado !== 'bien')

interface Linea {
  tipo_dte: number
  folio: number
  estado: string
  firma: string | null
  timbre: string | null
}
const linesOf = async (app: CompanyApp, id: string): Promise<Linea[]> =>
  (await app.get(`/v1/historia/${id}/archivos?limite=100`)).body.data

/** The word of each document, whatever number it has. */
const tellingOf = async (app: CompanyApp) =>
  (await app.get('/v1/documentos?limite=100')).body.data.map(
    (d: { tipo_dte: number; fecha_emision: string; monto_total: number; razon_social: string }) => [
      d.tipo_dte,
      d.fecha_emision,
      d.monto_total,
      d.razon_social,
    ],
  )

describe('POST /simulador/historia', () => {
  test('what each program hands over is read whole, linked, and with good signatures; all say the same', async () => {
    const told: unknown[] = []
    for (const programa of PROGRAMAS) {
      const app = await newcomer()
      const { body } = await importZip(app, await askHistoria(app, { programa, documentos: 12 }))
      const { nuevo, ...others } = body.data.documentos
      expect([programa, nuevo, Object.values(others).some((n) => n !== 0)]).toEqual([programa, 12, false])
      const lines = await linesOf(app, body.data.id)
      const good = lines.filter(({ firma, timbre }) => firma === 'valida' && timbre === 'valido')
      expect([programa, good.length, lines.slice(0, 1)]).toEqual([programa, 12, lines.slice(0, 1)])
      expect(await document(app, 33, 1)).toMatchObject({
        ...{ origen: 'importado', contenido: 'xml', saldo: 0 },
        anulado_por: { tipo_dte: 61, folio: 1 },
      })
      expect(unwell(app)).toEqual([])
      told.push(await tellingOf(app))
    }
    for (const one of told) expect(one).toEqual(told[0])
  })

  test('the next emission takes the folio behind its ranges, and a second past others', async () => {
    const app = await newcomer()
    const { body } = await importZip(app, await askHistoria(app, {}))
    expect(body.data.documentos.nuevo).toBe(24)
    await app.post('/v1/dte/folios/solicitar', { tipo_dte: 33, cantidad: 10 })
    const { status, body: issued } = await app.post('/v1/dte/emitir', factura())
    // Six invoices of a range of fifty.
    expect([status, issued.data?.folio]).toEqual([202, 51])
    await app.settle()
    expect(await document(app, 33, 51)).toMatchObject({ estado_sii: 'aceptado' })
    // Whoever asks for a past again gets other folios.
    const again = await importZip(app, await askHistoria(app, {}))
    expect(again.body.data.documentos).toMatchObject({ nuevo: 24, conflicto: 0, repetido: 0 })
    expect(unwell(app)).toEqual([])
  })

  test('stands in the register, which confirms each document that it has', async () => {
    const app = await newcomer()
    const { empresaId, session } = app.tenant
    await app.post(`/v1/empresa/${empresaId}/certificado`, { simulado: true }, session)
    await importZip(app, await askHistoria(app, {}))
    const doubtful = async () =>
      (await app.get('/v1/documentos?estado_sii=no_consultado&limite=100')).body.data.map(
        ({ tipo_dte }: { tipo_dte: number }) => tipo_dte,
      )
    expect(await doubtful()).toHaveLength(24)
    for (const periodo of ['202609', '202610']) {
      const { status, body } = await app.post(`/v1/rcv/${periodo}/sync`, {})
      expect([status, body.data?.estado]).toEqual([200, 'sincronizado'])
    }
    // Guides are in no register, receipts as one sum.
    expect(new Set(await doubtful())).toEqual(new Set([39, 52]))
    expect(await document(app, 33, 2)).toMatchObject({
      estado_sii: 'aceptado',
    })
    const f29 = (await app.get('/v1/rcv/202609/f29')).body.data
    expect(f29.debito).toMatchObject([
      { documentos: 2 },
      { documentos: 3 },
      { documentos: 3 },
      { documentos: 1 },
      { documentos: 2 },
    ])
  })

  test('of a spoilt stamp nothing comes without a person, and a torn archive stops the import', async () => {
    const app = await newcomer()
    const { body } = await importZip(app, await askHistoria(app, { documentos: 12, fallas: ['timbre'] }))
    expect(body.data.documentos).toMatchObject({ nuevo: 11, en_duda: 1 })
    const doubtful = (await linesOf(app, body.data.id)).filter(({ estado }) => estado === 'en_duda')
    expect(doubtful).toMatchObject([{ tipo_dte: 39, folio: 3 }])
    const torn = await importZip(app, await askHistoria(app, { documentos: 12, fallas: ['zip'] }))
    expect([torn.status, torn.body.code]).toEqual([409, 'INVALID_STATE'])
    expect(unwell(app)).toEqual([])
  })

  test('says all that is wrong with what is asked', async () => {
    const app = await newcomer()
    const asked = {
      documentos: 2001,
      desde: '2010-01-01',
      hasta: '2026-11-20',
      programa: 'otro',
      fallas: ['x'],
    }
    const { status, body } = await app.post('/simulador/historia', asked, app.tenant.session)
    expect([status, body.detalles.map(({ campo }: { campo: string }) => campo)]).toEqual([
      422,
      ['documentos', 'desde', 'hasta', 'hasta', 'programa', 'fallas[0]'],
    ])
  })
})
