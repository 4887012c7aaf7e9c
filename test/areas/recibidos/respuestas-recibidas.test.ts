// The answers of customers, and of mails that claim to be the SII's, about issued documents
// (areas/recibidos/intercambio §4, §5).

import { beforeAll, describe, expect, test } from 'bun:test'
import { dichosOf } from '../../../src/areas/recibidos/intercambio/dichos'
import { emit, fail } from '../../support/emision'
import { factura } from '../../support/emisor'
import { changed, FIRMADO, recepcionOf, reciboOf, resultadoOf } from '../../support/intercambio'
import { respuestasApp } from '../../support/respuestas'

let app: Awaited<ReturnType<typeof respuestasApp>>
/** The document that is answered. */
let F: Parameters<typeof resultadoOf>[0]
const told: { evento: string; data: Record<string, unknown> }[] = []

beforeAll(async () => {
  app = await respuestasApp({
    receptor: async (_, init) => {
      told.push(JSON.parse(String(init.body)))
      return new Response('ok')
    },
  })
  await app.post(
    '/v1/webhooks',
    { url: 'http://127.0.0.1:9000/hook', eventos: ['intercambio.respuesta'] },
    app.tenant.session,
  )
  F = await app.issue()
})

const bring = (bytes: Uint8Array) => app.bring(bytes)
const detail = (folio = F.folio) => app.detail(folio)
const came = (query?: string) => app.came(query)
const answers = async (folio = F.folio) =>
  (await detail(folio)).historial.filter(({ estado }: { estado: string }) => estado === 'respuesta_receptor')

describe('an answer of the receiver', () => {
  test('stands in the document, in its history and in an event, each class by itself', async () => {
    expect((await detail()).intercambio).toEqual({ recepcion: null, resultado: null, recibo: null })
    expect(await bring(await recepcionOf([{ ...F, estado: 0, glosa: 'Recibido' }]))).toMatchObject({
      respuestas: 1,
    })
    await bring(await resultadoOf(F, 1, 'Faltó una caja'))
    await bring(await reciboOf(F))
    expect((await detail()).intercambio).toMatchObject({
      recepcion: { codigo: 0, glosa: 'Recibido', firma: 'valida', rut_firmante: '11111111-1' },
      resultado: { codigo: 1, glosa: 'Faltó una caja', firma: 'valida' },
      recibo: { codigo: null, recinto: 'Bodega "Ñuñoa" & Cía', firma: 'valida' },
    })
    const lines = (await answers()).map(({ detalle }: { detalle: string }) => detalle)
    expect(lines).toEqual([
      'Recepción: 0, Recibido (firma correcta de 11.111.111-1)',
      'Resultado comercial: 1, Faltó una caja (firma correcta de 11.111.111-1)',
      'Recibo de mercaderías o servicios: en Bodega "Ñuñoa" & Cía (firma correcta de 11.111.111-1)',
    ])
    await app.settle()
    expect(told.map(({ data }) => [data.clase, data.estado, data.folio, data.firma])).toEqual([
      ['recepcion', 0, F.folio, 'valida'],
      ['resultado', 1, F.folio, 'valida'],
      ['recibo', null, F.folio, 'valida'],
    ])
  })

  test('that comes again as the same file changes nothing, whatever brought it', async () => {
    const before = await detail()
    expect(await bring(await resultadoOf(F, 1, 'Faltó una caja'))).toMatchObject({ respuestas: 1 })
    expect(await detail()).toEqual(before)
  })

  test('whose signature is wrong is told as such and stands behind a good one', async () => {
    const forged = changed(await resultadoOf(F, 1, 'Faltó otra caja'), '<EstadoDTE>1<', '<EstadoDTE>0<')
    await bring(forged)
    expect((await answers()).at(-1).detalle).toBe(
      'Resultado comercial: 0, Faltó otra caja (FIRMA INCORRECTA de 11.111.111-1)',
    )
    expect((await detail()).intercambio.resultado).toMatchObject({ codigo: 1, firma: 'valida' })
  })

  test('said a thousand times in one file is one', async () => {
    const before = (await answers()).length
    const one = (await resultadoOf(F, 1, 'Faltó un saco')).toString('latin1')
    const [said] = /<ResultadoDTE>[\s\S]*?<\/ResultadoDTE>/.exec(one)!
    await bring(Buffer.from(one.replace(said, said.repeat(1000)), 'latin1'))
    expect((await answers()).length).toBe(before + 1)
    expect((await detail()).intercambio.resultado).toMatchObject({ codigo: 1, firma: 'valida' })
  })

  test('of receipts whose first is broken tells the whole one behind it too', () => {
    const recibo = { ...F, recinto: 'Bodega', firmadoEn: '', firma: 'invalida' }
    const recibos = [recibo, { ...recibo, firma: 'valida' }, recibo]
    const leida = { clase: 'recibos', firma: 'valida', firmadoEn: '', recibos } as never
    expect(dichosOf(leida).map(({ firma }) => firma)).toEqual(['invalida', 'valida'])
  })

  test('of receipts are as good as the worse of their own signature and that of the set', () => {
    const recibo = { ...F, recinto: 'Bodega', firmadoEn: '', firma: 'certificado_vencido' }
    const worth = (firma: string) =>
      dichosOf({ clase: 'recibos', firma, firmadoEn: '', recibos: [recibo] } as never)[0]!.firma
    expect(['valida', 'invalida', 'ausente'].map(worth)).toEqual([
      'certificado_vencido',
      'invalida',
      'ausente',
    ])
  })

  test('about a whole file is of the document that our copy of that name held', async () => {
    const other = await app.issue()
    const nombre = `EnvioDTE_${other.rutEmisor}_T33F${other.folio}.xml`
    const bytes = await recepcionOf([{ ...other, estado: 0, glosa: '' }], {
      nombre,
      estado: 1,
      glosa: 'No cumple el esquema',
      documentos: [],
    })
    await bring(bytes)
    expect((await detail(other.folio)).intercambio.recepcion).toMatchObject({
      codigo: 1,
      glosa: 'No cumple el esquema',
    })
  })

  test.each<[string, () => Promise<Buffer>]>([
    ['documento_desconocido', () => resultadoOf({ ...F, folio: 99_999 }, 0, 'ok')],
    ['otro_emisor', () => resultadoOf({ ...F, rutEmisor: '90000012-K' }, 0, 'ok')],
    ['otro_receptor', () => resultadoOf({ ...F, rutReceptor: '90000012-K' }, 0, 'ok')],
    ['otros_datos', () => resultadoOf({ ...F, montoTotal: F.montoTotal + 1 }, 0, 'ok')],
    [
      'ningun_documento',
      async () => changed(await resultadoOf(F, 0, 'ok'), /<ResultadoDTE>[\s\S]*<\/ResultadoDTE>\n/, ''),
    ],
  ])('is kept and told with its reason, and touches no document: %s', async (motivo, made) => {
    const before = await detail()
    await bring(await made())
    const [one] = await came('?propias=false')
    expect(one).toMatchObject({ motivo, propia: false })
    expect(await detail()).toEqual(before)
    const file = await app.get(`/v1/recibidos/respuestas/${one.id}/xml`)
    expect(file.body).toContain('<RespuestaDTE')
    expect(file.headers.get('content-type')).toContain('UTF-8')
  })
})

