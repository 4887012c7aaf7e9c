// The worked examples of the SII's arithmetic (domain/dte §8.1) go in as an API request, by the SII's own tags, and must
// come out with the same amounts.

import { describe, expect, test } from 'bun:test'
import type { Dte } from '../../../src/domain/dte/dte'
import { nodo } from '../../../src/domain/dte/esquema'
import { readDocumento } from '../../../src/domain/dte/solicitud'
import { TIPOS, tipoDocumento } from '../../../src/domain/dte/tipos'
import ejemplos from '../../fixtures/ejemplos-totales.json'

// biome-ignore lint/suspicious/noExplicitAny: the examples are free-form JSON
type Json = any

const EMISOR = {
  rut: '11111111-1',
  razonSocial: 'Comercial Ñandú del Sur Ltda.',
  giro: 'Venta',
  direccion: 'Los Boldos 1',
  comuna: 'Talca',
}

/** The blocks that only some types have. What http §2 asks of a request and no example says is made up. */
function bloques({ entrada, tipo }: Json): Json {
  const { IdDoc, Receptor, Totales, Transporte, OtraMoneda } = entrada.Encabezado
  if (tipo === 43) return { liquidacion: { comisiones: entrada.Comisiones ?? [] } }
  if (tipo === 52) {
    const { IndTraslado, TipoDespacho } = IdDoc
    return { traslado: { IndTraslado, ...(TipoDespacho && { TipoDespacho }), ...Transporte } }
  }
  if (tipo < 110) return {}
  const { TotBultos, CodPaisRecep, ...aduana } = Transporte?.Aduana ?? {}
  return {
    exportacion: {
      TpoMoneda: Totales.TpoMoneda,
      TpoCambio: OtraMoneda?.TpoCambio ?? 900,
      CodPaisRecep: CodPaisRecep ?? Number(Receptor.Extranjero.Nacionalidad),
      ...(TotBultos && { TotBultos }),
      ...(IdDoc.FmaPagExp && { FmaPagExp: IdDoc.FmaPagExp }),
      ...(IdDoc.FchCancel && { FchCancel: IdDoc.FchCancel }),
      ...(Object.keys(aduana).length && { Aduana: aduana }),
    },
  }
}

/** The example as a client would send it: header fields by our names, blocks by the SII's tags. */
function toRequest(ejemplo: Json): Json {
  const { entrada, opciones } = ejemplo
  const { IdDoc, Receptor, Totales } = entrada.Encabezado
  return {
    ...bloques(ejemplo),
    tipo_dte: IdDoc.TipoDTE,
    fecha_emision: IdDoc.FchEmis,
    ...(IdDoc.FmaPago && { forma_pago: IdDoc.FmaPago }),
    ...(IdDoc.IndServicio && { ind_servicio: IdDoc.IndServicio }),
    ...(IdDoc.MntBruto && { precio_incluye_iva: true }),
    ...(IdDoc.IndMntNeto && { precio_incluye_iva: false }),
    ...(Totales?.SaldoAnterior !== undefined && { saldo_anterior: Totales.SaldoAnterior }),
    ...(Totales?.ImptoReten && {
      impuestos: Totales.ImptoReten.map((i: Json) => ({ codigo: i.TipoImp, monto: i.MontoImp })),
    }),
    ...(opciones?.tasaCredEC && { tasa_credito_empresa_constructora: opciones.tasaCredEC }),
    receptor: {
      ...(entrada.Encabezado.IdDoc.TipoDTE === 39 && { RznSocRecep: 'Cliente de prueba' }),
      ...Receptor,
    },
    // The example of slaughter does not count its heads (domain/dte §6.6).
    detalle: entrada.Detalle.map((d: Json) => ({ ...d, ...(d.CodImpAdic === 17 && { QtyRef: 2 }) })),
    ...(entrada.DscRcgGlobal && { DscRcgGlobal: entrada.DscRcgGlobal }),
    ...(entrada.Referencia && { referencias: entrada.Referencia }),
  }
}

/** The numbers of a block by tag. */
const byTag = (dte: Dte, ruta: string, block: Json): Json =>
  Object.fromEntries(
    nodo(tipoDocumento(dte.idDoc.tipoDte).raiz, ruta)!
      .hijos.filter(({ key }) => block[key] !== undefined)
      .map(({ tag, key }) => [tag, tag === 'TpoMoneda' ? block[key] : Number(block[key])]),
  )

/** The totals by tag, as far as the type's schema has a place for each. */
function totalesByTag(dte: Dte): Json {
  const { raiz } = tipoDocumento(dte.idDoc.tipoDte)
  const result: Json = {}
  for (const { tag, key } of nodo(raiz, 'Encabezado/Totales')!.hijos) {
    const value = (dte.totales as Json)[key]
    if (value === undefined) continue
    result[tag] =
      typeof value === 'object' && !Array.isArray(value)
        ? byTag(dte, `Encabezado/Totales/${tag}`, value)
        : Array.isArray(value)
          ? value.map((i: Json) => ({
              TipoImp: Number(i.codigo),
              ...(i.tasa && { TasaImp: Number(i.tasa) }),
              MontoImp: Number(i.monto),
            }))
          : tag === 'TpoMoneda'
            ? value
            : Number(value)
  }
  return result
}

describe('examples of domain/dte §8.1', () => {
  test('are 74 and cover every type that is issued', () => {
    expect(ejemplos).toHaveLength(74)
    expect(new Set<number>(ejemplos.map(({ tipo }) => tipo))).toEqual(
      new Set(TIPOS.map(({ codigo }) => codigo)),
    )
  })

  test.each((ejemplos as Json[]).map((e) => [e.nombre, e] as const))('%s', (_, ejemplo) => {
    const { documento, faults } = readDocumento(toRequest(ejemplo), EMISOR, '2026-03-16')
    expect(faults).toBeUndefined()
    const { dte } = documento!
    expect(totalesByTag(dte)).toEqual(ejemplo.totales)
    if (ejemplo.otraMoneda) {
      expect(byTag(dte, 'Encabezado/OtraMoneda', dte.otraMoneda)).toEqual(ejemplo.otraMoneda)
    }
    for (const [i, linea] of ejemplo.detalle.entries()) {
      const built = dte.detalle[i]!
      expect({
        NroLinDet: built.linea,
        MontoItem: Number(built.monto),
        ...(linea.DescuentoMonto !== undefined && { DescuentoMonto: Number(built.descuentoMonto) }),
        ...(linea.RecargoMonto !== undefined && { RecargoMonto: Number(built.recargoMonto) }),
      }).toEqual(linea)
    }
  })
})
