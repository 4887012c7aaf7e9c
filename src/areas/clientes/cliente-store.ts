// Customers as rows, and what changed in them (areas/clientes §1).

import { and, count, desc, eq, getTableColumns, isNotNull, isNull, sql } from 'drizzle-orm'
import { type DatosCliente, searchedCliente } from '../../domain/cliente'
import type { Db } from '../../store/store'
import { type CambioDeCampo, cliente, clienteCambio } from '../../store/tables/cliente'

export type ClienteRow = typeof cliente.$inferSelect

/** A customer's data by its row. */
export const datosOf = (row: ClienteRow): DatosCliente => ({
  rut: row.rut,
  razon_social: row.razonSocial,
  giro: row.giro,
  direccion: row.direccion,
  comuna: row.comuna,
  ciudad: row.ciudad,
  email: row.email,
  telefono: row.telefono,
  contacto: row.contacto,
  email_intercambio: row.emailIntercambio,
  forma_pago_defecto: row.formaPagoDefecto,
  notas: row.notas,
  extranjero: row.numId
    ? { num_id: row.numId, nacionalidad: row.nacionalidad, tipo_doc_id: row.tipoDocId }
    : null,
})

const columnsOf = (d: DatosCliente) => ({
  rut: d.rut,
  razonSocial: d.razon_social,
  giro: d.giro,
  direccion: d.direccion,
  comuna: d.comuna,
  ciudad: d.ciudad,
  email: d.email,
  telefono: d.telefono,
  contacto: d.contacto,
  emailIntercambio: d.email_intercambio,
  formaPagoDefecto: d.forma_pago_defecto,
  notas: d.notas,
  numId: d.extranjero?.num_id ?? '',
  nacionalidad: d.extranjero?.nacionalidad ?? null,
  tipoDocId: d.extranjero?.tipo_doc_id ?? null,
  busqueda: searchedCliente(d),
})

/** The fields in which two differ. */
export function differences(before: DatosCliente, after: DatosCliente): CambioDeCampo[] {
  return (Object.keys(after) as (keyof DatosCliente)[]).flatMap((campo) =>
    JSON.stringify(before[campo]) === JSON.stringify(after[campo])
      ? []
      : [{ campo, antes: before[campo], despues: after[campo] }],
  )
}

export type ClienteStore = ReturnType<typeof createClienteStore>

export function createClienteStore(db: Db) {
  // An import asks for each of its lines.
  const living = db
    .select()
    .from(cliente)
    .where(
      and(
        eq(cliente.empresaId, sql.placeholder('empresaId')),
        eq(cliente.rut, sql.placeholder('rut')),
        eq(cliente.numId, sql.placeholder('numId')),
        isNull(cliente.eliminadoEn),
      ),
    )
    .prepare()
  const gone = db
    .select({ id: cliente.id })
    .from(cliente)
    .where(
      and(
        eq(cliente.empresaId, sql.placeholder('empresaId')),
        eq(cliente.rut, sql.placeholder('rut')),
        eq(cliente.numId, sql.placeholder('numId')),
        // Said, or none of the partial indexes serves it.
        isNotNull(cliente.eliminadoEn),
      ),
    )
    .limit(1)
    .prepare()

  const { eliminadoEn: _, ...columns } = getTableColumns(cliente)
  const insert = db
    .insert(cliente)
    .values(
      Object.fromEntries(
        Object.keys(columns).map((name) => [name, sql.placeholder(name)]),
      ) as unknown as typeof cliente.$inferInsert,
    )
    .prepare()

  return {
    /** Deleted ones too. */
    find: (empresaId: string, id: string): ClienteRow | undefined =>
      db
        .select()
        .from(cliente)
        .where(and(eq(cliente.id, id), eq(cliente.empresaId, empresaId)))
        .get(),
    /** The living one with a RUT. */
    byRut: (empresaId: string, rut: string, numId = ''): ClienteRow | undefined =>
      living.get({ empresaId, rut, numId }),
    /** Whether one with a RUT was deleted. */
    wasDeleted: (empresaId: string, rut: string, numId: string): boolean =>
      gone.get({ empresaId, rut, numId }) !== undefined,
    insert(row: Pick<ClienteRow, 'id' | 'empresaId' | 'origen' | 'createdAt'>, datos: DatosCliente): void {
      insert.run({ ...row, ...columnsOf(datos) })
    },
    update: (id: string, datos: DatosCliente): void =>
      void db.update(cliente).set(columnsOf(datos)).where(eq(cliente.id, id)).run(),
    setEliminado: (id: string, eliminadoEn: string | null): void =>
      void db.update(cliente).set({ eliminadoEn }).where(eq(cliente.id, id)).run(),
    addChange: (clienteId: string, fecha: string, usuario: string | null, campos: CambioDeCampo[]): void =>
      void db.insert(clienteCambio).values({ clienteId, fecha, usuario, campos }).run(),
    /** Newest first. */
    changes: (clienteId: string, limit: number, offset: number) =>
      db
        .select({
          fecha: clienteCambio.fecha,
          usuario: clienteCambio.usuario,
          campos: clienteCambio.campos,
        })
        .from(clienteCambio)
        .where(eq(clienteCambio.clienteId, clienteId))
        .orderBy(desc(clienteCambio.id))
        .limit(limit)
        .offset(offset)
        .all(),
    countChanges: (clienteId: string): number =>
      db.select({ n: count() }).from(clienteCambio).where(eq(clienteCambio.clienteId, clienteId)).get()!.n,
    /** The fields that a person left empty last. */
    emptied(clienteId: string): ReadonlySet<string> {
      const fields = new Set<string>()
      const own = and(eq(clienteCambio.clienteId, clienteId), isNotNull(clienteCambio.usuario))
      const rows = db
        .select({ campos: clienteCambio.campos })
        .from(clienteCambio)
        .where(own)
        .orderBy(clienteCambio.id)
      for (const { campos } of rows.all())
        for (const { campo, despues } of campos) {
          if (despues === null) fields.add(campo)
          else fields.delete(campo)
        }
      return fields
    },
  }
}
