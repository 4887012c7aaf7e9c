// The SII's schemas as judge of what is written. They lie beside the project and are never part of it.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs'
import { SHARED } from '../support/shared'

const XSD = {
  DTE: '2026-02/DTE_v10.xsd',
  EnvioDTE: '2026-02/EnvioDTE_v10.xsd',
  EnvioBOLETA: '2026-02/boleta/EnvioBOLETA_v11.xsd',
  ConsumoFolios: 'ConsumoFolio_v10.xsd',
  LibroCompraVenta: 'LibroCV_v10.xsd',
  LibroGuia: 'LibroGuia_v10.xsd',
  RespuestaDTE: 'RespuestaEnvioDTE_v10.xsd',
  EnvioRecibos: 'EnvioRecibos_v10.xsd',
} as const

/** Loads a schema; what it returns answers with the faults of a file's bytes, one line each, none when it is valid. */
export async function loadSchema(root: keyof typeof XSD): Promise<(bytes: Uint8Array) => string[]> {
  xmlRegisterFsInputProviders()
  const path = join(SHARED, 'sii/schemas', XSD[root])
  const schema = XsdValidator.fromDoc(XmlDocument.fromBuffer(await readFile(path), { url: path }))
  return (bytes) => {
    const doc = XmlDocument.fromBuffer(bytes)
    try {
      schema.validate(doc)
      return []
    } catch (fault) {
      return String((fault as Error).message)
        .trim()
        .split('\n')
    } finally {
      doc.dispose()
    }
  }
}
