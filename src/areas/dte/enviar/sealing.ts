// Envelopes around signed documents: frozen on disk before they travel, and taken apart when they no longer can (http §7.3).

import type { Clock } from '../../../base/clock'
import type { NewId } from '../../../base/id'
import { pauses } from '../../../base/turn'
import { type TipoDte, tipoDocumento } from '../../../domain/dte/tipos'
import { chileTimestamp } from '../../../domain/fecha'
import { RUT_SII } from '../../../domain/rut'
import type { Store } from '../../../store/store'
import type { Sign } from '../../../xml/firma'
import { buildSobre } from '../../../xml/sobre'
import { type Documentos, type EmitidoRow, isDescartado } from '../documento/documento-store'
import { checkVigencia, type Emisores, type FirmanteListo } from '../documento/emisor'
import type { Envios } from '../envio/envio-store'
import type { Guias } from '../referencias/guias'
import type { Reemplazos } from '../referencias/reemplazos'
import type { Referencias } from '../referencias/referencias'

/** A document with its frozen bytes. */
export interface Firmado {
  row: EmitidoRow
  tipoDte: TipoDte
  xml: string
}

interface Deps {
  store: Store
  clock: Clock
  newId: NewId
  sign: Sign
  emisores: Emisores
  documentos: Documentos
  envios: Envios
  referencias: Referencias
  guias: Guias
  reemplazos: Reemplazos
}

export type Sealing = ReturnType<typeof createSealing>

export function createSealing(deps: Deps) {
  const { store, clock, newId, sign, emisores, documentos, envios, referencias, guias, reemplazos } = deps
  const insertEnvio = store.client.transaction(
    (envio: Parameters<Envios['insert']>[0], at: string, before: () => void) => {
      before()
      envios.insert(envio, at)
    },
  )

  return {
    /**
     * Freezes an envelope around documents of one kind of it; returns its id, which a set gave it beforehand. `before` writes in the
     * same transaction. Throws what `checkVigencia` throws.
     */
    async freeze(
      firmados: readonly Firmado[],
      firmante: FirmanteListo,
      before: () => void = () => {},
      set: string | null = null,
    ): Promise<string> {
      const { row, tipoDte } = firmados[0]!
      const { sobre } = tipoDocumento(tipoDte)
      const caratula = {
        rutEmisor: row.rut_emisor,
        rutEnvia: firmante.firmante.rut,
        rutReceptor: RUT_SII,
        // The company's of today: what its documents were accepted under may have been mended since.
        resolucion:
          emisores.get({ empresaId: row.empresa_id, ambiente: row.ambiente }).resolucion ??
          documentos.contenido(row).resolucion,
      }
      const at = clock()
      checkVigencia(firmante, at)
      const signing = { llave: firmante.llave, sign, at: chileTimestamp(at), pause: pauses() }
      const firmado = await buildSobre(sobre, caratula, firmados, signing)
      const id = set ?? newId('env')
      const documentoIds = firmados.map((f) => f.row.id)
      const { rutEnvia } = caratula
      const { empresa_id: empresaId, ambiente } = row
      const envio = { id, empresaId, ambiente, sobre, rutEnvia, firmado, documentoIds }
      insertEnvio.immediate(envio, at.toISOString(), before)
      return id
    },

    /**
     * An envelope that never travelled is made anew when another person signs by now, who could not upload it, or when a
     * document of it was given up.
     */
    dissolveStale(rows: readonly EmitidoRow[], firmante: FirmanteListo): void {
      for (const row of rows) {
        const envio = row.envio_id ? envios.get(row.envio_id) : undefined
        if (envio?.estado !== 'armado') continue
        if (envio.rut_envia === firmante.firmante.rut && !envios.hasDiscarded(envio.id)) continue
        const dissolve = store.client.transaction(() => {
          for (const other of documentos.byEnvio(envio.id).filter(isDescartado)) {
            referencias.revert(other.id)
            guias.settled(other.id)
            reemplazos.release(other.id)
          }
          envios.discard(envio.id)
        })
        dissolve.immediate()
        for (const other of rows) if (other.envio_id === envio.id) other.envio_id = null
      }
    },
  }
}
