// Names of saved files: what, of which company, in which environment (dashboard §11).

import type { Ambiente } from '../api/sesion'

interface De {
  empresa: { rut: string }
  ambiente: Ambiente
}

/** `documentos_76543210-3_simulacion_2026-10-01_2026-10-31.csv` */
export const nameOfList = (
  { empresa, ambiente }: De,
  { desde, hasta }: { desde: string; hasta: string },
  extension: string,
): string => `${['documentos', empresa.rut, ambiente, desde, hasta].filter(Boolean).join('_')}.${extension}`

/** `33_12_76543210-3_simulacion.pdf` */
export const nameOfDocument = (
  { empresa, ambiente }: De,
  { tipo_dte, folio }: { tipo_dte: number; folio: number },
  extension: string,
): string => `${[tipo_dte, folio, empresa.rut, ambiente].join('_')}.${extension}`
