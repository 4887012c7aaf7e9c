// The mail about a second factor that became another (http §14.1).

import { expect, test } from 'bun:test'
import { invitePerson } from '../../support/personas'
import { withFactor } from '../../support/segundo-factor'
import { PASSWORD, testAppWithCompany } from '../../support/test-app'

interface Mensaje {
  para: string
  asunto: string
  texto: string
}

const mailed = async (fails = false) => {
  const sent: Mensaje[] = []
  const app = await testAppWithCompany({
    correo: {
      async send(mensaje) {
        sent.push(mensaje)
        if (fails) throw new Error('the mail server is down')
      },
      verify: async () => {},
    },
  })
  return { app, sent, told: () => sent.splice(0).map(({ para, texto }) => `${para}: ${texto.split(',')[0]}`) }
}

test('a person is told of each change of his second factor, and of no log-in by it', async () => {
  const { app, told } = await mailed()
  const { session } = app.tenant
  const { now } = await withFactor(app, session)
  expect(told()).toEqual(['dueno0@example.cl: Se activó una aplicación de códigos'])
  await app.post('/auth/segundo-factor/confirmar', { codigo: now() }, session)
  expect(told()).toEqual([])
  await app.post('/auth/segundo-factor/codigos', { password: PASSWORD }, session)
  expect(told()).toEqual(['dueno0@example.cl: Se hicieron códigos de recuperación nuevos'])
  await app.post('/auth/segundo-factor/quitar', { password: PASSWORD }, session)
  expect(told()).toEqual(['dueno0@example.cl: Se quitó la aplicación de códigos'])
})

test('so is one whose factor another person takes away', async () => {
  const { app, sent, told } = await mailed()
  const other = await invitePerson(app, app.tenant.session, 'emisor')
  await withFactor(app, other.session)
  sent.length = 0
  const { status, body } = await app.request('DELETE', `/v1/usuarios/${other.id}/segundo-factor`, {
    headers: app.tenant.session,
  })
  expect({ status, body }).toMatchObject({ status: 204 })
  expect(told()).toEqual([`${other.email}: Quien administra la cuenta quitó el segundo factor`])
})

test('a mail that does not leave is no reason to fail', async () => {
  const { app, sent } = await mailed(true)
  await withFactor(app, app.tenant.session)
  expect(sent).toHaveLength(1)
})

test('it says to delete the keys of a stranger, which outlive password and sessions', async () => {
  const { app, sent } = await mailed()
  await withFactor(app, app.tenant.session)
  expect(sent[0]!.texto).toContain('elimine las llaves de acceso que no conozca')
})
