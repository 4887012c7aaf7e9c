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

/** A document of each type beyond the ordinary ones, with the blocks of its own. */
export const ESPECIALES = {
  43: {
    totales: {
      montoNeto: '1000000',
      tasaIva: '19',
      montoIva: '190000',
      comisiones: { valorNeto: '120000', valorExento: '5000', iva: '22800' },
      montoTotal: '1042200',
    },
    detalle: [
      { linea: 1, tipoDocLiq: '39', nombre: 'Boletas de la quincena', monto: '1100000' },
      { linea: 2, tipoDocLiq: '61', nombre: 'Notas de crédito de la quincena', monto: '-100000' },
    ],
    comisiones: [
      {
        linea: 1,
        tipo: 'C',
        glosa: 'Comisión por ventas en sala',
        tasa: '10',
        valorNeto: '100000',
        valorExento: '0',
        iva: '19000',
      },
      { linea: 2, tipo: 'O', glosa: 'Publicidad', valorNeto: '20000', valorExento: '5000', iva: '3800' },
    ],
  },
  46: {
    totales: {
      montoNeto: '82050',
      tasaIva: '19',
      montoIva: '15590',
      impuestos: [{ codigo: '33', tasa: '8', monto: '6564' }],
      ivaNoRetenido: '9026',
      montoTotal: '91076',
    },
    detalle: [
      linea(1, {
        nombre: 'Pino aserrado',
        cantidad: '10',
        precio: '8205',
        monto: '82050',
        impuestoAdicional: ['33'],
      }),
    ],
  },
  52: {
    idDoc: { tipoDte: 52, folio: 1234, fechaEmision: '2026-11-20', indTraslado: 5, tipoDespacho: 3 },
    transporte: {
      patente: 'KRTZ41',
      patenteCarro: 'JXDP12',
      rutTransportista: '77123456-9',
      chofer: { rut: '15432198-5', nombre: 'Luis Núñez' },
      direccionDestino: 'Ruta 5 km 402',
      comunaDestino: 'San Carlos',
      ciudadDestino: 'San Carlos',
      fechaSalida: '2026-11-20',
      horaSalida: '08:30:00',
      fechaLlegada: '2026-11-21',
    },
    totales: { montoTotal: '0' },
    detalle: [
      linea(1, { precio: undefined, monto: '0' }),
      linea(2, { precio: undefined, cantidad: '14.5', unidad: 'KG', monto: '0' }),
    ],
  },
  110: {
    idDoc: { tipoDte: 110, folio: 1234, fechaEmision: '2026-11-20', formaPagoExp: 11 },
    receptor: {
      rut: '55555555-5',
      razonSocial: 'Great Lakes Fruit Importers Inc.',
      direccion: '1200 Harbor Blvd.',
      ciudad: 'Philadelphia',
      extranjero: { nacionalidad: '225' },
    },
    transporte: {
      aduana: {
        codModVenta: 1,
        codClauVenta: 5,
        totClauVenta: '1250',
        codViaTransp: 1,
        nombreTransp: 'MV Cabo Froward',
        rutCiaTransp: '77123456-9',
        nomCiaTransp: 'Naviera Austral',
        booking: 'NA-220931',
        codPtoEmbarque: 906,
        codPtoDesemb: 563,
        tara: 80,
        codUnidMedTara: 6,
        pesoBruto: '900',
        codUnidPesoBruto: 6,
        pesoNeto: '820.5',
        codUnidPesoNeto: 6,
        totBultos: 12,
        tipoBultos: [
          {
            codTpoBultos: 22,
            cantBultos: 12,
            marcas: 'S/M',
            idContainer: 'MSKU1234565',
            sello: 'A-77',
            emisorSello: 'SAG',
          },
        ],
        montoFlete: '200',
        montoSeguro: '35',
        codPaisRecep: 225,
        codPaisDestin: 225,
      },
    },
    totales: { moneda: 'DOLAR USA', montoExento: '1485', montoTotal: '1485' },
    otraMoneda: { moneda: 'PESO CL', tipoCambio: '945.32', montoExento: '1403800', montoTotal: '1403800' },
    detalle: [
      {
        linea: 1,
        exento: 1,
        nombre: 'Arándanos frescos, caja de 1,5 kg',
        cantidad: '600',
        unidad: 'U',
        precio: '2.0833',
        monto: '1250',
      },
    ],
    dscRcgGlobal: [
      { linea: 1, tipo: 'R', glosa: 'Flete', tipoValor: '$', valor: '200', afectaExento: 1 },
      { linea: 2, tipo: 'R', glosa: 'Seguro', tipoValor: '$', valor: '35', afectaExento: 1 },
    ],
  },
} satisfies Partial<Record<TipoDte, Partial<Dte>>>

/** Any of the twelve types, ready to be printed. */
export function impresoDe(tipo: TipoDte, rest: Partial<Dte> = {}, extra: Partial<Impreso> = {}): Impreso {
  const base =
    tipo === 111 || tipo === 112 ? { ...ESPECIALES[110], idDoc: dte(tipo).idDoc } : ESPECIALES[tipo as 43]
  return impreso(tipo, { ...base, ...rest }, extra)
}
