// The simulated register, through its wire: who has a document, in which state and month, and that sums equal rows (simulator §12).

import { describe, expect, test } from 'bun:test'
import { pauses } from '../../src/base/turn'
import { readRcv } from '../../src/domain/rcv/read'
import { callFacade, EMPRESA, halves, RECEPTOR, registro } from './rcv-visita'
import { dte, PERSONA, referencia, sobre } from './sobres'

const DAY = 86_400_000
const folios = (answer: { data: { detNroDoc: number }[] | null }) =>
  answer.data?.map(({ detNroDoc }) => detNroDoc)

/** Invoices of the company to the receiver, judged. */
async function withInvoices(count = 1, over: object = {}) {
  const r = await registro()
  const caf = await r.e.caf(33, 1000)
  const documentos = Array.from({ length: count }, (_, i) =>
    dte({ folio: caf.desde + i, caf, neto: 1000 + i, ...over }),
  )
  const judged = await r.e.judge(sobre(documentos))
  expect(judged.documentos.every(({ veredicto }) => veredicto === 'aceptado')).toBe(true)
  return { ...r, caf, folio: caf.desde }
}

describe('a document is in the registers of both parties', () => {
  test('with equal amounts, on credit as a sale and as a purchase that waits', async () => {
    const { resumen, detalle, folio, stop } = await withInvoices()
    const venta = await resumen(EMPRESA, 'VENTA')
    expect(venta.data[0]).toMatchObject({
      rsmnTipoDocInteger: 33,
      rsmnTotDoc: 1,
      rsmnMntNeto: 1000,
      rsmnMntIVA: 190,
      rsmnMntTotal: 1190,
      dcvTipoIngresoDoc: 'DET_ELE',
      rsmnLink: true,
    })
    const compra = await detalle(RECEPTOR, 'COMPRA', 33, 'PENDIENTE')
    expect(compra.data[0]).toMatchObject({
      detTipoDoc: null,
      detNroDoc: folio,
      detRutDoc: 76543210,
      detDvDoc: '3',
      detMntTotal: 1190,
      detMntNeto: 1000,
      detFecAcuse: null,
    })
    expect((await detalle(EMPRESA, 'VENTA', 33)).data[0]).toMatchObject({
      detTipoDoc: 33,
      detMntTotal: 1190,
      detRutDoc: 77123456,
    })
    expect((await resumen(EMPRESA, 'COMPRA', 'PENDIENTE')).respEstado).toEqual({
      codRespuesta: 3,
      msgeRespuesta: null,
      codError: null,
    })
    await stop()
  })

  test('in neither when it was rejected', async () => {
    const r = await registro()
    const caf = await r.e.caf()
    await r.e.judge(sobre([dte({ folio: caf.desde, caf, alterTed: (t) => t.replace('<F>', '<F>0') })]))
    expect((await r.resumen(EMPRESA, 'VENTA')).data).toBeNull()
    expect((await r.resumen(RECEPTOR, 'COMPRA', 'PENDIENTE')).data).toBeNull()
    await r.stop()
  })

  test('a guide in none; what was paid in cash is a purchase at once', async () => {
    const { detalle, stop } = await withInvoices(1, { formaPago: 1 })
    const rows = await detalle(RECEPTOR, 'COMPRA', 33)
    expect(rows.data[0]).toMatchObject({ detEventoReceptor: 'P', detFecAcuse: null })
    await stop()
  })

  test('a note of credit at once and without acknowledgement, with its references', async () => {
    const { e, detalle, folio, stop } = await withInvoices()
    const caf = await e.caf(61)
    const nota = dte({
      tipo: 61,
      folio: caf.desde,
      caf,
      neto: 400,
      referencias: referencia(1, 33, folio, 3),
    })
    const judged = await e.judge(sobre([nota]))
    expect(judged.documentos[0]?.veredicto).toBe('aceptado')
    const { data } = await detalle(RECEPTOR, 'COMPRA', 61)
    expect(data[0]).toMatchObject({ detFecAcuse: null, detTipoDocRef: 33, detMntTotal: 476 })
    expect(String(data[0].detFolioDocRef).trim()).toBe(String(folio))
    await stop()
  })
})

