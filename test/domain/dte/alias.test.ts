// The alias rule (http §0.2): in every block each field goes by our name or by the SII's tag; the document is the same, and
// the two names of one field must not disagree.

import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { NOMBRES } from '../../../src/domain/dte/nombres'
import { TIPOS } from '../../../src/domain/dte/tipos'
import { randomRequests } from '../../conformance/random-requests'
import { GOLDEN_DIR, goldenNames } from '../../golden/golden'
import { factura } from '../../support/emisor'
import { documentoDe, rules } from '../../support/leer'

type Json = Record<string, unknown>
type Nombres = Readonly<Record<string, string>>

const sin = (nombres: Nombres, ...quitar: string[]): Nombres =>
  Object.fromEntries(Object.entries(nombres).filter(([nombre]) => !quitar.includes(nombre)))

const { IdDoc, OtraMoneda, Aduana, ImptoReten } = NOMBRES
/** The names of each block of a request, by its place in the body. */
const POR_BLOQUE: Readonly<Record<string, Nombres>> = {
  receptor: NOMBRES.Receptor,
  'receptor.extranjero': NOMBRES.Extranjero,
  detalle: NOMBRES.Detalle,
  'detalle.codigo': NOMBRES.CdgItem,
  // That the issuer withholds is what the block itself says.
  'detalle.retenedor': sin(NOMBRES.Retenedor, 'ind_agente'),
  referencias: NOMBRES.Referencia,
  DscRcgGlobal: NOMBRES.DscRcgGlobal,
  pagos: NOMBRES.MntPagos,
  impuestos: ImptoReten,
  exportacion: {
    moneda: OtraMoneda.moneda,
    tipo_cambio: OtraMoneda.tipo_cambio,
    tot_bultos: Aduana.tot_bultos,
    cod_pais_recep: Aduana.cod_pais_recep,
    forma_pago_exp: IdDoc.forma_pago_exp,
    ind_servicio: IdDoc.ind_servicio,
    fecha_cancelacion: IdDoc.fecha_cancelacion,
    aduana: NOMBRES.Transporte.aduana,
  },
  // These two stand beside `aduana`, as the published interface has them (http §2).
  'exportacion.aduana': sin(Aduana, 'tot_bultos', 'cod_pais_recep'),
  'exportacion.aduana.tipo_bultos': NOMBRES.TipoBultos,
  traslado: {
    ...sin(NOMBRES.Transporte, 'aduana'),
    ind_traslado: IdDoc.ind_traslado,
    tipo_despacho: IdDoc.tipo_despacho,
    guia_exportacion: NOMBRES.Emisor.guia_exportacion,
  },
  'traslado.chofer': NOMBRES.Chofer,
  'traslado.guia_exportacion': NOMBRES.GuiaExport,
  compra: { tipo_transaccion: IdDoc.tipo_transaccion_compra },
  'compra.retencion': { codigo: ImptoReten.codigo, tasa: ImptoReten.tasa },
  'liquidacion.comisiones': NOMBRES.Comisiones,
}

const inverso = (nombres: Nombres): Nombres =>
  Object.fromEntries(Object.entries(nombres).map(([n, tag]) => [tag, n]))

/** A body with the fields of its blocks under their other name; `usados` collects what was renamed. */
function renombrar(valor: unknown, hacia: 'tag' | 'nombre', usados: Set<string>, at = ''): unknown {
  if (Array.isArray(valor)) return valor.map((uno) => renombrar(uno, hacia, usados, at))
  if (typeof valor !== 'object' || valor === null) return valor
  const nombres = POR_BLOQUE[at] ?? {}
  const atras = inverso(nombres)
  return Object.fromEntries(
    Object.entries(valor).map(([clave, dentro]) => {
      const nombre = atras[clave] ?? clave
      const tag = nombres[nombre]
      if (tag) usados.add(`${at}.${nombre}`)
      const otro = tag === undefined ? clave : hacia === 'tag' ? tag : nombre
      return [otro, renombrar(dentro, hacia, usados, at === '' ? nombre : `${at}.${nombre}`)]
    }),
  )
}

/** Fields that neither the golden documents nor the random ones have. */
const RAROS: Json[] = [
  factura({
    detalle: [
      {
        nombre: 'Harina',
        cantidad: 10,
        precio: 5000,
        impuesto_adicional: 14,
        retenedor: { margen_comercial: 900, precio_consumidor: 7000 },
      },
    ],
    impuestos: [{ codigo: 14, monto: 171, tasa: 19 }],
  }),
  factura({
    tipo_dte: 61,
    referencias: [{ tipo_documento: 46, folio: 12, fecha: '2026-11-02', codigo: 3, rut_otro: '77123456-9' }],
  }),
]

const SOLICITUDES: Json[] = [
  ...RAROS,
  ...goldenNames().map((name) => JSON.parse(readFileSync(join(GOLDEN_DIR, `${name}.json`), 'utf8'))),
  ...(randomRequests(10 * TIPOS.length, 29) as Json[]),
]

describe('a request by the SII’s tags', () => {
  test('and one by our names are the same document, block by block', () => {
    const usados = new Set<string>()
    for (const body of SOLICITUDES) {
      const { dte } = documentoDe(body)
      expect(documentoDe(renombrar(body, 'tag', usados)).dte).toEqual(dte)
      expect(documentoDe(renombrar(body, 'nombre', usados)).dte).toEqual(dte)
    }
    const todos = Object.entries(POR_BLOQUE).flatMap(([at, nombres]) =>
      Object.keys(nombres).map((n) => `${at}.${n}`),
    )
    // Line numbers are never asked for.
    expect(todos.filter((n) => !usados.has(n) && !n.endsWith('.linea'))).toEqual([])
  })

  test('and by both names is good when they agree and refused when they do not', () => {
    for (const body of SOLICITUDES.slice(0, 60)) {
      const receptor = body.receptor as Json | undefined
      if (!receptor?.razon_social) continue
      const ambos = { ...body, receptor: { ...receptor, RznSocRecep: receptor.razon_social } }
      expect(rules(ambos)).toEqual([])
      const distintos = { ...body, receptor: { ...receptor, RznSocRecep: 'Otra' } }
      expect(rules(distintos)).toEqual(['receptor.RznSocRecep alias'])
    }
  })

  test('and what agrees is what they say, not how it is written', () => {
    const body = SOLICITUDES.find(({ receptor }) => /^\d{8}-/.test(String((receptor as Json)?.rut)))!
    const { rut } = body.receptor as { rut: string }
    const puntos = rut.replace(/^(\d\d)(\d{3})(\d{3})/, '$1.$2.$3')
    expect(puntos).not.toBe(rut)
    expect(rules({ ...body, receptor: { ...(body.receptor as Json), RUTRecep: puntos } })).toEqual([])
  })
})
