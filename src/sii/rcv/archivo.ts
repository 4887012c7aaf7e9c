// Files that the register makes where a detail would be too long (sii §13.3): asked for, waited for, fetched and read.

import { gunzipSync } from 'node:zlib'
import { pauses } from '../../base/turn'
import { AppError } from '../../domain/errors'
import type { DocumentoRcv } from '../../domain/rcv/columnas'
import { readRcv } from '../../domain/rcv/read'
import { splitRut } from '../../domain/rut'
import type { Conversacion } from '../portal'
import { strangeError } from '../portal/faults'
import { APP_RCV, actionOf, CAPTCHA, dataOf, type Paying, rowsOf, type TramoSii } from './pregunta'

/** Usually it is there within seconds; a run that waited so often ends, and its job comes back. */
const VECES = 8
const ESPERA_MS = 2000
/** A month of some hundred thousand documents; more is no register. */
const BYTES_MAX = 256 * 1024 * 1024

interface Deps {
  sii: Conversacion
  pay: Paying
  sleep: (ms: number) => Promise<void>
}

type Trabajo = Readonly<Record<string, unknown>>

const blobOf = (job: Trabajo): string => String(job.caIdBLOB ?? job.caIdBlob ?? 'SIN-BLOB')

async function control(
  { sii, pay }: Deps,
  tramo: TramoSii,
  tipoDte: number,
  generaCtrl: boolean,
): Promise<Trabajo[]> {
  const data = {
    ...dataOf(tramo),
    codTipoDoc: tipoDte,
    generaCtrl,
    totDoc: 0,
    accionRecaptcha: `${actionOf(tramo, 'DDET')}A`,
    tokenRecaptcha: CAPTCHA,
  }
  const rows = rowsOf(await pay(() => sii.facade(APP_RCV, 'getCtrlAsync', data)), 'getCtrlAsync')
  return Array.isArray(rows) ? rows : []
}

/** A new one is the one with the highest number. */
async function order(deps: Deps, tramo: TramoSii, tipoDte: number, asked: (caId: number) => void) {
  const jobs = await control(deps, tramo, tipoDte, true)
  const caId = Math.max(0, ...jobs.map((job) => Number(job.caId)))
  if (!caId) throw strangeError('getCtrlAsync', 'un trabajo con caId')
  asked(caId)
  return caId
}

export async function fetchArchivo(
  deps: Deps,
  tramo: TramoSii,
  tipoDte: number,
  known: number | null,
  asked: (caId: number) => void,
): Promise<DocumentoRcv[]> {
  let caId = known ?? (await order(deps, tramo, tipoDte, asked))
  let again = true
  for (let i = 0; i < VECES; i++) {
    const job = (await control(deps, tramo, tipoDte, false)).find((one) => Number(one.caId) === caId)
    const done = job?.caEstado === 'TERMINADO'
    if (job && done && blobOf(job) !== 'SIN-BLOB') return read(deps, tramo, tipoDte, job)
    // Ended without a file, or forgotten: the SII failed, and another may do better.
    if (!job || done) {
      if (!again) break
      again = false
      caId = await order(deps, tramo, tipoDte, asked)
    }
    if (i < VECES - 1) await deps.sleep(ESPERA_MS)
  }
  throw new AppError('SII_UNAVAILABLE', 'El SII aún no termina de preparar el archivo del registro')
}

async function read(
  { sii, pay }: Deps,
  tramo: TramoSii,
  tipoDte: number,
  job: Trabajo,
): Promise<DocumentoRcv[]> {
  const [session, own] = [splitRut(sii.rut).numero, splitRut(tramo.rut).numero]
  const path = `/${APP_RCV.app}/services/data/facadeService/obtenerArchivoBLOB/${blobOf(job)}/${session}/${own}/${job.caId}`
  const pagina = await pay(() => sii.cgi('www4', path, 'archivo del registro'))
  const refused = (esperado: string) => sii.unexpected(pagina, 'archivo del registro', esperado)
  let bytes: Uint8Array
  try {
    bytes = gunzipSync(Buffer.from(pagina.html, 'latin1'), { maxOutputLength: BYTES_MAX })
  } catch {
    throw refused('un archivo gzip')
  }
  const { forma, documentos, faltas } = await readRcv(bytes, pauses())
  if (faltas.length) throw refused(`un archivo del registro legible (${faltas[0]!.mensaje})`)
  if (forma.lado !== tramo.lado || forma.estado !== tramo.estado) throw refused('el libro y estado pedidos')
  return documentos.filter((one) => one.tipoDte === tipoDte)
}