describe('the eight days', () => {
  test('end a second after 192 hours, with the acknowledgement of that instant and no claim after it', async () => {
    const { later, detalle, desk, folio, stop } = await withInvoices()
    const at = (await detalle(RECEPTOR, 'COMPRA', 33, 'PENDIENTE')).data[0].detFecRecepcion
    await later(8 * DAY - 3_600_000)
    expect(folios(await detalle(RECEPTOR, 'COMPRA', 33, 'PENDIENTE'))).toEqual([folio])
    await later(3_601_000)
    expect((await detalle(RECEPTOR, 'COMPRA', 33, 'PENDIENTE')).data).toBeNull()
    const [row] = (await detalle(RECEPTOR, 'COMPRA', 33)).data
    expect(row.detFecAcuse).toBe(
      at.replace(/^\d\d/, (day: string) => String(Number(day) + 8).padStart(2, '0')),
    )
    const late = await desk('POST', 'acuse', null, {
      rut_emisor: EMPRESA,
      tipo_dte: 33,
      folio,
      accion: 'RCD',
    })
    expect(late.status).toBe(409)
    await stop()
  })

  test('that end in the next month take the purchase there', async () => {
    const r = await registro()
    const caf = await r.e.caf()
    await r.later(27 * DAY)
    const judged = await r.e.judge(
      sobre([dte({ folio: caf.desde, caf, fecha: '2026-03-29', at: '2026-03-29T10:00:00' })]),
    )
    expect(judged.documentos[0]?.veredicto).toBe('aceptado')
    expect(folios(await r.detalle(RECEPTOR, 'COMPRA', 33, 'PENDIENTE', '202603'))).toEqual([caf.desde])
    await r.later(9 * DAY)
    expect((await r.detalle(RECEPTOR, 'COMPRA', 33, 'PENDIENTE', '202603')).data).toBeNull()
    expect((await r.detalle(RECEPTOR, 'COMPRA', 33, 'REGISTRO', '202603')).data).toBeNull()
    expect(folios(await r.detalle(RECEPTOR, 'COMPRA', 33, 'REGISTRO', '202604'))).toEqual([caf.desde])
    await r.stop()
  })
})

