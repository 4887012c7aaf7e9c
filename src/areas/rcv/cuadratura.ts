// What was issued here beside what the register has: a month's documents one by one, a few hundred in a turn of the event loop.

import { pauses } from '../../base/turn'
import { filaConPapel } from '../../domain/dte/tipos'
import { addDays } from '../../domain/fecha'
import { diasOf } from '../../domain/rcv/periodo'
import { detalleOf } from '../../domain/rcv/tipos'
import type { Tenant } from '../../http/tenant'
import type { Store } from '../../store/store'
import { type CruceRow, prepareCuadratura } from './statements'
import type { Periodos, Sincronizacion } from './tramos'

export const CLASES = {
  emitidos_sin_registro: 'se emitió aquí, el SII lo tiene y el registro de ventas no',
  registro_sin_emitir: 'el registro de ventas lo tiene y aquí no se emitió',
  distinto_monto: 'está en ambas partes con montos distintos',
  rechazados_registrados: 'el SII lo rechazó, y aun así está en el registro',
  registro_sin_xml: 'el registro de compras lo tiene y su XML no está aquí',
  xml_sin_registro: 'su XML está aquí y el registro de compras no lo tiene',
} as const
export type Clase = keyof typeof CLASES

export interface Diferencia {
  lado: 'ventas' | 'compras'
  clase: Clase
  rut: string
  tipo_dte: number
  folio: number
  monto_timbre: number | null
  monto_registro: number | null
  nota: string | null
}

export type Cuadratura = ReturnType<typeof createCuadratura>

/** Rows of one piece. */
const PAGINA = 200

const DESPUES = 'Emitido después de la última actualización del registro'

export function createCuadratura(
  { client }: Pick<Store, 'client'>,
  periodos: Pick<Periodos, 'resumen' | 'sumados'>,
) {
  const sql = prepareCuadratura(client)

  return {
    sql,
    /** Of a side that was never read nothing is said: its counts are null. */
    async compute({ empresaId, ambiente }: Pick<Tenant, 'empresaId' | 'ambiente'>, sync: Sincronizacion) {
      const { periodo, tramos } = sync
      const dueno = { empresa_id: empresaId, ambiente }
      const pause = pauses()
      const read = (tipo: 'compra' | 'venta') => tramos.some((one) => one.tipo === tipo)
      const ventas = {
        coinciden: 0,
        emitidos_sin_registro: 0,
        registro_sin_emitir: 0,
        distinto_monto: 0,
        rechazados_registrados: 0,
      }
      const compras = {
        coinciden: 0,
        registro_sin_xml: 0,
        xml_sin_registro: 0,
        distinto_monto: 0,
        pendientes: 0,
        reclamadas: 0,
      }
      const diferencias: Diferencia[] = []
      /** Documents that the register has with another RUT than here. */
      const conOtroRut = new Set<string>()

      const compare = (row: CruceRow): void => {
        const { lado, rut, tipo_dte, folio, monto_total, monto_timbre, con_otro_rut } = row
        if (con_otro_rut) conOtroRut.add(con_otro_rut)
        if (row.estado_contable === 'PENDIENTE') compras.pendientes++
        if (row.estado_contable === 'RECLAMADO') compras.reclamadas++
        const clase = classOf(row)
        const counts: Record<string, number> = lado === 'venta' ? ventas : compras
        counts[clase ?? 'coinciden']!++
        if (!clase) return
        const key = { lado: `${lado}s` as const, clase, rut, tipo_dte, folio }
        diferencias.push({ ...key, monto_timbre, monto_registro: monto_total, nota: null })
      }

      for (let last = { fecha_emision: '', id: '' }; ; ) {
        const place = { periodo, fecha: last.fecha_emision, id: last.id, limit: PAGINA }
        const rows = sql.registro.all({ ...dueno, ...place })
        for (const row of rows) compare(row)
        if (rows.length < PAGINA) break
        last = rows.at(-1)!
        await pause()
      }
      const { desde, hasta } = diasOf(periodo)
      for (let fecha = desde; fecha <= hasta; fecha = addDays(fecha, 1)) {
        for (const row of sql.sinRegistro.all({ ...dueno, fecha })) {
          const { id, rut, tipo_dte, folio, monto_total, created_at } = row
          if (conOtroRut.has(id)) continue
          // One's own 46 stands in the purchases.
          const compra = filaConPapel(tipo_dte)?.delComprador ?? false
          if (!read(compra ? 'compra' : 'venta')) continue
          if (compra) compras.xml_sin_registro++
          else ventas.emitidos_sin_registro++
          const late = sync.sincronizado_en !== null && created_at > sync.sincronizado_en
          diferencias.push({
            lado: compra ? 'compras' : 'ventas',
            clase: compra ? 'xml_sin_registro' : 'emitidos_sin_registro',
            rut,
            tipo_dte,
            folio,
            monto_timbre: monto_total,
            monto_registro: null,
            nota: late ? DESPUES : null,
          })
        }
        await pause()
      }

      const quien = { empresaId, ambiente }
      const sumados = periodos.sumados(quien, periodo)
      const sii =
        sumados ??
        periodos
          .resumen(quien, periodo)
          .filter((one) => one.lado === 'venta' && detalleOf(one.tipoDte) === 'resumen')
      // What the SII was asked for and does not have, it has none of.
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

/** Null where both agree. */
function classOf({ lado, monto_total, monto_timbre, estado_sii }: CruceRow): Clase | null {
  if (monto_timbre === null) return lado === 'venta' ? 'registro_sin_emitir' : 'registro_sin_xml'
  if (lado === 'venta' && estado_sii === 'rechazado') return 'rechazados_registrados'
  return monto_timbre === monto_total ? null : 'distinto_monto'
}
