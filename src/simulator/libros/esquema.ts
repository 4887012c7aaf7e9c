// The elements of both books as their schemas have them (simulator §24; LibroCV_v10.xsd, LibroGuia_v10.xsd). Books of segments and
// those of old papers, with a calendar or a certificate beside them, are not taken.

import { isDate } from '../../domain/fecha'
import { type Forma, type Hijo, MUCHOS, pattern, rut } from '../forma'

const one = (forma: Forma, ...names: string[]): Hijo[] => names.map((name) => [name, 1, 1, forma])
const some = (forma: Forma, ...names: string[]): Hijo[] => names.map((name) => [name, 0, 1, forma])
const group = (name: string, max: number, children: readonly Hijo[]): Hijo => [name, 0, max, children]

const tipo = pattern(/^[1-9]\d{1,2}$/)
const cuenta = pattern(/^\d{1,10}$/)
const cuentaPositiva = pattern(/^(?!0+$)\d{1,10}$/)
const valor = pattern(/^-?\d{1,18}$/)
const monto = pattern(/^\d{1,18}$/)
const tasa = pattern(/^\d{1,3}(\.\d{1,2})?$/)
const factor = pattern(/^\d{1,2}(\.\d{1,3})?$/)
const folio = pattern(/^[1-9]\d{0,9}$/)
const uno = pattern(/^1$/)
const unoODos = pattern(/^[12]$/)
const impuesto = pattern(/^[1-9]\d{1,2}$/)
const noRec = pattern(/^[12349]$/)
const razon = pattern(/^.{0,50}$/s)
const traslado = pattern(/^[2-9]$/)

const caratula = (operacion: readonly Hijo[], folioMax: RegExp): Hijo => [
  'Caratula',
  1,
  1,
  [
    ...one(rut, 'RutEmisorLibro', 'RutEnvia'),
    ...one(pattern(/^\d{4}-(0[1-9]|1[0-2])$/), 'PeriodoTributario'),
    ...one(isDate, 'FchResol'),
    ...one(pattern(/^\d{1,6}$/), 'NroResol'),
    ...operacion,
    ...one(pattern(/^(MENSUAL|ESPECIAL|RECTIFICA)$/), 'TipoLibro'),
    ...one(pattern(/^(PARCIAL|FINAL|TOTAL|AJUSTE)$/), 'TipoEnvio'),
    ...some(pattern(/^[1-9]\d{0,5}$/), 'NroSegmento'),
    ...some(pattern(folioMax), 'FolioNotificacion'),
    ...(operacion.length ? some(pattern(/^.{0,10}$/), 'CodAutRec') : []),
  ],
]

const TOTALES: readonly Hijo[] = [
  ...one(tipo, 'TpoDoc'),
  ...some(unoODos, 'TpoImp'),
  ...one(cuenta, 'TotDoc'),
  ...some(cuentaPositiva, 'TotAnulado', 'TotOpExe'),
  ...one(valor, 'TotMntExe', 'TotMntNeto'),
  ...some(cuentaPositiva, 'TotOpIVARec'),
  ...one(valor, 'TotMntIVA'),
  ...some(cuentaPositiva, 'TotOpActivoFijo'),
  ...some(monto, 'TotMntActivoFijo', 'TotMntIVAActivoFijo'),
  group('TotIVANoRec', 5, [
    ...one(noRec, 'CodIVANoRec'),
    ...some(cuentaPositiva, 'TotOpIVANoRec'),
    ...one(monto, 'TotMntIVANoRec'),
  ]),
  ...some(cuentaPositiva, 'TotOpIVAUsoComun'),
  ...some(monto, 'TotIVAUsoComun'),
  ...some(factor, 'FctProp'),
  ...some(monto, 'TotCredIVAUsoComun', 'TotIVAFueraPlazo'),
  ...some(valor, 'TotIVAPropio', 'TotIVATerceros'),
  ...some(monto, 'TotLey18211'),
  group('TotOtrosImp', 20, [
    ...one(impuesto, 'CodImp'),
    ...one(valor, 'TotMntImp'),
    ...some(pattern(/^[01](\.\d{1,4})?$/), 'FctImpAdic'),
    ...some(monto, 'TotCredImp'),
  ]),
  ...some(monto, 'TotImpSinCredito'),
  ...some(cuentaPositiva, 'TotOpIVARetTotal'),
  ...some(monto, 'TotIVARetTotal'),
  ...some(cuentaPositiva, 'TotOpIVARetParcial'),
  ...some(monto, 'TotIVARetParcial', 'TotCredEC', 'TotDepEnvase'),
  group('TotLiquidaciones', 1, some(valor, 'TotValComNeto', 'TotValComExe', 'TotValComIVA')),
  ...one(valor, 'TotMntTotal'),
  ...some(cuentaPositiva, 'TotOpIVANoRetenido'),
  ...some(monto, 'TotIVANoRetenido'),
  ...some(valor, 'TotMntNoFact', 'TotMntPeriodo'),
  ...some(monto, 'TotPsjNac', 'TotPsjInt', 'TotTabPuros', 'TotTabCigarrillos', 'TotTabElaborado'),
  ...some(monto, 'TotImpVehiculo'),
]

