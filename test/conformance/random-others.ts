// Random but valid requests of the types with blocks of their own: 43, 46, 52 and the exports (http §2–4).

import fc from 'fast-check'
import { TABLAS, type TablaAduana } from '../../src/domain/dte/aduana'
import { impuesto } from '../../src/domain/dte/impuestos'
import { MONEDAS } from '../../src/domain/dte/moneda'
import {
  dates,
  decimals,
  globales,
  lineas,
  orden,
  pago,
  receptor,
  ruts,
  shade,
  shades,
  some,
  text,
} from './random-parts'

const amount = fc.integer({ min: -5_000_000, max: 9_000_000 })

const comision = fc
  .tuple(text(60), amount, amount, some({ tipo: fc.constantFrom('C', 'O'), tasa: decimals(99, 2) }))
  .map(([glosa, valor_neto, valor_exento, rest]) => ({ glosa, valor_neto, valor_exento, ...rest }))

const liquidada = fc
  .tuple(
    text(80),
    fc.constantFrom('33', '34', '39', '61', '99', 33),
    amount,
    some({ exento: fc.constantFrom(true, 1, 2), descripcion: text(200), codigo: text(35) }),
  )
  .map(([nombre, tipo_doc_liq, monto, rest]) => ({
    nombre,
    tipo_doc_liq: String(tipo_doc_liq),
    monto,
    ...rest,
  }))

export const liquidacion: fc.Arbitrary<object> = fc
  .record({
    receptor,
    pago,
    gross: fc.boolean(),
    detalle: fc.array(liquidada, { minLength: 1, maxLength: 12 }),
    comisiones: fc.array(comision, { maxLength: 4 }),
    referencias: fc.array(orden, { maxLength: 2 }),
  })
  .map(({ pago, gross, comisiones, ...rest }) => ({
    tipo_dte: 43,
    ...rest,
    ...pago,
    ...(gross && { precio_incluye_iva: true }),
    liquidacion: { comisiones },
  }))

/** Withholdings a purchase may bear, 49 among them. */
const RETENCIONES = [15, 30, 301, 31, 32, 33, 331, 34, 36, 37, 38, 39, 41, 47, 48, 481, 49].filter((code) =>
  impuesto(String(code))?.tipos.includes(46),
)

export const compra: fc.Arbitrary<object> = fc
  .record({
    receptor,
    pago,
    lines: lineas(60),
    shades,
    codigo: fc.constantFrom(undefined, ...RETENCIONES),
    block: fc.boolean(),
    tipo_transaccion: fc.integer({ min: 1, max: 7 }),
    // A withholding is of the lines before discounts and could exceed the IVA after them: only surcharges beside it.
    DscRcgGlobal: globales(false).map((list) => list.map((d) => ({ ...d, tipo: 'R' }))),
  })
  .map(({ pago, lines, shades, codigo, block, tipo_transaccion, ...rest }) => ({
    tipo_dte: 46,
    ...rest,
    ...pago,
    detalle: shade(lines, shades, block ? undefined : codigo, true),
    compra: { tipo_transaccion, ...(block && codigo && { retencion: { codigo } }) },
  }))

const transporte = fc.record({
  patente: text(8),
  rut_transportista: ruts,
  chofer: fc.tuple(ruts, text(30)).map(([rut, nombre]) => ({ rut, nombre })),
})

const codigo = (tabla: TablaAduana) => fc.constantFrom(...TABLAS[tabla].codigos.keys())

const bultos = fc.array(
  some({
    cod_tpo_bultos: codigo('bulto'),
    cant_bultos: fc.integer({ min: 1, max: 9999 }),
    marcas: text(255),
    id_container: text(25),
    sello: text(20),
    emisor_sello: text(70),
  }).filter((b) => Object.keys(b).length > 0),
  { minLength: 1, maxLength: 4 },
)

const puertos = { cod_pto_embarque: codigo('puerto'), cod_pto_desemb: codigo('puerto') }
const peso = fc
  .tuple(decimals(90_000, 2), codigo('unidad'))
  .map(([peso_bruto, cod_unid_peso_bruto]) => ({ peso_bruto, cod_unid_peso_bruto }))

const carga = fc
  .record({ ...puertos, peso, tipo_bultos: bultos })
  .map(({ peso, ...rest }) => ({ ...rest, ...peso }))

const permiso = fc.constantFrom(
  { codigo: 1 },
  { codigo: 4, folio_autorizacion: 1203, fecha_autorizacion: '2026-10-01' },
)

