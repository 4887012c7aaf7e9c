// The review of what was declared (simulator §23.3): the envelope as the ledger has it, against the rows of the set.

import { parseSobre } from '../../xml/verify/parse-sobre'
import { createLibro, type EnvioRow } from '../libro'
import type { Sim } from '../sim'
import { type Avance, avanceOf, envioFor, isLibroSet, libroFor } from './avance'
import { mailVeredicto } from './carta'
import { type Anota, type Control, createControles } from './control'
import { reviewCasos } from './control-envio'
import { reviewLibroDe } from './control-libros'
import { reviewSimulacion } from './control-simulacion'
import { findSet, listSets, type SetDePruebas } from './sets'

/** The day of the month two months later, at the same hour. */
function limitOf(creadoAt: number): number {
  const limit = new Date(creadoAt)
  limit.setUTCMonth(limit.getUTCMonth() + 2)
  return limit.getTime()
}

/** Whether the envelope was accepted whole, and belongs to a set that counts. */
function reviewEnvio(sim: Sim, anota: Anota, avance: Avance, envio: EnvioRow): void {
  const documentos = createLibro(sim).documentosOf(envio.trackId)
  const objected = documentos.filter(({ veredicto }) => veredicto !== 'aceptado').length
  const found = avance.falla === 'epr_con_reparo' ? Math.max(1, objected) : objected
  anota('envio', 'EPR, 0 con reparos o rechazo', `${envio.estado}, ${found} con reparos o rechazo`)
}

function reviewSet(anota: Anota, set: SetDePruebas, envio: Pick<EnvioRow, 'recibidoAt'>): void {
  anota('vigencia', 'vigente', set.vigente ? 'vigente' : 'anulado por otro')
  const late = envio.recibidoAt > limitOf(set.creadoAt) || envio.recibidoAt < set.creadoAt
  anota('plazo', 'dentro de dos meses', late ? 'fuera de los dos meses' : 'dentro de dos meses')
}

/** Every check of a declaration; `null` set: the simulation. */
function controlesOf(sim: Sim, avance: Avance): Control[] {
  const set = avance.setId === null ? null : findSet(sim, avance.setId)
  return set && isLibroSet(set) ? controlesOfLibro(sim, avance, set) : controlesOfEnvio(sim, avance, set)
}

function controlesOfEnvio(sim: Sim, avance: Avance, set: SetDePruebas | null): Control[] {
  const { controles, anota } = createControles()
  const envio = envioFor(sim, avance, avance.trackId)!
  reviewEnvio(sim, anota, avance, envio)
  if (set) reviewSet(anota, set, envio)
  const bytes = createLibro(sim).readXml(envio.trackId)
  const vistos = (bytes.length ? parseSobre(bytes).dtes : []).flatMap(
    ({ documento, tipo, folio, receptor }) => (documento ? [{ nodo: documento, tipo, folio, receptor }] : []),
  )
  if (!set) reviewSimulacion(anota, listSets(sim, avance), vistos)
  return set ? [...controles, ...reviewCasos(set.filas.casos, set.atencion, vistos)] : controles
}

function controlesOfLibro(sim: Sim, avance: Avance, set: SetDePruebas): Control[] {
  const { controles, anota } = createControles()
  const libro = libroFor(sim, avance, avance.trackId)!
  const estado = avance.falla === 'epr_con_reparo' ? 'LRH' : libro.estado
  anota('envio', 'LTC', estado)
  reviewSet(anota, set, libro)
  reviewLibroDe(sim, anota, set, libro.contenido)
  return controles
}

/** Reviews a declaration at the present of `sim`, and mails what came of it. */
export function reviewAvance(sim: Sim, id: number): void {
  const { avance } = sim.sql.certificacion
  const row = avance.find.get(id)
  if (!row || row.resultado !== null) return
  const declared = avanceOf(row)
  const controles = controlesOf(sim, declared)
  if (declared.falla === 'srh') {
    const glosa = declared.fallaTexto ?? 'El Set de Pruebas tiene errores'
    const place = { control: 'pedido', dato: null, caso: null, linea: null } as const
    controles.push({ ...place, esperado: '', encontrado: 'falla pedida', conforme: false, glosa })
  }
  const resultado = controles.every(({ conforme }) => conforme) ? 'SOK' : 'SRH'
  sim.db.transaction(() => {
    avance.judge.run(sim.now().getTime(), resultado, JSON.stringify(controles), id)
    if (declared.falla !== 'mail_perdido') mailVeredicto(sim, avanceOf(avance.find.get(id)!))
  })()
}
