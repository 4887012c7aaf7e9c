// The right to fetch an archive: of a copy, for a day; of a move, as long as what moved is not opened again here (areas/exportaciones §3, §5).

import { and, desc, eq, lte } from 'drizzle-orm'
import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import { AMBIENTES } from '../../domain/ambiente'
import { AppError, faultsError } from '../../domain/errors'
import type { Store } from '../../store/store'
import { empresa } from '../../store/tables/empresa'
import { exportacion as table } from '../../store/tables/exportacion'
import { markPorConciliar } from '../folios'
import type { Salida } from './archivo'
import type { Llave } from './frase'
import { prepareMudanza } from './statements-mudanza'

const VALE_MS = 24 * 3_600_000

export type Exportacion = typeof table.$inferSelect

/** The person who asks, or nobody where whoever runs the server does. */
interface Actor {
  cuentaId: string
  usuarioId: string | null
}

const place = (id: string) => ({ table: 'exportacion', column: 'clave_cifrada', id })

export function createExportaciones({
  store: { client, db, secrets },
  clock,
  newId,
}: {
  store: Pick<Store, 'client' | 'db' | 'secrets'>
  clock: Clock
  newId: NewId
}) {
  const sql = prepareMudanza(client)

  /** Deleted ones too: their documents are the account's. */
  const companiesOf = (cuentaId: string): string[] =>
    db
      .select({ id: empresa.id })
      .from(empresa)
      .where(eq(empresa.cuentaId, cuentaId))
      .all()
      .map(({ id }) => id)

  const thatLeave = ({
    cuentaId,
    empresas,
  }: Pick<Exportacion, 'cuentaId' | 'empresas'>): readonly string[] =>
    empresas.length ? empresas : companiesOf(cuentaId)

  /** Throws NOT_FOUND. */
  function get(cuentaId: string, id: string): Exportacion {
    const row = db
      .select()
      .from(table)
      .where(and(eq(table.id, id), eq(table.cuentaId, cuentaId)))
      .get()
    if (!row) throw new AppError('NOT_FOUND', 'La exportación no existe')
    return row
  }

  /** Throws VALIDATION_ERROR for companies that the account has not. */
  function checkOwn(cuentaId: string, empresas: readonly string[]): void {
    const own = new Set(companiesOf(cuentaId))
    const faults = empresas.flatMap((id, n) =>
      own.has(id)
        ? []
        : [
            {
              campo: `empresas[${n}]`,
              regla: 'no_existe' as const,
              mensaje: `empresas[${n}] no es una empresa de la cuenta`,
            },
          ],
    )
    if (faults.length) throw faultsError(faults)
  }

  function insert({ cuentaId, usuarioId }: Actor, empresas: readonly string[], more: Partial<Exportacion>) {
    const now = clock()
    const row: Exportacion = {
      ...{ id: newId('exp'), cuentaId, empresas: [...empresas], usuarioId, createdAt: now.toISOString() },
      ...{
        venceAt: new Date(now.getTime() + VALE_MS).toISOString(),
        mudanza: false,
        sal: null,
        claveCifrada: null,
      },
      ...more,
    }
    db.insert(table).values(row).run()
    return row
  }

  return {
    get,
    checkOwn,
    isOver: ({ venceAt }: Exportacion): boolean =>
      venceAt !== null && Date.parse(venceAt) <= clock().getTime(),
    list: (cuentaId: string): Exportacion[] =>
      db
        .select()
        .from(table)
        .where(eq(table.cuentaId, cuentaId))
        .orderBy(desc(table.createdAt), desc(table.id))
        .all(),
    /** Throws VALIDATION_ERROR for companies that the account has not. Call it in a transaction. */
    create(actor: Actor, empresas: readonly string[]): Exportacion {
      checkOwn(actor.cuentaId, empresas)
      return insert(actor, empresas, {})
    },
    /**
     * From here on what goes only reads. Throws as `create`, ACCOUNT_MOVED for what moved already, CONFLICT with the jobs that run: a run
     * that is not over would write behind the archive. Call it in a transaction.
     */
    move(actor: Actor, empresas: readonly string[], { sal, clave }: Llave): Exportacion {
      checkOwn(actor.cuentaId, empresas)
      const these = JSON.stringify(thatLeave({ cuentaId: actor.cuentaId, empresas: [...empresas] }))
      if (sql.moved.all(these).length)
        throw new AppError('ACCOUNT_MOVED', 'Ya se mudó, o una de sus empresas: quite antes esa mudanza')
      const running = sql.running.all(these)
      if (running.length)
        throw new AppError(
          'CONFLICT',
          'Hay trabajos en curso, que están en detalles: repita cuando terminen. Lo que espera su turno o su hora se va en la mudanza',
          { detalles: running.map(({ id, kind, empresa_id }) => ({ job_id: id, tipo: kind, empresa_id })) },
        )
      sql.markEmpresas.run(1, these)
      if (!empresas.length) sql.markCuenta.run(1, actor.cuentaId)
      sql.holdJobs.run(these)
      const id = newId('exp')
      const claveCifrada = secrets.seal(place(id), clave)
      return insert(actor, empresas, { id, mudanza: true, venceAt: null, sal, claveCifrada })
    },
    /**
     * Takes one back. What moved is opened here again: its folios may be taken elsewhere by now, so the SII is asked before the next.
     * Call it in a transaction.
     */
    drop(one: Exportacion): void {
      if (one.mudanza) {
        const companies = thatLeave(one)
        const these = JSON.stringify(companies)
        sql.markEmpresas.run(0, these)
        if (!one.empresas.length) sql.markCuenta.run(0, one.cuentaId)
        sql.freeJobs.run(these)
        for (const empresaId of companies)
          for (const ambiente of AMBIENTES) markPorConciliar(db, { empresaId, ambiente })
      }
      db.delete(table).where(eq(table.id, one.id)).run()
    },
    /** The rows of its archive, as they are now. */
    salidaOf: (
      one: Pick<Exportacion, 'cuentaId' | 'empresas'> &
        Partial<Pick<Exportacion, 'id' | 'sal' | 'claveCifrada'>>,
    ): Salida => ({
      cuentaId: one.cuentaId,
      empresas: thatLeave(one),
      entera: one.empresas.length === 0,
      llave: one.claveCifrada
        ? { sal: one.sal!, clave: secrets.open(place(one.id!), one.claveCifrada) }
        : null,
    }),
    /** Forgets those that nobody can fetch any more. */
    forget: (before: Date, limit: number): number => {
      const gone = db
        .select({ id: table.id })
        .from(table)
        .where(lte(table.venceAt, before.toISOString()))
        .limit(limit)
        .all()
      for (const { id } of gone) db.delete(table).where(eq(table.id, id)).run()
      return gone.length
    },
  }
}

export type Exportaciones = ReturnType<typeof createExportaciones>
