// Answers `/app/*`, and `/` to browsers, before the API sees them: the one page, and the files that it names by their hash.

import { createHash } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'

/** A file as it was packed: base64 of its bytes, as they are or as brotli; what else is asked for is made of that, once. */
export interface Archivo {
  /** Its path; empty for the page, which stands at every path that is no file's. */
  ruta: string
  tipo: string
  bytes: { plain: string } | { br: string }
}

/**
 * The answer to a request of a browser, null for one that is the API's. `first` is where the first person of an empty server registers;
 * null once there is one.
 */
export type Panel = (request: Request, first?: () => string | null) => Response | null

const POLITICA = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self' blob:",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
const TIPOS_DE_CONFIANZA = "require-trusted-types-for 'script'; trusted-types 'none'"

/**
 * Firefox draws a PDF that is in memory by a viewer that inherits the policy of the page and breaks it: its worker is refused, and it
 * draws on the page's own thread.
 */
const isFirefox = (request: Request): boolean => /\bFirefox\/\d/.test(request.headers.get('user-agent') ?? '')

const PAGINA = {
  'cache-control': 'no-cache',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'x-robots-tag': 'noindex',
}
const pageHeaders = (request: Request): Record<string, string> => ({
  ...PAGINA,
  'content-security-policy': isFirefox(request) ? POLITICA : `${POLITICA}; ${TIPOS_DE_CONFIANZA}`,
})
/** Their names change with their content. */
const ACTIVO = { 'cache-control': 'public, max-age=31536000, immutable' }
const SEGURO = { 'x-content-type-options': 'nosniff' }

/** The icon that browsers ask for beside a page that names none: a stamp's bars. */
const ICONO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="#17557a"/><path fill="#fff" d="M6 8h3v16H6zm5 0h1v16h-1zm3 0h4v16h-4zm6 0h1v16h-1zm3 0h3v16h-3z"/></svg>'
const ICONO_RUTA = '/favicon.ico'

/** Where somebody comes in, who finds no log-in where nobody can. */
const ENTRADAS: ReadonlySet<string> = new Set(['/', '/app', '/app/', '/app/entrar'])

type Codificacion = 'br' | 'gzip' | 'plain'

/** Takes what `pack.ts` wrote. Bytes are decoded when first asked for. */
export function createPanel(archivos: readonly Archivo[]): Panel {
  const [pagina, ...activos] = archivos.map(createBytes)
  if (!pagina) throw new Error('the dashboard has no page')
  const byRuta = new Map(activos.map((activo) => [activo.ruta, activo]))
  return (request, first) => {
    const pathname = pathOf(request.url)
    const registro = ENTRADAS.has(pathname) && wantsHtml(request) ? first?.() : null
    if (registro) return redirect(registro)
    if (pathname === '/') return wantsHtml(request) ? toPanel() : null
    if (pathname === '/app') return toPanel()
    if (pathname === ICONO_RUTA && request.method === 'GET') return icon()
    if (!pathname.startsWith('/app/')) return null
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return new Response(null, { status: 405, headers: { allow: 'GET, HEAD', ...SEGURO } })
    const isFile = pathname.startsWith('/app/activos/') || pathname.startsWith('/app/fuentes/')
    const found = isFile ? byRuta.get(pathname) : pagina
    // Never the page: a script that is gone must fail as one.
    if (!found)
      return new Response(null, { status: 404, headers: { 'cache-control': 'no-store', ...SEGURO } })
    return isFile
      ? answer(request, found, ACTIVO)
      : answer(request, found, pageHeaders(request), ['User-Agent'])
  }
}

// Every request asks this: it is cheaper than `new URL`, which also refuses the bare path that HTTP/1.0
// leaves.
const pathOf = (url: string): string => /^(?:https?:\/\/[^/]*)?([^?#]*)/.exec(url)?.[1] ?? ''

type Bytes = ReturnType<typeof createBytes>

function createBytes({ ruta, tipo, bytes }: Archivo) {
  const decoded = new Map<Codificacion, { body: Uint8Array<ArrayBuffer>; etag: string }>()
  const decode = (codificacion: Codificacion): Uint8Array<ArrayBuffer> => {
    if ('plain' in bytes) return Uint8Array.from(Buffer.from(bytes.plain, 'base64'))
    const br = Buffer.from(bytes.br, 'base64')
    if (codificacion === 'br') return Uint8Array.from(br)
    const plain = brotliDecompressSync(br)
    if (codificacion === 'plain') return Uint8Array.from(plain)
    // Three in a hundred less than zlib's best, which only reach who has plain http and slow lines; past 10 it grows again.
    return Uint8Array.from(Bun.gzipSync(plain, { library: 'libdeflate', level: 10 }))
  }
  return {
    ruta,
    tipo,
    packed: 'br' in bytes,
    as(codificacion: Codificacion) {
      const known = decoded.get(codificacion)
      if (known) return known
      const body = decode(codificacion)
      const made = { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }
      decoded.set(codificacion, made)
      return made
    },
  }
}

function answer(
  request: Request,
  archivo: Bytes,
  extra: Record<string, string>,
  alsoBy: readonly string[] = [],
): Response {
  const codificacion = archivo.packed && (['br', 'gzip'] as const).find((one) => accepts(request, one))
  const { body, etag } = archivo.as(codificacion || 'plain')
  const headers = { ...extra, ...SEGURO, etag, vary: ['Accept-Encoding', ...alsoBy].join(', ') }
  if (matches(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers })
  return new Response(request.method === 'HEAD' ? null : body, {
    headers: {
      ...headers,
      'content-type': archivo.tipo,
      'content-length': String(body.length),
      ...(codificacion && { 'content-encoding': codificacion }),
    },
  })
}

const icon = (): Response =>
  new Response(ICONO, {
    headers: { 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=86400', ...SEGURO },
  })

const toPanel = (): Response => redirect('/app/')

const redirect = (location: string): Response =>
  new Response(null, {
    status: 302,
    headers: { location, 'cache-control': 'no-store', vary: 'Accept' },
  })

const wantsHtml = ({ method, headers }: Request): boolean =>
  (method === 'GET' || method === 'HEAD') && (headers.get('accept') ?? '').includes('text/html')

const matches = (given: string | null, etag: string): boolean =>
  (given ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === etag || one.trim() === '*')

/** Whether the client takes it: named, and not with `q=0`. */
function accepts({ headers }: Request, codificacion: string): boolean {
  return (headers.get('accept-encoding') ?? '').split(',').some((part) => {
    const [name, ...parameters] = part.split(';').map((text) => text.trim())
    return name === codificacion && !parameters.some((one) => /^q=0(\.0*)?$/.test(one))
  })
}