const DETALLE: readonly Hijo[] = [
  ...one(tipo, 'TpoDoc'),
  ...some(uno, 'Emisor', 'IndFactCompra'),
  ...one(folio, 'NroDoc'),
  ...some(pattern(/^A$/), 'Anulado'),
  ...some(unoODos, 'Operacion', 'TpoImp'),
  ...some(tasa, 'TasaImp'),
  ...some(pattern(/^.{0,10}$/), 'NumInt'),
  ...some(pattern(/^[123]$/), 'IndServicio'),
  ...some(uno, 'IndSinCosto'),
  ...some(isDate, 'FchDoc'),
  ...some(pattern(/^[1-9]\d{0,8}$/), 'CdgSIISucur'),
  ...some(rut, 'RUTDoc'),
  ...some(razon, 'RznSoc'),
  group('Extranjero', 1, [
    ...some(pattern(/^.{1,20}$/), 'NumId'),
    ...some(pattern(/^.{1,3}$/), 'Nacionalidad'),
  ]),
  ...some(tipo, 'TpoDocRef'),
  ...some(folio, 'FolioDocRef'),
  ...some(valor, 'MntExe', 'MntNeto', 'MntIVA'),
  ...some(monto, 'MntActivoFijo', 'MntIVAActivoFijo'),
  group('IVANoRec', 5, [...one(noRec, 'CodIVANoRec'), ...one(monto, 'MntIVANoRec')]),
  ...some(monto, 'IVAUsoComun', 'IVAFueraPlazo'),
  ...some(valor, 'IVAPropio', 'IVATerceros'),
  ...some(monto, 'Ley18211'),
  group('OtrosImp', 20, [...one(impuesto, 'CodImp'), ...some(tasa, 'TasaImp'), ...one(valor, 'MntImp')]),
  ...some(monto, 'MntSinCred', 'IVARetTotal', 'IVARetParcial', 'CredEC', 'DepEnvase'),
  group('Liquidaciones', 1, [
    ...one(rut, 'RutEmisor'),
    ...some(valor, 'ValComNeto', 'ValComExe', 'ValComIVA'),
  ]),
  ...some(valor, 'MntTotal'),
  ...some(monto, 'IVANoRetenido'),
  ...some(valor, 'MntNoFact', 'MntPeriodo'),
  ...some(monto, 'PsjNac', 'PsjInt', 'TabPuros', 'TabCigarrillos', 'TabElaborado', 'ImpVehiculo'),
]

const RESUMEN_GUIAS: readonly Hijo[] = [
  ...some(cuenta, 'TotFolAnulado', 'TotGuiaAnulada'),
  ...one(cuenta, 'TotGuiaVenta'),
  ...one(monto, 'TotMntGuiaVta'),
  ...some(monto, 'TotMntModificado'),
  group('TotTraslado', 6, [
    ...one(traslado, 'TpoTraslado'),
    ...one(cuenta, 'CantGuia'),
    ...some(monto, 'MntGuia'),
  ]),
]

const DETALLE_GUIAS: readonly Hijo[] = [
  ...one(folio, 'Folio'),
  ...some(pattern(/^[123]$/), 'Anulado'),
  ...some(unoODos, 'Operacion'),
  ...some(pattern(/^[1-7]$/), 'TpoOper'),
  ...some(isDate, 'FchDoc'),
  ...some(rut, 'RUTDoc'),
  ...some(razon, 'RznSoc'),
  ...some(monto, 'MntNeto'),
  ...some(tasa, 'TasaImp'),
  ...some(monto, 'IVA', 'MntTotal', 'MntModificado'),
  ...some(tipo, 'TpoDocRef'),
  ...some(folio, 'FolioDocRef'),
  ...some(isDate, 'FchDocRef'),
]

const TMST = one(pattern(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/), 'TmstFirma')

/** By root: the schema that it names, and what its `EnvioLibro` holds. */
export const ESQUEMAS: Readonly<Record<string, { xsd: string; envio: readonly Hijo[] }>> = {
  LibroCompraVenta: {
    xsd: 'LibroCV_v10.xsd',
    envio: [
      caratula(one(pattern(/^(COMPRA|VENTA)$/), 'TipoOperacion'), /^[1-9]\d{0,9}$/),
      group('ResumenPeriodo', 1, [['TotalesPeriodo', 1, 40, TOTALES]]),
      group('Detalle', MUCHOS, DETALLE),
      ...TMST,
    ],
  },
  LibroGuia: {
    xsd: 'LibroGuia_v10.xsd',
    envio: [
      caratula([], /^[1-9]\d{0,17}$/),
      group('ResumenPeriodo', 1, RESUMEN_GUIAS),
      group('Detalle', MUCHOS, DETALLE_GUIAS),
      ...TMST,
    ],
  },
}
