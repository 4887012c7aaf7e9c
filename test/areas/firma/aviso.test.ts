// The daily mail about a firm (areas/firma §4): once a person and day, of what that person may see, and only where something waits.

import { describe, expect, test } from 'bun:test'
import type { Mensaje } from '../../../src/mail/correo'
import { CorreoFault } from '../../../src/mail/correo'
import { factura } from '../../support/emisor'
import { invitePerson } from '../../support/personas'
import { PASSWORD, testAppWithFolios } from '../../support/test-app'
import { pendientes } from '../acuse/escena'
import { importar } from '../rcv/archivos'

const RUTA = '/v1/firma/aviso-diario'
const AJUSTE = { activo: true, hora: '07:30', dias: 'habiles', minima: 'mal' }

/** A firm one of whose purchases ends within a day, on Friday 2026-11-27, before the hour of the mail. */
async function firma({ broken = false, withMail = true } = {}) {
  const sent: Mensaje[] = []
  const server = { broken, onSend: async (): Promise<unknown> => undefined }
  const correo = {
    async send(mensaje: Mensaje) {
      if (server.broken) throw new CorreoFault('El servidor de correo no respondió a tiempo', PASAJERA)
      sent.push(mensaje)
      await server.onSend()
    },
    verify: async () => {},
  }
  const app = await testAppWithFolios({
    now: '2026-11-27T09:00:00.000Z',
    publicUrl: 'https://timbre.example.cl',
    ...(withMail && { correo }),
  })
  await importar(app, '202611', pendientes(app.clock(), [180]))
  await app.app.services.tableros.look()
  /** Sessions are of the moment: the clock moves. */
  async function login(email = 'dueno0@example.cl') {
    const { access_token } = (await app.post('/auth/login', { email, password: PASSWORD }, {})).body
    return { authorization: `Bearer ${access_token}` }
  }
  return {
    ...{ app, sent, server },
    onSend(act: () => Promise<unknown>): void {
      server.onSend = act
    },
    put: async (over: object = {}, email?: string) =>
      app.put(RUTA, { ...AJUSTE, ...over }, await login(email)),
    state: async () => (await app.get(RUTA, await login())).body.data,
    probe: async () => app.post(`${RUTA}/probar`, undefined, await login()),
    /** A look at an hour of Chile. */
    async at(local: string): Promise<string[]> {
      app.setNow(new Date(`${local}-03:00`).toISOString())
      await app.app.services.avisos.look()
      return sent.splice(0).map(({ para, asunto }) => `${para}: ${asunto}`)
    },
  }
}
const PASAJERA = { permanente: false, enlace: true }
const ASUNTO = 'Timbre: 1 plazo termina hoy y 1 empresa con algo urgente'
const URGENTE = `dueno0@example.cl: ${ASUNTO}`

