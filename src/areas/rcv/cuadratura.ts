// Compares our documents with the register: a month one by one, a few hundred in a turn of the event loop.

import { pauses } from '../../base/turn'
import { addDays } from '../../domain/fecha'
import { diasOf } from '../../domain/rcv/periodo'
import { detalleOf, isFacturaCompra } from '../../domain/rcv/tipos'
import type { Titular } from '../../domain/titular'
import type { Store } from '../../store/store'
import {
  type CruceRow,
  type EmitidoSinRegistroRow,
  prepareCuadratura,
  type SinRegistroRow,
} from './cuadratura/statements'
import { classOf, type Diferencia, montoAqui } from './cuadratura-clases'
import type { Periodos, Sincronizacion } from './tramos'

/** One's own 46, and notes over it, stand in the purchases. */
export const isCompraPropia = ({
  tipo_dte,
  sobre_compra,
}: Pick<EmitidoSinRegistroRow, 'tipo_dte' | 'sobre_compra'>): boolean =>
  sobre_compra === 1 || isFacturaCompra(tipo_dte)

export type Cuadratura = ReturnType<typeof createCuadratura>

/** Purchases that the register has as pending and that were answered from here. */
export const respondidasOf = ({ tramos }: Pick<Sincronizacion, 'tramos'>): number =>
  tramos.find(({ respondidas_aqui }) => respondidas_aqui)?.respondidas_aqui ?? 0

/** Rows of one piece. */
const PAGINA = 200

const DESPUES = {
  emitido: 'Emitido después de la última actualización del registro',
  recibido: 'Llegó después de la última actualización del registro',
}

export function createCuadratura(
  { client }: Pick<Store, 'client'>,
  periodos: Pick<Periodos, 'resumen' | 'sumados'>,
) {
  const sql = prepareCuadratura(client)

  return {
    sql,
    /** A side that was never read has null counts. */
    async compute({ empresaId, ambiente }: Titular, sync: Sincronizacion) {
      const { periodo, tramos } = sync
      const dueno = { empresa_id: empresaId, ambiente }
      const pause = pauses()
      // A slice that came as sums only: nothing is known to lack.
      const read = (tipo: 'compra' | 'venta') =>
        tramos.some((one) => one.tipo === tipo && (one.sincronizado_en !== null || one.documentos > 0))
      const ventas = {
        coinciden: 0,
        emitidos_sin_registro: 0,
        registro_sin_emitir: 0,
        registro_sin_xml: 0,
        distinto_monto: 0,
        rechazados_registrados: 0,
        xml_sin_validez: 0,
      }
      const compras = {
        coinciden: 0,
        registro_sin_xml: 0,
        xml_sin_registro: 0,
        distinto_monto: 0,
        xml_sin_validez: 0,
        pendientes: 0,
        respondidas_aqui: respondidasOf(sync),
        reclamadas: 0,
      }
      const diferencias: Diferencia[] = []
      /** Documents that the register has with another RUT than here. */
      const conOtroRut = new Set<string>()

      const compare = (row: CruceRow): void => {
        const { lado, rut, razon_social, tipo_dte, folio, monto_total, recibido_id, con_otro_rut } = row
        if (con_otro_rut) conOtroRut.add(con_otro_rut)
        if (row.estado_contable === 'PENDIENTE') compras.pendientes++
        if (row.estado_contable === 'RECLAMADO') compras.reclamadas++
        // On paper there is nothing to be here.
        if (montoAqui(row) === null && detalleOf(tipo_dte) !== 'electronico') return
        const clase = classOf(row)
        const counts: Record<string, number> = lado === 'venta' ? ventas : compras
        counts[clase ?? 'coinciden']!++
        if (!clase) return
        const key = { lado: `${lado}s` as const, clase, rut, razon_social, tipo_dte, folio }
        const montos = { monto_timbre: montoAqui(row), monto_registro: monto_total }
        diferencias.push({ ...key, ...montos, recibido_id, nota: null })
      }

      for (let last = { fecha_emision: '', id: '' }; ; ) {
        const place = { periodo, fecha: last.fecha_emision, id: last.id, limit: PAGINA }
        const rows = sql.registro.all({ ...dueno, ...place })
        for (const row of rows) compare(row)
        if (rows.length < PAGINA) break
        last = rows.at(-1)!
        await pause()
      }
      const lacks = (row: SinRegistroRow, lado: Diferencia['lado'], recibido: boolean): void => {
        const { id, rut, razon_social, tipo_dte, folio, monto_total, created_at } = row
        if (lado === 'compras') compras.xml_sin_registro++
        else ventas.emitidos_sin_registro++
        const late = sync.sincronizado_en !== null && created_at > sync.sincronizado_en
        diferencias.push({
          lado,
          clase: lado === 'compras' ? 'xml_sin_registro' : 'emitidos_sin_registro',
          ...{ rut, razon_social, tipo_dte, folio },
          monto_timbre: monto_total,
          monto_registro: null,
          recibido_id: recibido ? id : null,
          nota: late ? DESPUES[recibido ? 'recibido' : 'emitido'] : null,
        })
      }
      const { desde, hasta } = diasOf(periodo)
      for (let fecha = desde; fecha <= hasta; fecha = addDays(fecha, 1)) {
        for (const row of sql.sinRegistro.all({ ...dueno, fecha })) {
          if (conOtroRut.has(row.id)) continue
          const compra = isCompraPropia(row)
          if (read(compra ? 'compra' : 'venta')) lacks(row, compra ? 'compras' : 'ventas', false)
        }
        if (read('compra'))
          for (const row of sql.recibidosSinRegistro.all({ ...dueno, fecha })) lacks(row, 'compras', true)
        await pause()
      }

      const titular = { empresaId, ambiente }
      const sumados = periodos.sumados(titular, periodo)
      const sii =
        sumados ??
        periodos
          .resumen(titular, periodo)
          .filter((one) => one.lado === 'venta' && detalleOf(one.tipoDte) === 'resumen')
      // The SII has none of an answered slice.
      const none = sumados ? 0 : null
      const own = sql.boletas.all({ ...dueno, desde, hasta })
      const boletas = [
        ...new Set([...own, ...sii.map(({ tipoDte }) => ({ tipo_dte: tipoDte }))].map((one) => one.tipo_dte)),
      ]
        .sort((a, b) => a - b)
        .map((tipo_dte) => {
          const mine = own.find((one) => one.tipo_dte === tipo_dte)
          const theirs = sii.find(({ tipoDte }) => tipoDte === tipo_dte)
          return {
            tipo_dte,
            documentos_timbre: mine?.documentos ?? 0,
            documentos_sii: theirs?.documentos ?? none,
            total_timbre: mine?.monto_total ?? 0,
            total_sii: theirs?.montoTotal ?? none,
          }
        })
      return {
        ventas: read('venta') ? ventas : null,
        compras: read('compra') ? compras : null,
        boletas,
        diferencias,
      }
    },
  }
}
