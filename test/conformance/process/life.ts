// One life of the built server, ended by kill -9 at a chosen moment, while clients post.

import { type Running, serve } from './binary'
import { type Order, place } from './client'
import type { Point, Service, Tap } from './tap'

/** A life whose moment does not come ends all the same; what a death interrupted keeps its line for up to five seconds. */
const LIFE_MS = 8000

/**
 * When a life ends: within `maxMs` of its start, first or last 202, or at a point of an exchange with the SII, in it or, with
 * `maxMs`, within that time after it. Up to `skip` exchanges of its kind go by first, omitted one: the second envelope has its
 * turn too.
 */
export type Moment =
  | { after: 'start' | 'first 202' | 'last 202'; maxMs: number }
  | { point: Point; service: Service; skip?: number; maxMs?: number }

export const nameOf = (moment: Moment): string =>
  'after' in moment ? `after the ${moment.after}` : `${moment.point} ${moment.service}`

export interface Desk {
  dir: string
  tap: Tap
  key: Record<string, string>
  random: () => number
  /** Clients that post at once; omitted, six. */
  connections?: number
  /** Looks on at every exchange, which waits for it. */
  watch?(url: string, point: Point, service: Service | null): Promise<void>
}

/** Lives once; whether the moment came. Orders without an answer stay open. */
export async function live(
  { dir, tap, key, random, connections: clients = 6, watch }: Desk,
  moment: Moment,
  orders: readonly Order[],
): Promise<boolean> {
  const end = Promise.withResolvers<boolean>()
  const started = Promise.withResolvers<Running>()
  let server: Running | null = null
  let dead = false
  const die = async (came: boolean): Promise<void> => {
    dead = true
    await server?.kill()
    end.resolve(came)
  }
  const dieSoon = (maxMs: number): void => void setTimeout(() => void die(true), random() * maxMs)
  const reach = (name: string): void => {
    if ('after' in moment && moment.after === name) dieSoon(moment.maxMs)
  }
  let skip = Math.floor(random() * (('point' in moment ? (moment.skip ?? 1) : 1) + 1))
  tap.act = async (point, service) => {
    if (!dead) await watch?.((await started.promise).url, point, service)
    if (dead) throw new Error('nothing more leaves a dead process')
    if (!('point' in moment) || point !== moment.point || service !== moment.service || skip-- > 0) return
    if (moment.maxMs !== undefined) return dieSoon(moment.maxMs)
    await die(true)
    if (point === 'before') throw new Error('the request never left')
  }
  server = await serve(dir, tap.url)
  started.resolve(server)
  if (dead) await server.kill()
  const { url } = server
  reach('start')
  const queue = [...orders]
  let answered = 0
  const connection = async (): Promise<void> => {
    for (let order = queue.shift(); order && !dead; order = queue.shift()) {
      if (!(await place(url, key, order))) return
      if (++answered === 1) reach('first 202')
      if (answered === orders.length) reach('last 202')
    }
  }
  const connections = Promise.all(Array.from({ length: clients }, connection))
  const late = setTimeout(() => void die(false), LIFE_MS)
  const came = await end.promise
  clearTimeout(late)
  await connections
  return came
}
