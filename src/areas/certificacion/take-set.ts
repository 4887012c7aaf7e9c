// Takes a text of the SII in: the same once more is no new round, another makes all before it void (areas/certificacion §2).

import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import { isClosed } from '../../domain/certificacion/etapas'
import { readSet } from '../../domain/certificacion/read-set'
import type { FaltaSet, SetLeido } from '../../domain/certificacion/set'
import { AppError } from '../../domain/errors'
import type { Actor, Audit } from '../../http/audit'
import { type Certificaciones, huellaOf } from './certificaciones'
import type { CertificacionRow } from './statements'

export const SIN_SOPORTE = 'SET_UNSUPPORTED'

/** Throws CERT_CLOSED for a road that ended. */
export function checkOpen({ estado }: Pick<CertificacionRow, 'estado'>): void {
  if (!isClosed(estado)) return
  const ended = estado === 'autorizada' ? 'ya terminó: el SII autorizó a la empresa' : 'se abandonó'
  throw new AppError('CERT_CLOSED', `La certificación ${ended}; abra otra para seguir`)
}

/** Throws SET_UNREADABLE for a text with a line that cannot be read, SET_UNSUPPORTED for one without any set for this road. */
export function checkLeido({ secciones, faltas }: SetLeido, alcance: CertificacionRow['alcance']): void {
  const unread = faltas.filter(({ codigo }) => codigo !== SIN_SOPORTE)
  if (unread.length) throw refusal('SET_UNREADABLE', 'El texto no se puede leer', unread)
  const others = secciones.filter(({ clase }) => (clase === 'boleta') !== (alcance === 'boleta'))
  const ajenas: FaltaSet[] = others.map(({ linea, nombre }) => ({
    linea,
    codigo: 'alcance',
    mensaje: `El set ${nombre} no es de una certificación de ${alcance}`,
  }))
  if (ajenas.length || !secciones.length)
    throw refusal(
      SIN_SOPORTE,
      secciones.length ? 'El texto es de otro alcance' : 'El texto no trae ningún set que Timbre conozca',
      [...faltas, ...ajenas],
    )
}

/** The refusal tells the first line in its message: a person without the details knows where to look. */
function refusal(code: 'SET_UNREADABLE' | 'SET_UNSUPPORTED', what: string, detalles: readonly FaltaSet[]) {
  const [first] = detalles
  const where = first ? `: línea ${first.linea}: ${first.mensaje}` : ''
  const more = detalles.length > 1 ? ` (y ${detalles.length - 1} más, en detalles)` : ''
  return new AppError(code, `${what}${where}${more}`, { detalles: detalles.map((one) => ({ ...one })) })
}

interface Deps {
  certificaciones: Certificaciones
  clock: Clock
  newId: NewId
  audit: Audit
}

export const createTakeSet =
  ({ certificaciones, clock, newId, audit }: Deps) =>
  /** Keeps a text; false where it is the last one once more. Inside a transaction. Throws what `checkLeido` does. */
  (actor: Actor, row: CertificacionRow, bytes: Uint8Array, nombre: string): boolean => {
    checkOpen(row)
    const leido = readSet(bytes)
    checkLeido(leido, row.alcance)
    const huella = huellaOf(bytes)
    const rondas = certificaciones.sql.rondas.all(row.id)
    const last = rondas.at(-1)
    if (last?.huella === huella) return false
    if (rondas.some((one) => one.huella === huella))
      throw new AppError(
        'INVALID_STATE',
        'Ese texto es de una ronda anterior: el SII dejó ese set sin efecto al generar otro; cargue el último',
      )
    const id = newId('cro')
    const at = clock().toISOString()
    audit(
      actor,
      () => {
        const ronda = {
          id,
          certificacion_id: row.id,
          numero: (last?.numero ?? 0) + 1,
          huella,
          nombre,
          created_at: at,
        }
        const sets = leido.secciones.map(({ clase, nombre, atencion }) => ({
          id: newId('cse'),
          clase,
          nombre,
          atencion,
        }))
        certificaciones.addRonda(ronda, bytes, sets)
        certificaciones.setEstado(row.id, 'set', at)
      },
      () => ({
        accion: 'certificacion.set_cargado',
        objeto: row.id,
        detalle: { nombre, huella, sets: leido.secciones.map(({ clase }) => clase) },
      }),
    )
    return true
  }