describe('a mail that says it is the SII’s', () => {
  const resultado = (trackId: string, revision: string, rut = F.rutEmisor) =>
    Buffer.from(
      `<?xml version="1.0" encoding="ISO-8859-1"?>\n<RESULTADO_ENVIO><IDENTIFICACION><RUTEMISOR>${rut}</RUTEMISOR>` +
        `<RUTENVIA>11111111-1</RUTENVIA><TRACKID>${trackId}</TRACKID><TMSTRECEPCION>${FIRMADO}</TMSTRECEPCION>` +
        `<ESTADO>EPR</ESTADO></IDENTIFICACION><REVISIONENVIO>${revision}</REVISIONENVIO></RESULTADO_ENVIO>`,
      'latin1',
    )
  const dte = (folio: number, estado: string, detalle: string) =>
    `<REVISIONDTE><FOLIO>${folio}</FOLIO><TIPODTE>33</TIPODTE><ESTADO>${estado}</ESTADO><DETALLE>${detalle}</DETALLE></REVISIONDTE>`
  const enviado = async () => {
    await emit(app, factura())
    await fail(app, 'estado_envio', 'http_503')
    await app.drainJobs()
    const { data } = (await app.get('/v1/documentos?limite=1')).body
    const { track_id } = (await app.get(`/v1/dte/emision/${data[0].job_id}`)).body.data.result
    return { folio: data[0].folio as number, track_id: track_id as string }
  }
  const waits = () =>
    app.store.client
      .prepare(
        "SELECT count(*) FROM job WHERE kind = 'dte.veredicto' AND estado = 'pending' AND run_at IS NOT NULL",
      )
      .pluck()
      .get()

  test('has the SII asked at once about that Track ID, is told in the history, and decides nothing', async () => {
    const { folio, track_id } = await enviado()
    app.advance(90_000)
    expect(waits()).toBe(1)
    await bring(resultado(track_id, dte(folio, 'DTE Rechazado', '(TED-3-640) Monto')))
    expect(waits()).toBe(0)
    const { estado_sii, historial } = await detail(folio)
    for (const one of (await came('?clase=sii')).slice(0, 2))
      expect(one).toMatchObject({ propia: true, motivo: null })
    expect(estado_sii).not.toBe('rechazado')
    expect(historial.at(-1)).toMatchObject({
      estado: 'correo_sii',
      detalle: 'Un correo sin firma que dice ser del SII: DTE Rechazado; (TED-3-640) Monto',
    })
    await app.delete('/simulador/fallas')
    await app.settle()
    expect((await detail(folio)).estado_sii).toBe('aceptado')
  })

  test('about an envelope refused whole is told of each of its documents', async () => {
    const { folio, track_id } = await enviado()
    const razon = '(ENV-3-0) Firma del envío inválida'
    await bring(
      Buffer.from(
        resultado(track_id, '')
          .toString('latin1')
          .replace(
            /<ESTADO>EPR.*/s,
            `<ESTADO>RSC</ESTADO></IDENTIFICACION><ERRORENVIO><DETERRENVIO>${razon}</DETERRENVIO></ERRORENVIO></RESULTADO_ENVIO>`,
          ),
        'latin1',
      ),
    )
    const glosa = `Track ID ${track_id}: RSC: ${razon}`
    expect((await detail(folio)).historial.at(-1)).toMatchObject({
      estado: 'correo_sii',
      detalle: `Un correo sin firma que dice ser del SII: ${glosa}`,
    })
    expect((await came('?clase=sii')).filter((one: { folio: unknown }) => one.folio === folio)).toMatchObject(
      [{ tipo_dte: 33, glosa, propia: true, remitente: null }],
    )
    await app.delete('/simulador/fallas')
    await app.settle()
  })

  test('that contradicts what the SII said is kept apart, and its document does not tell of it', async () => {
    const { track_id } = await detail()
    const before = await detail()
    await bring(resultado(track_id, dte(F.folio, 'DTE Rechazado', 'mentira')))
    expect(await detail()).toEqual(before)
    expect((await came('?clase=sii'))[0]).toMatchObject({ motivo: 'contradice_al_sii', folio: F.folio })
  })

  test.each<[string, () => Buffer]>([
    ['track_id_desconocido', () => resultado('123', '')],
    ['otro_emisor', () => resultado('123', '', '90000012-K')],
  ])('of an upload that is not the company’s is told with its reason: %s', async (motivo, made) => {
    await bring(made())
    expect((await came('?clase=sii'))[0]).toMatchObject({ motivo, propia: false })
  })
})

