// Documents of another program, as the history leaves them: what this server issued, under a folio of elsewhere.

import { createDocumentos } from '../../src/areas/dte/documento/documento-store'
import type { Titular } from '../../src/domain/titular'
import { LATIN1_DECLARATION } from '../../src/xml/dte-xml'
import type { CompanyApp } from './test-app'
import { zipOf } from './zip'

/** A document like one that was issued here, with another folio and date, as if another program had issued it; its id. */
export function addImported(
  { store, tenant }: Pick<CompanyApp, 'store' | 'tenant'>,
  like: { tipo: number; folio: number },
  { folio, fecha, registro = false }: { folio: number; fecha: string; registro?: boolean },
): string {
  const documentos = createDocumentos(store)
  const titular: Titular = { empresaId: tenant.empresaId, ambiente: 'simulacion' }
  const row = documentos.byFolio(titular, like.tipo, like.folio)!
  const contenido = structuredClone(documentos.contenido(row))
  Object.assign(contenido.dte.idDoc, { folio, fechaEmision: fecha })
  const id = `dte_importado_${like.tipo}_${folio}`
  const at = `${fecha}T15:00:00.000Z`
  const xml = registro ? null : documentos.xml(row)!.replaceAll(`<Folio>${like.folio}<`, `<Folio>${folio}<`)
  store.client
    .transaction(() =>
      documentos.insertImported(
        { ...titular, id, contenido, referenciaExterna: null, xml, firmadoAt: registro ? null : at },
        at,
      ),
    )
    .immediate()
  return id
}

/** The files of what a company issued, as another program would hand them over. */
export async function archiveOf({
  get,
  store,
  tenant,
}: Pick<CompanyApp, 'get' | 'store' | 'tenant'>): Promise<Record<string, Buffer>> {
  const documentos = createDocumentos(store)
  const files: Record<string, Buffer> = {}
  for (const { tipo_dte, folio } of (await get('/v1/documentos?limite=100')).body.data) {
    const row = documentos.byFolio({ empresaId: tenant.empresaId, ambiente: 'simulacion' }, tipo_dte, folio)!
    files[`DTE_${tipo_dte}_${folio}.xml`] = Buffer.from(LATIN1_DECLARATION + documentos.xml(row)!, 'latin1')
  }
  return files
}

/** Moves files in, and answers with the import. */
export async function importFiles(
  app: Pick<CompanyApp, 'post'>,
  files: Record<string, Uint8Array>,
  query = '',
) {
  const bytes = await zipOf(files)
  return app.post(`/v1/historia${query}`, {
    archivo_base64: bytes.toString('base64'),
    nombre: 'respaldo.zip',
  })
}

/** The ZIP of documents that the simulated company issued with another program. */
export async function askHistoria(
  app: Pick<CompanyApp, 'app' | 'tenant'>,
  asked: Record<string, unknown>,
): Promise<Buffer> {
  const body = { documentos: 24, desde: '2026-09-01', hasta: '2026-10-31', programa: 'libredte', ...asked }
  const response = await app.app.handle(
    new Request('http://localhost/simulador/historia', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...app.tenant.session },
      body: JSON.stringify(body),
    }),
  )
  if (response.status !== 200) throw new Error(await response.text())
  return Buffer.from(await response.arrayBuffer())
}

export const importZip = (app: Pick<CompanyApp, 'post'>, zip: Buffer) =>
  app.post('/v1/historia', { archivo_base64: zip.toString('base64'), nombre: 'otro-programa.zip' })
