// An example document of the company on a paper that it is trying: its own data as issuer, an invented receptor and detail.

import type { Clock } from '../../base/clock'
import { unidadSii } from '../../domain/comunas'
import type { Emisor } from '../../domain/dte/dte'
import { REFERIDOS, SOLICITUDES } from '../../domain/dte/ejemplos/solicitudes'
import { readDocumento } from '../../domain/dte/solicitud'
import type { TipoDte } from '../../domain/dte/tipos'
import { chileTimestamp } from '../../domain/fecha'
import type { Titular } from '../../domain/titular'
import { type Formato, type Plantilla, renderPdf } from '../../pdf'

/** The company as a document states it. */
export type EmisorDe = (titular: Titular) => { emisor: Emisor; sitioWeb: string | null }

export const createVistaPrevia =
  ({ emisorDe, clock }: { emisorDe: EmisorDe; clock: Clock }) =>
  ({ empresaId, ambiente }: Titular, { tipo, formato, cedible, plantilla }: Pedida): Uint8Array => {
    const { emisor, sitioWeb } = emisorDe({ empresaId, ambiente })
    const [hoy, hora] = chileTimestamp(clock()).split('T') as [string, string]
    const { documento, faults } = readDocumento(SOLICITUDES[tipo](REFERIDOS, hoy), emisor, hoy, hora)
    if (!documento) throw new Error(`the example of type ${tipo} has faults: ${JSON.stringify(faults)}`)
    const datos = plantilla.filas.map(({ dato }) => ({ etiqueta: dato, valor: 'Dato de ejemplo' }))
    const impreso = {
      dte: documento.dte,
      ted: null,
      resolucion: { numero: 0, fecha: hoy },
      unidadSii: emisor.comuna ? unidadSii(emisor.comuna) : null,
      emisor: { ...(sitioWeb && { sitioWeb }) },
      impresion: { ...documento.impresion, datos },
      ambiente,
      plantilla,
    }
    return renderPdf(impreso, { formato, cedible, marcaDeAgua: 'MUESTRA' })
  }

interface Pedida {
  tipo: TipoDte
  formato: Formato
  cedible: boolean
  plantilla: Plantilla
}