describe('what a receiver says', () => {
  const byFacade = (r: Awaited<ReturnType<typeof withInvoices>>, dedCodEvento: string, folio = r.folio) => {
    const [rut, dv] = RECEPTOR.split('-')
    return r.ask('ingresarAceptacionReclamoDocs', {
      dteAcuRe: [
        {
          detRutDoc: 76543210,
          detDvDoc: '3',
          detTipoDoc: 33,
          detNroDoc: folio,
          dedCodEvento,
        },
      ],
      rutAutenticado: rut,
      dvAutenticado: dv,
    })
  }

  test('by the facade and by the desk gives the same row, and a contrary word is refused alike', async () => {
    const r = await withInvoices(2)
    const { json } = await byFacade(r, 'RCD')
    expect([json.eventosOk, json.data[0].codRespuesta]).toEqual([1, 0])
    await r.desk('POST', 'acuse', null, {
      rut_emisor: EMPRESA,
      tipo_dte: 33,
      folio: r.folio + 1,
      accion: 'RCD',
    })
    const { data } = await r.detalle(RECEPTOR, 'COMPRA', 33, 'RECLAMADO')
    expect(data.map((row: { detFecReclamado: string | null }) => row.detFecReclamado === null)).toEqual([
      false,
      false,
    ])
    const contrary = (await byFacade(r, 'ACD')).json
    expect([contrary.eventosOk, contrary.data[0].codRespuesta]).toEqual([0, 2])
    const desk = await r.desk('POST', 'acuse', null, {
      rut_emisor: EMPRESA,
      tipo_dte: 33,
      folio: r.folio + 1,
      accion: 'ACD',
    })
    expect(desk.json.error).toContain('12')
    expect(contrary.data[0].respuesta).toContain('No puede aceptar')
    const sold = (await r.detalle(EMPRESA, 'VENTA', 33)).data
    expect(sold.every((row: { detFecReclamado: string | null }) => row.detFecReclamado !== null)).toBe(true)
    await r.stop()
  })

  test('accepting makes it part of the register at once; once more is only a warning', async () => {
    const r = await withInvoices()
    expect((await byFacade(r, 'ERM')).json.data[0].codRespuesta).toBe(0)
    expect((await byFacade(r, 'ERM')).json.data[0].codRespuesta).toBe(100)
    const [row] = (await r.detalle(RECEPTOR, 'COMPRA', 33)).data
    expect([row.detEventoReceptor, row.detFecAcuse === null]).toEqual(['A', false])
    await r.stop()
  })

  test('another kind of purchase moves the VAT, and what is foreign to the business leaves the register', async () => {
    const r = await withInvoices()
    await byFacade(r, 'ERM')
    const change = (tipoCompra: number) => {
      const [rut, dv] = RECEPTOR.split('-')
      return r.ask(
        'cambiaTipoCompra',
        {
          rut,
          dv,
          operacion: 'COMPRA',
          tipoDocumento: 33,
          numeroDocumento: r.folio,
          periodoTributario: '202603',
          rutContraparte: '76543210',
          dvContraparte: '3',
          tipoCompra,
        },
        {
          path: 'complementoscvui/services/data/facadeServiceCompCompraService',
          namespace: 'cl.sii.sdi.lob.diii.dcv.data.api.interfaces.compcompra.FacadeServiceCompCompra',
        },
      )
    }
    expect((await change(4)).json.data).toBe('OK')
    expect((await r.detalle(RECEPTOR, 'COMPRA', 33)).data[0]).toMatchObject({
      detMntActFijo: 1000,
      detMntIVAActFijo: 190,
      detMntIVA: 190,
    })
    await change(7)
    expect((await r.detalle(RECEPTOR, 'COMPRA', 33)).data).toBeNull()
    expect((await r.detalle(RECEPTOR, 'COMPRA', 33, 'NO_INCLUIR')).data[0]).toMatchObject({
      detMntIVA: 0,
      detMntIVANoRec: 190,
      detMntCodNoRec: 9,
      detTipoTransaccion: 7,
    })
    expect((await r.resumen(RECEPTOR, 'COMPRA', 'NO_INCLUIR')).data[0]).toMatchObject({
      rsmnMntIVA: 0,
      rsmnMntIVANoRec: 190,
    })
    await r.stop()
  })
})

describe('the copy that is shown', () => {
  test('lags, and tells when it last changed', async () => {
    const r = await registro()
    await r.desk('PUT', 'ajustes', null, { rcv_refresco: 3_600_000 })
    const caf = await r.e.caf()
    await r.e.judge(sobre([dte({ folio: caf.desde, caf })]))
    expect((await r.resumen(EMPRESA, 'VENTA')).data).toBeNull()
    await r.later(3_600_000)
    const first = (await r.resumen(EMPRESA, 'VENTA')).dataCabecera.dcvFecModificacion
    expect(first).toBe('02/03/2026 11:00:00')
    await r.later(3_600_000)
    expect((await r.resumen(EMPRESA, 'VENTA')).dataCabecera.dcvFecModificacion).toBe(first)
    await r.stop()
  })

  test('daily, at six in the morning of Chile', async () => {
    const r = await registro()
    await r.desk('PUT', 'ajustes', null, { preset: 'fiel' })
    const caf = await r.e.caf()
    await r.e.judge(sobre([dte({ folio: caf.desde, caf })]))
    await r.later(20 * 3_600_000 - 60_000)
    expect((await r.resumen(EMPRESA, 'VENTA')).data).toBeNull()
    await r.later(60_000)
    const { dataCabecera } = await r.resumen(EMPRESA, 'VENTA')
    expect(dataCabecera.dcvFecModificacion).toBe('03/03/2026 06:00:00')
    await r.stop()
  })
})

