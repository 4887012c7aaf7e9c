// Draws the two sets of exports (simulator §23.1): goods with their return, and a service, goods with commissions abroad, lodging.

import type { Aduana, Caso, Linea } from './filas'
import * as palabras from './palabras'
import { between, type Dado, one, pick } from './suerte'
import { CREDITO_EXPORTACION, DEBITO_EXPORTACION, EXPORTACION } from './tipos'

/** Amounts with hundredths. */
const centavos = (dado: Dado, desde: number, hasta: number): number => between(dado, 100 * desde, 100 * hasta)

const SIN_VIAJE = {
  ...{ via: null, embarque: null, desembarque: null, unidades: null, bulto: null, totalBultos: null },
  ...{ flete: null, seguro: null, comisionExterior: null, nacionalidad: null },
}

function drawAduana(dado: Dado): Aduana {
  const [via, embarque, desembarque, pais] = one(dado, palabras.RUTAS)
  const unidad = one(dado, palabras.UNIDADES)
  return {
    ...{
      papeles: [one(dado, ['MIC (MANIFIESTO INTERNACIONAL)', 'DUS', 'AWB'])],
      via,
      embarque,
      desembarque,
      pais,
    },
    ...{ moneda: one(dado, palabras.MONEDAS), formaPago: one(dado, palabras.FORMAS_PAGO) },
    ...{ modalidad: one(dado, palabras.MODALIDADES), clausula: one(dado, palabras.CLAUSULAS) },
    ...{ totalClausula: centavos(dado, 900, 9000), unidades: [unidad, unidad, unidad] },
    ...{ bulto: one(dado, palabras.BULTOS), totalBultos: between(dado, 2, 60) },
    ...{ flete: centavos(dado, 50, 400), seguro: centavos(dado, 10, 90), comisionExterior: null },
    nacionalidad: null,
  }
}

function drawServicio(dado: Dado): Aduana {
  return {
    ...{ ...SIN_VIAJE, papeles: ['RESOLUCION SNA'], moneda: one(dado, palabras.MONEDAS) },
    ...{ formaPago: one(dado, palabras.FORMAS_PAGO), modalidad: one(dado, palabras.MODALIDADES) },
    ...{ clausula: one(dado, palabras.CLAUSULAS), totalClausula: centavos(dado, 50, 900) },
    pais: one(dado, palabras.PAISES),
  }
}

const goods = (dado: Dado, count: number): Linea[] =>
  pick(dado, palabras.PRODUCTOS, count).map((nombre) => ({
    ...{ nombre, cantidad: between(dado, 20, 300), unidad: one(dado, ['U', 'KN', 'LT']) },
    precio: between(dado, 3, 90),
  }))

export function drawExportacionBienes(dado: Dado): Caso[] {
  const lineas = goods(dado, between(dado, 1, 2))
  return [
    { tipo: EXPORTACION, lineas, aduana: drawAduana(dado) },
    {
      tipo: CREDITO_EXPORTACION,
      lineas: lineas.map(({ nombre, cantidad }) => ({ nombre, cantidad: between(dado, 2, cantidad! - 2) })),
      referencia: { caso: 1, codigo: 3, razon: 'DEVOLUCION DE MERCADERIA' },
    },
    {
      tipo: DEBITO_EXPORTACION,
      lineas: [],
      referencia: { caso: 2, codigo: 1, razon: 'ANULA NOTA DE CREDITO DE EXPORTACION ELECTRONICA' },
    },
  ]
}

export function drawExportacionServicios(dado: Dado): Caso[] {
  const [primera, segunda] = goods(dado, 2)
  const formaPago = dado(3) ? one(dado, palabras.FORMAS_PAGO) : palabras.SIN_PAGO_PALABRA
  const nacionalidad = one(dado, palabras.PAISES)
  return [
    {
      ...{ tipo: EXPORTACION, servicio: 3, aduana: drawServicio(dado) },
      lineas: [
        {
          nombre: 'ASESORIAS Y PROYECTOS PROFESIONALES',
          cantidad: 1,
          precio: between(dado, 40, 900),
          recargo: 10,
        },
      ],
    },
    {
      ...{ tipo: EXPORTACION, lineas: [{ ...primera!, descuento: between(dado, 3, 9) }, segunda!] },
      aduana: { ...drawAduana(dado), formaPago, comisionExterior: between(dado, 5, 12) },
    },
    {
      ...{ tipo: EXPORTACION, servicio: 4, lineas: [hotel(dado)] },
      aduana: { ...drawServicio(dado), clausula: null, modalidad: null, totalClausula: null, nacionalidad },
    },
  ]
}

const hotel = (dado: Dado): Linea => ({
  ...{ nombre: 'ALOJAMIENTO HABITACIONES', cantidad: 1, precio: between(dado, 60, 700) },
})
