// A slice of the register taken over from a file of the SII's page (domain/rcv §1–§3): read whole before anything is written, then
// written a few milliseconds at a time, so that the server answers between.

import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import { nextTurn, pauses } from '../../base/turn'
import { chileDate } from '../../domain/fecha'
import { monthFirstOnly, reviewDocumento } from '../../domain/rcv/avisos'
import { compareNombre } from '../../domain/rcv/nombre'
import { readRcv } from '../../domain/rcv/read'
import { readResumen } from '../../domain/rcv/resumen'
import { signoOf } from '../../domain/rcv/tipos'
import type { Titular } from '../../domain/titular'
import type { Store } from '../../store/store'
import type { CampoCambiado } from '../../store/tables/rcv'
import { unsynced } from '../../store/unsynced'
import type { Eventos } from '../eventos'
import { avisoAusentes, avisoNombre, avisoUsados, createAvisos } from './avisos-importar'
import { complete, differences, toRow } from './campos'
import type { EnCurso } from './en-curso'
import type { Importado, ImportOptions } from './importado'
import { otroMes, refusal, soloCabecera } from './importar-negativas'
import { createResumenWriter } from './importar-resumen'
import { notifyRecibido } from './notify-recibido'
import { recordChange } from './record-change'
import {
  type Cambio,
  type DocumentoEscrito,
  type DocumentoRow,
  prepareImportacion,
  type Tramo,
} from './statements'
import { createSumas } from './sumas'
import type { Usados } from './used-elsewhere'
import type { Vinculos } from './vinculos'

/** An action of a slice's last transaction beside ending it. */
type OnEnd = (importado: Importado) => void

/** Work between two turns of the event loop. Its commit takes as long again, and less a row the longer the piece. */
const TURNO_MS = 4
const PAGINA = 200

export type Importar = ReturnType<typeof createImportar>

