// Documents issued and received as the simulated SII's query tells them, over its wire (simulator §12.5).

import { describe, expect, test } from 'bun:test'
import { callFacade, EMPRESA, type Json, RECEPTOR, registro } from './rcv-visita'
import { dte, PERSONA, sobre } from './sobres'
import type { Visita } from './visita'

const EMITIDOS = 1
const RECIBIDOS = 2
const APP = {
  path: 'consemitidosinternetui/services/data/facadeService',
  namespace: 'cl.sii.sdi.lob.diii.consemitidos.data.api.interfaces.FacadeService',
}

/** The questions of somebody who is in. */
function questions(visita: Visita, periodo = '2026-03') {
  return {
    async resumen(rut: string, operacion: number): Promise<Json> {
      const [rutContribuyente, dvContribuyente] = rut.split('-')
      const data = { periodo, rutContribuyente, dvContribuyente, operacion }
      return (await callFacade(visita, 'getResumen', data, APP)).json
    },
    async detalle(who: string, operacion: number, tipoDoc = 33): Promise<Json> {
      const [rut, dv] = who.split('-')
      const data = { tipoDoc, rut, dv, periodo, operacion, derrCodigo: '', refNCD: 0 }
      const metodo = operacion === EMITIDOS ? 'getDetalle' : 'getDetalleRecibidos'
      return (await callFacade(visita, metodo, data, APP)).json
    },
  }
}

async function withInvoices(count: number) {
  const r = await registro()
  const caf = await r.e.caf(33, 1000)
  const made = Array.from({ length: count }, (_, i) => dte({ folio: caf.desde + i, caf, neto: 1000 + i }))
  await r.e.judge(sobre(made))
  return { ...r, ...questions(r.visita) }
}

describe('the query of documents', () => {
  test('has them on both sides with equal amounts, whether or not the receiver took them', async () => {
    const r = await withInvoices(3)
    await r.desk('POST', 'acuse', null, { rut_emisor: EMPRESA, tipo_dte: 33, folio: 2, accion: 'RCD' })
    const issued = await r.detalle(EMPRESA, EMITIDOS)
    const received = await r.detalle(RECEPTOR, RECIBIDOS)
    const folios = (answer: Json) => answer.dataResp.detalles.map((one: Json) => [one.folio, one.mntTotal])
    expect(folios(issued)).toEqual([
      [1, 1190],
      [2, 1191],
      [3, 1192],
    ])
    expect(folios(received).sort()).toEqual(folios(issued))
    for (const [rut, side, answer] of [
      [EMPRESA, EMITIDOS, issued],
      [RECEPTOR, RECIBIDOS, received],
    ] as const) {
      const [sum] = (await r.resumen(rut, side)).data.resumenDte
      expect(sum).toMatchObject({ tipoDoc: 33, totalDoc: 3, mntTotal: answer.dataResp.totMntTotal })
    }
    expect((await r.resumen(EMPRESA, RECIBIDOS)).respEstado.codRespuesta).toBe(2)
    await r.stop()
  })

  test('is a peso off in the total that it declares once the month has more than a hundred', async () => {
    for (const [count, off] of [
      [100, 0],
      [101, 1],
    ] as const) {
      const r = await withInvoices(count)
      const { detalles, totMntTotal } = (await r.detalle(EMPRESA, EMITIDOS)).dataResp
      expect(totMntTotal - detalles.reduce((so: number, one: Json) => so + one.mntTotal, 0)).toBe(off)
      await r.stop()
    }
  })

  test('keeps details of six months, and sums beyond', async () => {
    const r = await withInvoices(2)
    await r.later(214 * 86_400_000)
    expect((await r.detalle(EMPRESA, EMITIDOS)).respEstado.codRespuesta).toBe(1)
    expect((await r.resumen(EMPRESA, EMITIDOS)).data.resumenDte[0].totalDoc).toBe(2)
    await r.stop()
  })

  test('shows another owner of the same RUT nothing', async () => {
    const r = await withInvoices(2)
    const other = r.visit('cuenta_2')
    await other.certificado(PERSONA)
    const { resumen, detalle } = questions(other)
    expect((await resumen(EMPRESA, EMITIDOS)).respEstado.codRespuesta).toBe(2)
    expect((await detalle(RECEPTOR, RECIBIDOS)).respEstado.codRespuesta).toBe(2)
    await r.stop()
  })
})
