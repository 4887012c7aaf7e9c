// The issuer and the requests that tests share.

import type { Emisor } from '../../src/domain/dte/dte'

export const EMISOR: Emisor = {
  rut: '76543210-3',
  razonSocial: 'Comercial Ñandú & Compañía Limitada',
  giro: 'Venta de materiales y arriendo de andamios',
  acteco: [479100],
  direccion: 'Av. Los Boldos 1250',
  comuna: 'Talca',
  ciudad: 'Talca',
}

/** Tourist invoices are issued at the border alone (domain/dte §3.1). */
const FRONTERA: Emisor = { ...EMISOR, direccion: '21 de Mayo 480', comuna: 'Arica', ciudad: 'Arica' }

/** The issuer of a request: a tourist's invoice, the border; anything else, the usual one. */
export const emisorDe = (body: unknown): Emisor => {
  const { tipo_dte, receptor } = (body ?? {}) as {
    tipo_dte?: number
    receptor?: Record<string, unknown> | null
  }
  const rut = receptor?.rut ?? receptor?.RUTRecep
  return rut === '55555555-5' && tipo_dte === 33 ? FRONTERA : EMISOR
}

export const RECEPTOR = {
  rut: '77123456-9',
  razon_social: 'Ferretería Ñuble Limitada',
  giro: 'Venta de materiales',
  direccion: 'Av. Libertad 1450',
  comuna: 'Chillán',
  ciudad: 'Chillán',
}

/** A factura of two lines; `over` replaces fields. */
export const factura = (over: object = {}): Record<string, unknown> => ({
  tipo_dte: 33,
  receptor: RECEPTOR,
  detalle: [
    { nombre: 'Arriendo de andamio', cantidad: 2, precio: 50000 },
    { nombre: 'Traslado "exprés" & montaje', precio: 12500.5 },
  ],
  ...over,
})

export const boleta = (over: object = {}): Record<string, unknown> => ({
  tipo_dte: 39,
  detalle: [{ nombre: 'Café molido 500 g', cantidad: 2, precio: 5990 }],
  ...over,
})