export const guia: fc.Arbitrary<object> = fc
  .record({
    receptor,
    lines: lineas(60),
    shades,
    codigo: fc.constantFrom(undefined, 24, 27, 19),
    priced: fc.boolean(),
    ind_traslado: fc.integer({ min: 1, max: 9 }),
    tipo_despacho: fc.constantFrom(undefined, 1, 2, 3),
    transporte,
    destino: some({ direccion_destino: text(70), comuna_destino: text(20), patente_carro: text(8) }),
    guia_exportacion: permiso,
    tot_bultos: fc.integer({ min: 1, max: 99_999 }),
    aduana: carga,
    DscRcgGlobal: globales(false),
  })
  .map((g) => {
    const { ind_traslado, lines, shades, codigo, transporte, destino, guia_exportacion, aduana } = g
    const priced = shade(lines, shades, codigo, true)
    const bare = lines.map(({ nombre, cantidad }) => ({ nombre, cantidad }))
    const exports = ind_traslado >= 8
    return {
      tipo_dte: 52,
      receptor: g.receptor,
      detalle: g.priced ? priced : bare,
      ...(g.priced && { DscRcgGlobal: g.DscRcgGlobal }),
      traslado: {
        ind_traslado,
        ...(g.tipo_despacho && ind_traslado !== 5 && { tipo_despacho: g.tipo_despacho }),
        ...transporte,
        ...destino,
        ...(exports && { guia_exportacion }),
      },
      ...(exports && { exportacion: { tot_bultos: g.tot_bultos, aduana } }),
    }
  })

const importador = fc
  .tuple(
    text(100),
    text(70),
    text(20),
    some({ giro: text(40), contacto: text(80), codigo_interno: text(20) }),
  )
  .map(([razon_social, direccion, ciudad, rest]) => ({ razon_social, direccion, ciudad, ...rest }))

const cambio = fc
  .record({
    moneda: fc.constantFrom(...MONEDAS.map((m) => m.iso ?? m.palabra)),
    tipo_cambio: decimals(2000, 4),
  })
  .map(({ moneda, tipo_cambio }) => ({ moneda, tipo_cambio: moneda === 'CLP' ? 1 : tipo_cambio }))

const aduana = fc
  .record({
    codes: some({
      ...puertos,
      cod_mod_venta: codigo('modalidad'),
      cod_clau_venta: codigo('clausula'),
      cod_via_transp: codigo('via'),
      tot_clau_venta: decimals(90_000, 2),
      cod_pais_destin: codigo('pais'),
      tipo_bultos: bultos,
      nombre_transp: text(40),
      rut_cia_transp: ruts,
      nom_cia_transp: text(40),
      id_adic_transp: text(20),
      booking: text(20),
      operador: text(20),
      id_adic_pto_emb: text(20),
      id_adic_pto_desemb: text(20),
      tot_items: fc.integer({ min: 1, max: 9999 }),
    }),
    peso: fc.oneof(fc.constant({}), peso),
    charges: some({ monto_flete: decimals(5000, 2), monto_seguro: decimals(900, 2) }),
  })
  .map(({ codes, peso, charges }) => ({ ...codes, ...peso, ...charges }))

/** Lines of a foreign currency: a discount is written in whole units (domain/dte §6.2), so it must leave one. */
const lineasExtranjeras = lineas(60).map((list) =>
  list.map((l) => ({
    ...l,
    cantidad: Math.ceil(l.cantidad),
    ...('descuento_pct' in l && { descuento_pct: Math.min(l.descuento_pct, 50) }),
  })),
)

const pagos = some({ forma_pago_exp: codigo('formaPago') })

export const exportacion: fc.Arbitrary<object> = fc
  .record({
    receptor: importador,
    detalle: lineasExtranjeras,
    cambio,
    pagos,
    aduana,
    tot_bultos: fc.integer({ min: 1, max: 99_999 }),
    cod_pais_recep: codigo('pais'),
    servicio: fc.constantFrom({}, {}, { ind_servicio: 3 }, { ind_servicio: 4 }, { ind_servicio: 5 }),
    DscRcgGlobal: globales(false),
  })
  .map(({ cambio, pagos, aduana, tot_bultos, cod_pais_recep, servicio, ...rest }) => ({
    tipo_dte: 110,
    ...rest,
    exportacion: {
      ...cambio,
      ...pagos,
      ...servicio,
      tot_bultos,
      cod_pais_recep,
      aduana: cambio.moneda === 'CLP' ? wholeCharges(aduana) : aduana,
    },
  }))

/** Freight and insurance of a document in pesos have no decimals. */
const wholeCharges = (aduana: object): object =>
  Object.fromEntries(
    Object.entries(aduana).map(([name, value]) => [
      name,
      /^monto_/.test(name) ? Math.ceil(value as number) : value,
    ]),
  )

export const notaExportacion = (tipo: 111 | 112): fc.Arbitrary<object> =>
  fc
    .record({
      receptor: importador,
      detalle: lineasExtranjeras,
      exportacion: cambio,
      DscRcgGlobal: globales(true),
      ref: fc.tuple(fc.integer({ min: 1, max: 900_000 }), dates),
    })
    .map(({ ref: [folio, fecha], ...rest }) => ({
      tipo_dte: tipo,
      ...rest,
      referencias: [{ tipo_documento: 110, folio, fecha, codigo: 3 }],
    }))
