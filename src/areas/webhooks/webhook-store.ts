// Webhooks as rows. Their secrets are sealed and come out only to sign.

import { and, count, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Titular } from '../../domain/titular'
import type { Store } from '../../store/store'
import { webhook } from '../../store/tables/webhook'
import { prepareWebhooks } from './statements'

type Row = typeof webhook.$inferSelect

export interface Webhook
  extends Pick<
    Row,
    'id' | 'empresaId' | 'ambiente' | 'url' | 'eventos' | 'descripcion' | 'activo' | 'motivoInactivo'
  > {
  /** The first failure since the last success. */
  fallandoDesde: Date | null
  createdAt: Date
  updatedAt: Date
}

export type WebhookStore = ReturnType<typeof createWebhookStore>

export function createWebhookStore({ client, db, secrets }: Store) {
  const { active, failing, healthy } = prepareWebhooks(client)
  const living = (which: SQL | undefined) => and(which, isNull(webhook.deletedAt))
  const own = ({ empresaId, ambiente }: Titular) =>
    living(and(eq(webhook.empresaId, empresaId), eq(webhook.ambiente, ambiente)))
  const counted = (where: SQL | undefined): number =>
    db.select({ n: count() }).from(webhook).where(where).get()!.n
  const one = (where: SQL | undefined): Webhook | null => {
    const row = db.select().from(webhook).where(where).get()
    return row ? fromRow(row) : null
  }
  const set = (id: string, values: Partial<Row>): void =>
    void db.update(webhook).set(values).where(eq(webhook.id, id)).run()
  const place = (column: 'secreto_cifrado' | 'anterior_cifrado', id: string) => ({
    table: 'webhook',
    column,
    id,
  })
  // Each delivery is signed.
  const secretsOf = db
    .select({
      secreto: webhook.secretoCifrado,
      anterior: webhook.anteriorCifrado,
      anteriorHasta: webhook.anteriorHasta,
    })
    .from(webhook)
    .where(living(eq(webhook.id, sql.placeholder('id'))))
    .prepare()

  /** The secrets that sign at `now`, the present one first. */
  function secretos(id: string, now: Date): [string, ...string[]] {
    const { secreto, anterior, anteriorHasta } = secretsOf.get({ id })!
    const present = secrets.open(place('secreto_cifrado', id), secreto!).toString()
    if (anteriorHasta === null || anteriorHasta <= now.getTime()) return [present]
    return [present, secrets.open(place('anterior_cifrado', id), anterior!).toString()]
  }

  return {
    /** Newest first. */
    list: (dueno: Titular, limit: number, offset: number): Webhook[] =>
      db
        .select()
        .from(webhook)
        .where(own(dueno))
        .orderBy(desc(webhook.id))
        .limit(limit)
        .offset(offset)
        .all()
        .map(fromRow),
    count: (dueno: Titular): number => counted(own(dueno)),
    /** In all environments. */
    countCompany: (empresaId: string): number => counted(living(eq(webhook.empresaId, empresaId))),
    find: (dueno: Titular, id: string): Webhook | null => one(and(own(dueno), eq(webhook.id, id))),
    byId: (id: string): Webhook | null => one(living(eq(webhook.id, id))),
    /** The webhooks that a new event of the company may concern. */
    active: (empresaId: string) =>
      active
        .all(empresaId)
        .map(({ id, ambiente, eventos }) => ({ id, ambiente, eventos: JSON.parse(eventos) as string[] })),
    insert({ createdAt, updatedAt, ...rest }: Webhook, secreto: string): void {
      const secretoCifrado = secrets.seal(place('secreto_cifrado', rest.id), secreto)
      const [created, updated] = [createdAt.getTime(), updatedAt.getTime()]
      db.insert(webhook)
        .values({ ...rest, fallandoDesde: null, secretoCifrado, createdAt: created, updatedAt: updated })
        .run()
    },
    update({ id, url, eventos, descripcion, activo, motivoInactivo, ...at }: Webhook): void {
      const fallandoDesde = at.fallandoDesde?.getTime() ?? null
      const updatedAt = at.updatedAt.getTime()
      set(id, { url, eventos, descripcion, activo, motivoInactivo, fallandoDesde, updatedAt })
    },
    secretos,
    rotate(id: string, secreto: string, anteriorHasta: Date, now: Date): void {
      set(id, {
        secretoCifrado: secrets.seal(place('secreto_cifrado', id), secreto),
        anteriorCifrado: secrets.seal(place('anterior_cifrado', id), secretos(id, now)[0]),
        anteriorHasta: anteriorHasta.getTime(),
        updatedAt: now.getTime(),
      })
    },
    remove: (id: string, now: Date): void =>
      set(id, {
        deletedAt: now.getTime(),
        activo: false,
        secretoCifrado: null,
        anteriorCifrado: null,
        anteriorHasta: null,
      }),
    markFailing: (id: string, now: Date): void => void failing.run(now.getTime(), id),
    markHealthy: (id: string): void => void healthy.run(id),
  }
}

const fromRow = (row: Row): Webhook => ({
  id: row.id,
  empresaId: row.empresaId,
  ambiente: row.ambiente,
  url: row.url,
  eventos: row.eventos,
  descripcion: row.descripcion,
  activo: row.activo,
  motivoInactivo: row.motivoInactivo,
  fallandoDesde: row.fallandoDesde === null ? null : new Date(row.fallandoDesde),
  createdAt: new Date(row.createdAt),
  updatedAt: new Date(row.updatedAt),
})
