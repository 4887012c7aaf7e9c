// A mailed verdict, written to the run that it is about (areas/certificacion §4). Nobody signs such a mail: it is believed of the last envelope
// of the company's own set that awaits it or that a person judged, and of nothing else.

import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import { readSetmail } from '../../domain/certificacion/read-setmail'
import { AppError } from '../../domain/errors'
import type { TitularDeCuenta } from '../../domain/titular'
import type { Store } from '../../store/store'
import type { Emisores } from '../dte'
import type { Avance } from './avance'
import type { SetDelCamino } from './camino'
import type { Certificaciones } from './certificaciones'

interface Carta {
  asunto: string
  texto: string
}

interface Deps {
  store: Pick<Store, 'client'>
  certificaciones: Certificaciones
  avance: Avance
  clock: Clock
  newId: NewId
  emisores: Pick<Emisores, 'get'>
  setOf(titular: TitularDeCuenta, of: { id: string; clase: string }): SetDelCamino
}

/** Null where it was written, else why not; undefined for a letter that is no such mail. */
type TakeSetmail = (titular: TitularDeCuenta, carta: Carta) => string | null | undefined

export function createTakeSetmail(deps: Deps): TakeSetmail {
  const { store, certificaciones, avance, clock, newId, emisores, setOf } = deps
  const { sql } = certificaciones
  const write = store.client.transaction((titular: TitularDeCuenta, { asunto, texto }: Carta) => {
    const leido = readSetmail(asunto, texto)
    if (!leido) return undefined
    const { resultado: estado, trackId, atencion, rut, glosa } = leido
    if (rut !== null && rut !== emisores.get(titular).emisor.rut)
      return 'El resultado de la revisión es de otra empresa'
    if (trackId === null) return 'El resultado de la revisión no dice de qué envío es: anótelo a mano'
    const run = sql.byTrack.get(titular.empresaId, titular.ambiente, trackId)
    if (!run) return `El resultado de la revisión es de un envío que Timbre no hizo (${trackId})`
    if (atencion !== null && run.atencion !== null && atencion !== run.atencion)
      return `El resultado de la revisión es del set ${atencion}, y el envío ${trackId} es de otro`
    const camino = certificaciones.get(titular, run.certificacion_id)
    const actor = { ...titular, usuarioId: null, apiKeyId: null, ip: null, nombre: 'correo del SII' }
    const set = setOf(titular, { id: camino.id, clase: run.clase })
    if (set.row.intentos.at(-1)?.id !== run.id) return `El envío ${trackId} es de un intento anterior`
    avance.judge(actor, camino, set, { estado, glosa, origen: 'correo' })
    certificaciones.addArchivo(
      {
        ...{ id: newId('car'), certificacion_id: camino.id, intento_id: run.id, clase: 'correo' },
        ...{ nombre: `correo-${trackId}.txt`, created_at: clock().toISOString() },
      },
      Buffer.from(`${asunto}\n\n${texto}`),
    )
    return null
  })
  return (titular, carta) => {
    try {
      return write.immediate(titular, carta)
    } catch (fault) {
      // It came before, or a person was quicker.
      if (fault instanceof AppError) return fault.message
      throw fault
    }
  }
}
