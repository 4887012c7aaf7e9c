// A company's logo as a row: the file as it came, and the image that documents bear.

import { eq, sql } from 'drizzle-orm'
import type { Logo, LogoPreparado } from '../../pdf'
import type { Db } from '../../store/store'
import { logo as table } from '../../store/tables/plantilla'

/** The data of a loaded logo. */
export interface LogoCargado {
  tipo: LogoPreparado['tipo']
  /** The width of the file, in pixels. */
  ancho: number
  alto: number
  bytes: number
  createdAt: string
}

const ABOUT = {
  tipo: table.tipo,
  ancho: table.ancho,
  alto: table.alto,
  bytes: sql<number>`length(${table.archivo})`,
  createdAt: table.createdAt,
}

const IMPRESO = {
  ancho: table.impresoAncho,
  alto: table.impresoAlto,
  dict: table.impresoDict,
  datos: table.impreso,
}

export function createLogoStore(db: Db) {
  const of = (empresaId: string) => eq(table.empresaId, empresaId)
  // Every page that is printed asks.
  const impreso = db
    .select(IMPRESO)
    .from(table)
    .where(eq(table.empresaId, sql.placeholder('empresaId')))
    .prepare()
  return {
    about: (empresaId: string): LogoCargado | null =>
      db.select(ABOUT).from(table).where(of(empresaId)).get() ?? null,
    archivo: (empresaId: string): Buffer | null =>
      db.select({ archivo: table.archivo }).from(table).where(of(empresaId)).get()?.archivo ?? null,
    /** As documents bear it. */
    impreso: (empresaId: string): Logo | null => impreso.get({ empresaId }) ?? null,
    put(empresaId: string, archivo: Uint8Array, { tipo, ancho, alto, logo }: LogoPreparado, at: Date): void {
      const row = {
        tipo,
        ancho,
        alto,
        createdAt: at.toISOString(),
        impresoAncho: logo.ancho,
        impresoAlto: logo.alto,
        impresoDict: logo.dict,
        impreso: Buffer.from(logo.datos),
        archivo: Buffer.from(archivo),
      }
      db.insert(table)
        .values({ empresaId, ...row })
        .onConflictDoUpdate({ target: table.empresaId, set: row })
        .run()
    },
    /** Whether there was one. */
    remove: (empresaId: string): boolean => db.delete(table).where(of(empresaId)).run().changes > 0,
  }
}
