// Golden documents: an API request in test/fixtures/dte becomes, with constant keys, folio and instant, always the same
// bytes. The folio is the number in the file's name: `033_004_descuento_global` is the 33 with folio 4.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Dte } from '../../src/domain/dte/dte'
import { readDocumento } from '../../src/domain/dte/solicitud'
import { tipoDocumento } from '../../src/domain/dte/tipos'
import { signDte } from '../../src/xml/sign-dte'
import { buildSobre } from '../../src/xml/sobre'
import { EMISOR, emisorDe } from '../support/emisor'
import { cafTimbre, llave, RUT_FIRMANTE, sign } from '../support/firma'

export const GOLDEN_DIR = join(import.meta.dir, '../fixtures/dte')
/** Chile time at which everything golden is signed. */
export const FIXED_AT = '2026-11-20T11:02:12'
const [HOY, HORA] = FIXED_AT.split('T') as [string, string]

export const DECLARATION = '<?xml version="1.0" encoding="ISO-8859-1"?>\n'

/** The names of the golden documents, without extension, sorted. */
export const goldenNames = (): string[] =>
  readdirSync(GOLDEN_DIR)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.replace('.json', ''))
    .sort()

/** Builds and signs the document that a request asks for. Resolves to the text of its `DTE` element. */
export async function issue(request: unknown, folio: number): Promise<{ dte: Dte; xml: string }> {
  const { documento, faults } = readDocumento(request, emisorDe(request), HOY, HORA)
  if (!documento) throw new Error(`not a valid request (folio ${folio}): ${JSON.stringify(faults)}`)
  return signAs(documento.dte, folio)
}

/** Signs a document under a folio. */
export async function signAs(dte: Dte, folio: number): Promise<{ dte: Dte; xml: string }> {
  dte.idDoc.folio = folio
  return { dte, xml: await signDte(dte, cafTimbre(dte.idDoc.tipoDte), llave, sign, FIXED_AT) }
}

/** Builds the request of a golden document today. */
export function buildGolden(name: string): Promise<{ dte: Dte; xml: string }> {
  const [tipo, folio] = name.split('_')
  const request = JSON.parse(readFileSync(join(GOLDEN_DIR, `${name}.json`), 'utf8')) as { tipo_dte: number }
  if (request.tipo_dte !== Number(tipo)) throw new Error(`${name} asks for a ${request.tipo_dte}`)
  return issue(request, Number(folio))
}

/** The document as a file: the declaration, then its bytes, in ISO-8859-1. */
export const fileBytes = (xml: string): Buffer => Buffer.from(DECLARATION + xml, 'latin1')

/** An envelope around documents of one class, as it would go to the SII. */
export async function wrap(documentos: readonly { dte: Dte; xml: string }[]): Promise<Buffer> {
  const { sobre } = tipoDocumento(documentos[0]!.dte.idDoc.tipoDte)
  const caratula = {
    rutEmisor: EMISOR.rut,
    rutEnvia: RUT_FIRMANTE,
    rutReceptor: '60803000-K',
    resolucion: { numero: 0, fecha: '2026-09-01' },
  }
  const items = documentos.map(({ dte, xml }) => ({ tipoDte: dte.idDoc.tipoDte, xml }))
  return (await buildSobre(sobre, caratula, items, { llave, sign, at: FIXED_AT, pause: async () => {} }))
    .bytes
}
