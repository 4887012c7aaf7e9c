// Documents to be printed, made up: one builder with overrides for every test of this folder.
import type { Dte, LineaDetalle } from '../../src/domain/dte/dte'
import type { TipoDte } from '../../src/domain/dte/tipos'
import type { Impreso } from '../../src/pdf/impreso'
import vector from '../fixtures/ted-vector.json'

/** The TED of the test vector, whole: DD and its signature. */
export const TED_VECTOR = `<TED version="1.0">${vector.ddTexto}<FRMT algoritmo="SHA1withRSA">${vector.FRMT}</FRMT></TED>`

const EMISOR: Dte['emisor'] = {
  rut: '76543210-3',
  razonSocial: 'Comercial Ñandú del Sur Ltda.',
  giro: 'Venta al por mayor de materiales de construcción, artículos de ferretería y gasfitería',
  acteco: [466301],
  direccion: 'Av. Libertad 1450',
  comuna: 'Chillán',
  ciudad: 'Chillán',
}

const RECEPTOR: Dte['receptor'] = {
  rut: '22222222-2',
  razonSocial: 'Inmobiliaria Peñalolén & Hijos Constructora Limitada',
  giro: 'Construcción de edificios',
  direccion: 'Camino El Álamo 2210, oficina 504',
  comuna: 'Ñuñoa',
  ciudad: 'Santiago',
}

export const linea = (linea: number, rest: Partial<LineaDetalle> = {}): LineaDetalle => ({
  linea,
  nombre: `Pintura látex interior n.º ${linea}`,
  cantidad: '2',
  unidad: 'UN',
  precio: '18990',
  monto: '37980',
  ...rest,
})

/** A document of a type with plausible amounts. */
export function dte(tipoDte: TipoDte, rest: Partial<Dte> = {}): Dte {
  const exento = tipoDte === 34 || tipoDte === 41
  return {
    idDoc: { tipoDte, folio: 1234, fechaEmision: '2026-11-20', formaPago: 1 },
    emisor: EMISOR,
    receptor: RECEPTOR,
    totales: exento
      ? { montoExento: '1259900', montoTotal: '1259900' }
      : { montoNeto: '1058739', tasaIva: '19', montoIva: '201161', montoTotal: '1259900' },
    detalle: [linea(1), linea(2, { nombre: 'Brocha de cerda natural, 3 pulgadas' })],
    dscRcgGlobal: [],
    referencias: [],
    ...rest,
  }
}

/** The same, ready to be printed. */
export const impreso = (
  tipoDte: TipoDte,
  rest: Partial<Dte> = {},
  extra: Partial<Impreso> = {},
): Impreso => ({
  dte: dte(tipoDte, rest),
  ted: TED_VECTOR,
  resolucion: { numero: 80, fecha: '2014-08-22' },
  unidadSii: 'CHILLÁN',
  emisor: { telefono: '+56 42 221 0000', email: 'ventas@nandu.example', sitioWeb: 'www.nandu.example' },
  ambiente: 'produccion',
  ...extra,
})
