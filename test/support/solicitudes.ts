// Valid requests of the types beyond factura and boleta, for tests that break them; `over` replaces fields.

import { nota } from './emision'
import { boleta, factura, RECEPTOR } from './emisor'

export type Solicitud = Record<string, unknown>

export const IMPORTADOR = {
  razon_social: 'Blue Harbor Trading LLC',
  direccion: '1200 Pier 9, Alaskan Way',
  ciudad: 'Seattle',
}

export const DOLAR = { moneda: 'USD', tipo_cambio: 945.32 }

/** Customs data complete for goods. */
export const ADUANA = {
  cod_mod_venta: 1,
  cod_clau_venta: 5,
  tot_clau_venta: 1250,
  cod_via_transp: 1,
  cod_pto_embarque: 906,
  cod_pto_desemb: 131,
  tara: 80,
  cod_unid_med_tara: 6,
  peso_bruto: 900,
  cod_unid_peso_bruto: 6,
  peso_neto: 820,
  cod_unid_peso_neto: 6,
  tipo_bultos: [{ cod_tpo_bultos: 28, cant_bultos: 12, marcas: 'S/M' }],
}

/** A 110 with the four fields of http §2; `bloque` replaces fields of `exportacion`. */
export const exportacion = (bloque: object = {}, over: object = {}): Solicitud => ({
  tipo_dte: 110,
  receptor: IMPORTADOR,
  detalle: [{ nombre: 'Wine case', cantidad: 40, precio: 25.375 }],
  exportacion: { ...DOLAR, tot_bultos: 12, cod_pais_recep: 225, ...bloque },
  ...over,
})

/** A 112 or 111 over the 110 with folio 1. */
export const notaExportacion = (tipo: 111 | 112, referencia: object = {}, over: object = {}): Solicitud => ({
  tipo_dte: tipo,
  receptor: IMPORTADOR,
  detalle: [{ nombre: 'Difference', precio: 10.5 }],
  exportacion: DOLAR,
  referencias: [{ tipo_documento: 110, folio: 1, fecha: '2026-11-20', codigo: 3, ...referencia }],
  ...over,
})

export const TRANSPORTE = {
  tipo_despacho: 2,
  patente: 'KRTZ41',
  rut_transportista: '77123456-9',
  chofer: { rut: '15432198-5', nombre: 'Luis Núñez' },
}

/** A guide of sale that moves goods; `bloque` replaces fields of `traslado`. */
export const guia = (bloque: object = {}, over: object = {}): Solicitud => ({
  tipo_dte: 52,
  receptor: RECEPTOR,
  detalle: [{ nombre: 'Ladrillo', cantidad: 1500, precio: 389 }],
  traslado: { ind_traslado: 1, ...TRANSPORTE, ...bloque },
  ...over,
})

export const COMISION = { glosa: 'Comisión', valor_neto: 1000, valor_exento: 0 }

/** A liquidación of one line and one commission. */
export const liquidacion = (over: object = {}): Solicitud => ({
  tipo_dte: 43,
  receptor: RECEPTOR,
  detalle: [{ tipo_doc_liq: '33', nombre: 'Facturas del mes', monto: 100_000 }],
  liquidacion: { comisiones: [COMISION] },
  ...over,
})

/** A purchase invoice with its IVA withheld whole; `bloque` replaces fields of `compra`. */
export const compra = (bloque: object = {}, over: object = {}): Solicitud => ({
  tipo_dte: 46,
  receptor: RECEPTOR,
  detalle: [{ nombre: 'Chatarra', cantidad: 740, precio: 310 }],
  compra: { tipo_transaccion: 1, retencion: { codigo: 15, tasa: 19 }, ...bloque },
  ...over,
})

/** One good request of each type. */
export const porTipo = (): Solicitud[] => [
  factura(),
  factura({ tipo_dte: 34 }),
  boleta(),
  boleta({ tipo_dte: 41 }),
  liquidacion(),
  compra(),
  guia(),
  nota(3, 1, { tipo_dte: 56 }),
  nota(3),
  exportacion(),
  notaExportacion(111),
  notaExportacion(112),
]
