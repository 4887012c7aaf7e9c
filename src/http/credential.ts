// The one server and its credential: every route states `permission`, `accountPermission`, `session` or `publico`; all but the
// last get a `tenant`.

import type { Clock } from '../base/clock'
import { AppError } from '../domain/errors'
import type { Permiso } from '../domain/permisos'
import type { Operacion } from '../domain/plan/cuota'
import type { Authenticate } from './authenticate'
import { declaredBytes, readBody, readForm, tokensOfBytes, tokensOfDocumentos } from './body'
import type { Cuota } from './cuota'
import type { RequireHere } from './moved'
import type { UploadFields } from './multipart'
import { queryOfNothing, refuseRepeated } from './query'
import type { RateLimits } from './rate-limit'
import type { ReplySet } from './reply'
import {
  requireActive,
  requireEmpresa,
  requireFactor,
  requireOwner,
  requirePermission,
  requireSession,
  requireWholeAccount,
} from './requirements'
import { requireShown } from './second-factor'
import { newServer } from './server'
import type { AccountTenant, SessionTenant, Tenant } from './tenant'
import type { Tickets } from './tickets'
import type { Uploads } from './uploads'

/** Where a route's detail records what it asks of the credential, for the OpenAPI document and the test of all routes. */
export const ACCESS = 'x-permiso'

/** A route's demand: nothing, a permission, or a session: a person's, with or without one, or an owner's. */
export interface Access {
  publico: boolean
  permiso: Permiso | null
  /** Another one that will do in its place. */
  oPermiso?: Permiso
  soloSesion: boolean
  soloPropietario?: boolean
  /** Whether it acts on the account as a whole, which a person limited to some of its companies may not. */
  cuentaEntera?: boolean
  /** Whether it serves a person too who lacks the second factor that the account demands. */
  sinFactor?: boolean
  /** Whether it acts within a company, which a session must have chosen. */
  empresa: boolean
}

export type Credential = ReturnType<typeof createCredential>

interface RequestContext {
  request: Request
  set: ReplySet
  tenant?: AccountTenant
  body?: unknown
  /** The files of the form that the route takes, and the field for what one is called. */
  files?: UploadFields
  fileName?: string
  /** Whether a ticket in the address will do. */
  ticketed?: boolean
  /** Tokens of the rate limit that it has paid. */
  paid?: number
}

/** Where a route's detail records the files of its form. */
export const UPLOAD = 'x-archivos'
/** Where a route's detail records that a person's second factor must have been shown lately. */
export const SHOWN = 'x-segundo-factor'
/** Where a route's detail records of which operation it costs a unit of the quota of queries. */
export const CONSUME = 'x-consume-cuota'

