// The month's documents put together for the monthly return: the register's one by one, and the boletas, which have no lines: by the
// SII's own sums where they were read there, else those issued here.

import { and, between, count, eq, inArray, sql } from 'drizzle-orm'
import { pauses } from '../../base/turn'
import { VIGENTES } from '../../domain/bte/boleta'
import { montoEscrito } from '../../domain/cifras'
import { filaConPapel } from '../../domain/dte/tipos'
import { codigosOf, createF29 as createSuma, type FilaF29 } from '../../domain/rcv/f29'
import type { AvisoF29 } from '../../domain/rcv/f29-avisos'
import { LINEAS } from '../../domain/rcv/f29-lineas'
import type { DocumentoF29 } from '../../domain/rcv/f29-valores'
import { diasOf } from '../../domain/rcv/periodo'
import { isDeFacturaCompra, signoOf } from '../../domain/rcv/tipos'
import type { Titular } from '../../domain/titular'
import type { Db } from '../../store/store'
import { bte } from '../../store/tables/bte'
import { type Cuadratura, respondidasOf } from './cuadratura'
import { type AdvertenciaF29, createEmitidosSinRegistro } from './f29-emitidos'
import type { Documento, Lista } from './lista'
import type { Periodos, Sincronizacion, Total } from './tramos'

/** Rows between two turns of the event loop. */
const PAGINA = 250

export function createF29({
  lista,
  cuadratura,
  periodos,
  db,
}: {
  lista: Lista
  cuadratura: Cuadratura
  periodos: Pick<Periodos, 'sumados' | 'resumen'>
  db: Db
}) {
  const statements = cuadratura.sql
  const emitidosSinRegistro = createEmitidosSinRegistro(cuadratura)

  /** The declared documents: sales, and the accepted purchases. Each side has its own order in its file. */
  async function* declared(titular: Titular, periodo: string): AsyncGenerator<Documento[], void> {
    const pause = pauses()
    for (const tipo of ['venta', 'compra']) {
      let last: Documento | null = null
      for (;;) {
        const rows: Documento[] = lista.inFile(titular, periodo, { tipo, estado: 'REGISTRO' }, last, PAGINA)
        yield rows
        if (rows.length < PAGINA) break
        last = rows.at(-1)!
        await pause()
      }
    }
  }

  return async (titular: Titular, sync: Sincronizacion) => {
    const { periodo } = sync
    const suma = createSuma()
    const known = new Set<number>()
    const ausentes = await emitidosSinRegistro(titular, periodo)
    for await (const rows of declared(titular, periodo))
      for (const row of rows) {
        suma.add(row)
        if (row.lado !== 'venta') continue
        known.add(row.tipoDte)
        if (!isDeFacturaCompra(row)) ausentes.isThere(row.tipoDte, row.folio)
      }
    const sumados = periodos.sumados(titular, periodo)
    const propias = statements.boletas
      .all({ empresa_id: titular.empresaId, ambiente: titular.ambiente, ...diasOf(periodo) })
      .filter(({ tipo_dte }) => !known.has(tipo_dte))
    const emitidas = (sumados ? [] : propias).map(
      (one): DocumentoF29 => ({
        lado: 'venta',
        tipoDte: one.tipo_dte,
        tipoTransaccion: null,
        documentos: one.documentos,
        montoExento: one.monto_exento,
        montoNeto: one.monto_neto,
        montoIva: one.monto_iva,
        ivaNoRecuperable: null,
        ivaUsoComun: null,
        montoTotal: one.monto_total,
        datos: {},
      }),
    )
    for (const one of sumados?.map(toSumado) ?? emitidas) suma.add(one)
    const { avisos, ...computed } = suma.result()
    const f29 = { ...computed, retenciones: [...computed.retenciones, ...bteOf(db, titular, periodo)] }
    const pendientes = pendientesOf(periodos.resumen(titular, periodo))
    const base: 'rcv' | 'rcv+emitidos' = emitidas.length ? 'rcv+emitidos' : 'rcv'
    const parcial = sync.estado !== 'sincronizado'
    const advertencias = [
      ...warningsOf({
        pendientes,
        respondidas: respondidasOf(sync),
        parcial,
        avisos,
        emitidos: ausentes.advertencias(new Set(sync.tramos.map(({ tipo }) => tipo))),
      }),
      ...(sumados ? boletasApart(propias, sumados) : []),
    ]
    return { periodo, base, ...f29, formulario: codigosOf(f29), advertencias }
  }
}

