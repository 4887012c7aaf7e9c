// Every encrypted value of the database: where it lies and what it is bound to. What walks them all reads this table alone;
// the areas seal and open their own (store §5.2).

import type { Database } from 'better-sqlite3'
import type { Place, Secrets } from './secrets'

export interface Sellado {
  table: string
  column: string
  /** Columns that name the row. */
  keys: readonly string[]
  /** The table of its place; omitted, its own: a value that was moved stays bound to where it was. */
  sealedIn?: string
  /** The `id` of its place; omitted, the one key as text. */
  id?: (keys: readonly string[]) => string
}

/** A test holds it against the schema: every BLOB is here. */
export const SELLADOS: readonly Sellado[] = [
  { table: 'certificado', column: 'certificado_cifrado', keys: ['empresa_id'] },
  { table: 'certificado', column: 'llave_cifrada', keys: ['empresa_id'] },
  { table: 'caf', column: 'xml_cifrado', keys: ['id'] },
  { table: 'envio_marco', column: 'marco_cifrado', keys: ['envio_id'] },
  { table: 'documento_contenido', column: 'contenido_cifrado', keys: ['documento_id'] },
  { table: 'documento_xml', column: 'xml_cifrado', keys: ['documento_id'] },
  { table: 'rcof_xml', column: 'xml_cifrado', keys: ['rcof_id'] },
  { table: 'certificacion_ronda', column: 'texto_cifrado', keys: ['id'] },
  { table: 'certificacion_intento', column: 'solicitudes_cifradas', keys: ['id'] },
  { table: 'certificacion_libro', column: 'xml_cifrado', keys: ['intento_id'] },
  { table: 'certificacion_archivo', column: 'bytes_cifrados', keys: ['id'] },
  { table: 'emision_programada', column: 'solicitud_cifrada', keys: ['job_id'] },
  { table: 'borrador', column: 'contenido_cifrado', keys: ['id'] },
  { table: 'serie', column: 'contenido_cifrado', keys: ['id'] },
  {
    table: 'ocurrencia',
    column: 'solicitud_cifrada',
    keys: ['serie_id', 'fecha'],
    id: (keys) => keys.join('\0'),
  },
  { table: 'cliente_archivo', column: 'archivo_cifrado', keys: ['job_id'] },
  { table: 'asiento_exportacion', column: 'archivo_cifrado', keys: ['id'] },
  { table: 'documento_publico', column: 'clave_cifrada', keys: ['documento_id'] },
  { table: 'webhook', column: 'secreto_cifrado', keys: ['id'] },
  { table: 'webhook', column: 'anterior_cifrado', keys: ['id'] },
  {
    table: 'idempotencia',
    column: 'respuesta_cifrada',
    keys: ['ambito', 'ruta', 'clave'],
    id: (keys) => keys.join('\0'),
  },
  {
    table: 'portal_clave',
    column: 'clave_cifrada',
    keys: ['empresa_id', 'mundo'],
    id: (keys) => keys.join('\0'),
  },
  {
    table: 'portal_sesion',
    column: 'cookies_cifradas',
    keys: ['cuenta_id', 'ambito', 'credencial'],
    id: (keys) => keys.join('\0'),
  },
  { table: 'segundo_factor', column: 'secreto_cifrado', keys: ['usuario_id'] },
  { table: 'exportacion', column: 'clave_cifrada', keys: ['id'] },
  { table: 'portal_pagina', column: 'html_cifrado', keys: ['id'] },
  { table: 'respuesta_archivo', column: 'bytes_cifrados', keys: ['id'] },
  { table: 'respuesta_xml', column: 'xml_cifrado', keys: ['respuesta_id'] },
  { table: 'recibido_archivo', column: 'bytes_cifrados', keys: ['id'] },
  { table: 'recibido_contenido', column: 'contenido_cifrado', keys: ['recibido_id'] },
  { table: 'recibido_pdf', column: 'pdf_cifrado', keys: ['recibido_id'] },
  {
    table: 'recibido_pdf_parte',
    column: 'pdf_cifrado',
    keys: ['recibido_id', 'parte'],
    id: (keys) => keys.join('\0'),
  },
  { table: 'trozo', column: 'bytes_cifrados', keys: ['tabla', 'id', 'parte'], id: (keys) => keys.join('\0') },
  {
    table: 'importacion_bytes',
    column: 'bytes_cifrados',
    keys: ['importacion_id', 'entrada'],
    id: (keys) => keys.join('\0'),
  },
  { table: 'compra_int_archivo', column: 'archivo_cifrado', keys: ['compra_id'] },
  { table: 'estado_cuenta', column: 'archivo_cifrado', keys: ['id'] },
  { table: 'estado_cuenta', column: 'filas_cifradas', keys: ['id'] },
  {
    table: 'sim_caf_archivo',
    column: 'xml',
    keys: ['lado', 'rut', 'tipo_dte', 'desde', 'hasta'],
    id: (keys) => keys.join('\0'),
  },
  {
    table: 'buzon',
    column: 'clave_cifrada',
    keys: ['empresa_id', 'ambiente'],
    id: (keys) => keys.join('\0'),
  },
  { table: 'sim_correo', column: 'mensaje', keys: ['id'] },
  { table: 'sim_envio_xml', column: 'xml', keys: ['track_id'], sealedIn: 'sim_envio' },
]

/** One encrypted value, in its place. */
export interface Valor {
  place: Place
  sealed: Uint8Array
  keys: readonly string[]
}

const PAGE = 200

/** The values of one column, in order of row; each page is read when it is asked for, so that they may be rewritten meanwhile. */
export function* sealedValues(
  client: Database,
  { table, column, keys, id, sealedIn = table }: Sellado,
): Generator<Valor> {
  const from = `FROM ${table} WHERE ${column} IS NOT NULL`
  const names = keys.map((key) => `CAST(${key} AS TEXT)`).join(', ')
  const tuple = `(${keys.join(', ')})`
  const bound = `(${keys.map(() => '?').join(', ')})`
  const order = `ORDER BY ${keys.join(', ')} LIMIT ${PAGE}`
  const first = client.prepare(`SELECT ${column}, ${names} ${from} ${order}`).raw()
  const next = client.prepare(`SELECT ${column}, ${names} ${from} AND ${tuple} > ${bound} ${order}`).raw()
  for (let page = first.all() as [Uint8Array, ...string[]][]; page.length; ) {
    for (const [sealed, ...names] of page) {
      yield { place: { table: sealedIn, column, id: id ? id(names) : names[0]! }, sealed, keys: names }
    }
    if (page.length < PAGE) return
    page = next.all(...page.at(-1)!.slice(1)) as typeof page
  }
}

/** Seals every value of the database anew under other secrets, in the caller's transaction. Returns how many. */
export function resealAll(client: Database, from: Secrets, to: Secrets): number {
  let count = 0
  for (const sellado of SELLADOS) {
    const where = sellado.keys.map((key) => `${key} = ?`).join(' AND ')
    const update = client.prepare(`UPDATE ${sellado.table} SET ${sellado.column} = ? WHERE ${where}`)
    for (const { place, sealed, keys } of sealedValues(client, sellado)) {
      update.run(to.seal(place, from.open(place, sealed)), ...keys)
      count++
    }
  }
  return count
}
