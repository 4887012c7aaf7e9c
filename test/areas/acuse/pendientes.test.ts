// The documents that wait for acceptance and are not in the register of purchases yet (http §27.4).

import { beforeAll, expect, test } from 'bun:test'
import { golden, latin1, testAppWithReceiver } from '../../support/recibidos'
import { escribirComo } from '../../xml/verify/terceros'
import { importar } from '../rcv/archivos'
import { createReceptor } from '../webhooks/receptor'
import { BASE, EMISOR, pendientes } from './escena'

const HOUR = 3_600_000

const hook = createReceptor()
let app: Awaited<ReturnType<typeof testAppWithReceiver>>
beforeAll(async () => {
  app = await testAppWithReceiver({ receptor: hook.fetch })
})

const factura = (
  folio: number,
  { fma = 2, estampar }: { fma?: number; estampar?: (dte: string) => string },
) =>
  latin1(
    escribirComo(golden('034_001_simple'), {
      escribir: (dte) =>
        dte
          .replace('<Folio>1<', `<Folio>${folio}<`)
          .replace('<F>1<', `<F>${folio}<`)
          .replace(/<FmaPago>.<\/FmaPago>/, '')
          .replace('</FchEmis>', `</FchEmis><FmaPago>${fma}</FmaPago>`),
      ...(estampar && { estampar }),
    }),
  )
const mailed = (folio: number, ago: number, more: Parameters<typeof factura>[1] = {}) =>
  app.entrar(factura(folio, more), {
    origen: 'correo',
    recibidoEn: new Date(app.time.now.getTime() - ago * HOUR),
  })
const waiting = async () => {
  const { data, paginacion } = (await app.get(`${BASE}/pendientes`)).body
  expect(paginacion.total).toBe(data.length)
  return data
}
const resumen = async () =>
  (await app.get('/v1/resumen')).body.data.atencion.filter(
    ({ asunto }: { asunto: string }) => asunto === 'acuses_por_vencer',
  )

test('what came by mail waits from its mail on, where its stamp is good and it is on credit', async () => {
  const { documentos } = await mailed(2, 190)
  await mailed(3, 191, { fma: 1 })
  await mailed(4, 191, { estampar: (dte) => dte })
  await mailed(5, 193)
  await app.entrar(factura(6, {}))
  expect(await waiting()).toMatchObject([
    {
      rcv_id: null,
      recibido_id: documentos[0]!.id,
      periodo: null,
      rut_emisor: EMISOR,
      tipo_dte: 34,
      folio: 2,
      plazo_estimado: true,
      horas_restantes: 2,
    },
  ])
  expect(await resumen()).toMatchObject([{ cantidad: 1 }])
})

test('what was uploaded waits once the SII has told when it received it', async () => {
  const heard = (folio: number, codigo: string) =>
    app.store.client
      .prepare(
        `INSERT INTO acuse_documento (empresa_id, ambiente, rut_emisor, tipo_dte, folio, eventos, recibido_sii, plazo_estimado)
         VALUES (?, 'simulacion', ?, 34, ?, json_array(json_object('codigo', ?)), ?, 0)`,
      )
      .run(
        app.tenant.empresaId,
        EMISOR,
        folio,
        codigo,
        new Date(app.time.now.getTime() - 100 * HOUR).toISOString(),
      )
  heard(6, 'ENC')
  await mailed(7, 1)
  heard(7, 'ACD')
  expect(await waiting()).toMatchObject([
    { folio: 2 },
    { folio: 6, plazo_estimado: false, horas_restantes: 92 },
  ])
})

test('is told beforehand, and counted once when the register has it', async () => {
  await app.post('/v1/webhooks', { url: 'http://127.0.0.1:9000/hook', eventos: ['acuse.por_vencer'] })
  await app.app.services.cron.runAll()
  await app.drainJobs()
  const told = hook.recibidos.map(({ body }) => JSON.parse(body).data)
  expect(told).toMatchObject([{ horas: 24, documentos: 1, primeros: [{ folio: 2, plazo_estimado: true }] }])
  const file = pendientes(app.time.now, [100, 150]).replaceAll(';33;Del Giro', ';34;Del Giro')
  expect((await importar(app, '202611', file)).body.data.documentos).toBe(2)
  expect(await waiting()).toMatchObject([
    { folio: 2, rcv_id: expect.any(String), plazo_estimado: false, horas_restantes: 42 },
    { folio: 1, recibido_id: null },
    { folio: 6 },
  ])
  expect(await resumen()).toMatchObject([{ cantidad: 1 }])
})
