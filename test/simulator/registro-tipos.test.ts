// The simulated register's windows on the types that are not plain sales (simulator §12.1), and one word of a receiver through three doors
// (simulator §4.3). The documents are the golden ones, whose bytes the SII's schema and other programs have judged.

import { describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { leaf, soapBody } from './escena'
import { EMPRESA, type Json, RECEPTOR, registro } from './rcv-visita'
import { type DteHecho, dte, sobre } from './sobres'

const GOLDEN = join(import.meta.dir, '../fixtures/dte')
const HOY = Date.parse('2026-11-20T15:00:00Z')
const MES = '202611'

/** A signed document by the beginning of its name. */
function golden(name: string): DteHecho {
  const file = readdirSync(GOLDEN).find((one) => one.startsWith(name) && one.endsWith('.xml'))!
  const xml = /<DTE[\s\S]*<\/DTE>/.exec(readFileSync(join(GOLDEN, file), 'latin1'))![0]
  return { tipo: Number(/<TipoDTE>(\d+)/.exec(xml)![1]), xml }
}

/** A register on the day of those documents, with some of them judged. */
async function withGolden(...names: string[]) {
  const r = await registro()
  await r.later(HOY - r.e.now())
  const { documentos } = await r.e.judge(sobre(names.map(golden)))
  expect(documentos.map(({ veredicto }) => veredicto)).toEqual(names.map(() => 'aceptado'))
  const rows = async (rut: string, operacion: string, tipo: number): Promise<Json> =>
    (await r.detalle(rut, operacion, tipo, 'REGISTRO', MES)).data
  const sums = async (rut: string, operacion: string): Promise<Json> =>
    (await r.resumen(rut, operacion, 'REGISTRO', MES)).data
  return { ...r, rows, sums }
}

describe('the register has', () => {
  test('an invoice of a purchase among the purchases of who issued it, with what was withheld, and the sales of the seller', async () => {
    const r = await withGolden('046_001')
    const [bought] = await r.rows(EMPRESA, 'COMPRA', 46)
    expect(bought).toMatchObject({
      detRutDoc: 77123456,
      detMntNeto: 417350,
      detMntTotal: 433250,
      detIVARetTotal: 79297,
    })
    const [sold] = await r.rows(RECEPTOR, 'VENTA', 46)
    expect(sold).toMatchObject({ detRutDoc: 76543210, detMntNeto: 417350, detMntTotal: 433250 })
    expect(await r.rows(EMPRESA, 'VENTA', 46)).toBeNull()
    expect(await r.rows(RECEPTOR, 'COMPRA', 46)).toBeNull()
    await r.stop()
  })

  test('a note over an invoice of a purchase on the sides of that invoice, marked', async () => {
    const r = await withGolden('061_006')
    const [bought] = await r.rows(EMPRESA, 'COMPRA', 61)
    expect(bought).toMatchObject({ detMntTotal: 107073, detEmisorNota: 1, detTipoDocRef: 46 })
    expect((await r.rows(RECEPTOR, 'VENTA', 61))[0]).toMatchObject({ detMntTotal: 107073 })
    expect(await r.rows(EMPRESA, 'VENTA', 61)).toBeNull()
    await r.stop()
  })

  test('a liquidación among the sales with its amounts, and with zeros for whom it settles', async () => {
    const r = await withGolden('043_003')
    expect((await r.rows(EMPRESA, 'VENTA', 43))[0]).toMatchObject({
      detMntNeto: 91898,
      detMntExe: 12000,
      detMntTotal: 116453,
      detLiqValComNeto: 3913,
    })
    expect((await r.rows(RECEPTOR, 'COMPRA', 43))[0]).toMatchObject({
      detMntNeto: 0,
      detMntIVA: 0,
      detMntExe: 0,
      detMntTotal: 0,
    })
    expect((await r.sums(RECEPTOR, 'COMPRA'))[0]).toMatchObject({ rsmnTipoDocInteger: 43, rsmnMntTotal: 0 })
    await r.stop()
  })

  test('exports and their notes in pesos, with where the buyer is from, and nobody else has them', async () => {
    const r = await withGolden('110_001', '110_006')
    const { documentos } = await r.e.judge(sobre(['111_001', '112_001'].map(golden)))
    expect(documentos.map(({ veredicto }) => veredicto)).toEqual(['aceptado', 'aceptado'])
    const sums = await r.sums(EMPRESA, 'VENTA')
    expect(sums.map((one: Json) => one.rsmnTipoDocInteger)).toEqual([110, 111, 112])
    const [usd] = await r.rows(EMPRESA, 'VENTA', 110)
    expect(usd).toMatchObject({ detMntExe: 1181650, detMntTotal: 1181650, detExpNacionalidad: '225' })
    expect((await r.rows(EMPRESA, 'VENTA', 111))[0]).toMatchObject({
      detMntTotal: 521817,
      detTipoDocRef: 110,
    })
    expect((await r.rows(EMPRESA, 'VENTA', 112))[0]).toMatchObject({ detMntTotal: 47975 })
    for (const { rsmnTipoDocInteger, rsmnMntTotal, rsmnTotDoc } of sums) {
      const rows: Json[] = await r.rows(EMPRESA, 'VENTA', rsmnTipoDocInteger)
      expect([rows.length, rows.reduce((so, row) => so + row.detMntTotal, 0)]).toEqual([
        rsmnTotDoc,
        rsmnMntTotal,
      ])
    }
    expect(await r.sums('55555555-5', 'COMPRA')).toBeNull()
    await r.stop()
  })

  test('the number by which a foreign buyer is known at home', async () => {
    const r = await withGolden('033_014')
    const numId = /<NumId>([^<]+)/.exec(golden('033_014').xml)![1]
    expect((await r.rows(EMPRESA, 'VENTA', 33))[0].detExpNumId).toBe(numId)
    await r.stop()
  })

  test('receipts as one sum of the month, and one by one a hundred to a page in a window of their own', async () => {
    const r = await registro()
    const caf = await r.e.caf(39, 130)
    const made = Array.from({ length: 130 }, (_, i) =>
      dte({ tipo: 39, folio: caf.desde + i, caf, neto: 1000 + i }),
    )
    await r.e.judge(sobre(made))
    const [sum] = (await r.resumen(EMPRESA, 'VENTA')).data
    expect(sum).toMatchObject({ rsmnTipoDocInteger: 39, rsmnTotDoc: 130 })
    const [rut, dv] = EMPRESA.split('-')
    const page = async (pageIndex: number, tipoDocumento = 39) =>
      (
        await r.ask(
          'obtieneListaBoletasMes',
          { rut, dv, periodo: '202603', tipoDocumento },
          {
            path: 'complementoscvui/services/data/facadeServiceBoletasDiarias',
            namespace: 'cl.sii.sdi.lob.diii.dcv.data.impl.boletasdiarias.FacadeSettingApplicationService',
            page: { pageSize: 100, pageIndex },
          },
        )
      ).json
    const rows: Json[] = [...(await page(1)).data, ...(await page(2)).data]
    expect([(await page(1)).data.length, rows.length]).toEqual([100, 130])
    expect(new Set(rows.map((row) => row.det_nro_doc)).size).toBe(130)
    const total = (field: string) => rows.reduce((so, row) => so + row[field], 0)
    expect([total('det_mnt_neto'), total('det_mnt_iva'), total('det_mnt_total')]).toEqual([
      sum.rsmnMntNeto,
      sum.rsmnMntIVA,
      sum.rsmnMntTotal,
    ])
    expect((await page(3)).respEstado.codRespuesta).toBe(3)
    expect((await page(1, 33)).respEstado.codRespuesta).toBe(99)
    await r.stop()
  })
})

describe('one word of a receiver', () => {
  /** Three invoices, and the doors through which a word may come. */
  async function doors() {
    const r = await registro()
    const caf = await r.e.caf()
    await r.e.judge(sobre([1, 2, 3].map((folio) => dte({ folio, caf, formaPago: 2 }))))
    const token = await r.e.token()
    const soap = async (operation: string, folio: number, accion?: string): Promise<string> => {
      const params: [string, string][] = [
        ['rutEmisor', '76543210'],
        ['dvEmisor', '3'],
        ['tipoDoc', '33'],
        ['folio', String(folio)],
      ]
      if (accion) params.push(['accionDoc', accion])
      const response = await fetch(`${r.server.url}/ws2/WSREGISTRORECLAMODTECERT/registroreclamodteservice`, {
        method: 'POST',
        headers: { soapaction: '""', 'content-type': 'text/xml', cookie: `TOKEN=${token}` },
        body: soapBody(operation, params, 'http://ws.registroreclamodte.diii.sdi.sii.cl'),
      })
      return response.text()
    }
    const [rut, dv] = RECEPTOR.split('-')
    const facade = async (folio: number, dedCodEvento: string): Promise<Json> =>
      (
        await r.ask('ingresarAceptacionReclamoDocs', {
          dteAcuRe: [{ detRutDoc: 76543210, detDvDoc: '3', detTipoDoc: 33, detNroDoc: folio, dedCodEvento }],
          rutAutenticado: rut,
          dvAutenticado: dv,
        })
      ).json.data[0]
    const desk = (folio: number, accion: string) =>
      r.desk('POST', 'acuse', null, { rut_emisor: EMPRESA, tipo_dte: 33, folio, accion })
    return { r, soap, facade, desk, codeOf: (text: string) => leaf(text, 'codResp') }
  }

  test.each([
    ['RCD', 'ERM', '6'],
    ['ERM', 'RFT', '13'],
    ['ACD', 'RCD', '11'],
  ])(
    '%s by the service, the facade and the desk leaves the same events and rows; %s after it is refused alike',
    async (accion, contraria, codigo) => {
      const { r, soap, facade, desk, codeOf } = await doors()
      expect(codeOf(await soap('ingresarAceptacionReclamoDoc', 1, accion))).toBe('0')
      expect((await facade(2, accion)).codRespuesta).toBe(0)
      expect((await desk(3, accion)).status).toBe(201)
      const lists = await Promise.all([1, 2, 3].map((folio) => soap('listarEventosHistDoc', folio)))
      expect(lists.map((text) => [...text.matchAll(/<codEvento>(\w+)/g)].map((m) => m[1]))).toEqual(
        [1, 2, 3].map(() => [accion]),
      )
      const estado = accion === 'RCD' ? 'RECLAMADO' : 'REGISTRO'
      const { data } = await r.detalle(RECEPTOR, 'COMPRA', 33, estado)
      const plain = ({
        detCodigo,
        dhdrCodigo,
        detNroDoc,
        detTasaImp,
        detTipoDocRef,
        detRznSoc,
        ...row
      }: Json) => row
      expect(data.map((row: Json) => row.detNroDoc)).toEqual([1, 2, 3])
      expect(new Set(data.map((row: Json) => JSON.stringify(plain(row)))).size).toBe(1)
      const glosa = leaf(await soap('ingresarAceptacionReclamoDoc', 1, contraria), 'descResp')
      expect(codeOf(await soap('ingresarAceptacionReclamoDoc', 1, contraria))).toBe(codigo)
      expect((await facade(2, contraria)).respuesta).toContain(glosa!)
      expect((await desk(3, contraria)).json.error).toContain(`${codigo}: ${glosa}`)
      expect((await r.detalle(RECEPTOR, 'COMPRA', 33, estado)).data).toEqual(data)
      await r.stop()
    },
  )
})
