// What `timbre demo` issues: one request a document type, of a hardware shop in Talca and its customers. All names are
// invented.

import type { TipoDte } from '../domain/dte/tipos'
import { addDays } from '../domain/fecha'

export const PROPIETARIA = { nombre: 'Carolina Fuentes', email: 'demo@example.cl' }

export const EMPRESA = {
  rut: '76543210-3',
  razon_social: 'Ferretería El Ñandú Limitada',
  giro: 'Venta de materiales de construcción',
  actividades_economicas: [475201, 773001],
  direccion: 'Av. San Miguel 2380',
  comuna: 'Talca',
  ciudad: 'Talca',
  telefono: '+56 71 223 4455',
  email: 'ventas@example.cl',
}

const CONSTRUCTORA = {
  rut: '77123456-9',
  razon_social: 'Constructora Río Claro SpA',
  giro: 'Obras de edificación',
  direccion: 'Camino a Pelarco Km 3,5',
  comuna: 'Pelarco',
  ciudad: 'Talca',
  email: 'facturas@example.cl',
  contacto: 'Marta Peña',
}

const VECINOS = {
  rut: '69110400-1',
  razon_social: 'Junta de Vecinos Villa Las Araucarias',
  giro: 'Organización comunitaria',
  direccion: 'Pasaje 4 Norte 1187',
  comuna: 'Talca',
  ciudad: 'Talca',
}

/** The folios that earlier documents of the demo took, for the notes that refer to them. */
export type Emitidos = Partial<Record<TipoDte, number>>

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
}
