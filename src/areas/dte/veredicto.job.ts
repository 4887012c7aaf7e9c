// Follows an envelope until the SII has judged it (contract §7, end). A Track ID is no acceptance: the verdict is written on
// the documents, never on the job that sent them.

import type { Ambiente, Clock } from '../../domain/ambiente'
import type { NewId } from '../../domain/id'
import type { InsertJob } from '../../jobs/insert'
import { defineJob, type Job, type JobContext } from '../../jobs/kind'
import { type Contexto, type EstadoEnvio, type Sii, SiiFault } from '../../sii'
import type { DocumentoRow, Documentos, EstadoSii } from './documento-store'
import type { Emisores } from './emisor'
import type { EnvioRow, Envios } from './envio-store'
import { siiFault } from './fallas'
import type { Referencias } from './referencias'

export const VEREDICTO = 'dte.veredicto'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** When to ask, counted from the upload; then nightly for a week. */
const SCHEDULE = [
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  HOUR,
  4 * HOUR,
  ...[1, 2, 3, 4, 5, 6, 7].map((d) => d * DAY),
]
const SCHEDULE_SIMULACION = [SECOND, 5 * SECOND, ...SCHEDULE]

const scheduleOf = (ambiente: Ambiente): readonly number[] =>
  ambiente === 'simulacion' ? SCHEDULE_SIMULACION : SCHEDULE

/** When to ask next after `now`; null when a week has passed. A clock put back since does not make the pause longer. */
export function nextLook(ambiente: Ambiente, sentAt: Date, now: Date): Date | null {
  const next = scheduleOf(ambiente).find((pause) => sentAt.getTime() + pause > now.getTime())
  return next === undefined ? null : new Date(Math.min(sentAt.getTime(), now.getTime()) + next)
}

/** Queues the follow-up of an envelope just received; inside that transaction. */
export function insertVeredicto(
  insertJob: InsertJob,
  newId: NewId,
  now: Date,
  { id, empresa_id: empresaId, ambiente, sobre }: EnvioRow,
): void {
  const runAt = nextLook(ambiente, now, now)!
  const grupo = `${VEREDICTO}:${empresaId}:${ambiente}:${sobre}`
  insertJob({
    id: newId('job'),
    kind: VEREDICTO,
    empresaId,
    ambiente,
    grupo,
    args: { envioId: id },
    runAt,
    estado: 'pending',
  })
}

interface Deps {
  clock: Clock
  sii: Sii
  emisores: Emisores
  documentos: Documentos
  envios: Envios
  referencias: Referencias
}

interface Veredicto {
  row: DocumentoRow
  estado: EstadoSii
  codigo: string | null
  glosa: string | null
}

/** Codes that end an envelope with everything in it refused (protocol-core §4.3). */
const RECHAZO_TOTAL = new Set(['RSC', 'RFR', 'RCT', 'RCH', 'RCO', 'VOF'])

/** What the SII says of a document that it does not have, or not yet. */
const NO_RECIBIDO = 'FAU'

/** Refused as a repeat: our own, when an answer was lost. What the first one came to, the SII says document by document. */
const REPETIDO = new Set(['RPT', 'DTE-3-100'])

