// Reads a month at the SII: the summaries of its slices, then what changed, type by type (domain/rcv §7). Every run may be a repeat of one
// that died anywhere: what is written is not asked for again.

import { pauses } from '../../../base/turn'
import type { DocumentoRcv, EstadoContable, Lado } from '../../../domain/rcv/columnas'
import { FORMAS } from '../../../domain/rcv/columnas'
import { isCopiaEnCero } from '../../../domain/rcv/documento'
import { modifiedAt, type RcvSii, type ResumenSii, type TotalSii } from '../../../sii'
import type { Tramo } from '../statements'
import type { Avance } from './statements'
import type { Escritura } from './store'

export interface Lectura {
  empresa_id: string
  ambiente: Tramo['ambiente']
  rut: string
  periodo: string
  tipos: readonly Lado[]
  completa: boolean
  jobId: string
  inicio: string
  now: () => Date
}

interface Paso {
  tramo: Tramo
  resumen: ResumenSii
  huella: string
  pendientes: TotalSii[]
  /** Same summary as when it was last read whole. */
  igual: boolean
}

export interface Incompleto {
  lado: Lado
  estado: EstadoContable
  mensaje: string
}

interface Marcha {
  progress(paso: string, hechos: number, total: number): void
  /** Another job should have its turn. */
  shouldYield(): boolean
  /** Another company waits for the same session: once something was read, it has its turn. */
  isWanted(): boolean
}

/** So long a session is held while others of the person wait for it. */
const TURNO_MS = 20_000

const tramoName = ({ lado, estado_contable }: Pick<Tramo, 'lado' | 'estado_contable'>): string =>
  lado === 'venta' ? 'ventas' : `compras ${estado_contable}`

/** The summary of a slice, as text that is equal when it is. */
const huellaOf = ({ totales, modificado }: ResumenSii): string => JSON.stringify([modificado, totales])
const leidoOf = (total: TotalSii): string => JSON.stringify(total)

