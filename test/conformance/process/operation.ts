// An operation at the SII in the built server: begun, interrupted by kill -9 at an exchange of it, and followed to its end.

import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { type Running, serve } from './binary'
import { ENV, type Place } from './business'
import { until } from './check'
import { ask, type Company, type Json } from './client'
import type { Point, Service } from './tap'

/** A life that ends without its moment has missed it. */
const LIFE_MS = 60_000

/** The `nth` exchange of its kind (omitted, the first), or within `maxMs` after it, or once so many rows of the register are on disk after it. */
export interface Seam {
  point: Point
  service: Service
  nth?: number
  maxMs?: number
  rows?: number
}

export function seamName({ point, service, nth = 1, maxMs, rows }: Seam): string {
  const when =
    maxMs !== undefined ? `within ${maxMs} ms after` : rows !== undefined ? `${rows} rows after` : point
  return `${when} ${service} ${nth}`
}

/** Resolves once so many rows are on disk. The connection writes nothing: what stands there is the server's. */
async function stored(dir: string, rows: number): Promise<void> {
  const db = new Database(join(dir, 'timbre.db'), { readonly: true })
  const count = db.query<{ n: number }, []>('SELECT count(*) AS n FROM rcv_documento')
  await until(() => count.get()!.n >= rows, LIFE_MS, 1)
  db.close()
}

/** Lives follow each other faster than one person may ask (sii §11.5), and the server remembers what it asked across its deaths. */
function forgetPace(dir: string): void {
  const db = new Database(join(dir, 'timbre.db'))
  db.exec('DELETE FROM portal_ritmo')
  db.close()
}

/** Exchanges that the SII answered, by their kind. */
export type Answered = Partial<Record<Service, number>>

const count = (answered: Answered, service: Service | null): void => {
  if (service) answered[service] = (answered[service] ?? 0) + 1
}

/** One life that `begin` gives its work, ended at the seam; whether it came. */
export async function dieAt(
  { dir, tap }: Place,
  seam: Seam,
  random: () => number,
  answered: Answered,
  begin: (url: string) => Promise<void>,
): Promise<boolean> {
  const end = Promise.withResolvers<boolean>()
  let server: Running | null = null
  let dead = false
  let left = seam.nth ?? 1
  const die = async (came: boolean): Promise<void> => {
    dead = true
    await server?.kill()
    end.resolve(came)
  }
  tap.act = async (point, service) => {
    // The SII keeps its work, whether or not anybody hears of it.
    if (point === 'after') count(answered, service)
    if (dead) throw new Error('nothing more leaves a dead process')
    if (point !== seam.point || service !== seam.service || --left !== 0) return
    if (seam.maxMs !== undefined) return void setTimeout(() => void die(true), random() * seam.maxMs)
    if (seam.rows !== undefined) return void stored(dir, seam.rows).then(() => die(true))
    await die(true)
    if (point === 'before') throw new Error('the request never left')
  }
  forgetPace(dir)
  server = await serve(dir, tap.url, ENV)
  await begin(server.url)
  const late = setTimeout(() => void die(false), LIFE_MS)
  const came = await end.promise
  clearTimeout(late)
  return came
}

/** A life in peace; its exchanges are counted. */
export function liveOn({ dir, tap }: Place, answered: Answered): Promise<Running> {
  tap.act = (point, service) => {
    if (point === 'after') count(answered, service)
  }
  return serve(dir, tap.url, ENV)
}

/** Queues an operation and returns its job. Throws when it was refused. */
export async function queue(url: string, { key }: Company, path: string, body: object): Promise<string> {
  const answer = await ask('POST', `${url}${path}`, key, body)
  if (answer.status !== 202)
    throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer.body.data.job_id
}

/** A job once it is neither waiting nor running any more, or after `timeoutMs`. */
export async function finished(
  url: string,
  { key }: Company,
  base: string,
  id: string,
  timeoutMs = 240_000,
): Promise<Json> {
  let job: Json
  await until(
    async () => {
      job = (await ask('GET', `${url}${base}/trabajos/${id}`, key)).body.data
      return !['pending', 'processing', 'scheduled'].includes(job?.estado)
    },
    timeoutMs,
    50,
  )
  return job
}

/** Questions charged this month, by operation. */
export const spent = async (url: string, session: Record<string, string>): Promise<Record<string, number>> =>
  (await ask('GET', `${url}/v1/cuenta/uso`, session)).body.data.consultas.por_operacion
