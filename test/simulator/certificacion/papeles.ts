// Documents as they should be for the cases of a set: written from its rows, so that a test can spoil one datum of them.

import type { Aduana, Caso } from '../../../src/simulator/certificacion/filas'
import { type Esperado, expectedOf } from '../../../src/simulator/certificacion/montos'
import { isExportacion } from '../../../src/simulator/certificacion/tipos'

const CONTENEDORES = [73, 74, 75, 76, 78]

type Hojas = (readonly [string, string | number | null | undefined] | string)[]

const xml = (hojas: Hojas): string =>
  hojas
    .map((one) => {
      if (typeof one === 'string') return one
      const [name, value] = one
      if (value === null || value === undefined) return ''
      const text = String(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;')
      return `<${name}>${text}</${name}>`
    })
    .join('')
const group = (name: string, hojas: Hojas): string => `<${name}>${xml(hojas)}</${name}>`
const money = (centavos: number): string => String(centavos / 100)

const PAPEL: Record<string, number> = {
  'MIC (MANIFIESTO INTERNACIONAL)': 810,
  DUS: 807,
  AWB: 809,
  'RESOLUCION SNA': 812,
}

function aduana(own: Aduana | undefined, raiz: Aduana): string {
  const units = own?.unidades
  const packages = own?.bulto && [
    ['CodTpoBultos', own.bulto.codigo] as const,
    ['CantBultos', own.totalBultos] as const,
    ...(CONTENEDORES.includes(own.bulto.codigo)
      ? (['IdContainer', 'Sello', 'EmisorSello'] as const).map((name) => [name, 'AB1'] as const)
      : [['Marcas', 'S/M'] as const]),
  ]
  return group('Transporte', [
    group('Aduana', [
      ['CodModVenta', own?.modalidad?.codigo],
      ['CodClauVenta', own?.clausula?.codigo],
      ['TotClauVenta', own?.totalClausula && money(own.totalClausula)],
      ['CodViaTransp', own?.via?.codigo],
      ['CodPtoEmbarque', own?.embarque?.codigo],
      ['CodPtoDesemb', own?.desembarque?.codigo],
      ['Tara', units && 1],
      ['CodUnidMedTara', units?.[0].codigo],
      ['PesoBruto', units && 120],
      ['CodUnidPesoBruto', units?.[1].codigo],
      ['PesoNeto', units && 100],
      ['CodUnidPesoNeto', units?.[2].codigo],
      ['TotBultos', own?.totalBultos],
      packages ? group('TipoBultos', packages) : '',
      ['MntFlete', own?.flete && money(own.flete)],
      ['MntSeguro', own?.seguro && money(own.seguro)],
      ['CodPaisRecep', raiz.pais?.codigo],
      ['CodPaisDestin', own?.via && raiz.pais?.codigo],
    ]),
  ])
}

function totales(esperado: Esperado, caso: Caso, moneda: string | undefined): string {
  if (moneda !== undefined)
    return (
      group('Totales', [
        ['TpoMoneda', moneda],
        ['MntExe', money(esperado.valor)],
        ['MntTotal', money(esperado.total)],
      ]) +
      group('OtraMoneda', [
        ['TpoMoneda', 'PESO CL'],
        ['TpoCambio', 945.32],
        ['MntTotOtrMnda', Math.round((esperado.total * 94_532) / 10_000)],
      ])
    )
  const { comision, retenido } = esperado
  const own = caso.comisiones
  return group('Totales', [
    ['MntNeto', esperado.neto],
    ['MntExe', esperado.exento],
    ['TasaIVA', esperado.neto ? 19 : null],
    ['IVA', esperado.iva],
    ['IVAProp', own && comision.iva >= 0 ? comision.iva : null],
    ['IVATerc', own && comision.iva >= 0 ? esperado.iva - comision.iva : null],
    retenido
      ? group('ImptoReten', [
          ['TipoImp', 15],
          ['TasaImp', 19],
          ['MontoImp', retenido],
        ])
      : '',
    own
      ? group('Comisiones', [
          ['ValComNeto', comision.neto],
          ['ValComExe', comision.exento],
          ['ValComIVA', comision.iva],
        ])
      : '',
    ['MntTotal', esperado.total],
  ])
}

/** The folio of a case's document. */
export const folioDe = (numero: number): number => 100 + numero

/** The element of the document that stands for a case, with a receiver of its own. */
export function writePapel(casos: readonly Caso[], numero: number, atencion: number | null): string {
  const caso = casos[numero - 1]!
  const esperado = expectedOf(casos, caso)
  const rootOf = (n: number): number =>
    casos[n - 1]!.referencia ? rootOf(casos[n - 1]!.referencia!.caso) : n
  const raiz = casos[rootOf(numero) - 1]!
  const exporta = isExportacion(caso.tipo)
  const interno = caso.traslado?.por === null
  const lineas = esperado.lineas.map((linea, i) =>
    group('Detalle', [
      ['NroLinDet', i + 1],
      ['TpoDocLiq', linea.liquida],
      ['IndExe', linea.exento && caso.tipo !== 34 ? 1 : null],
      ['NmbItem', linea.nombre || 'Donde dice esto debe decir aquello'],
      ['QtyItem', linea.cantidad],
      ['UnmdItem', linea.unidad],
      ['PrcItem', linea.precio],
      ['DescuentoPct', linea.descuentoPct],
      ['DescuentoMonto', linea.descuentoPct === null ? null : linea.descuento],
      ['RecargoPct', linea.recargoPct],
      ['RecargoMonto', linea.recargoPct === null ? null : linea.recargo],
      ['CodImpAdic', esperado.retenido ? 15 : null],
      ['MontoItem', linea.monto],
    ]),
  )
  const globales = [
    ...(esperado.descuentoGlobal === null ? [] : [['D', '%', esperado.descuentoGlobal, null] as const]),
    ...esperado.recargos.map((monto) => ['R', '$', money(monto), 1] as const),
  ].map(([mov, tipo, valor, exento]) =>
    group('DscRcgGlobal', [
      ['TpoMov', mov],
      ['TpoValor', tipo],
      ['ValorDR', valor],
      ['IndExeDR', exento],
    ]),
  )
  const ref = caso.referencia
  const referencias = [
    atencion === null
      ? group('Referencia', [
          ['CodRef', 'SET'],
          ['RazonRef', `CASO-${numero}`],
        ])
      : group('Referencia', [
          ['TpoDocRef', 'SET'],
          ['FolioRef', numero],
          ['RazonRef', `CASO ${atencion}-${numero}`],
        ]),
    ...(ref
      ? [
          group('Referencia', [
            ['TpoDocRef', casos[ref.caso - 1]!.tipo],
            ['FolioRef', folioDe(ref.caso)],
            ['CodRef', ref.codigo],
            ['RazonRef', ref.razon],
          ]),
        ]
      : []),
    ...(caso.aduana?.papeles ?? []).map((papel) =>
      group('Referencia', [
        ['TpoDocRef', PAPEL[papel]],
        ['FolioRef', 1],
        ['RazonRef', papel],
      ]),
    ),
  ]
  return group('Documento', [
    group('Encabezado', [
      group('IdDoc', [
        ['TipoDTE', caso.tipo],
        ['Folio', folioDe(numero)],
        ['FchEmis', '2026-03-02'],
        ['TipoDespacho', caso.traslado?.tipoDespacho],
        ['IndTraslado', caso.traslado?.indTraslado],
        ['IndServicio', caso.servicio],
        ['FmaPagExp', caso.aduana?.formaPago.codigo],
      ]),
      group('Emisor', [['RUTEmisor', '76543210-3']]),
      group('Receptor', [
        ['RUTRecep', interno ? '76543210-3' : `${rootOf(numero)}-R`],
        raiz.aduana?.nacionalidad
          ? group('Extranjero', [['Nacionalidad', raiz.aduana.nacionalidad.codigo]])
          : '',
      ]),
      exporta ? aduana(caso.aduana, raiz.aduana!) : '',
      totales(esperado, caso, exporta ? raiz.aduana!.moneda : undefined),
    ]),
    ...lineas,
    ...globales,
    ...referencias,
    ...(caso.comisiones ?? []).map(({ nombre, neto, exento }) =>
      group('Comisiones', [
        ['Glosa', nombre],
        ['ValComNeto', neto],
        ['ValComExe', exento],
      ]),
    ),
  ])
}
