// The output of the simulator's neighbours before foreign judges: with nothing of Timbre's builder in it,
// only the simulator's judge would see a mistake in their XML.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readPartes } from '../../src/simulator/correo/partes'
import { type Escena, escena, type Json } from '../simulator/escena'
import { dte, EMPRESA, sobre } from '../simulator/sobres'
import { box, mailTo } from '../simulator/vecinos-carta'

/** Envelopes of each neighbour and type; the earlier system of the company is one of them. */
const DE_CADA_UNO = 2

/** Declares another encoding and has an element of its own beside the document, as is its temper. */
const LIRCAY = '90000013-8'
/** The company's names, by the longest that a document has room for. */
const NOMBRE = {
  razon_social: 'Ñ & '.repeat(25),
  giro: 'Venta de ñandúes & materiales de construcción, al por mayor y al detalle',
  direccion: "Avenida Libertador Bernardo O'Higgins & Cía. 1250, of. 301-B, piso 3º",
  comuna: 'San Pedro de Atacama',
}

/** Answers everything that it gets by mail. */
const RIO_CLARO = '77123456-9'

/** The files in letters: what suppliers mail, and what a customer answers, in one line and in many. */
async function writeLetters(e: Escena, folder: string): Promise<void> {
  for (const n of [1, 2]) {
    const caf = await e.caf(33, 1)
    const documentos = [dte({ folio: caf.desde, caf, receptor: RIO_CLARO, neto: 1000 * n })]
    await e.judge(sobre(documentos))
    await mailTo(e, RIO_CLARO, sobre(documentos, { receptor: RIO_CLARO }))
  }
  await e.api('POST', 'reloj', { avanzar: 'P4D' })
  const { json } = await e.api('GET', `correo?para=${box(EMPRESA)}`)
  const written = new Map<string, number>()
  for (const { id, de } of json.data as Json[]) {
    const count = written.get(de) ?? 0
    if (de === box(LIRCAY) || de.startsWith('siidte') || count >= (de === box(RIO_CLARO) ? 6 : 1)) continue
    const response = await e.sim.fetch(new Request(`http://simulador.invalid/simulador/correo/${id}`))
    const [xml] = readPartes(Buffer.from(await response.arrayBuffer())).filter(({ nombre }) =>
      /\.xml$/i.test(nombre),
    )
    // The holder writes words alone.
    if (!xml) continue
    written.set(de, count + 1)
    writeFileSync(join(folder, `carta-${id}-${de.split('@')[0]}.xml`), xml.bytes)
  }
}

/** Writes them into a folder of their own below `dir`; its path. */
export async function writeNeighbours(dir: string): Promise<string> {
  const folder = join(dir, 'vecinos')
  mkdirSync(folder)
  const e = escena()
  const { status } = await e.api('POST', `vecindario?rut=${EMPRESA}`, { meses: 2, ...NOMBRE })
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
  await writeLetters(e, folder)
  await e.sim.stop()
  return folder
}
