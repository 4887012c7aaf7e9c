// Letters into and out of the neighbourhood (simulator §21.6): who gets one that a neighbour reads, and how one is put into a box.

import { parseRut } from '../../domain/rut'
import { type Carta, createEstafeta } from '../correo/estafeta'
import type { Sim } from '../sim'
import { planActos } from './actos'

const CASILLA = /^(\d{1,8}-[\dk])@simulador\.invalid$/

/** The RUT that an address belongs to; null when it has none. */
const rutOf = (direccion: string): string | null => {
  const rut = CASILLA.exec(direccion)?.[1]
  return rut ? parseRut(rut) : null
}

/** A neighbour to whom the company wrote reads it at once; whatever else lies in a box lies there. */
export function noticeCarta(sim: Sim, { id, dueno, de, para, recibidoAt }: Carta): void {
  const [rutEmpresa, rut] = [rutOf(de), rutOf(para)]
  if (!rutEmpresa || !rut || !sim.sql.vecinos.find.get(dueno, rutEmpresa, rut)) return
  planActos(sim, { dueno, rutEmpresa }, [{ acto: 'lee', rut, at: recibidoAt, datos: { carta: id } }])
}

/** Puts a letter into a box at the present of `sim`. */
export function putCarta(sim: Sim, dueno: string, de: string, para: string, mensaje: Buffer): void {
  createEstafeta(sim, (carta) => noticeCarta(sim, carta)).deliver({ dueno, de, para: [para], mensaje })
}
