// /v1/respaldos: the copies of the whole server, listed and asked for, for the owners of its first account, whose people run it (http §23).

import { Type } from '@sinclair/typebox'
import { AppError } from '../../domain/errors'
import { newArea } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import { Datos, Exact, Nullable, OneOf } from '../../http/envelope'
import { showAs } from '../../http/show-as'
import { instantsAround } from '../../jobs/cron'
import { cuentaOperadora } from './operador'
import type { Programa, RespaldoProgramado } from './programa'
import { createRespaldoStore, type Respaldo } from './respaldo-store'
import { MOTIVOS, type Problema } from './situacion'

interface Deps extends Pick<AreaDeps, 'store' | 'clock' | 'credential'> {
  programado: RespaldoProgramado | null
  programa: Programa | null
  problemas: () => Problema[]
}

const SHOWN = 60

const Copia = Exact({
  nombre: Type.String({ examples: ['timbre-1f2e3d4c-20261129T061500Z.tar.age'] }),
  estado: OneOf({
    en_curso: 'se está haciendo, o quien la hacía murió',
    hecha: 'está en el destino',
    fallida: 'no llegó a estar',
    borrada: 'ya no había que conservarla',
    ausente: 'la quitó otro',
  }),
  inicio: Type.String({ examples: ['2026-11-29T06:15:00.000Z'] }),
  fin: Nullable(Type.String({ examples: ['2026-11-29T06:15:09.000Z'] })),
  bytes: Nullable(Type.Integer({ description: 'En el destino, cifrada.' })),
  error: Nullable(Type.String()),
  ensayo: Nullable(
    Exact({
      resultado: OneOf({
        abierta: 'se trajo, se abrió y `timbre verificar` la encontró en orden',
        integra:
          'se trajo y es lo que se escribió; no se abrió, porque el servidor no tiene la clave privada',
        fallida: 'no se pudo traer, abrir o verificar',
      }),
      fecha: Type.String(),
      detalle: Nullable(Type.String()),
    }),
  ),
})

const Respaldos = Exact({
  programado: Nullable(
    Exact({
      destino: Type.String({ examples: ['s3://respaldos/timbre'] }),
      cron: Type.String({
        description: 'Minuto, hora, día, mes y día de semana, de Chile.',
        examples: ['15 3 * * *'],
      }),
      conservar: Type.String({ description: 'Días, semanas, meses y años.', examples: ['7/5/12/6'] }),
      abre: Type.Boolean({
        description: 'Si el servidor puede abrir las copias en su ensayo; con clave pública no puede.',
      }),
      proxima: Type.String({ description: 'Cuándo se hará la próxima.' }),
    }),
  ),
  trabajando: Type.Boolean({ description: 'Si ahora se hace una copia o un ensayo.' }),
  problemas: Type.Array(
    Exact({
      motivo: OneOf(MOTIVOS),
      desde: Type.String(),
      mensaje: Type.String(),
    }),
  ),
  copias: Type.Array(Copia, { description: `Los últimos ${SHOWN} intentos, el más nuevo primero.` }),
})

const toJson = showAs(Copia, ({ ensayo, ensayoAt, ensayoDetalle }: Respaldo) => ({
  ensayo: ensayo && { resultado: ensayo, fecha: ensayoAt!, detalle: ensayoDetalle },
}))

export function respaldoRoutes({ store: { db }, clock, credential, programado, programa, problemas }: Deps) {
  const rows = createRespaldoStore(db)

  function describe() {
    if (!programado || !programa) return { programado: null, trabajando: false, problemas: [], copias: [] }
    const { destino, cron, conservar, abre } = programado
    const { next } = instantsAround(cron, clock())
    return {
      programado: { destino, cron, conservar, abre, proxima: next.toISOString() },
      trabajando: programa.isRunning(),
      problemas: problemas(),
      copias: rows.latest(destino, SHOWN).map(toJson),
    }
  }

  function requireOperator({ cuentaId }: { cuentaId: string }): void {
    if (cuentaId !== cuentaOperadora(db))
      throw new AppError('FORBIDDEN', 'Los respaldos son del servidor: los ve su primera cuenta')
  }

  return newArea(credential)
    .get(
      '/v1/respaldos',
      ({ tenant }) => {
        requireOperator(tenant)
        return { ok: true as const, data: describe() }
      },
      {
        owner: true,
        response: Datos(Respaldos),
        detail: {
          tags: ['Sistema'],
          summary: 'Las copias del servidor y sus ensayos',
          description:
            'De los propietarios de la primera cuenta del servidor, que es la de quien lo administra. Se programan con las variables `TIMBRE_RESPALDO_*`; sin ellas `programado` es `null`.',
        },
      },
    )
    .post(
      '/v1/respaldos',
      ({ tenant, status }) => {
        requireOperator(tenant)
        if (!programa)
          throw new AppError(
            'INVALID_STATE',
            'Este servidor no tiene dónde copiar: falta TIMBRE_RESPALDO_DESTINO',
          )
        if (!programa.copyNow())
          throw new AppError('INVALID_STATE', 'Ya se está haciendo una copia o su ensayo')
        return status(202, { ok: true as const, data: describe() })
      },
      {
        owner: true,
        response: { 202: Datos(Respaldos) },
        detail: {
          tags: ['Sistema'],
          summary: 'Hace una copia ahora',
          description: 'Comienza; cómo terminó se ve en la lista. La de su hora se hace igual.',
          'x-errores': ['INVALID_STATE'],
        },
      },
    )
}
