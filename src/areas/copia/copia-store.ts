// Copies on disk, and what their companies want of them. Writers run inside the caller's transaction.

import { and, desc, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import type { Store } from '../../store/store'
import { cliente } from '../../store/tables/cliente'
import { copia } from '../../store/tables/copia'
import { empresa } from '../../store/tables/empresa'
import { job } from '../../store/tables/job'
import { ocurrencia, serie } from '../../store/tables/serie'

/** `origen` is `manual` when a person asked for it. */
export type Copia = typeof copia.$inferSelect

/** A company's data in its mails; `emailIntercambio` is its mailbox for exchange. */
export type Remitente = Pick<typeof empresa.$inferSelect, 'envioReceptor' | 'emailIntercambio' | 'email'>

type EnvioReceptor = Remitente['envioReceptor']

export function createCopiaStore({ db }: Pick<Store, 'db'>) {
  /** Whether the copy was where it had to be. */
  const move = (id: string, from: Copia['estado'], to: Partial<Copia>): boolean =>
    db
      .update(copia)
      .set(to)
      .where(and(eq(copia.id, id), eq(copia.estado, from)))
      .run().changes === 1
  const to = (documentoId: string, destinatario: string) =>
    and(eq(copia.documentoId, documentoId), eq(copia.destinatario, destinatario))
  // Every document that is judged asks.
  const remitente = db
    .select({
      envioReceptor: empresa.envioReceptor,
      emailIntercambio: empresa.emailIntercambio,
      email: empresa.email,
    })
    .from(empresa)
    .where(eq(empresa.id, sql.placeholder('empresaId')))
    .prepare()
  const intercambio = db
    .select({ email: cliente.emailIntercambio })
    .from(cliente)
    .where(
      and(
        eq(cliente.empresaId, sql.placeholder('empresaId')),
        eq(cliente.rut, sql.placeholder('rut')),
        // Not of foreigners, who exchange nothing.
        eq(cliente.numId, ''),
        isNull(cliente.eliminadoEn),
      ),
    )
    .prepare()
  const deSerie = db
    .select({ envio: serie.envio })
    .from(ocurrencia)
    .innerJoin(serie, eq(serie.id, ocurrencia.serieId))
    .where(and(eq(ocurrencia.jobId, sql.placeholder('jobId')), isNotNull(ocurrencia.jobId)))
    .prepare()
  const conEnvio = db
    .select({ id: serie.id })
    .from(serie)
    .where(and(eq(serie.empresaId, sql.placeholder('empresaId')), sql`${serie.envio} <> 'empresa'`))
    .limit(1)
    .prepare()
  /** Whether a series of the company says itself when copies leave. */
  const hasOwn = (empresaId: string): boolean => conEnvio.get({ empresaId }) !== undefined
  return {
    insert: (one: typeof copia.$inferInsert) => void db.insert(copia).values(one).run(),
    byJob: (jobId: string) => db.select().from(copia).where(eq(copia.jobId, jobId)).get(),
    /** Whether a copy to the mailbox is on its way (`pendiente`) or got there (`enviada`). */
    living: (documentoId: string, destinatario: string) =>
      db
        .select({ estado: copia.estado })
        .from(copia)
        .where(and(to(documentoId, destinatario), ne(copia.estado, 'fallida')))
        .orderBy(desc(copia.estado))
        .get()?.estado,
    hasAutomatic: (documentoId: string, destinatario: string) =>
      db
        .select({ id: copia.id })
        .from(copia)
        .where(and(to(documentoId, destinatario), sql`${copia.origen} = 'automatica'`))
        .get() !== undefined,
    setSent: (id: string, enviadaAt: string) => move(id, 'pendiente', { estado: 'enviada', enviadaAt }),
    setFailed: (id: string) => move(id, 'pendiente', { estado: 'fallida' }),
    reopen: (id: string) => move(id, 'fallida', { estado: 'pendiente' }),
    remitente: (empresaId: string): Remitente => remitente.get({ empresaId })!,
    /** Whether and when the copy of an emission leaves by itself: as its series says, or else its company. */
    envioOf({ empresa_id, job_id }: { empresa_id: string; job_id: string | null }): EnvioReceptor {
      const own = job_id !== null && hasOwn(empresa_id) && deSerie.get({ jobId: job_id })?.envio
      return !own || own === 'empresa' ? remitente.get({ empresaId: empresa_id })!.envioReceptor : own
    },
    hasOwn,
    /** The mailbox for exchange of a customer (areas/clientes §1). */
    intercambioOf: (empresaId: string, rut: string): string | null =>
      intercambio.get({ empresaId, rut })?.email ?? null,
    /** Whether a person gave the document up, though the SII may have it. */
    givenUp: (emisionId: string) =>
      db
        .select({ id: job.id })
        .from(job)
        .where(and(eq(job.id, emisionId), eq(job.estado, 'discarded')))
        .get() !== undefined,
    /** The last error of a job, in its own words. */
    jobError(jobId: string): string | null {
      const row = db.select({ error: job.error }).from(job).where(eq(job.id, jobId)).get()
      return row?.error ? (JSON.parse(row.error) as { error: string }).error : null
    },
  }
}
