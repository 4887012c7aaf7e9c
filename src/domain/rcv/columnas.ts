// The columns of the five files that the SII's page gives of a register, by header (domain/rcv §2). Names are matched letter by
// letter: the page spells the same thing differently in purchases and in sales.

/** Purchases or sales. */
export const LADOS = { compra: 'lo que la empresa compra', venta: 'lo que la empresa vende' } as const
export type Lado = keyof typeof LADOS

/** Where a purchase stands; sales have one register alone, and theirs is REGISTRO. */
export const ESTADOS_CONTABLES = {
  REGISTRO: 'aceptado, o dado por aceptado: es lo que se declara',
  PENDIENTE: 'el SII lo recibió y aún nadie lo acepta ni lo reclama',
  NO_INCLUIR: 'válido, pero ajeno al giro: no da crédito',
  RECLAMADO: 'reclamado por quien lo recibió: no se puede declarar',
} as const
export type EstadoContable = keyof typeof ESTADOS_CONTABLES

/** The content of a cell. An empty one is null in every class. */
export type Clase = 'entero' | 'monto' | 'tasa' | 'rut' | 'texto' | 'fecha' | 'instante'

/** The fields of a document that are asked for often enough to stand by themselves. */
interface Principal {
  tipoDte: number
  /** The kind of purchase or sale, in the page's words. */
  tipoTransaccion: string | null
  /** The other party: the supplier of a purchase, the customer of a sale. */
  rut: string
  razonSocial: string | null
  folio: number
  /** `YYYY-MM-DD`. */
  fechaEmision: string
  /** Instants in UTC. */
  fechaRecepcion: string | null
  fechaAcuse: string | null
  fechaReclamo: string | null
  /** Pesos, above zero in notes too; null where the cell was empty. */
  montoExento: number | null
  montoNeto: number | null
  montoIva: number | null
  ivaNoRecuperable: number | null
  ivaUsoComun: number | null
  montoTotal: number
}

export interface OtroImpuesto {
  codigo: number | null
  valor: number | null
  /** As written, noise digits and all. */
  tasa: string | null
}

/** The rest of a row, by field; what was empty is absent. */
export type Datos = Partial<Record<CampoDatos, number | string>> & { otrosImpuestos?: OtroImpuesto[] }

export interface DocumentoRcv extends Principal {
  datos: Datos
  /** Its number in its file, where that is not its place there. */
  nro?: number | null
  /** Its lines as they came, without the running number, where the writer would write them otherwise. */
  crudo: string | null
}

interface Columna {
  nombre: string
  campo: keyof Principal | CampoDatos | 'nro' | keyof OtroImpuesto
  clase: Clase
  /** The text that stands for empty beside the empty cell itself. */
  vacio?: string
}

const columna = <const C extends Columna['campo']>(
  nombre: string,
  campo: C,
  clase: Clase = 'monto',
  vacio?: string,
) => ({ nombre, campo, clase, ...(vacio !== undefined && { vacio }) })

/** A claim's date says `null` in some rows of credit notes. */
const RECLAMO = columna('Fecha Reclamo', 'fechaReclamo', 'instante', 'null')
const ACUSE = columna('Fecha Acuse', 'fechaAcuse', 'instante', 'null')

const COMPRA_INICIO = [
  columna('Nro', 'nro', 'entero'),
  columna('Tipo Doc', 'tipoDte', 'entero'),
  columna('Tipo Compra', 'tipoTransaccion', 'texto'),
  columna('RUT Proveedor', 'rut', 'rut'),
  columna('Razon Social', 'razonSocial', 'texto'),
  columna('Folio', 'folio', 'entero'),
  columna('Fecha Docto', 'fechaEmision', 'fecha'),
  columna('Fecha Recepcion', 'fechaRecepcion', 'instante', 'null'),
]
const COMPRA_MONTOS = [
  columna('Monto Exento', 'montoExento'),
  columna('Monto Neto', 'montoNeto'),
  columna('Monto IVA Recuperable', 'montoIva'),
  columna('Monto Iva No Recuperable', 'ivaNoRecuperable'),
  columna('Codigo IVA No Rec.', 'codigoIvaNoRec', 'entero'),
  columna('Monto Total', 'montoTotal'),
  columna('Monto Neto Activo Fijo', 'activoFijoNeto'),
  columna('IVA Activo Fijo', 'activoFijoIva'),
  columna('IVA uso Comun', 'ivaUsoComun'),
  columna('Impto. Sin Derecho a Credito', 'impuestoSinCredito'),
  columna('IVA No Retenido', 'ivaNoRetenido'),
]
const TABACOS = [
  columna('Tabacos Puros', 'tabacosPuros'),
  columna('Tabacos Cigarrillos', 'tabacosCigarrillos'),
  columna('Tabacos Elaborados', 'tabacosElaborados'),
]
const NOTA_SOBRE_COMPRA = columna('NCE o NDE sobre Fact. de Compra', 'notaSobreFacturaCompra', 'texto')
const COMPRA_FIN = [
  NOTA_SOBRE_COMPRA,
  columna('Codigo Otro Impuesto', 'codigo', 'entero'),
  columna('Valor Otro Impuesto', 'valor'),
  columna('Tasa Otro Impuesto', 'tasa', 'tasa'),
]

