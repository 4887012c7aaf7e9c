// Writes a reading at the SII: a type of a slice at a time, each in its own commit; a slice closes once all
// its types are there (domain/rcv §7).

import type { NewId } from '../../../base/id'
import { nextTurn } from '../../../base/turn'
import type { DocumentoRcv } from '../../../domain/rcv/columnas'
import type { TotalSii } from '../../../sii'
import type { Store } from '../../../store/store'
import type { CampoCambiado } from '../../../store/tables/rcv'
import { unsynced } from '../../../store/unsynced'
import type { Eventos } from '../../eventos'
import { complete, differences, toRow } from '../campos'
import type { EnCurso } from '../en-curso'
import { notifyRecibido } from '../notify-recibido'
import { recordChange } from '../record-change'
import { type DocumentoRow, prepareImportacion, type Tramo } from '../statements'
import { createSumas } from '../sumas'
import { prepareSync } from './statements'

const TURNO_MS = 2
const PAGINA = 200

interface Cierre {
  inicio: string
  /** When it was read whole. */
  ahora: string
  huella: string
  actualizadoSii: string | null
}

export type Escritura = ReturnType<typeof createEscritura>

/** Nothing said in one way is nothing said in another: a file has zeros where the application has nulls. */
const isNothing = (value: CampoCambiado['antes']): boolean =>
  value === null || value === 0 || value === '0' || value === ''

export function createEscritura({
  store: { client },
  newId,
  enCurso,
  eventos,
}: {
  store: Pick<Store, 'client'>
  newId: NewId
  enCurso: EnCurso
  eventos: Pick<Eventos, 'emitOnce'>
}) {
  const sql = prepareImportacion(client)
  const sync = prepareSync(client)

  /** Runs steps until one says that none is left, a few milliseconds of them in a transaction. */
  async function inTurns(flush: () => void, step: () => boolean): Promise<void> {
    for (let more = true; more; ) {
      const began = performance.now()
      unsynced(client, () => {
        while (more && performance.now() - began < TURNO_MS) more = step()
        flush()
      })
      if (more) await nextTurn()
    }
  }

  return {
    sync,

    /** Writes the documents of a type; `done` runs after the last of them, so that a death in between writes them again. */
    storeTipo: (
      tramo: Tramo,
      documentos: readonly DocumentoRcv[],
      { inicio, fromFile, again }: { inicio: string; fromFile: boolean; again: number | null },
      done: () => void,
    ): Promise<void> =>
      enCurso.run(tramo, async () => {
        const sumas = createSumas(sql.suma)
        const seen = { periodo: tramo.periodo, visto_en: inicio }
        const isTold = tramo.lado === 'compra' && !!sync.tramo.get(tramo)?.completo_en
        sql.beginTramo.run({ ...tramo, origen: 'sii', visto_en: inicio })
        // The SII took back something that an earlier run of the job wrote.
        if (again !== null) {
          const antes = new Date(Date.parse(inicio) - 1).toISOString()
          sync.unsee.run({ ...tramo, tipo_dte: again, inicio, antes })
        }
        let orden = sql.lastOrden.get(tramo)!
        const write = (read: DocumentoRcv): void => {
          const before = sql.find.get({ ...tramo, rut: read.rut, tipo_dte: read.tipoDte, folio: read.folio })
          const here = before?.periodo === tramo.periodo && before.estado_contable === tramo.estado_contable
          const row = toRow(before?.id ?? newId('rcvd'), complete(read, before, fromFile), {
            ...tramo,
            orden: here ? before.orden : ++orden,
            nro: null,
            origen: 'sii',
            visto_en: inicio,
          })
          if (!before) {
            sql.insert.run(row)
            sumas.add(row, 1)
            if (isTold) notifyRecibido(eventos, row)
            recordChange(sql, seen, row, 'nuevo', [])
            return
          }
          const campos = differences(before, row).filter(
            ({ antes, despues }) => !(isNothing(antes) && isNothing(despues)),
          )
          const present = before.ausente_desde === null
          if (!campos.length && present) return void sync.seen.run(inicio, before.id)
          if (present) sumas.add(before, -1)
          sql.update.run(row)
          sumas.add(row, 1)
          recordChange(sql, seen, before, present ? 'modificado' : 'reaparecido', campos)
        }
        let taken = 0
        await inTurns(sumas.flush, () => {
          if (taken === documentos.length) return false
          write(documentos[taken++]!)
          return true
        })
        done()
      }),

    /** Everything of a slice was read: what was not seen is absent, and its totals are the SII's. */
    closeTramo: (
      tramo: Tramo,
      totales: readonly TotalSii[],
      { inicio, ahora, huella, actualizadoSii }: Cierre,
    ): Promise<void> =>
      enCurso.run(tramo, async () => {
        const sumas = createSumas(sql.suma)
        const seen = { periodo: tramo.periodo, visto_en: inicio }
        sql.beginTramo.run({ ...tramo, origen: 'sii', visto_en: inicio })
        let page: DocumentoRow[] = []
        await inTurns(sumas.flush, () => {
          if (!page.length) page = sync.unseen.all({ ...tramo, inicio, limit: PAGINA })
          const row = page.shift()
          if (!row) return false
          sql.absent.run(inicio, row.id)
          sumas.add(row, -1)
          recordChange(sql, seen, row, 'ausente', [])
          return true
        })
        client
          .transaction(() => {
            sync.forgetTotals.run(tramo)
            for (const total of totales)
              sync.total.run({
                ...tramo,
                tipo_dte: total.tipoDte,
                detalle: total.detalle,
                documentos: total.documentos,
                monto_exento: total.montoExento,
                monto_neto: total.montoNeto,
                monto_iva: total.montoIva,
                iva_no_recuperable: total.ivaNoRecuperable,
                iva_uso_comun: total.ivaUsoComun,
                monto_total: total.montoTotal,
              })
            sync.close.run({ ...tramo, inicio, completo_en: ahora, huella, actualizado_sii: actualizadoSii })
          })
          .immediate()
      }),

    /** Rows did not equal the summary: what stood there stands, and why it was not read whole is told. */
    failTramo(tramo: Tramo, incompleto: string, inicio: string): void {
      client
        .transaction(() => {
          sql.beginTramo.run({ ...tramo, origen: 'sii', visto_en: inicio })
          sync.fail.run({ ...tramo, incompleto })
        })
        .immediate()
    },
  }
}
