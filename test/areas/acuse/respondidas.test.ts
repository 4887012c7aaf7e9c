// Documents pending in the register and answered from here since its reading are told beside every count
// (http §27.4).

import { expect, test } from 'bun:test'
import { importar } from '../rcv/archivos'
import { BASE, createEscena, pendientes } from './escena'

test('the list has one less, and register, cuadratura and F29 say which of theirs was answered', async () => {
  const { app, receptor, registrar } = await createEscena(2)
  const who = receptor.key
  await importar(app, '202611', pendientes(app.time.now, [100, 90]), '', who)
  const tramo = async () =>
    (await app.get('/v1/rcv/202611', who)).body.data.sincronizacion.tramos.find(
      (one: { estado_contable: string }) => one.estado_contable === 'PENDIENTE',
    )
  expect(await tramo()).not.toHaveProperty('respondidas_aqui')
  expect((await registrar(1, 'ERM')).body.ok).toBe(true)
  await registrar(1, 'ACD')
  await app.drainJobs()
  const { paginacion } = (await app.get(`${BASE}/pendientes`, who)).body
  expect(paginacion.total).toBe(1)
  // Two acts over one document are one answer.
  expect(await tramo()).toMatchObject({ documentos: 2, respondidas_aqui: 1 })
  const { compras } = (await app.get('/v1/rcv/202611/cuadratura', who)).body.data
  expect(compras).toMatchObject({ pendientes: 2, respondidas_aqui: 1 })
  const { advertencias } = (await app.get('/v1/rcv/202611/f29', who)).body.data
  expect(advertencias[0].mensaje).toEndWith(
    '2 compras esperan su aceptación y no están en el crédito; una respondida aquí desde esa lectura: traiga el mes otra vez',
  )
})
