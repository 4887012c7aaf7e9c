// Files that the register makes because an answer would be too long (simulator §12.4): made a while after they were asked for, packed with
// gzip, in one charset or the other, and now and then not made at all.

import { gzipSync } from 'node:zlib'
import type { Falla } from '../fallas'
import type { Pedido } from '../portal/servicio'
import type { Sesion } from '../portal/sesiones'
import type { Sim } from '../sim'
import { isResumen } from './asiento'
import { writeLineas } from './csv'
import { instante } from './detalle'
import { lookAt, rowsOf } from './mirada'
import type { Estado, Mirada, TrabajoLeido } from './statements'

const PASO_MS = 2000
/** One of so many ends without its file. */
const SIN_BLOB_CADA = 5

export function createTrabajo({ sql, now }: Sim, mirada: Mirada, estado: Estado, tipoDte: number): void {
  const { dueno, lado, rut, operacion, periodo } = mirada
  sql.registro.trabajo.insert.run({
    dueno,
    lado,
    rut,
    operacion,
    estado,
    periodo,
    tipoDte,
    creadoAt: now().getTime(),
  })
}

const filasOf = (sim: Sim, job: TrabajoLeido) =>
  rowsOf(sim, lookAt(sim, job, job.operacion, job.periodo), job.estado, job.tipoDte).filter(
    (row) => !isResumen(row.tipoDte),
  )

const blobOf = ({ id }: TrabajoLeido): string => `BLOB${String(id).padStart(8, '0')}`

/** The files of a month that were asked for, oldest first. */
export function listTrabajos(sim: Sim, mirada: Mirada, falla: Falla | null): Record<string, unknown>[] {
  const now = sim.now().getTime()
  const { dueno, lado, rut, periodo } = mirada
  return sim.sql.registro.trabajo.list.all({ dueno, lado, rut, periodo }).map((job) => {
    const done = now >= job.creadoAt + 2 * PASO_MS
    const under = now >= job.creadoAt + PASO_MS
    const lost = job.id % SIN_BLOB_CADA === 0 || falla?.falla === 'sin_blob'
    const rows = done && !lost ? filasOf(sim, job) : []
    return {
      caId: job.id,
      caIdBLOB: done && !lost ? blobOf(job) : 'SIN-BLOB',
      caProceso: `DCV_${job.operacion === 'VENTA' ? 'V' : 'C'}_DETALLE`,
      compraOVenta: job.operacion === 'VENTA' ? 'V' : 'C',
      caEstado: done ? 'TERMINADO' : under ? 'EN PROCESO' : 'CREADO',
      caPeriodo: job.periodo,
      caTipoDoc: job.tipoDte,
      caNumLineas: rows.length,
      caFileSize: rows.length * 200,
      caTmstCreado: instante(job.creadoAt),
      caTmstEnProceso: under ? instante(job.creadoAt + PASO_MS) : null,
      caTmstTerminado: done ? instante(job.creadoAt + 2 * PASO_MS) : null,
      caDescError: done && lost ? 'Error al generar el archivo' : null,
    }
  })
}

/** obtenerArchivoBLOB/<blob>/<rut of the session>/<rut of the register>/<job>. */
export function downloadBlob(sim: Sim, { lado, parts, falla }: Pedido, sesion: Sesion): Response {
  const [blob, persona, rut, id] = parts as [string, string, string, string]
  const job = sim.sql.registro.trabajo.find.get(Number(id))
  const own =
    job &&
    job.dueno === sesion.dueno &&
    job.lado === lado &&
    job.rut.split('-')[0] === rut.split('-')[0] &&
    sesion.rut.split('-')[0] === persona.split('-')[0] &&
    blobOf(job) === blob
  if (!own) return new Response('HTTP Status 404 - Not Found', { status: 404 })
  const text = writeLineas(job.operacion, job.estado, filasOf(sim, job))
    .map((line) => `${line}\r\n`)
    .join('')
  const packed = gzipSync(Buffer.from(text, job.id % 2 ? 'utf8' : 'latin1'))
  const bytes = falla?.falla === 'gzip_roto' ? packed.subarray(0, packed.length >> 1) : packed
  return new Response(new Uint8Array(bytes), { headers: { 'content-type': 'application/octet-stream' } })
}
