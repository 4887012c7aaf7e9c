// The one shape in which a screen learns that a request failed: what the API said, or that nothing answered.

import type { ErrorCode } from '../../domain/errors'

/** `SIN_RESPUESTA`: no answer came. `SIN_CONEXION`: not sent, because nobody answers. Neither is the API's. */
export type CodigoFalla = ErrorCode | 'SIN_RESPUESTA' | 'SIN_CONEXION'

/** One entry of `detalles`; those of other faults than of a body carry other fields, in `datos`. */
export interface DetalleFalla {
  /** Path in the body (`detalle[2].precio`); empty when the entry is about no field. */
  campo: string
  mensaje: string
  regla: string
  datos: Readonly<Record<string, unknown>>
}

/** A request that failed. `message` is Spanish and meant for the person. */
export class Fault extends Error {
  readonly code: CodigoFalla
  /** 0 when no answer came. */
  readonly status: number
  readonly detalles: readonly DetalleFalla[]
  /** How many more there are than `detalles` tells. */
  readonly omitidos: number
  /** `X-Request-Id` of the answer. */
  readonly requestId: string | null
  /** Seconds to wait, as the answer says. */
  readonly retryAfter: number | null

  constructor(
    code: CodigoFalla,
    message: string,
    more: Partial<Pick<Fault, 'status' | 'detalles' | 'omitidos' | 'requestId' | 'retryAfter'>> = {},
  ) {
    super(message)
    this.name = 'Fault'
    this.code = code
    this.status = more.status ?? 0
    this.detalles = more.detalles ?? []
    this.omitidos = more.omitidos ?? 0
    this.requestId = more.requestId ?? null
    this.retryAfter = more.retryAfter ?? null
  }

  /** Whether the session is over: whoever asked must log in again. */
  get endsSession(): boolean {
    return this.status === 401 && !/^(INVALID_CREDENTIALS|SECOND_FACTOR_REQUIRED)$/.test(this.code)
  }

  /** The message about one field, without its path; undefined when there is none. */
  of(campo: string): string | undefined {
    const found = this.detalles.find((detalle) => detalle.campo === campo)
    return found && withoutPath(found)
  }
}

/** Whether all that is wrong stands at a field: it is mended in this very form. */
export const isPlaced = ({ detalles }: Fault, fields: readonly string[] = []): boolean =>
  detalles.length > 0 && detalles.every(({ campo, mensaje }) => mensaje && fields.includes(campo))

/**
 * The text about a fault above its fields (`fields` names the paths that have one): a fault at a field is
 * not told twice, nor by the API's path.
 */
export function headOf(fault: Fault, fields: readonly string[] = []): string {
  const { message } = fault
  const told = fault.detalles.filter(({ campo, mensaje }) => campo && mensaje)
  const [first] = told
  if (!first) return message
  if (isPlaced(fault, fields)) return 'Revise lo marcado.'
  if (told.length > 1 && /\bdetalles\b/.test(message)) return 'Revise estos datos:'
  return message === first.mensaje ? withoutPath(first) : message
}

/** The message alone: the API begins it with the field's path, which a label beside it says better. */
export function withoutPath({ campo, mensaje }: Pick<DetalleFalla, 'campo' | 'mensaje'>): string {
  const text = campo && mensaje.startsWith(`${campo}:`) ? mensaje.slice(campo.length + 1).trim() : mensaje
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** An answer that is no success, read; its body may be anything when a proxy spoke for the server. */
export async function readFault(response: Response): Promise<Fault> {
  const { status, headers } = response
  const requestId = headers.get('x-request-id')
  const after = Number(headers.get('retry-after') ?? Number.NaN)
  const retryAfter = Number.isFinite(after) ? after : null
  const body = (await response.json().catch(() => null)) as {
    code?: ErrorCode
    error?: string
    detalles?: Record<string, unknown>[]
    detalles_omitidos?: number
  } | null
  if (!body?.code || typeof body.error !== 'string')
    return new Fault('SIN_RESPUESTA', `El servidor no respondió (HTTP ${status}).`, {
      status,
      requestId,
      retryAfter,
    })
  return new Fault(body.code, forPeople(body.error), {
    status,
    requestId,
    retryAfter,
    omitidos: body.detalles_omitidos ?? 0,
    detalles: (body.detalles ?? []).map(({ campo, mensaje, regla, ...datos }) => ({
      campo: text(campo),
      mensaje: forPeople(text(mensaje)),
      regla: text(regla),
      datos,
    })),
  })
}

/** Without what only who writes JSON can follow. */
const forPeople = (message: string): string => message.replaceAll(', sin comillas', '')

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Whatever was thrown, as a Fault: what is none is a defect of ours, said as such. */
export const toFault = (thrown: unknown): Fault =>
  thrown instanceof Fault
    ? thrown
    : new Fault(
        'INTERNAL_ERROR',
        'Algo falló en esta página. Recárguela; lo escrito en borradores sigue ahí.',
      )
