// The documents found as one archive: their signed bytes, and their paper when asked for (http §10.2).

import { AppError } from '../../domain/errors'
import { chileDate, chileTimestamp } from '../../domain/fecha'
import type { Tenant } from '../../http/tenant'
import { type ArchivoZip, zipResponse } from '../../http/zip'
import { LATIN1_DECLARATION } from '../../xml/dte-xml'
import { type Hits, type Impresores, noFileOf, nombreDocumento, renderCarta } from '../dte'
import { stepsOf } from './csv-documentos'
import type { Filtros } from './filtros'
import type { Lista } from './lista'

/** The archive's list of missing documents and reasons; only when there are any. */
const FALTAN = 'no-incluidos.txt'

/** The files of the documents found, newest first. */
async function* filesOf(
  { documentos, ...paper }: Impresores,
  steps: Iterable<{ id: string }[]>,
  { pdf, now }: { pdf: boolean; now: Date },
): AsyncGenerator<ArchivoZip, void, undefined> {
  const faltan: string[] = []
  for (const step of steps) {
    for (const { id } of step) {
      const row = documentos.byId(id)!
      const { rut_emisor, tipo_dte, folio } = row
      const fecha = chileTimestamp(new Date(row.created_at))
      const lacks = (what: string, why: string) =>
        faltan.push(`${what} del documento tipo ${tipo_dte} folio ${folio}: ${why}`)
      const xml = documentos.xml(row)
      if (xml === null) {
        lacks('Los archivos', row.contenido === 'registro' ? noFileOf(row) : 'aún no está firmado')
        continue
      }
      const bytes = Buffer.from(LATIN1_DECLARATION + xml, 'latin1')
      yield { nombre: nombreDocumento(rut_emisor, tipo_dte, folio, 'xml'), bytes, fecha, compress: true }
      if (!pdf) continue
      const nombre = nombreDocumento(rut_emisor, tipo_dte, folio, 'pdf')
      try {
        yield { nombre, bytes: await renderCarta({ documentos, ...paper }, row), fecha, compress: false }
      } catch (fault) {
        if (!(fault instanceof AppError)) throw fault
        lacks('El PDF', fault.message)
      }
    }
  }
  if (!faltan.length) return
  const bytes = Buffer.from(`\uFEFF${faltan.join('\r\n')}\r\n`)
  yield { nombre: FALTAN, bytes, fecha: chileTimestamp(now), compress: true }
}

/** The documents found as a ZIP archive. */
export const zipDocumentos = (
  archivadores: Impresores,
  lista: Lista,
  tenant: Tenant,
  filtros: Filtros,
  hits: Hits | undefined,
  how: { pdf: boolean; now: Date },
): Response =>
  zipResponse(
    `documentos_${chileDate(how.now)}.zip`,
    filesOf(archivadores, stepsOf(lista, tenant, filtros, hits), how),
  )
