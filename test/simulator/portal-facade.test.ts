// The common shape of the portal's JSON applications, by an application of two methods (simulator §11.5).

import { describe, expect, test } from 'bun:test'
import { facade } from '../../src/simulator/portal/facade'
import type { Sesion } from '../../src/simulator/portal/sesiones'

const NAMESPACE = 'cl.sii.sdi.prueba.FacadeService'
const sesion: Sesion = {
  token: 'abcdefghijklm',
  dueno: '',
  empresa: null,
  rut: '15432198-5',
  metodo: 'clave',
  venceAt: 0,
}
const row = facade({
  app: 'pruebaui',
  namespace: NAMESPACE,
  servicio: 'contribuyente',
  metodos: {
    getSuma: {
      campos: ['a', 'b'],
      answer: (_, { data }) => ({
        codRespuesta: 0,
        propiedades: { data: Number(data.a) + Number(data.b) },
      }),
    },
  },
})
const good = (over: object = {}) => ({
  metaData: {
    namespace: `${NAMESPACE}/getSuma`,
    conversationId: sesion.token,
    transactionId: 't',
    page: null,
  },
  data: { a: 1, b: 2 },
  ...over,
})

async function ask(body: unknown, over: { method?: string; accept?: string; name?: string } = {}) {
  const { method = 'POST', accept = 'application/json, text/plain, */*', name = 'getSuma' } = over
  const path = `/pruebaui/services/data/facadeService/${name}`
  const request = new Request(`http://www4.sii.cl${path}`, {
    method,
    headers: { accept },
    ...(method === 'POST' && { body: JSON.stringify(body) }),
  })
  const parts = row.path.exec(path)!.slice(1)
  const pedido = { request, host: 'www4', lado: 'produccion', path, query: new URLSearchParams(), parts }
  const response = await row.answer({} as never, pedido as never, sesion)
  const text = await response.text()
  return { status: response.status, text, json: text.startsWith('{') ? JSON.parse(text) : null }
}

describe('a facade', () => {
  test('answers with the state, and tells conversation and transaction again', async () => {
    expect((await ask(good())).json).toEqual({
      data: 3,
      metaData: {
        conversationId: sesion.token,
        transactionId: 't',
        namespace: null,
        info: null,
        errors: null,
        page: null,
      },
      respEstado: { codRespuesta: 0, msgeRespuesta: null, codError: null },
    })
  })

  test('refuses method, Accept, name and property as its server does', async () => {
    expect((await ask(good(), { method: 'GET' })).status).toBe(405)
    expect((await ask(good(), { name: 'getNada' })).status).toBe(404)
    const bare = await ask(good(), { accept: 'application/json' })
    expect([bare.status, bare.text.slice(0, 15)]).toEqual([500, 'RESTEASY001530:'])
    const unknown = await ask(good({ data: { a: 1, c: 3 } }))
    expect([unknown.status, unknown.text]).toEqual([
      400,
      `Unrecognized field "c" (Class ${NAMESPACE}.getSumaTo), not marked as ignorable`,
    ])
  })

  test('has no state for an envelope that is badly made', async () => {
    const bad = [null, [], {}, good({ metaData: { namespace: `${NAMESPACE}/otro` } }), good({ data: [] })]
    for (const body of bad) expect((await ask(body)).json).toEqual({ errorMsg: 'Acceso no autorizado!' })
  })

  test('takes an empty conversation and refuses that of another', async () => {
    const of = (conversationId: string) =>
      ask(good({ metaData: { namespace: `${NAMESPACE}/getSuma`, conversationId } }))
    expect((await of('')).json.data).toBe(3)
    expect((await of('otra')).json).toMatchObject({
      data: null,
      respEstado: { msgeRespuesta: 'El token no es valido' },
    })
  })
})
