// The mail about a webhook that the server switched off (http §12.3).

import { describe, expect, test } from 'bun:test'
import { CorreoFault, type Mensaje } from '../../../src/mail/correo'
import { emit } from '../../support/emision'
import { testAppWithFolios } from '../../support/test-app'
import { createReceptor, register } from './receptor'

const URL_SECRETA = 'http://127.0.0.1:9000/hook/oculto?token=oculto'

/** A webhook whose receiver wants no more, and a mail server that may fail. */
async function scene({ mail = true } = {}) {
  const sent: Mensaje[] = []
  const faults: CorreoFault[] = []
  const receptor = createReceptor(() => new Response('', { status: 410 }))
  const app = await testAppWithFolios({
    receptor: receptor.fetch,
    folios: { 33: 20 },
    ...(mail && {
      correo: {
        async send(mensaje: Mensaje) {
          const fault = faults.shift()
          if (fault) throw fault
          sent.push(mensaje)
        },
        async verify() {},
      },
    }),
  })
  await app.put('/v1/cuenta', { email: 'avisos@example.cl' }, app.tenant.session)
  const webhook = await register(app, { url: URL_SECRETA, descripcion: 'ERP' })
  const jobs = () =>
    app.store.client.prepare("SELECT estado FROM job WHERE kind = 'webhook.avisar'").pluck().all()
  return { app, sent, faults, webhook, jobs, receptor }
}

describe('a webhook that is switched off', () => {
  test('is told by mail to the account, once, with what to do and nothing secret', async () => {
    const { app, sent, webhook } = await scene()
    for (let i = 0; i < 3; i++) await emit(app)
    await app.settle()
    expect(sent).toHaveLength(1)
    const { para, asunto, texto, remitente } = sent[0]!
    expect([para, remitente]).toEqual(['avisos@example.cl', null])
    expect(asunto).toContain('Comercial Ñandú & Compañía Limitada')
    for (const part of [
      '«ERP»',
      '127.0.0.1:9000',
      '410',
      '76543210-3',
      'simulacion',
      `/v1/webhooks/${webhook.id}/activar`,
    ])
      expect(texto).toContain(part)
    expect(texto).not.toContain('oculto')
    const shown = (await app.get('/v1/webhooks')).body.data[0]
    expect(shown).toMatchObject({ activo: false, motivo_inactivo: expect.stringContaining('410') })
  })

  test('by a person is told to nobody', async () => {
    const { app, sent, webhook } = await scene()
    await app.put(`/v1/webhooks/${webhook.id}`, { activo: false })
    await app.settle()
    expect(sent).toEqual([])
  })

  test('waits for a mail server that is down', async () => {
    const { app, sent, faults, jobs } = await scene()
    faults.push(new CorreoFault('no responde', { permanente: false, enlace: true }))
    await emit(app)
    await app.drainJobs()
    expect([sent, jobs()]).toEqual([[], ['pending']])
    app.advance(60_000)
    await app.drainJobs()
    expect([sent.length, jobs()]).toEqual([1, ['completed']])
  })

  test('and on again before the mail left is not told any more', async () => {
    const { app, sent, faults, webhook, jobs, receptor } = await scene()
    faults.push(new CorreoFault('no responde', { permanente: false, enlace: true }))
    await emit(app)
    await app.drainJobs()
    receptor.answer = () => new Response('')
    await app.post(`/v1/webhooks/${webhook.id}/activar`)
    app.advance(60_000)
    await app.drainJobs()
    expect([sent, jobs()]).toEqual([[], ['completed']])
  })

  test('to an address that the mail server refuses leaves a failed job that says so', async () => {
    const { app, faults, jobs } = await scene()
    faults.push(new CorreoFault('550 no existe', { permanente: true, enlace: false }))
    await emit(app)
    await app.drainJobs()
    expect(jobs()).toEqual(['failed'])
  })

  test('leaves no job behind on a server without mail', async () => {
    const { app, jobs } = await scene({ mail: false })
    await emit(app)
    await app.settle()
    expect(jobs()).toEqual([])
    expect((await app.get('/v1/webhooks')).body.data[0].activo).toBe(false)
  })
})
