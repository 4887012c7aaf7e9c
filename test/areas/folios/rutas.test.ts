import { describe, expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { bindFolios } from '../../../src/areas/folios/area'
import { createLog } from '../../../src/base/log'
import { SIN_RATES } from '../../../src/base/rate'
import type { Ambiente } from '../../../src/domain/ambiente'
import { AppError } from '../../../src/domain/errors'
import { permisosOf, type Rol } from '../../../src/domain/permisos'
import { createAudit } from '../../../src/http/audit'
import { createCredential } from '../../../src/http/credential'
import { errorHandler } from '../../../src/http/errors'
import { createIdempotency } from '../../../src/http/idempotency'
import { createRateLimits } from '../../../src/http/rate-limit'
import { createUploads } from '../../../src/http/uploads'
import type { Cola } from '../../../src/jobs/cola'
import { cafFile } from '../../support/caf'
import { EMPRESA, GEMELA, OTRA, sequentialIds, testLibro } from './libro'

interface Asker {
  empresa?: string
  rol?: Rol
  ambiente?: Ambiente
}

function testFolios(at?: string) {
  const libro = testLibro(at)
  const credential = createCredential({
    clock: () => new Date(0),
    async authenticate({ headers }) {
      const empresaId = headers.get('x-empresa')
      if (!empresaId) throw new AppError('UNAUTHORIZED', 'Falta la credencial')
      const rol = headers.get('x-rol') as Rol
      return {
        cuentaId: 'cta_1',
        empresaId,
        ambiente: headers.get('x-ambiente') as Ambiente,
        usuarioId: 'usr_1',
        apiKeyId: null,
        sesionId: 'ses_1',
        rol,
        permisos: permisosOf(rol),
        tiposDte: null,
        empresas: null,
        ip: null,
      }
    },
    redeemTicket() {
      throw new AppError('TOKEN_INVALID', 'Aquí no hay tickets')
    },
    rateLimits: createRateLimits(SIN_RATES, libro.clock),
    requireHere() {},
    uploads: createUploads(),
    cuota: { announce: () => {} },
  })
  const log = createLog({ level: 'silent', clock: libro.clock, write: () => {} })
  const idempotency = createIdempotency(libro)
  const audit = createAudit({ ...libro, newId: sequentialIds() })
  const folios = bindFolios({
    ...libro,
    credential,
    idempotency,
    audit,
    charge: (_: unknown, __: unknown, call: () => unknown) => call(),
    conciliacion: { soon: () => {}, vistos: async () => new Map(), adelante: async () => null },
    // Questions to the SII are proved with the real wiring (sii/).
    trabajos: { define: () => ({}) },
  } as unknown as Parameters<typeof bindFolios>[0])
  folios.routes({} as Cola)
  const app = new Elysia({ normalize: false })
    .use(errorHandler({ log, methodsOf: () => [], schemasOf: () => ({}), stranger: () => null }))
    .use(credential)

  async function send(
    method: string,
    path: string,
    body?: unknown,
    asker: Asker | null = {},
    extra: Record<string, string> = {},
  ) {
    const headers = new Headers(extra)
    if (asker) {
      headers.set('x-empresa', asker.empresa ?? EMPRESA)
      headers.set('x-rol', asker.rol ?? 'propietario')
      headers.set('x-ambiente', asker.ambiente ?? 'simulacion')
    }
    const form = body instanceof FormData
    if (body !== undefined && !form) headers.set('content-type', 'application/json')
    const init = { method, headers, body: form ? body : body === undefined ? null : JSON.stringify(body) }
    const answer = await app.handle(new Request(`http://localhost${path}`, init))
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }

  return { ...libro, send }
}

const RUTA = '/v1/dte/folios'
const enJson = (bytes: Buffer = cafFile()) => ({ caf_base64: bytes.toString('base64') })

function enFormulario(bytes: Buffer = cafFile()): FormData {
  const form = new FormData()
  form.set('archivo', new File([new Uint8Array(bytes)], 'folios.xml', { type: 'text/xml' }))
  return form
}

describe('POST /v1/dte/folios', () => {
  for (const [how, body] of [
    ['multipart', enFormulario],
    ['JSON', enJson],
  ] as const) {
    test(`loads a file sent as ${how} and answers 201 with its range (http §18)`, async () => {
      const { send } = testFolios()
      expect(await send('POST', RUTA, body(cafFile({ rs: 'ÑANDÚ &amp; CÍA' })))).toEqual({
        status: 201,
        body: {
          ok: true,
          data: {
            tipo_dte: 33,
            id: 'caf_0001',
            desde: 1,
            hasta: 100,
            usados: 0,
            fecha_autorizacion: '2026-11-01',
            vence_el: '2027-05-01',
            estado: 'vigente',
            origen: 'carga',
            por_conciliar: true,
            advertencias: [],
          },
        },
      })
    })
  }

  test('a repeated Idempotency-Key gets the first answer, not the CONFLICT of a second load (http §9)', async () => {
    const { send } = testFolios()
    const key = { 'idempotency-key': 'caf-33' }
    const first = await send('POST', RUTA, enJson(), {}, key)
    expect(first.status).toBe(201)
    expect(await send('POST', RUTA, enJson(), {}, key)).toEqual(first)
    expect((await send('POST', RUTA, enJson())).status).toBe(409)
  })

  test('warns of one of 24 months that is not known to expire', async () => {
    const { send } = testFolios()
    const { status, body } = await send('POST', RUTA, enJson(cafFile({ td: 39, fa: '2024-11-20' })))
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ vence_el: null, advertencias: [{ code: 'OLD_CAF' }] })
  })

  test('answers each refusal with its status, code and rule', async () => {
    const { send } = testFolios()
    const cases = [
      [enJson(Buffer.from('<x/>')), 422, 'CAF_INVALID', 'formato'],
      [enFormulario(cafFile({ idk: 300 })), 422, 'CAF_INVALID', 'firma'],
      [enJson(cafFile({ re: '11111111-1' })), 422, 'CAF_WRONG_COMPANY', 'empresa'],
      [enJson(cafFile({ fa: '2026-01-01' })), 422, 'CAF_EXPIRED', 'vencido'],
      [{ caf_base64: '***' }, 422, 'VALIDATION_ERROR', 'base64'],
      [{}, 422, 'VALIDATION_ERROR', 'requerido'],
      [{ ...enJson(), otro: 1 }, 422, 'VALIDATION_ERROR', 'desconocido'],
    ] as const
    for (const [body, status, code, regla] of cases) {
      expect(await send('POST', RUTA, body)).toMatchObject({
        status,
        body: { ok: false, code, detalles: [{ regla }] },
      })
    }
    await send('POST', RUTA, enJson())
    expect(await send('POST', RUTA, enJson())).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
  })

  test('needs a credential with folios:administrar', async () => {
    const { send, folios } = testFolios()
    expect((await send('POST', RUTA, enJson(), null)).status).toBe(401)
    for (const rol of ['emisor', 'contador', 'lector'] as const) {
      expect(await send('POST', RUTA, enJson(), { rol })).toMatchObject({
        status: 403,
        body: { code: 'FORBIDDEN' },
      })
    }
    expect(folios.disponibles({ empresaId: EMPRESA, ambiente: 'simulacion' }, 33)).toBe(0)
  })
})