describe('the facade', () => {
  test('has nothing for a month without movements, and refuses one without a register', async () => {
    const r = await registro()
    expect((await r.resumen(EMPRESA, 'COMPRA')).respEstado.codRespuesta).toBe(3)
    const early = await r.resumen(EMPRESA, 'COMPRA', 'REGISTRO', '201704')
    expect(early.respEstado).toMatchObject({ codRespuesta: 99 })
    const unknown = await r.ask('getResumen', { ...halves(EMPRESA), periodo: '202603' })
    expect([unknown.status, unknown.text.includes('"periodo" (Class ')]).toEqual([400, true])
    await r.stop()
  })

  test('shows nobody the register of a company for which the person may not act', async () => {
    const r = await withInvoices()
    await r.e.register(EMPRESA, { personas: ['12345678-5'] })
    expect((await r.resumen(EMPRESA, 'VENTA')).respEstado).toMatchObject({ codRespuesta: 99 })
    await r.stop()
  })

  test('defers what is too long; the file walks its three states and every fifth has none', async () => {
    const r = await withInvoices(3)
    await r.desk('PUT', 'ajustes', null, { rcv_maximo: 2 })
    const long = await r.detalle(EMPRESA, 'VENTA', 33)
    expect(long).toMatchObject({ data: null, respEstado: { codRespuesta: 99 } })
    expect(long.respEstado.msgeRespuesta).toContain('201705')
    const control = async (generaCtrl: boolean) =>
      (
        await r.ask('getCtrlAsync', {
          ...halves(EMPRESA),
          ptributario: '202603',
          codTipoDoc: 33,
          generaCtrl,
          operacion: 'VENTA',
          estadoContab: 'REGISTRO',
          totDoc: 0,
          accionRecaptcha: '',
          tokenRecaptcha: '',
        })
      ).json.data
    expect((await control(true))[0]).toMatchObject({ caEstado: 'CREADO', caIdBLOB: 'SIN-BLOB' })
    r.e.advance(2000)
    expect((await control(false))[0].caEstado).toBe('EN PROCESO')
    r.e.advance(2000)
    const [done] = await control(false)
    expect(done).toMatchObject({ caEstado: 'TERMINADO', caNumLineas: 3, compraOVenta: 'V' })
    const blob = await r.visita.go(
      `www4c/consdcvinternetui/services/data/facadeService/obtenerArchivoBLOB/${done.caIdBLOB}/11111111/76543210/${done.caId}`,
    )
    const bytes = Buffer.from(blob.text, 'latin1')
    expect([...bytes.subarray(0, 2)]).toEqual([0x1f, 0x8b])
    expect(
      Buffer.from(Bun.gunzipSync(new Uint8Array(bytes)))
        .toString()
        .split('\r\n'),
    ).toHaveLength(5)
    for (let i = 0; i < 4; i++) await control(true)
    r.e.advance(4000)
    expect((await control(false)).at(-1)).toMatchObject({ caEstado: 'TERMINADO', caIdBLOB: 'SIN-BLOB' })
    await r.stop()
  })

  test('fails as it is asked to', async () => {
    const r = await withInvoices(2)
    const fail = (falla: string, more = {}) =>
      r.desk('POST', 'fallas', null, { servicio: 'rcv', falla, veces: 1, ...more })
    await fail('fila_menos')
    expect((await r.detalle(EMPRESA, 'VENTA', 33)).data).toHaveLength(1)
    await fail('fila_repetida')
    expect((await r.detalle(EMPRESA, 'VENTA', 33)).data).toHaveLength(3)
    await fail('cod', { codigo: '98' })
    expect((await r.detalle(EMPRESA, 'VENTA', 33)).respEstado.codRespuesta).toBe(98)
    await fail('json_html')
    expect(await r.detalle(EMPRESA, 'VENTA', 33)).toBeNull()
    await fail('json_truncado')
    expect(await r.detalle(EMPRESA, 'VENTA', 33)).toBeNull()
    expect((await r.detalle(EMPRESA, 'VENTA', 33)).data).toHaveLength(2)
    await r.stop()
  })
})

describe('two owners of one RUT', () => {
  test('see their own documents alone', async () => {
    const uno = await withInvoices()
    const other = uno.visit('cuenta_2')
    await other.certificado(PERSONA)
    const asked = {
      ...halves(EMPRESA),
      ptributario: '202603',
      estadoContab: 'REGISTRO',
      operacion: 'VENTA',
      busquedaInicial: true,
    }
    expect((await callFacade(other, 'getResumen', asked)).json.data).toBeNull()
    const desk = await uno.desk('GET', `registro/202603?rut=${EMPRESA}`, 'cuenta_2')
    expect(desk.json.data.venta.documentos).toEqual([])
    const own = await uno.desk('GET', `registro/202603?rut=${EMPRESA}`)
    expect(own.json.data.venta.documentos).toHaveLength(1)
    await uno.stop()
  })
})