describe('an answer that a person uploads', () => {
  const upload = (bytes: Uint8Array, nombre = 'respuesta.xml') =>
    app.post('/v1/recibidos', { archivo_base64: Buffer.from(bytes).toString('base64'), nombre })
  const lines = (): number =>
    app.store.client
      .prepare<[], number>("SELECT count(*) FROM auditoria WHERE accion = 'recibido.cargado'")
      .pluck()
      .get()!

  test.each<[string, () => Promise<Buffer>, number]>([
    ['to a document of ours', () => resultadoOf(F, 0, 'Llegó todo'), 1],
    ['to nobody’s document', () => resultadoOf({ ...F, folio: 77_777 }, 0, 'Llegó todo'), 0],
  ])(
    '%s is news once, 201 with its line in the log, then known, 200 without',
    async (_, made, respuestas) => {
      const bytes = await made()
      const before = lines()
      const first = await upload(bytes)
      expect([first.status, first.body.data.repetido, first.body.data.respuestas]).toEqual([
        201,
        false,
        respuestas,
      ])
      const again = await upload(bytes)
      expect([again.status, again.body.data.repetido, again.body.data.respuestas]).toEqual([
        200,
        true,
        respuestas,
      ])
      expect(lines()).toBe(before + 1)
    },
  )

  test('and that is set aside says why', async () => {
    const { body } = await upload(await resultadoOf({ ...F, folio: 77_778 }, 0, 'Llegó todo'), 'r.xml')
    expect(body.data).toMatchObject({
      respuestas: 0,
      ignorados: [
        { nombre: 'r.xml', motivo: 'Una respuesta no se anotó: la empresa no emitió ese documento' },
      ],
    })
  })

  test('leaves under a name that a header can carry, whatever it came under', async () => {
    await upload(await resultadoOf(F, 0, 'Llegó bien'), 'respuesta – José "1".xml')
    const [one] = await came('?clase=resultado')
    const { status, headers } = await app.get(`/v1/recibidos/respuestas/${one.id}/xml`)
    expect([status, headers.get('content-disposition')]).toEqual([
      200,
      'attachment; filename="respuesta_Jos_1_.xml"',
    ])
  })
})

describe('what came', () => {
  test('is listed by class, the last first, and to its company alone', async () => {
    const recibos = await came('?clase=recibo')
    expect(recibos).toMatchObject([{ clase: 'recibo', propia: true, motivo: null, folio: F.folio }])
    const other = await app.registerCompany({ rut: '77123456-9' })
    expect((await app.get('/v1/recibidos/respuestas/recibidas', other.key)).body.data).toEqual([])
    expect((await app.get(`/v1/recibidos/respuestas/${recibos[0].id}/xml`, other.key)).status).toBe(404)
  })
})