describe('GET /v1/dte/folios', () => {
  test('is an empty list without ranges', async () => {
    const { send } = testFolios()
    expect((await send('GET', RUTA)).body).toMatchObject({ ok: true, data: [], paginacion: { total: 0 } })
  })

  test('shows each type with its ranges, oldest first, and what is left (http §18)', async () => {
    const { send, load, take, release, setNow } = testFolios('2026-11-20T15:00:00Z')
    load({ td: 61, desde: 1, hasta: 5, fa: '2026-11-02' })
    const spent = load({ desde: 1, hasta: 2, fa: '2026-06-01' })
    const expired = load({ desde: 3, hasta: 10, fa: '2026-06-20' })
    const current = load({ desde: 11, hasta: 20, fa: '2026-11-01' })
    for (let i = 0; i < 3; i++) take()
    setNow('2026-12-21T15:00:00Z')
    for (let i = 0; i < 4; i++) take()
    release(12, current.id)
    const { status, body } = await send('GET', RUTA)
    expect(status).toBe(200)
    const [facturas, notas] = body.data as Record<string, unknown>[]
    expect(notas).toMatchObject({ tipo_dte: 61, disponibles: 5, siguiente: 1 })
    expect(facturas).toMatchObject({
      tipo_dte: 33,
      disponibles: 7,
      siguiente: 12,
      umbral: 1,
      vence_el: '2027-05-01',
      rangos: [
        { id: spent.id, estado: 'agotado', usados: 2 },
        { id: expired.id, estado: 'vencido', usados: 1 },
        { id: current.id, estado: 'vigente', usados: 3, desde: 11, hasta: 20, origen: 'carga' },
      ],
    })
  })

  test('estimates the days left from the larger pace of the last thirty and ninety days', async () => {
    const { send, load, take, addDocumento } = testFolios()
    const { id } = load({ td: 39, desde: 1, hasta: 100, fa: '2026-01-01' })
    const documents = (count: number, at: string) => {
      for (let i = 0; i < count; i++) addDocumento(take(39)!, id, { tipoDte: 39, at })
    }
    documents(25, '2026-10-01T12:00:00.000Z')
    const days = async () =>
      ((await send('GET', RUTA)).body.data as { dias_estimados: number | null }[])[0]!.dias_estimados
    expect(await days()).toBe(270)
    documents(15, '2026-11-10T12:00:00.000Z')
    expect(await days()).toBe(120)
  })

  test('shows nobody else’s: not another company’s, not another environment’s', async () => {
    const { send, load } = testFolios()
    load()
    for (const empresa of [GEMELA, OTRA]) {
      expect((await send('GET', RUTA, undefined, { empresa })).body.data).toEqual([])
    }
    expect((await send('GET', RUTA, undefined, { ambiente: 'produccion' })).body.data).toEqual([])
    expect((await send('GET', RUTA, undefined, { rol: 'lector' })).body.data).toHaveLength(1)
    expect((await send('GET', RUTA, undefined, null)).status).toBe(401)
  })
})