/** Numbers that look random and are the same at each run. */
function dice(seed: number): (max: number) => number {
  let x = seed
  return (max) => {
    x = (x * 1_103_515_245 + 12_345) % 2_147_483_648
    return x % max
  }
}

describe('sums and rows', () => {
  test('agree for each state, type and month over five hundred documents, and so does the file', async () => {
    const r = await registro()
    const roll = dice(7)
    const caf = await r.e.caf(33, 400)
    const notes = await r.e.caf(61, 100)
    const invoices = Array.from({ length: 400 }, (_, i) =>
      dte({ folio: caf.desde + i, caf, neto: 1 + roll(900_000), formaPago: 1 + roll(2) }),
    )
    await r.e.judge(sobre(invoices))
    const notas = Array.from({ length: 100 }, (_, i) =>
      dte({
        tipo: 61,
        folio: notes.desde + i,
        caf: notes,
        neto: 1 + roll(900),
        referencias: referencia(1, 33, caf.desde + roll(400), 3),
      }),
    )
    await r.e.judge(sobre(notas))
    for (let i = 0; i < 60; i++)
      await r.desk('POST', 'acuse', null, {
        rut_emisor: EMPRESA,
        tipo_dte: 33,
        folio: caf.desde + roll(400),
        accion: ['ERM', 'ACD', 'RCD'][roll(3)],
      })
    const look = async () => {
      let documents = 0
      for (const [rut, operacion, estados] of [
        [EMPRESA, 'VENTA', ['REGISTRO']],
        [RECEPTOR, 'COMPRA', ['REGISTRO', 'PENDIENTE', 'RECLAMADO', 'NO_INCLUIR']],
      ] as const)
        for (const estado of estados) {
          const summary = await r.resumen(rut, operacion, estado)
          let inState = 0
          for (const type of summary.data ?? []) {
            const { data } = await r.detalle(rut, operacion, type.rsmnTipoDocInteger, estado)
            const sum = (field: string) =>
              data.reduce((so: number, row: Record<string, number>) => so + row[field]!, 0)
            expect([data.length, sum('detMntNeto'), sum('detMntIVA'), sum('detMntTotal')]).toEqual([
              type.rsmnTotDoc,
              type.rsmnMntNeto,
              type.rsmnMntIVA,
              type.rsmnMntTotal,
            ])
            inState += data.length
          }
          documents += inState
          const name = operacion === 'VENTA' ? 'getDetalleVentaExport' : 'getDetalleCompraExport'
          const file = await r.ask(name, {
            ...halves(rut),
            ptributario: '202603',
            estadoContab: estado,
            operacion,
            codTipoDoc: 0,
            accionRecaptcha: 'RCV_DDETC',
            tokenRecaptcha: 't-o-k-e-n-web',
          })
          const lines: string[] = file.json.data
          const header = lines[0]!.split(';')
          const total = header.findIndex((column) => column.toLowerCase() === 'monto total')
          const own = lines.slice(1).map((line) => line.split(';'))
          expect(own.every((cells) => cells.length === header.length + 1 && cells.at(-1) === '')).toBe(true)
          expect(own.reduce((so, cells) => so + Number(cells[total]), 0)).toBe(
            (summary.data ?? []).reduce(
              (so: number, row: { rsmnMntTotal: number }) => so + row.rsmnMntTotal,
              0,
            ),
          )
          const text = lines.map((line) => `${line}\r\n`).join('')
          const read = await readRcv(Buffer.from(text), pauses())
          expect([read.faltas, read.documentos.length]).toEqual([[], inState])
          expect([read.forma.lado, read.forma.estado]).toEqual([
            operacion === 'VENTA' ? 'venta' : 'compra',
            estado,
          ])
        }
      return documents
    }
    expect(await look()).toBe(1000)
    await r.later(9 * DAY)
    expect(await look()).toBe(1000)
    await r.stop()
  }, 60_000)
})
