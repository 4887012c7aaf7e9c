// A set of eight cases as the SII's básico has them (domain/certificacion §2), issued as one envelope.

import type { Conjuntos } from '../../src/areas/dte'
import { RECEPTOR } from './emisor'
import type { CompanyApp } from './test-app'

type Pedido = Parameters<Conjuntos['issueSet']>[0]
export type Caso = Pedido['solicitudes'][number]

const set = (caso: number) => ({
  tipo_documento: 'SET',
  folio: String(caso),
  fecha: '2026-11-20',
  razon: `CASO 5123401-${caso}`,
})

export const caso = (n: number, tipo: number, detalle: object[], ref?: object, over: object = {}): Caso => ({
  caso: n,
  solicitud: {
    tipo_dte: tipo,
    receptor: RECEPTOR,
    referencias: ref ? [set(n), ref] : [set(n)],
    detalle,
    ...over,
  },
})

const TRES = [
  { nombre: 'Pintura B&W AFECTO', cantidad: 29, precio: 3361 },
  { nombre: 'ITEM 2 SERVICIO EXENTO', cantidad: 1, precio: 34_984, exento: true },
]
const GIRO = [{ nombre: 'Donde dice Obras menores debe decir Obras de edificación' }]

/** Pays, discounts, exempt lines, and the four kinds of note. */
export const basico = (): Caso[] => [
  caso(1, 33, [
    { nombre: 'Cajón AFECTO', cantidad: 133, precio: 1459 },
    { nombre: 'Relleno AFECTO', cantidad: 57, precio: 2508 },
  ]),
  caso(2, 33, [
    { nombre: 'Baldosa B&W AFECTO', cantidad: 318, precio: 2743, descuento_pct: 5 },
    { nombre: 'ITEM 2 AFECTO', cantidad: 267, precio: 1913, descuento_pct: 9 },
  ]),
  caso(3, 33, TRES),
  caso(4, 33, [{ nombre: 'ITEM 1 AFECTO', cantidad: 36, precio: 11_011 }], undefined, {
    DscRcgGlobal: [{ tipo: 'D', glosa: 'Descuento', valor: 12, tipo_valor: '%' }],
  }),
  caso(5, 61, GIRO, { caso: 1, codigo: 2, razon: 'CORRIGE GIRO DEL RECEPTOR' }),
  caso(
    6,
    61,
    [
      { nombre: 'Baldosa B&W AFECTO', cantidad: 118, precio: 2743, descuento_pct: 5 },
      { nombre: 'ITEM 2 AFECTO', cantidad: 179, precio: 1913, descuento_pct: 9 },
    ],
    { caso: 2, codigo: 3, razon: 'DEVOLUCION DE MERCADERIAS' },
  ),
  caso(7, 61, TRES, { caso: 3, codigo: 1, razon: 'ANULA FACTURA' }),
  caso(8, 56, GIRO, { caso: 5, codigo: 1, razon: 'ANULA NOTA DE CREDITO ELECTRONICA' }),
]

/** Folios of exactly one básico. */
export const FOLIOS_BASICO = { 33: 4, 61: 3, 56: 1 }

/** Issues a set in the name of the app's company. */
export const issueSet = (
  { app, tenant }: CompanyApp,
  solicitudes: readonly Caso[] = basico(),
  over: Partial<Pedido> = {},
) =>
  app.services.dte.issueSet({
    titular: { empresaId: tenant.empresaId, ambiente: 'simulacion' },
    sobre: 'EnvioDTE',
    solicitudes,
    ...over,
  })
