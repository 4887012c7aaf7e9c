// The matters that wait for a person beyond issuing, in one company and in all of a firm (http §21).

import { expect, test } from 'bun:test'
import { createEscena, pendientes, spyReclamo } from '../acuse/escena'
import { importar } from '../rcv/archivos'

const DAY = 86_400_000

test('operations that stopped are told where they are listed, to who may read that list', async () => {
  const { spy, wire } = spyReclamo()
  const { app, receptor, registrar } = await createEscena(1, { wire })
  spy.down = true
  const { body } = await registrar(1, 'ERM')
  const stop = "UPDATE job SET estado = 'dlq', run_at = NULL WHERE kind = 'acuse.registrar'"
  app.store.client.prepare(stop).run()
  const told = async (headers: Record<string, string>) =>
    (await app.get('/v1/resumen', headers)).body.data.atencion.filter(
      ({ asunto }: { asunto: string }) => asunto === 'operaciones_detenidas',
    )
  const [asunto, ...others] = await told(receptor.key)
  expect(others).toEqual([])
  expect(asunto).toMatchObject({ cantidad: 1, tipos: [{ tipo: 'acuse.registrar', cantidad: 1 }] })
  const listed = await app.get(asunto.enlace, receptor.key)
  expect(listed.body.data.map(({ id }: { id: string }) => id)).toEqual([body.data.job_id])
  // The other side of the same document has nothing to do with it.
  expect(await told(app.tenant.key)).toEqual([])
  const created = await app.post(
    '/v1/apikeys',
    { nombre: 'sólo emite', empresa_id: receptor.empresaId, scopes: ['dte:leer'] },
    receptor.session,
  )
  expect(await told({ 'x-api-key': created.body.data.api_key })).toEqual([])
})

test('received documents whose eight days end within three are counted, with the first end', async () => {
  const { app, receptor } = await createEscena(0)
  const now = app.time.now
  await importar(app, '202611', pendientes(now, [10, 130, 150, 191]), '', receptor.key)
  const { atencion, empresas } = (await app.get('/v1/resumen?empresas=true', receptor.session)).body.data
  const [asunto] = atencion.filter((one: { asunto: string }) => one.asunto === 'acuses_por_vencer')
  expect(asunto).toMatchObject({
    cantidad: 3,
    pendientes: 4,
    vence_el: new Date(now.getTime() + 3_600_000).toISOString().replace('.000Z', 'Z'),
  })
  expect((await app.get(asunto.enlace, receptor.key)).body.paginacion.total).toBe(3)
  // As the list and the register itself count them.
  expect((await app.get('/v1/dte/acuse/pendientes', receptor.key)).body.paginacion.total).toBe(4)
  expect(empresas[0].atencion).toContainEqual(asunto)
  app.advance(DAY * 8)
  expect((await app.get('/v1/resumen', receptor.key)).body.data.atencion).toEqual([])
})
