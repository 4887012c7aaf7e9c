// The mailbox of each company: saved by a person, its password sealed and never shown, switched off when the server refuses it, and how
// far it was read (areas/recibidos/buzon §1).

import { and, eq, isNull } from 'drizzle-orm'
import type { Clock } from '../../../base/clock'
import type { Titular } from '../../../domain/titular'
import type { Place } from '../../../store/secrets'
import type { Store } from '../../../store/store'
import { buzon } from '../../../store/tables/buzon'
import type { Eventos } from '../../eventos'
import { prepareBuzon } from './statements'

export type Buzon = typeof buzon.$inferSelect

/** A person's settings. `clave` null keeps the one that is there. */
export type Ajuste = Pick<
  Buzon,
  'tipo' | 'host' | 'puerto' | 'seguridad' | 'usuario' | 'carpeta' | 'desde' | 'despues' | 'carpetaProcesados'
> & { clave: string | null }

const place = ({ empresaId, ambiente }: Titular): Place => ({
  table: 'buzon',
  column: 'clave_cifrada',
  id: [empresaId, ambiente].join('\0'),
})

export type Buzones = ReturnType<typeof createBuzones>

export function createBuzones({
  store: { client, db, secrets },
  clock,
  eventos,
}: {
  store: Store
  clock: Clock
  eventos: Pick<Eventos, 'emit'>
}) {
  const sql = prepareBuzon(client)
  const of = ({ empresaId, ambiente }: Titular) =>
    and(eq(buzon.empresaId, empresaId), eq(buzon.ambiente, ambiente))
  const get = (titular: Titular): Buzon | null => db.select().from(buzon).where(of(titular)).get() ?? null
  /** Writes a reader's findings unless a person has replaced the box meanwhile. Whether it is the same. */
  const updateSame = (row: Buzon, values: Partial<Buzon>): boolean =>
    db
      .update(buzon)
      .set(values)
      .where(and(of(row), eq(buzon.guardadoEn, row.guardadoEn), isNull(buzon.apagadoEn)))
      .run().changes === 1

  const readAs = (row: Buzon | null) =>
    row && JSON.stringify([row.tipo, row.host, row.puerto, row.usuario, row.carpeta])

  return {
    get,

    /** For who connects, alone. */
    claveOf: (row: Buzon): string => secrets.open(place(row), row.claveCifrada!).toString(),

    /** Takes the place of the one before and is on, whatever it was. In the caller's transaction. */
    save({ empresaId, ambiente }: Titular, { clave, ...ajuste }: Ajuste): void {
      const titular = { empresaId, ambiente }
      const before = get(titular)
      const claveCifrada =
        ajuste.tipo === 'simulador'
          ? null
          : clave === null
            ? before!.claveCifrada
            : secrets.seal(place(titular), clave)
      const fresh = { apagadoEn: null, apagadoPor: null, error: null, guardadoEn: clock().toISOString() }
      const row = { ...ajuste, claveCifrada, ...fresh }
      // Another box may number its letters alike.
      const another = readAs(before) !== readAs({ ...titular, ...row } as Buzon)
      if (another) sql.forgetSeen.run(empresaId, ambiente)
      const since = another || before?.desde !== row.desde ? { revisadoEn: null } : {}
      db.insert(buzon)
        .values({ ...titular, ...row })
        .onConflictDoUpdate({
          target: [buzon.empresaId, buzon.ambiente],
          set: { ...row, ...since, ...(another && { validez: null }) },
        })
        .run()
    },

    /** Whether there was one. What its messages came to stays. In the caller's transaction. */
    remove: (titular: Titular): boolean => db.delete(buzon).where(of(titular)).run().changes === 1,

    /** Whether it is the one that is set, and on, of a company that lives. */
    isCurrent: ({ empresaId, ambiente, guardadoEn }: Buzon): boolean =>
      sql.isCurrent.get(empresaId, ambiente, guardadoEn) === 1,

    /** Nobody comes with this password again until a person has saved the box. */
    switchOff: client.transaction((row: Buzon, why: string): void => {
      const { empresaId, ambiente } = row
      const at = clock().toISOString()
      if (!updateSame(row, { apagadoEn: at, apagadoPor: why, error: why, leidoEn: at })) return
      eventos.emit({ empresaId, ambiente }, [
        {
          evento: 'buzon.error',
          data: () => ({
            empresa_id: empresaId,
            ambiente,
            metodo: 'imap',
            motivo: 'clave',
            codigo_sii: null,
            hasta: null,
            accion: 'Corrija el usuario o la clave y guarde el buzón otra vez',
          }),
        },
      ])
    }).immediate,

    /** How a reading ended. */
    ended: (row: Buzon, error: string | null): void =>
      void updateSame(row, { leidoEn: clock().toISOString(), error }),

    /** Numbers of another `validez` name other letters. */
    opened: client.transaction((row: Buzon, validez: string): void => {
      if (get(row)?.validez === validez || !updateSame(row, { validez, revisadoEn: null })) return
      sql.forgetSeen.run(row.empresaId, row.ambiente)
    }).immediate,

    /** All numbers were gone through. */
    reviewed: (row: Buzon): void => void updateSame(row, { revisadoEn: clock().toISOString() }),
  }
}