/** The sum of a month's standing boletas de terceros (areas/bte §1): a tax beside the withheld VAT. */
function bteOf(db: Db, { empresaId, ambiente }: Titular, periodo: string): FilaF29[] {
  const { desde, hasta } = diasOf(periodo)
  const own = and(eq(bte.empresaId, empresaId), eq(bte.ambiente, ambiente), between(bte.fecha, desde, hasta))
  const row = db
    .select({
      documentos: count(),
      neto: sql<number>`coalesce(sum(${bte.bruto}), 0)`,
      iva: sql<number>`coalesce(sum(${bte.retencion}), 0)`,
    })
    .from(bte)
    .where(and(own, inArray(bte.estado, [...VIGENTES])))
    .all()[0]!
  return row.documentos ? [{ concepto: 'bte', codigos: LINEAS['retenciones/bte'].codigos, ...row }] : []
}

/** A sum of the SII's as the return takes documents. */
const toSumado = (one: Total): DocumentoF29 => ({
  lado: one.lado,
  tipoDte: one.tipoDte,
  tipoTransaccion: null,
  documentos: one.documentos,
  montoExento: one.montoExento,
  montoNeto: one.montoNeto,
  montoIva: one.montoIva,
  ivaNoRecuperable: one.ivaNoRecuperable,
  ivaUsoComun: one.ivaUsoComun,
  montoTotal: one.montoTotal,
  datos: {},
})

/** Boletas issued here that the SII's sums do not have, or not all of: a summary of the middle of the month is soon old. */
function boletasApart(
  propias: readonly { tipo_dte: number; documentos: number; monto_iva: number; monto_total: number }[],
  sumados: readonly Total[],
): AdvertenciaF29[] {
  return propias.flatMap(({ tipo_dte, documentos, monto_iva, monto_total }) => {
    const sii = sumados.find(({ lado, tipoDte }) => lado === 'venta' && tipoDte === tipo_dte)
    if (sii?.documentos === documentos && sii.montoTotal === monto_total) return []
    const theirs = sii ? `${sii.documentos} por ${montoEscrito(sii.montoTotal)}` : 'ninguna'
    const mensaje = `${filaConPapel(tipo_dte)!.nombre} (${tipo_dte}): el registro suma ${theirs} y aquí se ${documentos === 1 ? 'emitió una' : `emitieron ${documentos}`} por ${montoEscrito(monto_total)}; se declaró lo del registro: tráigalo otra vez, o revise`
    return [
      { code: 'SUMMARY_DIFFERS', campo: 'debito', mensaje, documentos, monto: monto_total, iva: monto_iva },
    ]
  })
}

/** Purchases that wait, notes of credit taken off. */
function pendientesOf(sums: readonly Montos[]): { documentos: number; monto: number; iva: number } {
  const all = { documentos: 0, monto: 0, iva: 0 }
  for (const one of sums) {
    if (one.estadoContable !== 'PENDIENTE') continue
    all.documentos += one.documentos
    all.monto += signoOf(one.tipoDte) * one.montoTotal
    all.iva += signoOf(one.tipoDte) * one.montoIva
  }
  return all
}
type Montos = Pick<Total, 'estadoContable' | 'tipoDte' | 'documentos' | 'montoTotal' | 'montoIva'>

const compras = (n: number): string => (n === 1 ? 'una compra espera' : `${n} compras esperan`)

function warningsOf({
  pendientes,
  respondidas,
  parcial,
  emitidos,
  avisos,
}: {
  pendientes: ReturnType<typeof pendientesOf>
  respondidas: number
  parcial: boolean
  emitidos: readonly AdvertenciaF29[]
  avisos: readonly AvisoF29[]
}): AdvertenciaF29[] {
  const list: AdvertenciaF29[] = []
  if (pendientes.documentos) {
    const { documentos, monto, iva } = pendientes
    const mensaje = `${montoEscrito(monto)}, con IVA de ${montoEscrito(iva)}: ${compras(documentos)} su aceptación y no ${documentos === 1 ? 'está' : 'están'} en el crédito${respondidas ? `; ${respondidas === 1 ? 'una respondida' : `${respondidas} respondidas`} aquí desde esa lectura: traiga el mes otra vez` : ''}`
    list.push({ code: 'PENDING_DOCUMENTS', campo: 'credito', mensaje, ...pendientes })
  }
  if (parcial)
    list.push({
      code: 'PARTIAL_PERIOD',
      campo: 'periodo',
      mensaje: 'Falta leer algún libro o estado del período',
    })
  list.push(...emitidos)
  list.push(...avisos.map((one) => ({ ...one, mensaje: `${montoEscrito(one.monto)}: ${one.mensaje}` })))
  const mensaje = 'Las retenciones de boletas de honorarios recibidas no están incluidas'
  list.push({ code: 'BHE_NOT_INCLUDED', campo: 'retenciones', mensaje })
  return list
}