describe('the daily mail', () => {
  test('is off until a person turns it on, and then comes once a day, at its hour and not before', async () => {
    const { at, put } = await firma()
    expect(await at('2026-11-27T07:30:00')).toEqual([])
    await put({ hora: '08:00' })
    expect(await at('2026-11-27T07:59:00')).toEqual([])
    expect(await at('2026-11-27T08:00:00')).toEqual([URGENTE])
    expect(await at('2026-11-27T08:01:00')).toEqual([])
    // Another hour, off and on again: the day was told.
    await put({ hora: '09:00' })
    await put({ activo: false })
    await put({ hora: '10:00' })
    expect(await at('2026-11-27T10:00:00')).toEqual([])
  })

  test('first tells what ends that day, has no amounts, and where it is turned off', async () => {
    const { app, sent, put } = await firma()
    await put()
    app.setNow('2026-11-27T10:30:00.000Z')
    await app.app.services.avisos.look()
    const { texto, baja } = sent[0]!
    expect(texto).toMatch(/^Termina hoy\n.*compra por aceptar o reclamar\n\nUrgente \(1 empresa\)\n/)
    expect(texto).toContain('https://timbre.example.cl/app/firma\n')
    expect(texto).not.toMatch(/\$|monto/)
    expect(baja).toBe('https://timbre.example.cl/app/firma/vencimientos')
  })

  test('tells of no series that issues today: nothing ends', async () => {
    const { app, at, put } = await firma()
    const regla = { cada: 'mes', dias: [27], desde: '2026-11-27' }
    const { status } = await app.post('/v1/recurrentes', { nombre: 'Soporte', regla, solicitud: factura() })
    expect(status).toBe(201)
    await app.app.services.tableros.look()
    await put()
    expect(await at('2026-11-27T07:30:00')).toEqual([URGENTE])
  })

  test('does not come where nothing waits, nor on a holiday, nor for a day that passed meanwhile', async () => {
    const { state, at, put } = await firma()
    await put()
    // Saturday; on Monday the purchase is accepted by silence, and the server was down on the days before.
    expect(await at('2026-11-28T08:00:00')).toEqual([])
    expect(await at('2026-12-10T08:00:00')).toEqual([])
    expect((await state()).enviado_en).toBeNull()
  })

  test('is tried again while the day lasts where the mail server did not take it, and says why', async () => {
    const { at, put, server, state } = await firma({ broken: true })
    await put()
    expect(await at('2026-11-27T07:30:00')).toEqual([])
    expect((await state()).falla).toBe('El servidor de correo no respondió a tiempo')
    server.broken = false
    expect(await at('2026-11-27T07:40:00')).toEqual([])
    expect(await at('2026-11-27T07:45:00')).toEqual([URGENTE])
    expect(await state()).toMatchObject({ falla: null, enviado_en: '2026-11-27T10:45:00.000Z' })
    expect(await at('2026-11-27T08:30:00')).toEqual([])
  })

  test('goes on trying though its settings change, and no fault outlives its day', async () => {
    const { at, put, server, state } = await firma({ broken: true })
    await put({ dias: 'todos' })
    await at('2026-11-27T07:30:00')
    await put({ dias: 'todos', minima: 'aviso' })
    expect((await state()).falla).toBe('El servidor de correo no respondió a tiempo')
    server.broken = false
    expect(await at('2026-11-27T07:45:00')).toEqual([URGENTE])
    server.broken = true
    await at('2026-11-28T07:30:00')
    expect((await at('2026-11-28T23:00:00')) && (await state()).falla).toBeString()
    await at('2026-11-29T06:00:00')
    expect((await state()).falla).toBeNull()
  })

  test('comes no second time where only the note of it could not be written', async () => {
    const { app, at, put } = await firma()
    await put()
    app.store.client.exec(
      `CREATE TEMP TRIGGER falla BEFORE UPDATE OF enviado_at ON firma_aviso BEGIN SELECT RAISE(ABORT, 'no'); END`,
    )
    await expect(at('2026-11-27T07:30:00')).rejects.toThrow('no')
    app.store.client.exec('DROP TRIGGER falla')
    expect(await at('2026-11-27T07:50:00')).toEqual([URGENTE])
    expect(await at('2026-11-27T08:30:00')).toEqual([])
  })

  test('is not told to a person who turned it off while the mails before it left', async () => {
    const { app, at, put, onSend } = await firma()
    const email = 'otra@example.cl'
    await invitePerson(app, app.tenant.session, 'administrador', { email })
    await put({ hora: '07:00' })
    await put({ hora: '07:30' }, email)
    await at('2026-11-27T06:59:00')
    onSend(() => put({ activo: false }, email))
    expect(await at('2026-11-27T08:00:00')).toEqual([URGENTE])
  })

  test('tells a person of what that person may see by then, and of nothing else', async () => {
    const { app, at, put, sent } = await firma()
    const email = 'lectora@example.cl'
    await invitePerson(app, app.tenant.session, 'lector', { email })
    sent.length = 0
    await put({}, email)
    const people = (await app.get('/v1/usuarios', app.tenant.session)).body.data
    const { id } = people.find((one: { email: string }) => one.email === email)
    await app.put(`/v1/usuarios/${id}`, { permisos_quitados: ['rcv:leer'] }, app.tenant.session)
    expect(await at('2026-11-27T07:30:00')).toEqual([])
  })

  test('tells of nothing that moved into another server: that one does (areas/exportaciones §5)', async () => {
    for (const whole of [false, true]) {
      const { app, at, put, probe } = await firma()
      await put()
      const login = { email: 'dueno0@example.cl', password: PASSWORD }
      const { access_token } = (await app.post('/auth/login', login, {})).body
      const frase = 'ocho palabras que nadie más junta'
      const body = {
        ...{ mudanza: true, frase, password: PASSWORD },
        ...(!whole && { empresas: [app.tenant.empresaId] }),
      }
      const session = { authorization: `Bearer ${access_token}` }
      expect((await app.post('/v1/cuenta/exportaciones', body, session)).status).toBe(201)
      expect(await at('2026-11-27T07:30:00')).toEqual([])
      if (!whole) expect((await probe()).body.data.vacio).toBe(true)
    }
  })

  test('may be tried at once, also where nothing waits', async () => {
    const { app, sent, probe } = await firma()
    expect((await probe()).body.data).toEqual({ para: 'dueno0@example.cl', vacio: false })
    app.setNow('2026-12-10T12:00:00.000Z')
    expect((await probe()).body.data.vacio).toBe(true)
    expect(sent.map(({ asunto }) => asunto)).toEqual([ASUNTO, 'Timbre: nada espera hoy'])
  })

  test('cannot be turned on where the server sends no mail (409)', async () => {
    const { put, probe } = await firma({ withMail: false })
    expect((await put()).body).toMatchObject({ code: 'INVALID_STATE' })
    expect((await put({ activo: false })).status).toBe(200)
    expect((await probe()).status).toBe(409)
  })
})
