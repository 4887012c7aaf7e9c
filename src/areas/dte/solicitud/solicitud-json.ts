// The request that would issue a document again (http §10.2), derived from what was issued: the body that asked for it is not
// kept, and notes that void and invoices of guides never had one.

import type { Ambiente } from '../../../domain/ambiente'
import { decimal, jsonOfDecimal, micro } from '../../../domain/decimal'
import type { Dte } from '../../../domain/dte/dte'
import { informados, tasaCredito } from '../../../domain/dte/solicitud'
import { type TipoDocumento, tipoDocumento } from '../../../domain/dte/tipos'
import { detallePropio } from '../../../domain/dte/transporte'
import type { Json } from '../documento/documento-json'
import type { Contenido } from '../documento/documento-store'
import { emitidoToJson, some, without } from '../documento/emitido-json'

/** The fields of a request that the document does not contain. */
interface Aparte {
  ambiente: Ambiente
  referenciaExterna: string | null
  /** Whether it covers a guide beside the invoice that covered it already. */
  forzarGuia: boolean
  /** The SII rejected it: what is issued from it stands in its place. */
  rechazado: boolean
  /** The id of a customer whom the document cannot tell from others of the same RUT. */
  clienteId?: string | undefined
}

const microOf = (value: unknown): bigint => micro(String(value ?? 0))

/** A line as asked for: of each pair that follows from the other, one; of a liquidación the amount too, whose sign no price says. */
function lineaPedida({ nota, montosOpcionales, conSigno }: TipoDocumento, linea: Json): Json {
  // Where every line may be of nothing, none has to say that it is.
  const sinMonto = linea.monto === 0 && (nota || montosOpcionales)
  // Without a price the amount that was asked for is what the discount and the surcharge acted on.
  const sobre = microOf(linea.descuento_monto) - microOf(linea.recargo_monto)
  const base =
    linea.precio === undefined && !conSigno && !sinMonto && sobre !== 0n
      ? { monto: jsonOfDecimal(decimal(microOf(linea.monto) + sobre)) }
      : {}
  return {
    ...without(
      linea,
      'linea',
      ...((linea.precio !== undefined && !conSigno) || sinMonto ? ['monto'] : []),
      ...(linea.descuento_pct !== undefined ? ['descuento_monto'] : []),
      ...(linea.recargo_pct !== undefined ? ['recargo_monto'] : []),
    ),
    ...base,
  }
}

/** A list without the numbers of its lines; nothing where it is empty. */
const lista = (nombre: string, items: readonly Json[] = []): Json =>
  items.length ? { [nombre]: items.map((item) => without(item, 'linea')) } : {}

/** The references, and who sold at which till: in a boleta that is the last of them, where it says nothing else. */
function referencias({ idDoc, referencias }: Dte, { vendedor, caja, ...shown }: Json): Json {
  const all = shown.referencias as Json[]
  const { linea: _, CodVndor, CodCaja, ...rest } = referencias.at(-1) ?? { linea: 0 }
  const boleta = tipoDocumento(idDoc.tipoDte).raiz === 'Boleta'
  if (!boleta) return { ...(vendedor !== undefined && { vendedor }), ...lista('referencias', all) }
  const puesto = (CodVndor ?? CodCaja) !== undefined && Object.keys(rest).length === 0
  return {
    ...(puesto && CodVndor !== undefined && { vendedor: CodVndor }),
    ...(puesto && CodCaja !== undefined && { caja: CodCaja }),
    ...lista('referencias', puesto ? all.slice(0, -1) : all),
  }
}

/** The transport without what is past of its trip: what is left out is of the moment of issue. */
function traslado(
  { declaracion: _, no_disponible, ...shown }: Json,
  { monedaExtranjera }: TipoDocumento,
  ahora: string,
): Json {
  const { fecha_salida, hora_salida, fecha_llegada, motivo_prolongado, ...rest } = shown as Record<
    string,
    string
  >
  const hoy = ahora.slice(0, 10)
  const sale = `${fecha_salida ?? hoy}T${hora_salida ?? '24'}` >= ahora
  const llega = fecha_llegada !== undefined && fecha_llegada >= hoy
  return {
    ...rest,
    // An export says it by a passport alone.
    ...(no_disponible !== undefined && !monedaExtranjera && { no_disponible }),
    ...(sale && fecha_salida && { fecha_salida }),
    ...(sale && hora_salida && { hora_salida }),
    ...(llega && { fecha_llegada }),
    ...(motivo_prolongado &&
      llega &&
      fecha_llegada > ((sale && fecha_salida) || hoy) && { motivo_prolongado }),
  }
}

/** Computed by the server, of the company, or said below in the words of a request. */
const NO_SE_PIDE = [
  ...['emisor', 'totales', 'tipo_fact_esp', 'fecha_vencimiento', 'vendedor', 'caja', 'detalle'],
  ...['DscRcgGlobal', 'referencias', 'subtotales', 'traslado', 'liquidacion', 'compra'],
]

/**
 * The body of `POST /v1/dte/emitir` that issues the document again at `ahora`, Chile's `YYYY-MM-DDTHH:MM:SS`. What the moment
 * settles is left to it: the date of issue, and of the due date and the trip what is past by then.
 */
export function solicitudToJson(
  { dte, impresion }: Pick<Contenido, 'dte' | 'impresion'>,
  { ambiente, referenciaExterna, forzarGuia, rechazado, clienteId }: Aparte,
  ahora: string,
): Json {
  const shown: Json = emitidoToJson(
    { dte: { ...dte, detalle: detallePropio(dte) }, impresion },
    jsonOfDecimal,
  )
  const { tipoDte, fechaVencimiento } = dte.idDoc
  const { comisiones } = (shown.liquidacion ?? shown.compra ?? {}) as { comisiones?: Json[] }
  const impuestos = informados(dte).map(({ codigo, monto, tasa }) => ({
    codigo: Number(codigo),
    monto: Number(monto),
    ...(tasa !== undefined && { tasa: Number(tasa) }),
  }))
  const tasa = tasaCredito(dte)
  const tipo = tipoDocumento(tipoDte)
  return {
    tipo_dte: tipoDte,
    ...without(shown, ...NO_SE_PIDE),
    ...(clienteId && { receptor: { ...(shown.receptor as Json), cliente_id: clienteId } }),
    // An export says nothing of it, and its instalments need it all the same.
    ...(shown.pagos !== undefined && { forma_pago: 2 }),
    ...(fechaVencimiento &&
      fechaVencimiento >= ahora.slice(0, 10) && { fecha_vencimiento: fechaVencimiento }),
    ...some('traslado', traslado((shown.traslado ?? {}) as Json, tipo, ahora)),
    ...some(tipo.raiz === 'Liquidacion' ? 'liquidacion' : 'compra', lista('comisiones', comisiones)),
    ...(impuestos.length > 0 && { impuestos }),
    ...(tasa && { tasa_credito_empresa_constructora: Number(tasa) }),
    detalle: (shown.detalle as Json[]).map((linea) => lineaPedida(tipo, linea)),
    ...lista('subtotales', shown.subtotales as Json[] | undefined),
    ...lista('DscRcgGlobal', shown.DscRcgGlobal as Json[] | undefined),
    ...referencias(dte, shown),
    ...(referenciaExterna !== null && { referencia_externa: referenciaExterna }),
    ...(forzarGuia && { forzar_guia: true }),
    ...(rechazado && { reemplaza: { tipo_dte: tipoDte, folio: dte.idDoc.folio } }),
    ambiente,
  }
}
