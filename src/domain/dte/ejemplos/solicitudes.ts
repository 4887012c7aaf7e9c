// One emission request a document type, of a hardware shop in Talca and its customers: what `timbre demo` issues and what
// the preview of a template shows. All names are invented.

import { addDays } from '../../fecha'
import type { TipoDte } from '../tipos'
import { CONSTRUCTORA, DOLAR, IMPORTADOR, MANDANTE, RECOLECTOR, VECINOS } from './personas'

/** The folios that earlier documents took, for the notes that refer to them. */
export type Emitidos = Partial<Record<TipoDte, number>>

/** Stand-ins for those folios, where nothing is issued. */
export const REFERIDOS: Emitidos = { 33: 1, 110: 1 }

/** The request of each type. A note comes after the document it acts on: types are issued in the order of their table. */
export const SOLICITUDES: Record<TipoDte, (emitidos: Emitidos, hoy: string) => object> = {
  33: (_, hoy) => ({
    tipo_dte: 33,
    forma_pago: 2,
    fecha_vencimiento: addDays(hoy, 30),
    receptor: CONSTRUCTORA,
    detalle: [
      { codigo: 'CEM-025', nombre: 'Cemento especial 25 kg', cantidad: 120, unidad: 'SC', precio: 4180 },
      {
        codigo: 'FIE-A63',
        nombre: 'Fierro estriado A630-420H 12 mm x 6 m',
        descripcion: 'Corte y despacho en obra, lote 7',
        cantidad: 85,
        unidad: 'UN',
        precio: 7990,
        descuento_pct: 8,
      },
      {
        codigo: 'AND-07',
        nombre: 'Arriendo de andamio certificado',
        cantidad: 2.5,
        unidad: 'SEM',
        precio: 48000,
      },
      {
        codigo: 'LIB-01',
        nombre: 'Manual de obra menor (libro exento)',
        cantidad: 1,
        precio: 15900,
        exento: true,
      },
    ],
    DscRcgGlobal: [{ tipo: 'D', glosa: 'Convenio de temporada', tipo_valor: '%', valor: 3 }],
    referencias: [
      { tipo_documento: '801', folio: 'OC-5512', fecha: addDays(hoy, -6), razon: 'Obra Los Ciruelos' },
    ],
    observaciones: 'Entregar en portería antes de las 18:00.',
    referencia_externa: 'pedido-20931',
  }),
  34: () => ({
    tipo_dte: 34,
    receptor: VECINOS,
    detalle: [
      {
        nombre: 'Taller de carpintería para vecinos',
        descripcion: 'Cuatro sesiones de tres horas',
        cantidad: 4,
        unidad: 'SES',
        precio: 65000,
      },
      { nombre: 'Guía impresa del taller', cantidad: 25, precio: 1200 },
    ],
    DscRcgGlobal: [
      { tipo: 'D', glosa: 'Aporte a la comunidad', tipo_valor: '%', valor: 10, afecta_exento: 1 },
    ],
  }),
  39: () => ({
    tipo_dte: 39,
    detalle: [
      { nombre: 'Pintura látex blanca 4 l', cantidad: 2, precio: 18990, descuento_pct: 15 },
      { nombre: 'Rodillo chiporro 23 cm', cantidad: 1, precio: 4590 },
      { nombre: 'Cinta de enmascarar 24 mm', cantidad: 3, precio: 1290 },
    ],
  }),
  41: () => ({
    tipo_dte: 41,
    receptor: { rut: '12345678-5', razon_social: 'Ana Muñoz Soto' },
    detalle: [
      { nombre: 'Curso de soldadura básica', cantidad: 1, precio: 45000 },
      { nombre: 'Certificado de asistencia', cantidad: 1, precio: 3500 },
    ],
  }),
  43: () => ({
    tipo_dte: 43,
    receptor: MANDANTE,
    detalle: [
      { tipo_doc_liq: '33', nombre: 'Facturas 901 a 914, pino dimensionado', monto: 4_850_000 },
      { tipo_doc_liq: '34', nombre: 'Factura exenta 15, fletes', monto: 320_000, exento: true },
      { tipo_doc_liq: '61', nombre: 'Nota de crédito 45, devolución', monto: -185_000 },
    ],
    liquidacion: {
      comisiones: [
        { glosa: 'Comisión de venta', tasa: 8, valor_neto: 373_200, valor_exento: 0 },
        { tipo: 'O', glosa: 'Bodegaje de noviembre', valor_neto: 64_990, valor_exento: 0 },
      ],
    },
  }),
  46: () => ({
    tipo_dte: 46,
    receptor: RECOLECTOR,
    detalle: [
      { nombre: 'Chatarra de fierro', cantidad: 740.5, unidad: 'KG', precio: 310 },
      { nombre: 'Cobre en desuso', cantidad: 38.25, unidad: 'KG', precio: 5200 },
    ],
    compra: { tipo_transaccion: 1, retencion: { codigo: 38, tasa: 19 } },
  }),
  52: (_, hoy) => ({
    tipo_dte: 52,
    receptor: CONSTRUCTORA,
    detalle: [
      { codigo: 'LAD-001', nombre: 'Ladrillo princesa', cantidad: 1500, unidad: 'UN', precio: 389 },
      { codigo: 'CAL-020', nombre: 'Cal hidráulica 20 kg', cantidad: 30, unidad: 'SC', precio: 3290 },
      { nombre: 'Pallet retornable', cantidad: 4, unidad: 'UN', exento: 4 },
    ],
    traslado: {
      ind_traslado: 1,
      tipo_despacho: 2,
      patente: 'KRTZ41',
      patente_carro: 'JHGD55',
      rut_transportista: '77123456-9',
      chofer: { rut: '15432198-5', nombre: 'Luis Núñez' },
      direccion_destino: 'Obra Los Ciruelos, Ruta 5 Km 402',
      comuna_destino: 'San Carlos',
      ciudad_destino: 'San Carlos',
      fecha_salida: hoy,
      hora_salida: '08:30:00',
      fecha_llegada: hoy,
    },
    observaciones: 'Descargar en el patio norte.',
  }),
  56: (emitidos, hoy) => ({
    tipo_dte: 56,
    receptor: CONSTRUCTORA,
    detalle: [
      { nombre: 'Diferencia de precio, fierro estriado 12 mm', cantidad: 85, unidad: 'UN', precio: 210 },
    ],
    referencias: [
      {
        tipo_documento: 33,
        folio: emitidos[33],
        fecha: hoy,
        codigo: 3,
        razon: 'Precio sin el reajuste de noviembre',
      },
    ],
  }),
  61: (emitidos, hoy) => ({
    tipo_dte: 61,
    receptor: CONSTRUCTORA,
    detalle: [
      { nombre: 'Devolución: cemento especial 25 kg', cantidad: 10, unidad: 'SC', precio: 4180 },
      { nombre: 'Devolución: arriendo no ocupado', cantidad: 0.5, unidad: 'SEM', precio: 48000 },
    ],
    DscRcgGlobal: [{ tipo: 'D', glosa: 'Convenio de temporada', tipo_valor: '%', valor: 3 }],
    referencias: [
      { tipo_documento: 33, folio: emitidos[33], fecha: hoy, codigo: 3, razon: 'Devolución parcial' },
    ],
  }),
  110: () => ({
    tipo_dte: 110,
    receptor: IMPORTADOR,
    detalle: [
      { nombre: 'Puerta tallada de raulí', cantidad: 24, unidad: 'UN', precio: 412.5 },
      { nombre: 'Herraje de fierro forjado', cantidad: 96, unidad: 'UN', precio: 18.7525, descuento_pct: 5 },
    ],
    exportacion: {
      ...DOLAR,
      tot_bultos: 12,
      cod_pais_recep: 225,
      forma_pago_exp: 11,
      aduana: {
        cod_mod_venta: 1,
        cod_clau_venta: 1,
        tot_clau_venta: 11845.24,
        cod_via_transp: 1,
        cod_pto_embarque: 906,
        cod_pto_desemb: 131,
        tara: 80,
        cod_unid_med_tara: 6,
        peso_bruto: 1380,
        cod_unid_peso_bruto: 6,
        peso_neto: 1300,
        cod_unid_peso_neto: 6,
        cod_pais_destin: 225,
        tipo_bultos: [{ cod_tpo_bultos: 28, cant_bultos: 12, marcas: 'S/M' }],
        monto_flete: 200,
        monto_seguro: 35,
      },
    },
  }),
  111: (emitidos, hoy) => ({
    tipo_dte: 111,
    receptor: IMPORTADOR,
    detalle: [{ nombre: 'Diferencia de precio, puerta de raulí', cantidad: 24, unidad: 'UN', precio: 6.25 }],
    exportacion: DOLAR,
    referencias: [
      { tipo_documento: 110, folio: emitidos[110], fecha: hoy, codigo: 3, razon: 'Reajuste convenido' },
    ],
  }),
  112: (emitidos, hoy) => ({
    tipo_dte: 112,
    receptor: IMPORTADOR,
    detalle: [
      { nombre: 'Devolución: herraje de fierro forjado', cantidad: 8, unidad: 'UN', precio: 18.7525 },
    ],
    exportacion: DOLAR,
    referencias: [
      { tipo_documento: 110, folio: emitidos[110], fecha: hoy, codigo: 3, razon: 'Devolución parcial' },
    ],
  }),
}