const VENTA = [
  columna('Nro', 'nro', 'entero'),
  columna('Tipo Doc', 'tipoDte', 'entero'),
  columna('Tipo Venta', 'tipoTransaccion', 'texto'),
  columna('Rut cliente', 'rut', 'rut'),
  columna('Razon Social', 'razonSocial', 'texto'),
  columna('Folio', 'folio', 'entero'),
  columna('Fecha Docto', 'fechaEmision', 'fecha'),
  columna('Fecha Recepcion', 'fechaRecepcion', 'instante', 'null'),
  columna('Fecha Acuse Recibo', 'fechaAcuse', 'instante', 'null'),
  RECLAMO,
  columna('Monto Exento', 'montoExento'),
  columna('Monto Neto', 'montoNeto'),
  columna('Monto IVA', 'montoIva'),
  columna('Monto total', 'montoTotal'),
  columna('IVA Retenido Total', 'ivaRetenidoTotal'),
  columna('IVA Retenido Parcial', 'ivaRetenidoParcial'),
  columna('IVA no retenido', 'ivaNoRetenido'),
  columna('IVA propio', 'ivaPropio'),
  columna('IVA Terceros', 'ivaTerceros'),
  columna('RUT Emisor Liquid. Factura', 'liquidacionRut', 'rut', '-'),
  columna('Neto Comision Liquid. Factura', 'liquidacionNeto'),
  columna('Exento Comision Liquid. Factura', 'liquidacionExento'),
  columna('IVA Comision Liquid. Factura', 'liquidacionIva'),
  columna('IVA fuera de plazo', 'ivaFueraPlazo'),
  columna('Tipo Docto. Referencia', 'referenciaTipo', 'texto'),
  columna('Folio Docto. Referencia', 'referenciaFolio', 'texto'),
  columna('Num. Ident. Receptor Extranjero', 'extranjeroNumId', 'texto'),
  columna('Nacionalidad Receptor Extranjero', 'extranjeroNacionalidad', 'texto'),
  columna('Credito empresa constructora', 'creditoEmpresaConstructora'),
  columna('Impto. Zona Franca (Ley 18211)', 'impuestoZonaFranca'),
  columna('Garantia Dep. Envases', 'garantiaEnvases'),
  columna('Indicador Venta sin Costo', 'indSinCosto', 'texto'),
  columna('Indicador Servicio Periodico', 'indServicio', 'texto'),
  columna('Monto No facturable', 'montoNoFacturable'),
  columna('Total Monto Periodo', 'montoPeriodo'),
  columna('Venta Pasajes Transporte Nacional', 'pasajesNacional'),
  columna('Venta Pasajes Transporte Internacional', 'pasajesInternacional'),
  columna('Numero Interno', 'numeroInterno', 'texto'),
  columna('Codigo Sucursal', 'codigoSucursal', 'texto'),
  NOTA_SOBRE_COMPRA,
  columna('Codigo Otro Imp.', 'codigo', 'entero'),
  columna('Valor Otro Imp.', 'valor'),
  columna('Tasa Otro Imp.', 'tasa', 'tasa'),
]

/** Fields of the files that do not stand by themselves. */
export type CampoDatos =
  | 'codigoIvaNoRec'
  | 'activoFijoNeto'
  | 'activoFijoIva'
  | 'impuestoSinCredito'
  | 'ivaNoRetenido'
  | 'tabacosPuros'
  | 'tabacosCigarrillos'
  | 'tabacosElaborados'
  | 'notaSobreFacturaCompra'
  | 'ivaRetenidoTotal'
  | 'ivaRetenidoParcial'
  | 'ivaPropio'
  | 'ivaTerceros'
  | 'liquidacionRut'
  | 'liquidacionNeto'
  | 'liquidacionExento'
  | 'liquidacionIva'
  | 'ivaFueraPlazo'
  | 'referenciaTipo'
  | 'referenciaFolio'
  | 'extranjeroNumId'
  | 'extranjeroNacionalidad'
  | 'creditoEmpresaConstructora'
  | 'impuestoZonaFranca'
  | 'garantiaEnvases'
  | 'indSinCosto'
  | 'indServicio'
  | 'montoNoFacturable'
  | 'montoPeriodo'
  | 'pasajesNacional'
  | 'pasajesInternacional'
  | 'numeroInterno'
  | 'codigoSucursal'

/** One of the files: whose side and state it is, and its columns in order. The last three are of another tax. */
export interface Forma {
  lado: Lado
  estado: EstadoContable
  columnas: readonly Columna[]
}

const compra = (estado: EstadoContable, fecha: Columna[], tabacos: Columna[] = []): Forma => ({
  lado: 'compra',
  estado,
  columnas: [...COMPRA_INICIO, ...fecha, ...COMPRA_MONTOS, ...tabacos, ...COMPRA_FIN],
})

export const FORMAS: readonly Forma[] = [
  compra('REGISTRO', [ACUSE], TABACOS),
  compra('PENDIENTE', []),
  compra('RECLAMADO', [RECLAMO]),
  compra('NO_INCLUIR', [ACUSE]),
  { lado: 'venta', estado: 'REGISTRO', columnas: VENTA },
]

/** The file of a slice of the register. */
export const formaOf = (lado: Lado, estado: EstadoContable): Forma =>
  FORMAS.find((forma) => forma.lado === lado && forma.estado === estado)!

/** The fields of its document that an extra row repeats, which only brings one more tax. */
export const REPETIDOS: ReadonlySet<string> = new Set([
  'tipoDte',
  'tipoTransaccion',
  'rut',
  'razonSocial',
  'folio',
  'fechaEmision',
])
