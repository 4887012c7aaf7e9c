// A set when the process dies, the SII is lost or a person steps in: whole or not at all, the same bytes, once (jobs §10).

import { describe, expect, test } from 'bun:test'
import { inTempDir } from '../../cli/spawn'
import { copyOf } from '../../support/copia'
import { discard, emit, fail, heal, libro, outlastAttempts, retry } from '../../support/emision'
import { boleta } from '../../support/emisor'
import { FOLIOS_BASICO, issueSet } from '../../support/set'
import { longGiro, tamper } from '../../support/tamper'
import { type CompanyApp, successor, testAppWithFolios, type Wire } from '../../support/test-app'

type Emitido = Awaited<ReturnType<typeof issueSet>>

const envioOf = ({ app }: CompanyApp, { envioId }: Emitido) => app.services.dte.envioOfSet(envioId)!
const drain = (app: CompanyApp) => app.app.services.runner.drain()

/** The frozen bytes of the documents of a set, in its order. */
const xmlOf = ({ app }: CompanyApp, { documentos }: Emitido) =>
  documentos.map(({ id }) => app.services.dte.documentos.xml({ id }))

/** All of the set at the SII, in its order, in one envelope and accepted. */
async function expectOnce(app: CompanyApp, set: Emitido): Promise<void> {
  expect(envioOf(app, set).estado).toBe('aceptado')
  const { envios, documentos } = await libro(app)
  expect(envios).toHaveLength(1)
  const arrived = [...documentos].sort((a, b) => a.orden - b.orden)
  expect(arrived.map(({ tipo_dte, folio }) => [tipo_dte, folio])).toEqual(
    set.documentos.map(({ tipoDte, folio }) => [tipoDte, folio]),
  )
}

describe('a death', () => {
  test('right after the set was accepted, or with no document signed, loses nothing', async () => {
    const app = await testAppWithFolios({ folios: FOLIOS_BASICO })
    const set = await issueSet(app)
    const later = await successor(app)
    await later.settle()
    await expectOnce(later, set)
  })

  test('between the freezing of documents and of their envelope keeps their bytes', async () => {
    const app = await testAppWithFolios({ folios: FOLIOS_BASICO })
    const set = await issueSet(app)
    app.store.client.exec(
      "CREATE TRIGGER no_sobre BEFORE INSERT ON envio BEGIN SELECT RAISE(ABORT, 'no'); END",
    )
    await drain(app)
    const frozen = xmlOf(app, set)
    expect(frozen).not.toContain(null)
    app.store.client.exec('DROP TRIGGER no_sobre')
    const later = await successor(app)
    await later.settle()
    await expectOnce(later, set)
    expect(xmlOf(later, set)).toEqual(frozen)
  })

  test('at the door asks first and brings the same bytes', async () => {
    const reached = Promise.withResolvers<void>()
    const hang: Wire = async (url, _, pass) => {
      if (!url.endsWith('DTEUpload')) return pass()
      reached.resolve()
      return new Promise(() => {})
    }
    const app = await testAppWithFolios({ folios: FOLIOS_BASICO, wire: hang })
    const set = await issueSet(app)
    void drain(app)
    await reached.promise
    const bytes = envioOf(app, set).xml()!
    const later = await successor(app)
    later.app.services.runner.rescue()
    await later.settle()
    await expectOnce(later, set)
    expect(Buffer.compare(envioOf(later, set).xml()!, bytes)).toBe(0)
  })

  test('after the SII had it, its answer lost, brings nothing a second time', async () => {
    const app = await testAppWithFolios({ folios: FOLIOS_BASICO })
    await fail(app, 'envio', 'corte_despues_de_guardar', 1)
    const set = await issueSet(app)
    await drain(app)
    const later = await successor(app)
    later.advance(60_000)
    await later.settle()
    await expectOnce(later, set)
  })

  test('that had its jobs wait apart brings none of them before the last', async () => {
    const app = await testAppWithFolios({ folios: FOLIOS_BASICO })
    const set = await issueSet(app)
    const wait = app.store.client.prepare('UPDATE job SET run_at = ? WHERE id = ?')
    const at = app.clock().getTime()
    for (const [i, { jobId }] of envioOf(app, set).documentos.entries())
      if (i % 2) wait.run(at + i * 60_000, jobId)
    await drain(app)
    expect((await libro(app)).envios).toEqual([])
    app.advance(7 * 60_000 + 1)
    await app.settle()
    await expectOnce(app, set)
  })
})

describe('a lost way to the SII', () => {
  test.each(['corte_antes', 'corte_despues_de_guardar', 'http_503'])(
    '%s: the same bytes, once',
    async (falla) => {
      const app = await testAppWithFolios({ folios: FOLIOS_BASICO })
      await fail(app, 'envio', falla, 2)
      const set = await issueSet(app)
      await drain(app)
      const bytes = envioOf(app, set).xml()!
      expect(envioOf(app, set).estado).toBe('en_cola')
      await app.settle()
      await expectOnce(app, set)
      expect(Buffer.compare(envioOf(app, set).xml()!, bytes)).toBe(0)
    },
  )

  test('of boletas is asked and told by the way of documents', async () => {
    const app = await testAppWithFolios({ folios: { 39: 2 } })
    await fail(app, 'envio', 'corte_despues_de_guardar', 1)
    const dos = [1, 2].map((n) => ({
      caso: n,
      solicitud: boleta({ referencias: [{ codigo: 'SET', razon: `CASO-${n}` }] }),
    }))
    const set = await issueSet(app, dos, { sobre: 'EnvioBOLETA' })
    await app.settle()
    await expectOnce(app, set)
  })

  test('that outlasts its attempts stops it whole, and a retry of one document brings all of it', async () => {
    const app = await testAppWithFolios({ folios: FOLIOS_BASICO })
    await fail(app, 'semilla', 'http_503')
    const set = await issueSet(app)
    await outlastAttempts(app)
    expect(envioOf(app, set).estado).toBe('detenido')
    await heal(app)
    await retry(app, envioOf(app, set).documentos[0]!.jobId)
    await app.settle()
    await expectOnce(app, set)
  })

  test('is tried again at once for all of it when a person asks for one document', async () => {
    const app = await testAppWithFolios({ folios: FOLIOS_BASICO })
    await fail(app, 'semilla', 'http_503')
    const set = await issueSet(app)
    for (let i = 0; i < 4; i++) {
      await app.drainJobs()
      app.advance(3_700_000)
    }
    await app.drainJobs()
    await heal(app)
    await retry(app, envioOf(app, set).documentos[3]!.jobId)
    await app.drainJobs()
    expect(envioOf(app, set).trackId).not.toBeNull()
  })
})