/** `alTerminar` runs in the last transaction. Throws VALIDATION_ERROR, with every line that is wrong; then nothing was stored. */
export function createImportar({
  store: { client },
  clock,
  newId,
  enCurso,
  relink,
  eventos,
}: {
  store: Pick<Store, 'client'>
  clock: Clock
  newId: NewId
  enCurso: EnCurso
  relink: (...args: Parameters<Vinculos['relink']>) => Promise<Usados[]>
  eventos: Pick<Eventos, 'emitOnce'>
}) {
  const sql = prepareImportacion(client)
  const writeResumen = createResumenWriter({ client })

  return async (
    { empresaId, ambiente }: Titular,
    periodo: string,
    archivo: Uint8Array,
    how: ImportOptions,
    alTerminar: OnEnd,
  ): Promise<Importado> => {
    const { simular, agregar, nombre } = how
    const rut = sql.rut.get(empresaId)!
    const resumen = readResumen(archivo)
    if (resumen) {
      if (resumen.faltas.length) throw refusal(resumen)
      const mes = { empresa_id: empresaId, ambiente, periodo }
      const forma = { lado: 'venta', estado: 'REGISTRO' } as const
      const said = compareNombre(nombre, { ...forma, periodo, rut, agregar, resumen: true, documentos: [] })
      const otra = said.dudas.map(avisoNombre)
      const importSums = async () =>
        writeResumen(mes, resumen.totales, how, otra, clock().toISOString(), alTerminar)
      return simular ? importSums() : enCurso.run(mes, importSums)
    }
    const { forma, documentos, enLinea, copias, diasDudosos, ...lectura } = await readRcv(archivo, pauses())
    if (lectura.faltas.length) throw refusal(lectura)
    const { lado, estado } = forma
    const file = { periodo, rut, agregar, lado, estado, resumen: false, documentos }
    const { dudas, deOtroMes } = compareNombre(nombre, file)
    if (deOtroMes !== null) throw otroMes(deOtroMes, periodo)
    const tramo: Tramo = { empresa_id: empresaId, ambiente, periodo, lado, estado_contable: estado }
    const importado: Importado = {
      tipo: lado,
      estado,
      documentos: documentos.length,
      nuevos: 0,
      modificados: 0,
      ausentes: 0,
      movidos: 0,
      totales: [],
      advertencias: [],
    }
    const vacio = !agregar && documentos.length === 0
    const ausentes = { documentos: 0, monto: 0, iva: 0 }
    const avisos = createAvisos()
    for (const linea of copias) avisos.add('ZERO_COPY', linea)
    if (diasDudosos)
      for (const i of monthFirstOnly(
        documentos.map(({ fechaEmision }) => fechaEmision),
        periodo,
      ))
        avisos.add('DATE_ORDER_DOUBTFUL', enLinea[i]!)
    /** Other parties whose documents changed: their links are looked at anew. */
    const ruts = new Set<string>()

    const write = async () => {
      if (vacio && !how.vaciar && !simular) {
        const presentes = sql.presentes.get(tramo)!
        if (presentes.documentos) throw soloCabecera(presentes)
      }
      const sumas = createSumas(sql.suma)
      const visto_en = clock().toISOString()
      const origen = 'csv' as const
      const isTold = lado === 'compra' && periodo === chileDate(clock()).slice(0, 7).replace('-', '')
      if (!simular) sql.beginTramo.run({ ...tramo, origen, visto_en })
      const first = agregar ? sql.lastOrden.get(tramo)! : 0
      const vistos = new Set<string>()
      const numeros = new Set<number>()

      const note = (row: DocumentoEscrito, cambio: Cambio, campos: readonly CampoCambiado[]): void => {
        ruts.add(row.rut)
        if (!simular) recordChange(sql, { periodo, visto_en }, row, cambio, campos)
      }

      const importRow = (i: number): void => {
        const [d, linea] = [documentos[i]!, enLinea[i]!]
        for (const aviso of reviewDocumento(d, lado, periodo)) avisos.add(aviso, linea)
        const nro = d.nro ?? i + 1
        if (numeros.has(nro)) avisos.add('REPEATED_NUMBER', linea)
        numeros.add(nro)
        const before = sql.find.get({ ...tramo, rut: d.rut, tipo_dte: d.tipoDte, folio: d.folio })
        const row = toRow(before?.id ?? newId('rcvd'), complete(d, before, true), {
          ...tramo,
          orden: first + i + 1,
          // Behind what the slice has, a part's own numbers would come twice.
          nro: agregar ? null : (d.nro ?? null),
          origen,
          visto_en,
        })
        vistos.add(row.id)
        if (!before) {
          importado.nuevos++
          if (!simular) {
            sql.insert.run(row)
            sumas.add(row, 1)
          }
          if (!simular && isTold) notifyRecibido(eventos, row)
          note(row, 'nuevo', [])
          return
        }
        const campos = differences(before, row)
        const present = before.ausente_desde === null
        if (agregar && present) {
          if (campos.length) avisos.add('ALREADY_KNOWN', linea)
          else if (!simular) sql.seen.run(visto_en, row.id)
          return
        }
        if (before.periodo !== periodo) {
          importado.movidos++
          avisos.addMoved(before.periodo, linea)
        }
        if (before.vinculado > row.monto_total && sql.aMano.get(row)! > row.monto_total)
          avisos.add('LINK_EXCEEDS_BALANCE', linea)
        if (campos.length || !present) {
          importado.modificados++
          if (!simular) {
            if (present) sumas.add(before, -1)
            sql.update.run(row)
            sumas.add(row, 1)
          }
          note(before, present ? 'modificado' : 'reaparecido', campos)
          return
        }
        if (simular) return
        if (before.orden !== row.orden || before.nro !== row.nro || before.crudo !== row.crudo)
          sql.place.run(row)
      }

      let taken = 0
      await inTurns(() => {
        if (taken === documentos.length) return false
        importRow(taken++)
        return true
      })

      let page: DocumentoRow[] = []
      let last = { orden: 0, id: '' }
      await inTurns(() => {
        if (agregar) return false
        if (!page.length) {
          page = sql.scan.all({ ...tramo, ...last, limit: PAGINA })
          if (!page.length) return false
          last = page.at(-1)!
        }
        const row = page.shift()!
        if (row.ausente_desde !== null || vistos.has(row.id)) return true
        importado.ausentes++
        ausentes.documentos++
        ausentes.monto += signoOf(row.tipo_dte) * row.monto_total
        ausentes.iva += signoOf(row.tipo_dte) * (row.monto_iva ?? 0)
        if (!simular) {
          sql.absent.run(visto_en, row.id)
          sumas.add(row, -1)
        }
        note(row, 'ausente', [])
        return true
      })

      importado.advertencias = [
        ...(ausentes.documentos ? [avisoAusentes(ausentes, vacio && !how.vaciar)] : []),
        ...dudas.map(avisoNombre),
        ...avisos.list(),
      ]
      if (simular) return importado
      importado.advertencias.push(...(await relink({ empresaId, ambiente }, lado, ruts)).map(avisoUsados))
      client
        .transaction(() => {
          sql.endTramo.run({ ...tramo, origen, visto_en, completo_en: agregar ? null : visto_en })
          alTerminar(importado)
        })
        .immediate()
      return importado

      /** Runs steps until one says that none is left: as many as fit in a transaction of a few milliseconds, then a turn. */
      async function inTurns(step: () => boolean): Promise<void> {
        for (let more = true; more; ) {
          const began = performance.now()
          const piece = (): void => {
            while (more && performance.now() - began < TURNO_MS) more = step()
            if (!simular) sumas.flush()
          }
          if (simular) piece()
          else unsynced(client, piece)
          if (more) await nextTurn()
        }
      }
    }
    return simular ? write() : enCurso.run(tramo, write)
  }
}