/** Slices whose rows did not equal their summary; null when the run made way for another and has to go on. */
export async function readMes(
  sii: RcvSii,
  escritura: Escritura,
  lectura: Lectura,
  { progress, shouldYield, isWanted }: Marcha,
): Promise<Incompleto[] | null> {
  const { empresa_id, ambiente, rut, periodo, completa, jobId, inicio, now } = lectura
  const { sync } = escritura
  const slices = FORMAS.filter(({ lado }) => lectura.tipos.includes(lado)).map(
    ({ lado, estado }): Tramo => ({ empresa_id, ambiente, periodo, lado, estado_contable: estado }),
  )
  const siiTramo = ({ lado, estado_contable }: Tramo) => ({ rut, periodo, lado, estado: estado_contable })

  const began = now().getTime()
  let read = false
  const pasos: Paso[] = []
  for (const tramo of slices) {
    progress(`resumen de ${tramoName(tramo)}`, pasos.length, slices.length)
    const resumen = await sii.resumen(siiTramo(tramo))
    const huella = huellaOf(resumen)
    const known = sync.tramo.get(tramo)
    const igual =
      !completa &&
      known?.huella === huella &&
      known.completo_en !== null &&
      known.cargando === 0 &&
      known.incompleto === null
    const pendientes = igual
      ? []
      : resumen.totales.filter(({ detalle, documentos }) => detalle !== 'resumen' && documentos > 0)
    pasos.push({ tramo, resumen, huella, pendientes, igual })
  }

  const total = slices.length + pasos.reduce((sum, { pendientes }) => sum + pendientes.length, 0)
  let hechos = slices.length
  const incompletos: Incompleto[] = []
  for (const { tramo, pendientes } of pasos) {
    const faltas: string[] = []
    for (const tipo of pendientes) {
      const found = sync.avance
        .all(jobId)
        .find(
          (one) =>
            one.lado === tramo.lado &&
            one.estado_contable === tramo.estado_contable &&
            one.tipo_dte === tipo.tipoDte,
        )
      if (found?.leido !== leidoOf(tipo)) {
        if (shouldYield() || (read && isWanted() && now().getTime() - began > TURNO_MS)) return null
        progress(`${tramoName(tramo)}, tipo ${tipo.tipoDte}`, hechos, total)
        const falta = await readTipo(tramo, tipo, found)
        if (falta) faltas.push(falta)
        read = true
      }
      hechos++
    }
    if (!faltas.length) continue
    const mensaje = `${tramoName(tramo)}: ${faltas.join('; ')}`
    incompletos.push({ lado: tramo.lado, estado: tramo.estado_contable, mensaje })
    escritura.failTramo(tramo, mensaje, inicio)
  }

  // Closed at the end: a document that went from one slice to another is nowhere absent meanwhile.
  for (const { tramo, resumen, huella, igual } of pasos) {
    if (incompletos.some((one) => one.lado === tramo.lado && one.estado === tramo.estado_contable)) continue
    const at = now().toISOString()
    const cierre = {
      inicio,
      ahora: at > inicio ? at : inicio,
      huella,
      actualizadoSii: modifiedAt(resumen.modificado),
    }
    if (igual)
      sync.close.run({
        ...tramo,
        ...cierre,
        completo_en: cierre.ahora,
        actualizado_sii: cierre.actualizadoSii,
      })
    else await escritura.closeTramo(tramo, resumen.totales, cierre)
  }
  progress('listo', total, total)
  return incompletos

  /** The fault of a type's rows, null when they were written. Asked twice: documents come in meanwhile. */
  async function readTipo(tramo: Tramo, tipo: TotalSii, found: Avance | undefined): Promise<string | null> {
    const { tipoDte, documentos } = tipo
    const key = { job_id: jobId, lado: tramo.lado, estado_contable: tramo.estado_contable, tipo_dte: tipoDte }
    const asked = (id: number): void => void sync.advance.run({ ...key, leido: null, ca_id: id })
    let falta: string | null = null
    for (let attempt = 0; attempt < 2; attempt++) {
      const rows = await sii.detalle(siiTramo(tramo), tipoDte)
      const read = rows ?? (await sii.archivo(siiTramo(tramo), tipoDte, found?.ca_id ?? null, asked))
      const whole = withoutCopias(read)
      // Whether the summary counts what was left out is not known.
      falta = await explain(whole, [documentos, documentos - read.length + whole.length], tipoDte)
      if (falta) continue
      const done = (): void => void sync.advance.run({ ...key, leido: leidoOf(tipo), ca_id: null })
      await escritura.storeTipo(
        tramo,
        whole,
        { inicio, fromFile: rows === null, again: found?.leido ? tipoDte : null },
        done,
      )
      return null
    }
    return falta
  }
}

/** The rows without copies in zero whose whole row is among them. */
function withoutCopias(rows: readonly DocumentoRcv[]): readonly DocumentoRcv[] {
  if (!rows.some(isCopiaEnCero)) return rows
  const key = ({ rut, folio }: DocumentoRcv): string => `${rut}/${folio}`
  const whole = new Set(rows.filter((one) => !isCopiaEnCero(one)).map(key))
  return rows.filter((one) => !isCopiaEnCero(one) || !whole.has(key(one)))
}

async function explain(
  rows: readonly DocumentoRcv[],
  [documentos, less]: readonly [number, number],
  tipoDte: number,
): Promise<string | null> {
  const pause = pauses()
  const different = new Set<string>()
  for (const { rut, folio } of rows) {
    different.add(`${rut}/${folio}`)
    const wait = pause()
    if (wait) await wait
  }
  if (different.size < rows.length)
    return `el SII repitió ${rows.length - different.size} documentos del tipo ${tipoDte} en su detalle`
  return rows.length === documentos || rows.length === less
    ? null
    : `el resumen del SII dice ${documentos} documentos del tipo ${tipoDte} y su detalle trae ${rows.length}`
}
