// A road as answers show it: its sets with their state, the folios that the next run takes, and what is to be done by whom.

import type { Clock } from '../../base/clock'
import {
  type EstadoSet,
  estadoOfSet,
  isClosed,
  isLibro,
  type SetEnCurso,
} from '../../domain/certificacion/etapas'
import { pendientesOf } from '../../domain/certificacion/pasos'
import type { SetPendiente } from '../../domain/certificacion/pendientes'
import { addMonths, chileDate } from '../../domain/fecha'
import type { Titular } from '../../domain/titular'
import { vigenciaFault } from '../../domain/vigencia'
import type { EmisionDte, Emisores, FaltaCaso } from '../dte'
import type { Folios } from '../folios'
import type { Certificaciones, Ronda, SetConIntentos } from './certificaciones'
import type { Juicios, SetJuzgado } from './juicio'
import type { Lecturas, SetDelTexto } from './lectura'
import type { ReadRcof } from './read-rcof'
import type { CertificacionRow } from './statements'

/** A set with everything that is read of it. */
export interface SetDelCamino {
  row: SetConIntentos
  texto: SetDelTexto | null
  estado: EstadoSet
  /** For what its next run would be refused, case by case; of one that lives, none. */
  faltas: FaltaCaso[]
  /** Folios of its next run by type, and how many of each there are. */
  folios: { tipoDte: number; necesita: number; disponibles: number }[]
}

/** The months within which the envelopes are to be sent (areas/certificacion §2). */
const PLAZO_MESES = 2

export const termOf = ({ created_at }: Pick<Ronda, 'created_at'>): string =>
  addMonths(chileDate(new Date(created_at)), PLAZO_MESES)

export type Caminos = ReturnType<typeof createCaminos>

export function createCaminos({
  certificaciones,
  lecturas,
  juicios,
  emisores,
  folios,
  clock,
  envioOfSet,
  readRcof,
}: {
  certificaciones: Certificaciones
  lecturas: Lecturas
  juicios: Juicios
  emisores: Emisores
  folios: Pick<Folios, 'disponibles'>
  clock: Clock
  envioOfSet: EmisionDte['envioOfSet']
  readRcof: ReadRcof
}) {
  /** The sets of a round; `vigente` is whether it is the last. */
  function setsOf(titular: Titular, ronda: Ronda, vigente: boolean): SetDelCamino[] {
    const read = readAll(titular, ronda).map((set) => {
      const judged = vigente ? juzgadoOf(set) : null
      return { ...set, faltas: judged ? juicios.of(titular, judged) : [] }
    })
    const enCurso = read.map(
      ({ row, texto, faltas }): SetEnCurso => ({
        clase: row.clase,
        vigente,
        dudas: texto?.abiertas.length ?? 0,
        faltas: faltas.length,
        intento: row.intentos.at(-1)?.estado ?? null,
      }),
    )
    return read.map((set, i) => ({ ...set, estado: estadoOfSet(enCurso[i]!, enCurso) }))
  }

  const readAll = (titular: Titular, ronda: Ronda) =>
    ronda.sets.map((row) => {
      const texto = lecturas.read(ronda, row)
      return { row, texto, folios: foliosOf(titular, texto) }
    })

  /** A set whose next run may be judged; null of a book, of the simulación, and while a run lives. */
  function juzgadoOf({ row, texto, folios }: ReturnType<typeof readAll>[number]): SetJuzgado | null {
    const estado = row.intentos.at(-1)?.estado ?? 'rechazado'
    if (!texto || isLibro(row.clase) || estado !== 'rechazado') return null
    return { texto, conFolios: folios.every(({ necesita, disponibles }) => necesita <= disponibles) }
  }

  function foliosOf(titular: Titular, texto: SetDelTexto | null) {
    if (!texto || isLibro(texto.seccion.clase)) return []
    const counts = Map.groupBy(texto.seccion.casos, ({ tipoDte }) => tipoDte)
    return [...counts].map(([tipoDte, casos]) => ({
      tipoDte,
      necesita: casos.length,
      disponibles: folios.disponibles(titular, tipoDte),
    }))
  }

  const pendienteOf = (
    { row, texto, estado, faltas, folios }: SetDelCamino,
    abierta: string,
  ): SetPendiente => {
    const last = row.intentos.at(-1)
    return {
      clase: row.clase,
      nombre: row.nombre,
      estado,
      dudas: texto?.abiertas.length ?? 0,
      faltas: faltas.map(({ mensaje }) => mensaje),
      faltan: folios.flatMap(({ tipoDte, necesita, disponibles }) =>
        disponibles < necesita ? [{ tipoDte, faltan: necesita - disponibles }] : [],
      ),
      trackId: last?.track_id ?? null,
      fechaEnvio: last?.enviado_at ? chileDate(new Date(last.enviado_at)) : null,
      glosa: last?.veredicto_glosa ?? last?.glosa ?? null,
      detenido: last ? stoppedBy(last) : null,
      desde: last ? sinceOf(last) : abierta,
    }
  }

  /** Why a run's envelope does not go on, in the words of its first document that says. */
  function stoppedBy({ estado, envio_id }: SetConIntentos['intentos'][number]): string | null {
    const envio = estado === 'emitiendo' && envio_id !== null ? envioOfSet(envio_id) : undefined
    if (envio?.estado !== 'detenido') return null
    return envio.documentos.find(({ error }) => error)?.error?.error ?? 'uno de sus documentos se descartó'
  }

  return {
    setsOf,
    /** Judges the sets of the last round, each in a turn of its own; with `anew`, those that were judged before too. */
    async prepare(row: CertificacionRow, anew = false): Promise<void> {
      const titular = { empresaId: row.empresa_id, ambiente: row.ambiente }
      const ronda = isClosed(row.estado) ? null : certificaciones.ronda(row.id)
      const sets = ronda ? readAll(titular, ronda).flatMap((set) => juzgadoOf(set) ?? []) : []
      await juicios.prepare(titular, sets, anew)
    },
    /** The road whole: its last round, the sets of it, and what is to be done. */
    of(row: CertificacionRow) {
      const titular = { empresaId: row.empresa_id, ambiente: row.ambiente }
      const ronda = certificaciones.ronda(row.id)
      const sets = ronda ? setsOf(titular, ronda, true) : []
      const noAdmitidos = ronda ? lecturas.noAdmitidos(ronda) : []
      const empresa = emisores.get(titular)
      const rcof = ronda && readRcof(titular, ronda.sets)
      const pendientes = pendientesOf({
        ambiente: row.ambiente,
        alcance: row.alcance,
        estado: row.estado,
        desde: row.estado_at,
        rut: empresa.emisor.rut,
        certificado: empresa.vigencia !== null && vigenciaFault(empresa.vigencia, clock()) === null,
        certificadoAjeno: empresa.certificadoAjeno,
        resolucion: empresa.resolucion !== null,
        sets: sets.map((set) => pendienteOf(set, ronda!.created_at)),
        noAdmitidos: noAdmitidos.map(({ linea, mensaje }) => `línea ${linea}: ${mensaje}`),
        rcof,
      })
      return { row, ronda, sets, noAdmitidos, resolucion: empresa.resolucion, rcof, pendientes }
    },
  }
}

/** Since when a run stands where it does. */
const sinceOf = (run: SetConIntentos['intentos'][number]): string =>
  run.veredicto_at ?? run.declarado_at ?? run.validado_at ?? run.enviado_at ?? run.created_at
