// Where Flow reports a payment and sends the payer back to (developers.flow.cl). Both carry nothing but a token.

import { Type } from '@sinclair/typebox'
import { AppError } from '../../domain/errors'
import { newArea } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import { Exact } from '../../http/envelope'
import { HTML, PAGINA_404 } from '../../http/openapi-responses'
import { AJENA } from '../../http/query'
import type { ReplySet } from '../../http/reply'
import type { Billing } from './create'
import { CONFIRMACION, RETORNO } from './flow'

interface Deps extends Pick<AreaDeps, 'credential'> {
  billing: Billing
}

const PAGINAS = { 200: { description: 'La página', content: HTML }, ...PAGINA_404 }
const FORM = {
  required: true,
  content: {
    'application/x-www-form-urlencoded': {
      schema: { type: 'object', required: ['token'], properties: { token: { type: 'string' } } },
    },
  },
}

// No schema: what Flow may add to its call one day is none of our business.
function tokenOf(body: unknown): string {
  const { token } = body as { token?: string }
  if (token) return token
  throw new AppError('INVALID_PARAMETER', 'Falta el token de la orden', {
    detalles: [{ campo: 'token', regla: 'requerido', mensaje: 'Es obligatorio' }],
  })
}

const ESTADOS: Record<string, string> = {
  pagado: 'El pago quedó registrado.',
  abierto: 'El pago aún no se confirma; puede tardar unos minutos.',
  desconocido: 'No hay aquí una orden de pago con ese dato.',
}
const OTRO = 'El pago no se completó.'

/** Whoever comes back from paying is told nothing of a Flow that does not answer: its report comes later. */
function unconfirmed(fault: unknown): 'abierto' {
  if (fault instanceof AppError && fault.code === 'PAYMENT_ERROR') return 'abierto'
  throw fault
}

/** The answer about an order of another server: a page, as everything else here. */
function unknown(fault: unknown): 'desconocido' {
  if (fault instanceof AppError && ['NOT_FOUND', 'INVALID_PARAMETER'].includes(fault.code))
    return 'desconocido'
  throw fault
}

function page({ headers }: ReplySet, text: string): string {
  headers['content-type'] = 'text/html; charset=utf-8'
  headers['content-security-policy'] = "default-src 'none'; img-src 'self'"
  return `<!doctype html><html lang="es"><meta charset="utf-8"><title>Timbre</title><body><p>${text} Puede cerrar esta página.</p></body></html>`
}

/** Flow wants a 200 within fifteen seconds, and calls again for anything else. */
export const flowRoutes = ({ credential, billing: { checkouts } }: Deps) =>
  newArea(credential)
    .post(
      CONFIRMACION,
      async ({ body }) => {
        await checkouts.report(tokenOf(body))
        return { ok: true as const }
      },
      {
        form: true,
        publico: true,
        query: AJENA,
        response: Exact({ ok: Type.Literal(true) }),
        detail: {
          tags: ['Billing'],
          summary: 'Aviso de Flow: cambió el estado de una orden',
          'x-errores': ['INVALID_PARAMETER', 'NOT_FOUND', 'PAYMENT_ERROR'],
          description: 'Del aviso se toma sólo el token: el estado y el monto se preguntan a Flow.',
          requestBody: FORM as never,
        },
      },
    )
    .post(
      RETORNO,
      async ({ body, set }) => {
        const report = async (): Promise<string> =>
          checkouts.report(tokenOf(body)).then((checkout) => checkout.estado, unconfirmed)
        const estado = await report().catch(unknown)
        if (estado === 'desconocido') set.status = 404
        return page(set, ESTADOS[estado] ?? OTRO)
      },
      {
        form: true,
        publico: true,
        query: AJENA,
        detail: {
          tags: ['Billing'],
          summary: 'Página a la que Flow devuelve a quien pagó',
          description: 'También a quien trae una orden que no existe, o ninguna, le responde una página.',
          requestBody: FORM as never,
          responses: PAGINAS,
        } as object,
      },
    )
    .get(
      RETORNO,
      ({ set }) => page(set, 'Aquí vuelve quien paga con Flow: el estado del pago se ve en su plan.'),
      {
        publico: true,
        query: AJENA,
        detail: {
          tags: ['Billing'],
          summary: 'La misma página, de quien la abre sin venir de Flow',
          responses: { 200: PAGINAS[200] },
        } as object,
      },
    )
