// The paper of many documents as one file, made as it is sent (http §10, §11): of it no more is in memory than one document and
// where the pages are.

import { AppError } from '../../../domain/errors'
import { chileDate } from '../../../domain/fecha'
import { streamOf } from '../../../http/pieces'
import { composeLeftOut, createArchivo, type Formato, type Plantilla, type Printer } from '../../../pdf'
import type { Plantillas } from '../../plantilla'
import type { Documentos } from '../documento/documento-store'
import { toImpreso } from './impresion'

/** Documents of one file. */
export const JOINED_MAX = 500

export interface Impresores {
  documentos: Documentos
  plantillas: Plantillas
  printer: Printer
}

/** The printed sheets of each document. */
export interface Hojas {
  formato: Formato
  cedible: boolean
  copias: number
}

/** The file, a piece for each document of `ids`, in their order. What cannot be printed stands on its last page, with the reason. */
async function* write(
  { documentos, plantillas, printer }: Impresores,
  owner: string,
  ids: readonly string[],
  hojas: Hojas,
): AsyncGenerator<Uint8Array, void, undefined> {
  const archivo = createArchivo()
  const papeles = new Map<number, Plantilla>()
  const faltan: string[] = []
  let autor = ''
  for (const id of ids) {
    const row = documentos.byId(id)!
    const { empresa_id, tipo_dte, folio } = row
    const plantilla = papeles.get(tipo_dte) ?? plantillas.papel(empresa_id, hojas.formato, tipo_dte)
    papeles.set(tipo_dte, plantilla)
    try {
      const impreso = toImpreso(documentos, row, plantilla)
      autor = impreso.dte.emisor.razonSocial
      archivo.add(await printer.compose(owner, impreso, hojas), plantilla.logo?.imagen ?? null)
      yield archivo.flush()
    } catch (fault) {
      if (!(fault instanceof AppError)) throw fault
      faltan.push(`Documento tipo ${tipo_dte} folio ${folio}: ${fault.message}`)
    }
  }
  if (faltan.length) archivo.add(composeLeftOut(hojas.formato, faltan), null)
  const titulo = ids.length === 1 ? '1 documento' : `${ids.length} documentos`
  yield archivo.finish({ titulo, autor, marcadores: true })
}

/** The documents of `ids`, at least one, as one PDF. `owner` is the account that waits for it. */
export const joinedResponse = (
  impresores: Impresores,
  owner: string,
  ids: readonly string[],
  hojas: Hojas,
  now: Date,
): Response =>
  new Response(streamOf(write(impresores, owner, ids, hojas)), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="documentos_${chileDate(now)}.pdf"`,
    },
  })
