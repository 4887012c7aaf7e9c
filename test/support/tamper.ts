// Documents as an older version of the program may have left them, which the SII's schema refuses.

import type { TestApp } from './test-app'

/** Has a document hold what an earlier rule let in, as a database of another version does; puts it back. */
export function tamper(
  { store: { client, secrets } }: TestApp,
  folio: number,
  change: (dte: never) => object,
) {
  const id = client.prepare<[number], string>('SELECT id FROM documento WHERE folio = ?').pluck().get(folio)!
  const place = { table: 'documento_contenido', column: 'contenido_cifrado', id }
  const sealed = client
    .prepare<[string], Uint8Array>('SELECT contenido_cifrado FROM documento_contenido WHERE documento_id = ?')
    .pluck()
    .get(id)!
  const put = (bytes: Uint8Array) =>
    client
      .prepare('UPDATE documento_contenido SET contenido_cifrado = ? WHERE documento_id = ?')
      .run(bytes, id)
  const contenido = JSON.parse(secrets.open(place, sealed).toString())
  put(secrets.seal(place, JSON.stringify({ ...contenido, dte: change(contenido.dte as never) })))
  return () => put(sealed)
}

/** A giro of one letter too many. */
export const longGiro = (dte: { receptor: object }) => ({
  ...dte,
  receptor: { ...dte.receptor, giro: 'G'.repeat(41) },
})
