// A tap on the wire between Timbre and the simulator: it passes everything on unchanged and lets a test act at an exact
// point of an exchange: before the SII sees a request, or after it has answered and before Timbre reads that.

/** The service of an exchange, by its path; of the claims' service also by its operation. */
export const SERVICES = {
  semilla: /CrSeed|\.semilla$/,
  token: /GetTokenFromSeed|\.token$/,
  envio: /DTEUpload|\.envio$/,
  estado_envio: /QueryEstUp|\.envio\//,
  estado_dte: /QueryEstDte|\/estado$/,
  login: /CAutInicio/,
  rcv_resumen: /\/getResumen$/,
  rcv_detalle: /\/getDetalle(?:Compra|Venta)$/,
  rcv_pedido: /\/getCtrlAsync$/,
  rcv_archivo: /\/obtenerArchivoBLOB\//,
  folios_tipo: /\/of_solicita_folios_dcto$/,
  folios_cantidad: /\/of_confirma_folio$/,
  folios_otorga: /\/of_genera_folio$/,
  folios_archivo: /\/of_genera_archivo$/,
  anula_lista: /\/af_anular2$/,
  anula_rango: /\/af_anular3$/,
  anula: /\/af_anular$/,
  bte_formulario: /\/bte_indiv_ing$/,
  bte_borrador: /\/bte_indiv_ing2$/,
  bte_emite: /\/bte_indiv_ing3$/,
  bte_mes: /\/bte_indiv_cons2$/,
  bte_anula: /\/bte_indiv_anula$/,
  acuse: /registroreclamodteservice#ingresar/,
  acuse_eventos: /registroreclamodteservice#listarEventos/,
} as const
export type Service = keyof typeof SERVICES

export type Point = 'before' | 'after'

/** Runs at both points of every exchange and may take its time; what it throws cuts the connection there. */
export type Act = (point: Point, service: Service | null) => void | Promise<void>

export interface Tap {
  url: string
  act: Act
  stop(): Promise<void>
}

function serviceOf(pathname: string, body: ArrayBuffer | null): Service | null {
  const text = body && /registroreclamo/.test(pathname) ? Buffer.from(body).toString() : ''
  const operation = /<ws:(\w+)>/.exec(text)
  const asked = operation ? `${pathname}#${operation[1]}` : pathname
  return (Object.keys(SERVICES) as Service[]).find((name) => SERVICES[name].test(asked)) ?? null
}

/** A tap in front of whatever `target` names at the moment. */
export function openTap(target: () => string): Tap {
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    maxRequestBodySize: 64 * 1024 * 1024,
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      const headers = new Headers(request.headers)
      headers.delete('host')
      headers.delete('accept-encoding')
      try {
        const body = request.method === 'GET' ? null : await request.arrayBuffer()
        const service = serviceOf(pathname, body)
        await tap.act('before', service)
        const url = `${target()}${pathname}${search}`
        const answer = await fetch(url, { method: request.method, headers, body, redirect: 'manual' })
        const bytes = await answer.arrayBuffer()
        await tap.act('after', service)
        return new Response(bytes, { status: answer.status, headers: answer.headers })
      } catch {
        // A body that fails before its first byte: the socket closes without an answer.
        return new Response(new ReadableStream({ pull: (controller) => controller.error(undefined) }))
      }
    },
  })
  const tap: Tap = { url: `http://127.0.0.1:${server.port}`, act: () => {}, stop: () => server.stop(true) }
  return tap
}
