// What the simulator's neighbours write with hands of their own, for judges that nobody here wrote: with nothing of Timbre's builder
// in it, a mistake in their XML would else be seen by the simulator's judge alone.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { escena } from '../simulator/escena'
import { EMPRESA } from '../simulator/sobres'

/** Envelopes of each neighbour and type; the earlier system of the company is one of them. */
const DE_CADA_UNO = 2

/** Writes them into a folder of their own below `dir`; its path. */
export async function writeNeighbours(dir: string): Promise<string> {
  const folder = join(dir, 'vecinos')
  mkdirSync(folder)
  const e = escena()
  const { status } = await e.api('POST', `vecindario?rut=${EMPRESA}`, { meses: 2 })
  if (status !== 201) throw new Error(`the neighbourhood: ${status}`)
  const rows = e.db
    .prepare<[], { rut: string; trackId: number; xml: Buffer }>(
      'SELECT rut_empresa AS rut, track_id AS trackId, xml FROM sim_envio JOIN sim_envio_xml USING (track_id) ORDER BY track_id',
    )
    .all()
  const written = new Map<string, number>()
  for (const { rut, trackId, xml } of rows) {
    const [, tipo] = /<TipoDTE>(\d+)</.exec(xml.toString('latin1'))!
    const count = written.get(`${rut} ${tipo}`) ?? 0
    written.set(`${rut} ${tipo}`, count + 1)
    if (count < DE_CADA_UNO) writeFileSync(join(folder, `vecino-${rut}-${tipo}-${trackId}.xml`), xml)
  }
  await e.sim.stop()
  return folder
}
