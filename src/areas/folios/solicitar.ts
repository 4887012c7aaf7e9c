// Asking the SII for folios. Today only the simulator hands them out without a person at its portal.

import { eq } from 'drizzle-orm'
import type { Ambiente } from '../../domain/ambiente'
import type { TipoDte } from '../../domain/dte/tipos'
import { AppError } from '../../domain/errors'
import type { Store } from '../../store/store'
import { empresa } from '../../store/tables/empresa'
import type { LoadCaf } from './load-caf'
import type { RangoCargado, Titular } from './rango'

export interface PeticionCaf {
  rutEmisor: string
  razonSocial: string
  tipoDte: TipoDte
  cantidad: number | 'max'
}

/** What the SII gave: the CAF file, and the most it would have given at once. It may lower the amount. */
interface CafOtorgado {
  xml: Uint8Array
  maxAutorizado: number
}

/** Asks for a CAF. Throws SII_UNAVAILABLE, SII_TIMEOUT or SII_ERROR. */
export type RequestCaf = (peticion: PeticionCaf) => Promise<CafOtorgado>

interface Solicitado {
  rango: RangoCargado
  maxAutorizado: number
}

/** Runs the question in the name of who pays for it. */
export type Pay = <T>(ask: () => Promise<T>) => Promise<T>

/** `load` keeps what the SII gave. */
export type Solicitar = (
  tipoDte: TipoDte,
  cantidad: number | 'max',
  titular: Titular,
  en: { load: LoadCaf; pay: Pay },
) => Promise<Solicitado>

/** `requestCaf` has an entry for each environment in which folios can be asked for; elsewhere it is INVALID_STATE. */
export function createSolicitar({
  store: { db },
  requestCaf,
}: {
  store: Store
  requestCaf: Partial<Record<Ambiente, RequestCaf>>
}): Solicitar {
  return async (tipoDte, cantidad, titular, { load, pay }) => {
    const request = requestCaf[titular.ambiente]
    if (!request) {
      throw new AppError(
        'INVALID_STATE',
        `En ${titular.ambiente} los folios se piden en el sitio del SII; descargue el CAF y cárguelo con POST /v1/dte/folios`,
      )
    }
    const emisor = db.select().from(empresa).where(eq(empresa.id, titular.empresaId)).get()
    if (!emisor) throw new AppError('NOT_FOUND', 'La empresa no existe')
    const { xml, maxAutorizado } = await pay(() =>
      request({ rutEmisor: emisor.rut, razonSocial: emisor.razonSocial, tipoDte, cantidad }),
    )
    return { rango: load(xml, titular, 'solicitud'), maxAutorizado }
  }
}