describe('what ends a set', () => {
  test('a document that cannot be signed stops all of it, unsent', async () => {
    const app = await testAppWithFolios({ folios: FOLIOS_BASICO })
    const set = await issueSet(app)
    tamper(app, 4, longGiro)
    const later = await successor(app)
    await later.settle()
    const { estado, documentos } = envioOf(later, set)
    expect(estado).toBe('detenido')
    expect(new Set(documentos.map(({ error }) => error?.error))).toEqual(
      new Set([expect.stringContaining('Del set falla el documento tipo 33 folio 4') as unknown as string]),
    )
    expect((await libro(later)).envios).toEqual([])
  })

  test('one that is given up keeps the rest from travelling, and its folio free for another', async () => {
    const app = await testAppWithFolios({ folios: FOLIOS_BASICO })
    await fail(app, 'envio', 'sin_permiso', 1)
    const set = await issueSet(app)
    await app.drainJobs()
    const jobs = envioOf(app, set).documentos.map(({ jobId }) => jobId)
    expect((await discard(app, jobs[3]!, true)).status).toBe(200)
    await retry(app, jobs[0]!)
    await app.settle()
    const { estado, documentos } = envioOf(app, set)
    expect(estado).toBe('detenido')
    expect(documentos[0]!.error?.error).toContain('El documento tipo 33 folio 4 del set se descartó')
    await emit(app)
    await app.settle()
    const { documentos: arrived } = await libro(app)
    expect(arrived.map(({ tipo_dte, folio }: Record<string, number>) => [tipo_dte, folio])).toEqual([[33, 4]])
  })

  test('the end of its day before it was sealed', async () => {
    const app = await testAppWithFolios({ folios: FOLIOS_BASICO })
    const set = await issueSet(app)
    app.advance(24 * 3_600_000)
    await app.settle()
    expect(envioOf(app, set).estado).toBe('detenido')
    expect(envioOf(app, set).documentos[0]!.error?.error).toContain('ese día terminó')
    expect((await libro(app)).envios).toEqual([])
  })
})

describe('another person who signs by now', () => {
  const other = async (app: CompanyApp) => {
    const issued = await app.post('/simulador/certificados', { rut: '12345678-5', nombre: 'Otra Persona' })
    app.advance(1000)
    await app.post(`/v1/empresa/${app.tenant.empresaId}/certificado`, issued.body.data)
  }

  test('seals it anew where it never travelled', async () => {
    const app = await testAppWithFolios({ folios: FOLIOS_BASICO })
    await fail(app, 'semilla', 'http_503', 9)
    const set = await issueSet(app)
    await drain(app)
    expect(envioOf(app, set).xml()).not.toBeNull()
    await heal(app)
    await other(app)
    await app.settle()
    await expectOnce(app, set)
  })

  test('does not take what may have travelled into another envelope', async () => {
    const app = await testAppWithFolios({ folios: FOLIOS_BASICO })
    await fail(app, 'envio', 'corte_antes', 1)
    const set = await issueSet(app)
    await drain(app)
    await other(app)
    await app.settle()
    expect(envioOf(app, set).estado).toBe('detenido')
    expect(envioOf(app, set).documentos[0]!.error?.error).toContain('lo firmó otra persona')
    expect((await libro(app)).envios).toEqual([])
  })
})

describe('an old copy of the database', () => {
  test('that holds the set sealed brings it once, whoever sent it', () =>
    inTempDir(async (dir) => {
      const app = await testAppWithFolios({ folios: FOLIOS_BASICO })
      await fail(app, 'semilla', 'http_503', 9)
      const set = await issueSet(app)
      await drain(app)
      await heal(app)
      const open = copyOf(app, dir)
      await app.settle()
      const copy = await open()
      await copy.settle()
      await expectOnce(copy, set)
      expect(envioOf(copy, set).trackId).toBe(envioOf(app, set).trackId)
    }))

  test('that holds it unsigned while the SII has its folios stops it whole', () =>
    inTempDir(async (dir) => {
      const app = await testAppWithFolios({ folios: FOLIOS_BASICO })
      const set = await issueSet(app)
      const open = copyOf(app, dir)
      await app.settle()
      const copy = await open()
      await copy.settle()
      expect(envioOf(copy, set).estado).toBe('detenido')
      expect(envioOf(copy, set).documentos[0]!.error?.code).toBe('CONFLICT')
      expect((await libro(app)).envios).toHaveLength(1)
    }))

  test('that holds what never left sends it', () =>
    inTempDir(async (dir) => {
      const app = await testAppWithFolios({ folios: FOLIOS_BASICO })
      const set = await issueSet(app)
      const copy = await copyOf(app, dir)()
      await copy.settle()
      await expectOnce(copy, set)
    }))
})
