// The preflight (areas/certificacion §3): what would stop the next run, or have it refused, said before anything is taken.

import type { Clock } from '../../base/clock'
import { isLibro } from '../../domain/certificacion/etapas'
import { typedDay } from '../../domain/certificacion/paso-set'
import { type TipoDte, tipoDocumento } from '../../domain/dte/tipos'
import { chileDate, daysBetween } from '../../domain/fecha'
import type { Titular } from '../../domain/titular'
import { vigenciaFault } from '../../domain/vigencia'
import type { Emisores } from '../dte'
import type { FoliosDue } from './ask-folios'
import { type Caminos, termOf } from './camino'
import type { CertificacionRow } from './statements'

export const PUNTOS = {
  certificado: 'el certificado de quien firma',
  resolucion: 'la fecha de resolución de la empresa',
  emisor: 'los datos del emisor que lleva cada documento',
  reloj: 'el reloj del servidor, con que se timbra',
  dudas: 'las dudas de los sets',
  solicitudes: 'que cada caso se pueda emitir como quedó',
  folios: 'los folios de una pasada limpia',
  periodo: 'que los sets sean de un mismo mes',
  plazo: 'los dos meses para enviar',
} as const
type CodigoPunto = keyof typeof PUNTOS

export interface Punto {
  codigo: CodigoPunto
  /** False stops a run, or has it refused; null where nobody knows yet. */
  bien: boolean | null
  mensaje: string
}

/** Seconds by which the clock may be wrong: the SII compares days and hours of Chile. */
const DESFASE_MAX = 300

interface Deps {
  caminos: Caminos
  emisores: Emisores
  foliosDue: FoliosDue
  clock: Clock
  /** Seconds by which the clock of the server differs from the SII's; null where nobody knows. */
  desfaseReloj: () => number | null
}

export const createRevision =
  ({ caminos, emisores, foliosDue, clock, desfaseReloj }: Deps) =>
  (titular: Titular, row: CertificacionRow): Punto[] => {
    const { ronda, sets, resolucion } = caminos.of(row)
    const { vigencia, certificadoAjeno, emisor } = emisores.get(titular)
    const hoy = chileDate(clock())
    const punto = (codigo: CodigoPunto, fault: string | null, good: string): Punto => ({
      ...{ codigo, bien: fault === null, mensaje: fault ?? good },
    })

    const certificado = (): string | null => {
      if (!vigencia) return 'Falta cargar el certificado digital de quien firma'
      if (certificadoAjeno) return 'El certificado es del simulador: el SII no lo conoce'
      return vigenciaFault(vigencia, clock())?.mensaje ?? null
    }
    const missing = [
      ...(emisor.giro ? [] : ['giro']),
      ...(emisor.direccion ? [] : ['dirección']),
      ...(emisor.comuna ? [] : ['comuna']),
      ...(emisor.acteco?.length ? [] : ['actividad económica']),
    ]
    const desfase = desfaseReloj()
    const dudas = sets.filter(({ texto }) => texto?.abiertas.length)
    const refused = sets.flatMap(({ row, faltas: [first, ...more] }) =>
      first ? [`${row.nombre}, ${first.mensaje}${more.length ? ` (y ${more.length} más)` : ''}`] : [],
    )
    const pending = sets.filter(({ estado }) =>
      ['con_dudas', 'listo', 'espera_set', 'rechazado'].includes(estado),
    )
    const lacking = foliosDue(titular, row).flatMap(({ tipoDte, faltan }) =>
      faltan > 0 ? [`${faltan} de ${tipoDocumento(tipoDte as TipoDte).nombre.toLowerCase()}`] : [],
    )
    const months = new Set(
      sets
        .filter(({ row }) => !isLibro(row.clase) && row.clase !== 'simulacion')
        .flatMap(({ row }) => row.intentos.filter(({ estado }) => estado !== 'rechazado'))
        .map(({ created_at }) => chileDate(new Date(created_at)).slice(0, 7)),
    )
    const others = [...months].filter((month) => month !== hoy.slice(0, 7))
    const left = ronda ? daysBetween(hoy, termOf(ronda)) : null
    return [
      punto('certificado', certificado(), 'Hay un certificado vigente'),
      punto(
        'resolucion',
        resolucion
          ? null
          : 'Falta la fecha de resolución, que está en los datos de la empresa en el sitio de pruebas del SII',
        `La resolución es del ${resolucion && typedDay(resolucion.fecha)}`,
      ),
      punto(
        'emisor',
        missing.length ? `Falta ${missing.join(', ')} de la empresa` : null,
        'Los datos están completos',
      ),
      desfase === null
        ? {
            ...{ codigo: 'reloj', bien: null },
            mensaje:
              row.ambiente === 'simulacion'
                ? 'El reloj no se compara: el SII es simulado'
                : 'El reloj aún no se compara con el del SII: se hace solo cuando él responde',
          }
        : punto(
            'reloj',
            Math.abs(desfase) > DESFASE_MAX
              ? `El reloj del servidor difiere ${Math.abs(desfase)} segundos del SII: póngalo en hora`
              : null,
            'El reloj concuerda con el SII',
          ),
      punto(
        'dudas',
        dudas.length ? `Faltan respuestas de ${dudas.map(({ row }) => row.nombre).join(', ')}` : null,
        'No hay dudas por responder',
      ),
      punto(
        'solicitudes',
        refused.length ? `No se pueden emitir: ${refused.join('; ')}` : null,
        'Cada caso se puede emitir',
      ),
      punto('folios', lacking.length ? `Faltan folios: ${lacking.join(', ')}` : null, 'Alcanzan los folios'),
      punto(
        'periodo',
        pending.length && others.length
          ? `Hay sets emitidos en ${others.join(', ')}: el SII los quiere todos de un mismo mes`
          : null,
        'Los sets son de un mismo mes',
      ),
      punto(
        'plazo',
        left !== null && left < 0 ? 'El set tiene más de dos meses: descargue uno nuevo' : null,
        left === null ? 'Aún no hay un set' : `Quedan ${left} días para enviar`,
      ),
    ]
  }
