// A range of folios that whoever writes with the neighbours' code stamps with: from the same sequence as everybody's (simulator §21.2).

import { createPrivateKey } from 'node:crypto'
import { chileDate } from '../../domain/fecha'
import { issueCaf } from '../caf'
import { nextFolio, reserveCaf } from '../cafs'
import type { Sim } from '../sim'
import type { CafVecino } from './documento'
import { CONTADORA } from './firmantes'
import { LADO } from './tipos'

export interface Talonario extends CafVecino {
  siguiente: number
  hasta: number
  /** When it was granted. */
  desde: number
}

interface Pedido {
  dueno: string
  rut: string
  razonSocial: string
  tipoDte: number
  cantidad: number
  at: number
}

/** Grants the next folios of a company and type. */
export async function grantTalonario(
  sim: Sim,
  { dueno, rut, razonSocial, tipoDte, cantidad, at }: Pedido,
): Promise<Talonario> {
  const desde = nextFolio(sim, LADO, rut, tipoDte)
  const caf = { rut, tipoDte, desde, hasta: desde + cantidad - 1, fecha: chileDate(new Date(at)) }
  const reserva = reserveCaf(sim, { ...caf, lado: LADO, dueno: dueno || null, persona: CONTADORA })
  const { xml, modulo } = await issueCaf({ ...caf, razonSocial })
  sim.sql.caf.complete.run(modulo, LADO, reserva)
  const pem = /-----BEGIN RSA PRIVATE KEY-----[\s\S]*?-----END RSA PRIVATE KEY-----/.exec(xml)![0]
  const element = /<CAF[\s\S]*<\/CAF>/.exec(xml)![0].replace(/>\s+</g, '><')
  return { xml: element, llave: createPrivateKey(pem), siguiente: desde, hasta: caf.hasta, desde: at }
}