describe('GET /v1/dte/folios/huecos', () => {
  const huecos = `${RUTA}/huecos`

  test('lists what is to annul and what can be used again, with the reason (http §18)', async () => {
    const { send, load, take, release, addDocumento } = testFolios()
    const { id } = load({ desde: 1, hasta: 10 })
    for (let i = 0; i < 4; i++) take()
    addDocumento(1, id)
    const error = JSON.stringify({ code: 'SII_ERROR', error: 'El SII rehusó el envío' })
    const annul = addDocumento(2, id, { estado: 'por_anular', error })
    const free = addDocumento(3, id, { estado: 'libre' })
    release(3, id)
    addDocumento(4, id, { estado: 'usado' })
    const { status, body } = await send('GET', huecos)
    expect(status).toBe(200)
    expect(body.data).toEqual([
      {
        tipo_dte: 33,
        folio: 2,
        motivo: 'Documento descartado: El SII rehusó el envío',
        job_id: annul,
        estado: 'por_anular',
        anulado_en: null,
        dicho_por: null,
      },
      {
        ...{ tipo_dte: 33, folio: 3, motivo: 'Documento descartado', job_id: free },
        ...{ estado: 'reutilizable', anulado_en: null, dicho_por: null },
      },
    ])
  })

  test('a freed folio that was taken again is no gap; freed twice it is one, of the later document', async () => {
    const { send, load, take, release, addDocumento } = testFolios()
    const { id } = load({ desde: 1, hasta: 10 })
    take()
    addDocumento(1, id, { estado: 'libre', at: '2026-11-18T10:00:00.000Z' })
    release(1, id)
    expect(take()).toBe(1)
    expect((await send('GET', huecos)).body.data).toEqual([])
    const second = addDocumento(1, id, { estado: 'libre', at: '2026-11-19T10:00:00.000Z' })
    release(1, id)
    expect((await send('GET', huecos)).body).toMatchObject({
      data: [{ folio: 1, job_id: second }],
      paginacion: { total: 1 },
    })
  })

  test('a freed folio whose range has expired can only be annulled', async () => {
    const { send, load, take, release, addDocumento, setNow } = testFolios()
    const { id } = load({ desde: 1, hasta: 10, fa: '2026-06-20' })
    take()
    addDocumento(1, id, { estado: 'libre' })
    release(1, id)
    setNow('2026-12-21T15:00:00Z')
    expect((await send('GET', huecos)).body.data).toMatchObject([{ folio: 1, estado: 'por_anular' }])
  })

  test('comes in pages, and only of the own company and environment', async () => {
    const { send, load, take, addDocumento } = testFolios()
    const { id } = load({ desde: 1, hasta: 10 })
    for (let folio = 1; folio <= 3; folio++) {
      take()
      addDocumento(folio, id, { estado: 'por_anular' })
    }
    const { body } = await send('GET', `${huecos}?limite=2&pagina=2`)
    expect(body).toMatchObject({
      data: [{ folio: 3 }],
      paginacion: { total: 3, paginas: 2, siguiente: null },
    })
    expect((await send('GET', huecos, undefined, { empresa: OTRA })).body.data).toEqual([])
    expect((await send('GET', huecos, undefined, { ambiente: 'produccion' })).body.data).toEqual([])
    expect((await send('GET', `${huecos}?limite=0`)).status).toBe(400)
    expect((await send('GET', huecos, undefined, null)).status).toBe(401)
  })
})
