// The register over the wire of the portal: envelopes of the facade by hand, and plain fetch.

import { EMPRESA, PERSONA } from './sobres'
import { portal, type Visita } from './visita'

export const RECEPTOR = '77123456-9'
const RCV = 'cl.sii.sdi.lob.diii.consdcv.data.api.interfaces.FacadeService'

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes, asserted field by field
export type Json = any

export const halves = (rut: string): { rutEmisor: string; dvEmisor: string } => {
  const [rutEmisor, dvEmisor] = rut.split('-') as [string, string]
  return { rutEmisor, dvEmisor }
}

export interface Asked {
  path?: string
  namespace?: string
  conversationId?: string
  accept?: string
  page?: object
}

/** One call of a facade by somebody who is in. */
export async function callFacade(visita: Visita, metodo: string, data: object | null, over: Asked = {}) {
  const { path = 'consdcvinternetui/services/data/facadeService', namespace = RCV, page = null } = over
  const conversationId = over.conversationId ?? visita.cookies.get('TOKEN') ?? ''
  const { status, text, headers } = await visita.go(`www4c/${path}/${metodo}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: over.accept ?? 'application/json, text/plain, */*',
    },
    body: JSON.stringify({
      metaData: { namespace: `${namespace}/${metodo}`, conversationId, transactionId: 't-1', page },
      data,
    }),
  })
  const utf8 = Buffer.from(text, 'latin1').toString('utf8')
  let json: Json = null
  try {
    json = JSON.parse(utf8)
  } catch {}
  return { status, text: utf8, json, headers }
}

/** A portal with the person of the fixtures in it, and the questions of the register. */
export async function registro(options: Parameters<typeof portal>[0] = {}, dueno: string | null = null) {
  const p = portal(options)
  const visita = p.visit(dueno)
  await visita.certificado(PERSONA)
  const ask = (metodo: string, data: object | null, over?: Asked) => callFacade(visita, metodo, data, over)
  return {
    ...p,
    visita,
    ask,
    /** Time passes, and the person logs in again: a session lives two hours. */
    async later(ms: number): Promise<void> {
      p.e.advance(ms)
      await visita.certificado(PERSONA)
    },
    resumen: async (rut: string, operacion: string, estadoContab = 'REGISTRO', ptributario = '202603') =>
      (
        await ask('getResumen', {
          ...halves(rut),
          ptributario,
          estadoContab,
          operacion,
          busquedaInicial: true,
        })
      ).json,
    detalle: async (
      rut: string,
      operacion: string,
      tipo: number,
      estadoContab = 'REGISTRO',
      ptributario = '202603',
    ) =>
      (
        await ask(operacion === 'VENTA' ? 'getDetalleVenta' : 'getDetalleCompra', {
          ...halves(rut),
          ptributario,
          estadoContab,
          operacion,
          codTipoDoc: String(tipo),
          accionRecaptcha: operacion === 'VENTA' ? 'RCV_DETV' : 'RCV_DETC',
          tokenRecaptcha: 't-o-k-e-n-web',
        })
      ).json,
  }
}

export { EMPRESA }
