// A folio ledger over a memory database, with companies and a clock that tests move.

import { createFolios } from '../../../src/areas/folios'
import type { NewId } from '../../../src/base/id'
import type { Ambiente } from '../../../src/domain/ambiente'
import { openStore } from '../../../src/store/store'
import { type CafParts, cafFile } from '../../support/caf'
import { emptyDatabase } from '../../support/empty-database'

export const EMPRESA = 'emp_1'
/** Same RUT as EMPRESA, in another account. */
export const GEMELA = 'emp_2'
/** Another RUT, in the first account. */
export const OTRA = 'emp_3'
export const RUT = '76543210-3'
export const RUT_OTRA = '77777777-7'

/** Ids in order: `caf_0001`. */
export function sequentialIds(): NewId {
  let count = 0
  return (prefix) => `${prefix}_${String(++count).padStart(4, '0')}`
}

export function testLibro(at = '2026-11-20T15:00:00Z') {
  let now = new Date(at)
  const clock = () => now
  const newId = sequentialIds()
  const store = openStore({ path: emptyDatabase(), masterKey: new Uint8Array(32).fill(1), clock })
  const { client } = store
  const account = client.prepare("INSERT INTO cuenta (id, nombre, email, created_at) VALUES (?, '', '', ?)")
  const company = client.prepare(
    `INSERT INTO empresa (id, cuenta_id, rut, razon_social, giro, direccion, comuna, ambiente, created_at)
     VALUES (?, ?, ?, 'Pan & Vino Ltda.', 'Ventas', 'Calle 1', 'Ñuñoa', 'simulacion', ?)`,
  )
  for (const id of ['cta_1', 'cta_2']) account.run(id, at)
  company.run(EMPRESA, 'cta_1', RUT, at)
  company.run(GEMELA, 'cta_2', RUT, at)
  company.run(OTRA, 'cta_1', RUT_OTRA, at)
  const folios = createFolios({ store, clock, newId, eventos: { emit() {} }, enqueue: () => 'job_0' })
  const hoy = () => now.toISOString().slice(0, 10)
  // By hand: folios in any state at once, without signing a document for each.
  const insertJob = client.prepare(
    `INSERT INTO job (id, kind, empresa_id, ambiente, grupo, estado, created_at, queued_at, error)
     VALUES (?, 'dte.emitir', ?, 'simulacion', 'g', ?, 0, 0, ?)`,
  )
  const insertDocumento = client.prepare(
    `INSERT INTO documento (id, empresa_id, ambiente, tipo_dte, folio, caf_id, job_id, fecha_emision, rut_emisor,
       rut_receptor, monto_total, saldo, folio_estado, created_at)
     VALUES (?, ?, 'simulacion', ?, ?, ?, ?, ?, ?, '66666666-6', 1, 1, ?, ?)`,
  )
  return {
    store,
    folios,
    clock,
    newId,
    setNow: (text: string) => {
      now = new Date(text)
    },
    /** Loads a CAF of EMPRESA, or of whoever `titular` says. */
    load: (parts: CafParts = {}, empresaId = EMPRESA, ambiente: Ambiente = 'simulacion') =>
      folios.load(cafFile(parts), { empresaId, ambiente }, 'carga', 'primero'),
    /** Takes a folio in a transaction of its own, as an emission does. */
    take: (tipoDte = 33, fecha = hoy(), empresaId = EMPRESA) =>
      client
        .transaction(() => folios.reserve({ empresaId, ambiente: 'simulacion' }, tipoDte, fecha))
        .immediate()?.folio ?? null,
    release: (folio: number, cafId: string, tipoDte = 33) =>
      client
        .transaction(() => folios.free({ empresaId: EMPRESA, ambiente: 'simulacion', tipoDte, folio, cafId }))
        .immediate(),
    /** A document row that bears a folio, as emission leaves it. */
    addDocumento: (
      folio: number,
      cafId: string,
      { tipoDte = 33, estado = 'tomado', error = null as string | null, at = now.toISOString() } = {},
    ): string => {
      const jobId = newId('job')
      insertJob.run(jobId, EMPRESA, estado === 'tomado' ? 'pending' : 'discarded', error)
      insertDocumento.run(
        newId('doc'),
        EMPRESA,
        tipoDte,
        folio,
        cafId,
        jobId,
        at.slice(0, 10),
        RUT,
        estado,
        at,
      )
      return jobId
    },
  }
}