/** The server with its credential. `authenticate` resolves the headers of a request to who is asking, `redeemTicket` a one-use ticket. */
export const createCredential = ({
  authenticate,
  redeemTicket,
  rateLimits,
  uploads,
  cuota,
  clock,
  requireHere,
}: {
  authenticate: Authenticate
  redeemTicket: Tickets['redeem']
  rateLimits: RateLimits
  uploads: Pick<Uploads, 'hold'>
  cuota: Pick<Cuota, 'announce'>
  clock: Clock
  requireHere: RequireHere
}) => {
  /** Idempotent: the parse hook asks before the body is read, the transform hook on routes without one. */
  async function authorize(context: RequestContext, access: Access) {
    const { permiso, oPermiso, soloSesion, soloPropietario, cuentaEntera, sinFactor, empresa } = access
    if (context.tenant) return
    context.set.headers['cache-control'] = 'no-store' // files say otherwise themselves
    const ticket = context.ticketed ? new URL(context.request.url).searchParams.get('ticket') : null
    const tenant = ticket === null ? await authenticate(context.request, context.set) : redeemTicket(ticket)
    context.paid = tokensOfBytes(declaredBytes(context.request, context.files))
    rateLimits.request(context.set, tenant, permiso === 'dte:emitir', context.paid)
    if (!sinFactor) requireFactor(tenant)
    if (soloSesion) requireSession(tenant)
    if (soloPropietario) requireOwner(tenant)
    if (cuentaEntera) requireWholeAccount(tenant)
    if (permiso !== null && !(oPermiso && tenant.permisos.has(oPermiso))) requirePermission(tenant, permiso)
    if (empresa) requireActive(tenant)
    if (empresa) requireEmpresa(tenant, context.request.headers.get('x-empresa'))
    requireHere(context.request, tenant, { empresa })
    if (empresa && tenant.eliminada && !permiso?.endsWith(':leer')) {
      throw new AppError(
        'INVALID_STATE',
        'La empresa activa fue eliminada y sólo se lee: restáurela con POST /v1/empresa/:id/restaurar, o elija otra con POST /v1/empresa/seleccionar',
      )
    }
    refuseRepeated(context.request.url)
    context.tenant = tenant
  }

  /** The body, its bytes in their place and its tokens paid: those of its length before it is read. */
  async function receive(context: RequestContext, { permiso }: Access): Promise<unknown> {
    const { request, files, fileName, set } = context
    const tenant = context.tenant!
    const pay = (tokens: number): void => {
      if (tokens <= context.paid!) return
      rateLimits.request(set, tenant, permiso === 'dte:emitir', tokens, context.paid)
      context.paid = tokens
    }
    const gate = {
      hold: (bytes: number) => uploads.hold(request, tenant.apiKeyId ?? tenant.sesionId!, bytes),
      pay: (bytes: number) => pay(tokensOfBytes(bytes)),
    }
    const body = await readBody(request, gate, files && { files, nombre: fileName })
    pay(tokensOfDocumentos(body))
    return body
  }

  const guarded = <T extends AccountTenant>(access: Access) => ({
    introspect: queryOfNothing,
    detail: { [ACCESS]: access } as object,
    // Arrows: Elysia reads the source of its hooks, and prints warnings over a minified method.
    parse: async (context: RequestContext) => {
      await authorize(context, access)
      return receive(context, access)
    },
    transform: (context: RequestContext) => authorize(context, access),
    resolve: (context: RequestContext) => ({ tenant: context.tenant as T }),
  })

  return newServer().macro({
    /** Acts within a company: the key's or the session's active one. Of two permissions either will do. */
    permission: (asked: Permiso | readonly [Permiso, Permiso]) => {
      const [permiso, oPermiso] = typeof asked === 'string' ? [asked] : asked
      return guarded<Tenant>({
        ...{ publico: false, permiso, soloSesion: false, empresa: true },
        ...(oPermiso && { oPermiso }),
      })
    },
    /** Acts on the account: the active company may be missing. */
    accountPermission: (permiso: Permiso) =>
      guarded<AccountTenant>({ publico: false, permiso, soloSesion: false, empresa: false }),
    /** For a person's session alone, never a key; `true` asks no permission. The active company may be missing. */
    session: (permiso: Permiso | true) =>
      guarded<SessionTenant>({
        publico: false,
        permiso: permiso === true ? null : permiso,
        soloSesion: true,
        empresa: false,
      }),
    /** For any person's session, also of who lacks the second factor that the account demands: what leads to one. */
    anySession: (_: true) =>
      guarded<SessionTenant>({
        publico: false,
        permiso: null,
        soloSesion: true,
        sinFactor: true,
        empresa: false,
      }),
    /** For a person's session with a permission, within its active company. */
    companySession: (permiso: Permiso) =>
      guarded<SessionTenant & Tenant>({ publico: false, permiso, soloSesion: true, empresa: true }),
    /** For the session of a person with a permission who is not limited to some of the account's companies. */
    account: (permiso: Permiso) =>
      guarded<SessionTenant>({
        publico: false,
        permiso,
        soloSesion: true,
        cuentaEntera: true,
        empresa: false,
      }),
    /** For the session of an owner of the account. */
    owner: (_: true) =>
      guarded<SessionTenant>({
        publico: false,
        permiso: null,
        soloSesion: true,
        soloPropietario: true,
        empresa: false,
      }),
    /** Needs no credential. */
    publico: (_: true) => ({
      introspect: queryOfNothing,
      detail: {
        [ACCESS]: { publico: true, permiso: null, soloSesion: false, empresa: false } satisfies Access,
      } as object,
      parse: ({ request }: RequestContext) => readBody(request),
    }),
    /**
     * Asks a person who has a second factor for it again, when it was shown too long ago; with a name, of bodies alone that have
     * that field. Write it after the permission, which finds out who asks.
     */
    factorShown: (field: true | string) => ({
      detail: { [SHOWN]: true } as object,
      transform: ({ tenant, body }: RequestContext): undefined => {
        if (tenant && (field === true || Object.hasOwn(Object(body), field))) requireShown(tenant, clock())
      },
    }),
    /** Costs a unit of the monthly quota, of this operation. Write it after the permission, which finds out whose. */
    consume: (operacion: Operacion) => ({
      detail: { [CONSUME]: operacion } as object,
      transform: (context: RequestContext): undefined => {
        if (!context.tenant) return
        requireHere(context.request, context.tenant, { empresa: true, asks: true })
        cuota.announce(context.set, context.tenant.cuentaId)
      },
    }),
    /** Takes the fields of a posted form, as a gateway sends them, instead of JSON. Write it before the permission. */
    form: (_: true) => ({
      parse: ({ request }: RequestContext) => readForm(request),
    }),
    /** Takes a multipart form too. Write it before the permission, whose hook reads the body. */
    upload: (files: UploadFields) => ({
      detail: { [UPLOAD]: files } as object,
      parse: (context: RequestContext): undefined => {
        context.files = files
      },
    }),
    /** Takes what the form's file is called into this field of the JSON form. Write it beside `upload`. */
    uploadName: (nombre: string) => ({
      parse: (context: RequestContext): void => void Object.assign(context, { fileName: nombre }),
    }),
    /** Takes `?ticket=` in the place of a credential. Write it before the permission, whose hook spends it. */
    ticket: (_: true) => ({
      transform: (context: RequestContext): void => {
        context.ticketed = true
      },
    }),
  })
}
