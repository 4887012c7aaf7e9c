// The paper of a signed document: what is printed of it, and on which of the company's papers (http §11).

import { unidadSii } from '../../../domain/comunas'
import { AppError, faultsError, invalidParameter } from '../../../domain/errors'
import { type Formato, type Impreso, type Plantilla, type Printer, papelFaults } from '../../../pdf'
import type { Plantillas } from '../../plantilla'
import type { DocumentoRow, Documentos } from '../documento/documento-store'
import { marcaDe } from './sin-efecto'

/** Why a document has no file: it is not signed yet, or the register alone knows it. */
export const noFileOf = ({ contenido }: Pick<DocumentoRow, 'contenido'>): string =>
  contenido === 'registro'
    ? 'sólo se conoce por el registro de ventas; importe su XML'
    : 'aún no está firmado; espere a que su trabajo termine'

export const unsigned = (row: Pick<DocumentoRow, 'contenido'>): AppError =>
  new AppError('INVALID_STATE', `El documento ${noFileOf(row)}`)

/** The printed form of a signed document, as it stands now. Throws INVALID_STATE before the signature. */
export function toImpreso(documentos: Documentos, row: DocumentoRow, plantilla: Plantilla): Impreso {
  const { dte, impresion, resolucion, sitioWeb } = documentos.contenido(row)
  const xml = documentos.xml(row)
  if (xml === null) throw unsigned(row)
  return {
    dte,
    ted: /<TED [\s\S]*<\/TED>/.exec(xml)![0],
    resolucion,
    unidadSii: dte.emisor.comuna ? unidadSii(dte.emisor.comuna) : null,
    emisor: { ...(sitioWeb && { sitioWeb }) },
    impresion,
    ambiente: row.ambiente,
    plantilla,
    marca: marcaDe(documentos, row),
  }
}

/** One letter of a signed document, on the company's paper of that type. Throws INVALID_STATE before the signature. */
export function renderCarta(
  { documentos, plantillas, printer }: { documentos: Documentos; plantillas: Plantillas; printer: Printer },
  row: DocumentoRow,
): Promise<Uint8Array> {
  const plantilla = plantillas.papel(row.empresa_id, 'carta', row.tipo_dte)
  const hojas = { formato: 'carta', cedible: false, copias: 1 } as const
  return printer.pdf(row.empresa_id, toImpreso(documentos, row, plantilla), hojas)
}

/**
 * The paper asked for: a version's, else the active one's of the type. Throws NOT_FOUND, INVALID_PARAMETER for a version made
 * for another paper, and VALIDATION_ERROR for a paper that the type cannot have.
 */
export function choosePapel(
  plantillas: Plantillas,
  { empresa_id, tipo_dte }: DocumentoRow,
  { plantilla: id, formato }: { plantilla?: string | undefined; formato?: Formato | undefined },
): { formato: Formato; plantilla: Plantilla } {
  const version = id === undefined ? null : plantillas.get(empresa_id, id)
  if (version && formato && formato !== version.formato) {
    throw invalidParameter('plantilla', 'formato', `Es para ${version.formato} y se pide ${formato}`)
  }
  const papel = version?.formato ?? formato ?? 'carta'
  checkPapel(papel, tipo_dte)
  const plantilla = version
    ? plantillas.withLogo(empresa_id, version.config)
    : plantillas.papel(empresa_id, papel, tipo_dte)
  return { formato: papel, plantilla }
}

/** Throws VALIDATION_ERROR for a paper that a type cannot have. */
export function checkPapel(formato: Formato, tipo: DocumentoRow['tipo_dte']): void {
  const faults = papelFaults(formato, tipo)
  if (faults.length) throw faultsError(faults)
}
