// Such a job as answers show it (jobs §6).

import { type TSchema, Type } from '@sinclair/typebox'
import { type TipoTrabajo, TRABAJOS } from '../../domain/trabajos'
import { AmbienteJson, Codigo, Exact, Nullable, OneOf } from '../../http/envelope'
import { FallaTrabajo } from '../../http/job-error'
import type { Tenant } from '../../http/tenant'
import { SIGNIFICADO_ESTADO } from '../../jobs/estados'
import type { Progreso } from '../../jobs/kind'
import type { JobRecord } from '../../jobs/record'
import type { Trabajos } from './create'
import { MAX_INTENTOS } from './define'

const instante = Nullable(Type.String({ format: 'date-time' }))

const SIGNIFICADO = { ...SIGNIFICADO_ESTADO, completed: 'terminó; lo que resultó es `result`' }

export const EstadoOperacion = OneOf(SIGNIFICADO, { 'x-nombre': 'EstadoOperacion' })

/** The same of every base. */
const ANTES = {
  id: Type.String(),
  job_id: Type.String({ description: 'El mismo `id`, con el nombre que le da quien lo encola.' }),
  tipo: Codigo(TRABAJOS, { 'x-nombre': 'TipoTrabajo' }),
  estado: EstadoOperacion,
  ambiente: AmbienteJson(),
  objeto: Type.String({ description: 'De qué se trata: un mes, un documento.', examples: ['202611'] }),
  progreso: Nullable(
    Exact({
      paso: Type.String(),
      hechos: Type.Integer(),
      total: Nullable(Type.Integer({ description: 'null mientras no se sabe.' })),
      espera_hasta: {
        ...instante,
        description:
          'Mientras espera su turno o el ritmo del SII, que `paso` dice: hasta cuándo; null si no espera.',
      },
    }),
  ),
  created_at: Type.String({ format: 'date-time' }),
  started_at: instante,
  completed_at: instante,
  failed_at: instante,
  intentos: Type.Integer(),
  max_intentos: Type.Integer(),
  proximo_intento: instante,
}
const error = Nullable(FallaTrabajo)

/** `result` is what came of those of one base, by the name that the document gives them: `TrabajoRcv`. */
export const trabajoSchema = <R extends TSchema>(result: R, nombre: string) =>
  Exact(
    {
      ...ANTES,
      result: {
        ...Nullable(result),
        description:
          'Lo que resultó; null mientras no termina. De lo que se hace por partes, visto por sí solo: lo hecho hasta ahora.',
      },
      error,
    },
    { 'x-nombre': nombre },
  )

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

/** Whoever was limited to some companies reads nothing of the others. */
const progresoToJson = (
  { paso, hechos, total, espera }: Progreso,
  { empresas }: Pick<Tenant, 'empresas'>,
) => ({
  paso: espera && empresas !== null ? espera.reservado : paso,
  hechos,
  total,
  espera_hasta: espera?.hasta ?? null,
})

export const toJson = (
  job: JobRecord,
  trabajos: Pick<Trabajos, 'get'>,
  tenant: Pick<Tenant, 'empresas'>,
) => ({
  id: job.id,
  job_id: job.id,
  tipo: job.kind as TipoTrabajo,
  estado: job.estado,
  ambiente: job.ambiente,
  objeto: trabajos.get(job.id).objeto,
  progreso: job.progreso && progresoToJson(job.progreso, tenant),
  created_at: job.createdAt.toISOString(),
  started_at: iso(job.startedAt),
  completed_at: iso(job.completedAt),
  failed_at: iso(job.failedAt),
  intentos: job.intentos,
  max_intentos: MAX_INTENTOS,
  proximo_intento: iso(job.proximoIntento),
  result: job.result as never,
  error: job.error,
})
