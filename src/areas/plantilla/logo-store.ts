// A company's logo as a row: the file as it came, and the image that documents bear.

import type { Database } from 'better-sqlite3'
import type { Logo, LogoPreparado } from '../../pdf'

/** What is told of a loaded logo. */
export interface LogoCargado {
  tipo: LogoPreparado['tipo']
  /** Of the file, in pixels. */
  ancho: number
  alto: number
  bytes: number
  createdAt: string
}

export type LogoStore = ReturnType<typeof createLogoStore>

export function createLogoStore(client: Database) {
  const about = client.prepare<[string], LogoCargado>(
    'SELECT tipo, ancho, alto, length(archivo) AS bytes, created_at AS createdAt FROM logo WHERE empresa_id = ?',
  )
  const archivo = client.prepare<[string], Buffer>('SELECT archivo FROM logo WHERE empresa_id = ?').pluck()
  const impreso = client.prepare<[string], Logo>(
    `SELECT impreso_ancho AS ancho, impreso_alto AS alto, impreso_dict AS dict, impreso AS datos
     FROM logo WHERE empresa_id = ?`,
  )
  const replace = client.prepare(
    `INSERT OR REPLACE INTO logo (empresa_id, tipo, ancho, alto, created_at, impreso_ancho, impreso_alto,
       impreso_dict, impreso, archivo) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const remove = client.prepare('DELETE FROM logo WHERE empresa_id = ?')
  return {
    about: (empresaId: string): LogoCargado | null => about.get(empresaId) ?? null,
    archivo: (empresaId: string): Buffer | null => archivo.get(empresaId) ?? null,
    /** As documents bear it. */
    impreso: (empresaId: string): Logo | null => impreso.get(empresaId) ?? null,
    put(empresaId: string, archivo: Uint8Array, { tipo, ancho, alto, logo }: LogoPreparado, at: Date): void {
      const { ancho: w, alto: h, dict, datos } = logo
      replace.run(empresaId, tipo, ancho, alto, at.toISOString(), w, h, dict, datos, archivo)
    },
    /** Whether there was one. */
    remove: (empresaId: string): boolean => remove.run(empresaId).changes > 0,
  }
}
