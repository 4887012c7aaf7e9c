// File names under which documents and envelopes leave, telling what they are.

import type { EnvioRow } from '../envio/envio-store'

/** `DTE_76543210-3_T33F1042.xml` */
export const nombreDocumento = (
  rut: string,
  tipo: number,
  folio: number,
  ext: 'xml' | 'pdf' | 'bin',
): string => `DTE_${rut}_T${tipo}F${folio}.${ext}`

/** The name an envelope has at the SII. */
export const nombreEnvio = ({ sobre, id }: Pick<EnvioRow, 'sobre' | 'id'>): string => `${sobre}_${id}.xml`

/** The name of the envelope that carries one document to its receiver. */
export const nombreIntercambio = (rut: string, tipo: number, folio: number): string =>
  `EnvioDTE_${rut}_T${tipo}F${folio}.xml`
