// The summary of the sales' register taken over from its file (domain/rcv §2): its sums of boletas and vouchers, which no file of details
// brings, stand where a reading at the SII puts its own. Types with details are compared with the documents here and stored nowhere.

import type { Database } from 'better-sqlite3'
import { diferenciaTotal, type TotalLeido } from '../../domain/rcv/resumen'
import { detalleOf, isKnown } from '../../domain/rcv/tipos'
import type { rcvTotal } from '../../store/tables/rcv-sync'
import type { Row } from '../../store/tables/row'
import { type AvisoArchivo, avisoAusentes, avisoTotales, createAvisos } from './avisos-importar'
import type { Importado, ImportOptions } from './importado'
import { prepareTotales, type Tramo } from './statements'

export const createResumenWriter = ({ client }: { client: Database }) => {
  const sql = prepareTotales(client)

  /** One short transaction, in which `alTerminar` runs. */
  return (
    dueno: Pick<Tramo, 'empresa_id' | 'ambiente' | 'periodo'>,
    totales: readonly TotalLeido[],
    { simular, agregar }: ImportOptions,
    otra: readonly AvisoArchivo[],
    visto_en: string,
    alTerminar: (importado: Importado) => void,
  ): Importado => {
    const tramo: Tramo = { ...dueno, lado: 'venta', estado_contable: 'REGISTRO' }
    const avisos = createAvisos()
    const write = (): Importado => {
      const before = sql.sumados.all(tramo)
      const bySum = totales.filter(({ tipoDte }) => detalleOf(tipoDte) === 'resumen')
      const importado: Importado = {
        tipo: 'venta',
        estado: 'REGISTRO',
        documentos: 0,
        nuevos: 0,
        modificados: 0,
        ausentes: 0,
        movidos: 0,
        totales: [],
        advertencias: [],
      }
      let changed = false
      const perdidos = { documentos: 0, monto: 0, iva: 0 }
      for (const total of totales) {
        if (!isKnown(total.tipoDte)) avisos.add('UNKNOWN_TYPE', total.linea)
        const here = sql.deDocumentos.get({ ...tramo, tipo_dte: total.tipoDte })
        if (here || !bySum.includes(total)) {
          if (!isSame(total, here)) avisos.add('SUMMARY_DIFFERS', total.linea)
          continue
        }
        const old = before.find(({ tipo_dte }) => tipo_dte === total.tipoDte)
        const row = toRow(tramo, total)
        const same = old && isSame(total, old)
        if (old && !same && agregar) {
          avisos.add('ALREADY_KNOWN', total.linea)
          continue
        }
        importado.totales.push(toJson(row))
        if (same) continue
        changed = true
        if (!simular) sql.put.run(row)
      }
      for (const old of agregar ? [] : before) {
        if (bySum.some(({ tipoDte }) => tipoDte === old.tipo_dte)) continue
        changed = true
        perdidos.documentos += old.documentos
        perdidos.monto += old.monto_total
        perdidos.iva += old.monto_iva
        if (!simular) sql.drop.run(old)
      }
      importado.advertencias = [
        ...(perdidos.documentos ? [avisoAusentes(perdidos, false)] : []),
        ...otra,
        ...avisoTotales(totales.map((total) => ({ ...total, diferencia: diferenciaTotal(total) }))),
        ...avisos.list(),
      ]
      if (simular) return importado
      if (changed) sql.forgetHuella.run(tramo)
      sql.ensureTramo.run({ ...tramo, visto_en })
      alTerminar(importado)
      return importado
    }
    return simular ? write() : client.transaction(write).immediate()
  }
}

type TotalRow = Row<typeof rcvTotal>
type Montos = Pick<TotalRow, 'documentos' | 'monto_exento' | 'monto_neto' | 'monto_iva' | 'monto_total'>

/** Sums alike, but for the sign: files and register differ in that of notes of credit. Nothing is as good as zero. */
const isSame = (total: TotalLeido, here: Montos | undefined): boolean =>
  [
    [total.documentos, here?.documentos],
    [total.montoExento, here?.monto_exento],
    [total.montoNeto, here?.monto_neto],
    [total.montoIva, here?.monto_iva],
    [total.montoTotal, here?.monto_total],
  ].every(([a, b = 0]) => Math.abs(a!) === Math.abs(b))

const toRow = (tramo: Tramo, total: TotalLeido): TotalRow => ({
  ...tramo,
  tipo_dte: total.tipoDte,
  detalle: 'resumen',
  documentos: total.documentos,
  monto_exento: total.montoExento,
  monto_neto: total.montoNeto,
  monto_iva: total.montoIva,
  iva_no_recuperable: 0,
  iva_uso_comun: 0,
  monto_total: total.montoTotal,
})

const toJson = ({ tipo_dte, documentos, monto_exento, monto_neto, monto_iva, monto_total }: TotalRow) => ({
  tipo_dte,
  documentos,
  monto_exento,
  monto_neto,
  monto_iva,
  monto_total,
})