/** Asks the SII about one envelope and writes its verdict on the documents. */
export const veredictoJob = (deps: Deps) => {
  const { clock, sii, emisores, documentos, envios, referencias } = deps

  const query = (contexto: Contexto, envio: EnvioRow, row: DocumentoRow) =>
    sii.queryDte(contexto, envio.sobre, {
      tipoDte: row.tipo_dte,
      folio: row.folio,
      rutReceptor: row.rut_receptor,
      fechaEmision: row.fecha_emision,
      montoTotal: documentos.contenido(row).dte.totales.montoTotal,
    })

  /** The verdict of each document of a processed envelope: its counters when they say it, the SII's word on each when not. */
  async function judge(
    contexto: Contexto,
    envio: EnvioRow,
    rows: readonly DocumentoRow[],
    estado: EstadoEnvio,
  ): Promise<Veredicto[]> {
    if (RECHAZO_TOTAL.has(estado.codigo)) {
      return rows.map((row) => ({ row, estado: 'rechazado', codigo: estado.codigo, glosa: estado.glosa }))
    }
    const verdicts: Veredicto[] = []
    for (const row of rows) {
      if (REPETIDO.has(estado.codigo)) {
        verdicts.push(await judgeOne(contexto, envio, row, 0))
        continue
      }
      const named = estado.detalle.find((d) => d.tipoDte === row.tipo_dte && d.folio === row.folio)
      const first = named?.errores[0]
      if (named && REPETIDO.has(first?.codigo ?? named.estado)) {
        verdicts.push(await judgeOne(contexto, envio, row, 0))
        continue
      }
      if (named) {
        const rejected = named.estado === 'RCH'
        verdicts.push({
          row,
          estado: rejected ? 'rechazado' : 'aceptado_con_reparos',
          codigo: first?.codigo ?? named.estado,
          glosa: named.errores
            .map(({ descripcion, detalle }) => [descripcion, detalle].filter(Boolean).join(': '))
            .join(' · '),
        })
        continue
      }
      const counts = estado.resumen.find(({ tipoDte }) => tipoDte === row.tipo_dte)
      if (counts && counts.rechazados === 0 && counts.reparos === 0) {
        verdicts.push({ row, estado: 'aceptado', codigo: estado.codigo, glosa: estado.glosa })
      } else if (counts && counts.reparos === counts.informados) {
        verdicts.push({ row, estado: 'aceptado_con_reparos', codigo: estado.codigo, glosa: estado.glosa })
      } else if (counts && counts.rechazados === counts.informados) {
        verdicts.push({ row, estado: 'rechazado', codigo: estado.codigo, glosa: estado.glosa })
      } else verdicts.push(await judgeOne(contexto, envio, row, counts?.reparos ?? 0))
    }
    return verdicts
  }

  /** When the counters of a type are mixed the SII is asked of each document; it never says which have objections. */
  async function judgeOne(
    contexto: Contexto,
    envio: EnvioRow,
    row: DocumentoRow,
    reparos: number,
  ): Promise<Veredicto> {
    const { codigo, glosa, recibido } = await query(contexto, envio, row)
    if (!recibido) return { row, estado: 'rechazado', codigo, glosa }
    if (reparos === 0) return { row, estado: 'aceptado', codigo, glosa }
    return {
      row,
      estado: 'aceptado_con_reparos',
      codigo,
      glosa: `${glosa} (${reparos} documentos del envío tienen reparos; el SII informa cuáles por correo)`,
    }
  }

  function record(verdicts: readonly Veredicto[], at: string): void {
    for (const { row, estado, codigo, glosa } of verdicts) {
      const current = documentos.byId(row.id)!.estado_sii
      if (current === estado) continue
      documentos.setVerdict(row.id, estado, codigo, glosa)
      documentos.addHistory(row.id, at, estado, codigo, glosa)
      if (estado === 'rechazado') referencias.revert(row.id)
    }
  }

  async function follow(job: Job<{ envioId: string }>, ctx: JobContext): Promise<void> {
    const envio = envios.get(job.args.envioId)!
    const rows = documentos.byEnvio(envio.id)
    const { firmante } = emisores.firmante(job.empresaId)
    const contexto: Contexto = {
      ambiente: envio.ambiente,
      firmante,
      rutEmpresa: rows[0]!.rut_emisor,
      signal: ctx.signal,
    }
    const now = clock()
    const next = nextLook(envio.ambiente, job.createdAt, now)
    // An envelope whose Track ID the SII never said is followed by its documents.
    const estado = envio.track_id
      ? await sii.queryEnvio(contexto, envio.sobre, envio.track_id)
      : { codigo: 'EPR', glosa: 'Consultado documento a documento', final: true, resumen: [], detalle: [] }
    const snooze = (known: readonly Veredicto[], runAt: Date) =>
      ctx.settle([{ id: job.id, outcome: 'snooze', runAt }], () => {
        envios.setEstadoSii(envio.id, estado.codigo, estado.glosa)
        record(known, now.toISOString())
      })
    if (!estado.final && next) {
      const { codigo, glosa } = estado
      await snooze(
        rows.map((row) => ({ row, estado: 'en_proceso', codigo, glosa })),
        next,
      )
      return
    }
    const verdicts = estado.final ? await judge(contexto, envio, rows, estado) : []
    // Without a Track ID of its own nothing says that the envelope was processed: what the SII lacks it may still come to.
    const early =
      (!envio.track_id || REPETIDO.has(estado.codigo)) && now.getTime() < job.createdAt.getTime() + HOUR
    if (early && next && verdicts.some(({ codigo }) => codigo === NO_RECIBIDO)) {
      await snooze(
        verdicts.filter(({ codigo }) => codigo !== NO_RECIBIDO),
        next,
      )
      return
    }
    await ctx.settle([{ id: job.id, outcome: 'completed' }], () => {
      envios.setEstadoSii(envio.id, estado.codigo, estado.glosa)
      record(verdicts, now.toISOString())
    })
  }

  return defineJob<{ envioId: string }>({
    kind: VEREDICTO,
    maxIntentos: 1000,
    ventanaMs: 8 * DAY,
    loteMax: () => 10,
    concurrencia: 2,
    async run(jobs, ctx) {
      for (const job of jobs) {
        try {
          await follow(job, ctx)
        } catch (fault) {
          if (!(fault instanceof SiiFault)) throw fault
          await ctx.settle([
            { id: job.id, outcome: 'retry', error: { ...siiFault(fault), reintentable: true } },
          ])
        }
      }
    },
  })
}
