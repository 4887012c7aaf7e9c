// The one server and its credential: every route states `permission`, `accountPermission`, `session` or `publico`; all but the
// last get a `tenant`.

import { AppError } from '../domain/errors'
import { DE_LA_CUENTA, type Permiso, SCOPES_POR_DEFECTO } from '../domain/permisos'
import type { Operacion } from '../domain/plan/cuota'
import type { Authenticate } from './authenticate'
import { declaredBytes, readBody, readForm, tokensOfBytes, tokensOfDocumentos } from './body'
import type { Cuota } from './cuota'
import type { UploadFields } from './multipart'
import { queryOfNothing, refuseRepeated } from './query'
import type { RateLimits } from './rate-limit'
import type { ReplySet } from './reply'
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
  soloSesion: boolean
  soloPropietario?: boolean
  /** Whether it acts on the account as a whole, which a person limited to some of its companies may not. */
  cuentaEntera?: boolean
  /** Whether it acts within a company, which a session must have chosen. */
  empresa: boolean
}

export type Credential = ReturnType<typeof createCredential>

interface RequestContext {
  request: Request
  set: ReplySet
  tenant?: AccountTenant
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
/** Where a route's detail records of which operation it costs a unit of the quota of queries. */
export const CONSUME = 'x-consume-cuota'

/** The server with its credential. `authenticate` resolves the headers of a request to who is asking, `redeemTicket` a one-use ticket. */
export const createCredential = ({
  authenticate,
  redeemTicket,
  rateLimits,
  uploads,
  cuota,
}: {
  authenticate: Authenticate
  redeemTicket: Tickets['redeem']
  rateLimits: RateLimits
  uploads: Pick<Uploads, 'hold'>
  cuota: Pick<Cuota, 'announce'>
}) => {
  /** Idempotent: the parse hook asks before the body is read, the transform hook on routes without one. */
  async function authorize(context: RequestContext, access: Access) {
    const { permiso, soloSesion, soloPropietario, cuentaEntera, empresa } = access
    if (context.tenant) return
    context.set.headers['cache-control'] = 'no-store' // files say otherwise themselves
    const ticket = context.ticketed ? new URL(context.request.url).searchParams.get('ticket') : null
    const tenant = ticket === null ? await authenticate(context.request, context.set) : redeemTicket(ticket)
    context.paid = tokensOfBytes(declaredBytes(context.request, context.files))
    rateLimits.request(context.set, tenant, permiso === 'dte:emitir', context.paid)
    if (soloSesion) requireSession(tenant)
    if (soloPropietario && tenant.rol !== 'propietario')
      throw new AppError('FORBIDDEN', 'Sólo los propietarios de la cuenta pueden hacerlo')
    if (cuentaEntera) requireWholeAccount(tenant)
    if (permiso !== null) requirePermission(tenant, permiso)
    if (empresa && tenant.empresaId === null) {
      throw new AppError(
        'NO_ACTIVE_COMPANY',
        tenant.sinEmpresas
          ? 'La cuenta no tiene empresas; cree una con POST /v1/empresa'
          : 'La sesión no tiene una empresa activa; elíjala con POST /v1/empresa/seleccionar',
      )
    }
    if (empresa) requireEmpresa(tenant, context.request.headers.get('x-empresa'))
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
    /** Acts within a company: the key's or the session's active one. */
    permission: (permiso: Permiso) =>
      guarded<Tenant>({ publico: false, permiso, soloSesion: false, empresa: true }),
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
    /** Costs a unit of the monthly quota, of this operation. Write it after the permission, which finds out whose. */
    consume: (operacion: Operacion) => ({
      detail: { [CONSUME]: operacion } as object,
      transform: (context: RequestContext): undefined => {
        if (context.tenant) cuota.announce(context.set, context.tenant.cuentaId)
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

function requireSession({ sesionId }: AccountTenant): void {
  if (sesionId !== null) return
  throw new AppError('SESSION_REQUIRED', 'Esta ruta es sólo para sesiones de usuario, no para llaves de API')
}

// Another tab may have changed the company since the page was drawn. Of one that is not within reach the same is said.
function requireEmpresa({ empresaId, apiKeyId }: AccountTenant, asserted: string | null): void {
  if (asserted === null || asserted === empresaId) return
  const mensaje = apiKeyId
    ? 'La llave de API no es de esa empresa'
    : 'La empresa activa de la sesión es otra; elija ésta con POST /v1/empresa/seleccionar'
  throw new AppError('CONFLICT', `X-Empresa: ${mensaje}. Nada se hizo`, {
    detalles: [{ campo: 'X-Empresa', regla: 'empresa', mensaje }],
  })
}

const LIMITADO =
  'Es de la cuenta entera y su usuario está limitado a algunas de sus empresas; pídalo a quien las ve todas'

function requireWholeAccount({ empresas }: AccountTenant): void {
  if (empresas !== null) throw new AppError('FORBIDDEN', LIMITADO)
}

/** Throws FORBIDDEN or SCOPE_REQUIRED; for a route that needs a second permission. */
export function requirePermission(tenant: AccountTenant, required: Permiso): void {
  const { permisos, apiKeyId } = tenant
  if (permisos.has(required)) return
  if (apiKeyId === null && DE_LA_CUENTA.includes(required)) requireWholeAccount(tenant)
  if (apiKeyId === null)
    throw new AppError(
      'FORBIDDEN',
      `Su rol no tiene el permiso ${required}; lo da quien administra los usuarios de la cuenta`,
    )
  // A key keeps the scopes that it was made with, so one made without naming any lacks those that came later.
  const older = SCOPES_POR_DEFECTO.includes(required)
    ? ' Una llave que se crea sin scopes hoy lo recibe: ésta se creó con otros, o antes de que existiera.'
    : ' Una llave que se crea sin scopes no lo recibe.'
  throw new AppError(
    'SCOPE_REQUIRED',
    `La llave de API no tiene el alcance ${required}.${older} Los alcances de una llave no cambian: cree otra con POST /v1/apikeys que lo nombre en scopes, o en Llaves de API`,
    { detalles: [{ scope: required }] },
  )
}
