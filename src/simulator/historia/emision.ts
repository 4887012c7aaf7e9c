// A past written, stamped, signed and handed in as another program would have done it day by day (simulator §25.1): by the neighbours' code,
// through the door of everybody, before the same judge.

import { chileInstant, chileTimestamp } from '../../domain/fecha'
import type { ApiDeps } from '../api-pedido'
import { maxFolios } from '../cafs'
import { createLibro } from '../libro'
import { type Sim, simAt } from '../sim'
import { receiveArchivo } from '../upload'
import { type Parte, writeDocumento } from '../vecinos/documento'
import { CONTADORA } from '../vecinos/firmantes'
import { parteOf } from '../vecinos/oficina'
import { writeSobre } from '../vecinos/sobre'
import { grantTalonario, type Talonario } from '../vecinos/talonario'
import { LADO, type Vecindad } from '../vecinos/tipos'
import type { Planeado } from './plan'
import type { Emitido } from './programas'

const DAY = 86_400_000
/** Folios are good for six months; the next range begins well before. */
const VIGENCIA = 150 * DAY
/** Ranges are of whole fifties, so that some folios are left behind the last document. */
const DE_A = 50
/** Documents of one upload. */
const SOBRE = 100
/** Within a day what is named comes before what names it. */
const ORDEN = [52, 33, 34, 39, 56, 61]

export interface Pendiente extends Planeado {
  indice: number
}

interface Grupo {
  tipoDte: number
  at: number
  documentos: Pendiente[]
}

/** One upload after the other: of each day its types in order, from ten in the morning on. */
function gruposOf(planned: readonly Planeado[]): Grupo[] {
  const grupos: Grupo[] = []
  const all = planned.map((one, indice) => ({ ...one, indice }))
  for (const [fecha, day] of Map.groupBy(all, (one) => one.fecha)) {
    let at = chileInstant(`${fecha}T10:00:00`).getTime()
    for (const tipoDte of ORDEN) {
      const own = day.filter((one) => one.tipoDte === tipoDte)
      for (let i = 0; i < own.length; i += SOBRE) {
        grupos.push({ tipoDte, at, documentos: own.slice(i, i + SOBRE) })
        at += 60_000
      }
    }
  }
  return grupos
}

/** Grants ranges for what is to come: of each type one for five months. */
function createTalonarios(
  sim: Sim,
  { dueno, rutEmpresa: rut }: Vecindad,
  { razonSocial }: Parte,
  grupos: Grupo[],
) {
  const known = new Map<number, Talonario>()
  return async (grupo: Grupo): Promise<Talonario> => {
    const { tipoDte, at } = grupo
    const had = known.get(tipoDte)
    if (had && at - had.desde < VIGENCIA && had.siguiente + grupo.documentos.length - 1 <= had.hasta)
      return had
    const ahead = grupos.filter((one) => one.tipoDte === tipoDte && one.at >= at && one.at - at < VIGENCIA)
    const wanted = ahead.reduce((sum, { documentos }) => sum + documentos.length, 0)
    const cantidad = Math.min(maxFolios(tipoDte), Math.ceil(wanted / DE_A) * DE_A)
    const made = await grantTalonario(sim, { dueno, rut, razonSocial, tipoDte, cantidad, at })
    known.set(tipoDte, made)
    return made
  }
}

export interface Escrita {
  /** By type and folio. */
  emitidos: Emitido[]
  trackIds: number[]
  /** Why the door refused an upload; nothing follows it. */
  errores: readonly string[]
}

/** Writes and hands in all of it; who was judged shows once the clock's work is done. */
export async function emitPasado(
  { sim, oficina }: Pick<ApiDeps, 'sim' | 'oficina'>,
  casa: Vecindad,
  emisor: Parte,
  planned: readonly Planeado[],
  sangria: string,
): Promise<Escrita> {
  const grupos = gruposOf(planned)
  const talonarioFor = createTalonarios(sim, casa, emisor, grupos)
  const folios = new Map<number, number>()
  const written: Escrita = { emitidos: [], trackIds: [], errores: [] }

  const referenceOf = ({ sobre, fecha }: Planeado) => {
    if (!sobre) return []
    const { tipoDte, fecha: dated } = planned[sobre.indice]!
    const folio = folios.get(sobre.indice)!
    return [{ tipoDte, folio, fecha: dated ?? fecha, codigo: sobre.codigo, razon: sobre.razon }]
  }

  for (const grupo of grupos) {
    const { tipoDte, at, documentos } = grupo
    const [firmante, talonario] = [await oficina.signerOf(CONTADORA, at), await talonarioFor(grupo)]
    const instante = chileTimestamp(new Date(at))
    const textos: string[] = []
    for (const one of documentos) {
      const folio = talonario.siguiente++
      const draft = { tipoDte, folio, fecha: one.fecha, emisor, formaPago: one.formaPago, lineas: one.lineas }
      const receptor = parteOf(sim, casa, one.rutReceptor)
      const referencias = referenceOf(one)
      const texto = writeDocumento(
        { ...draft, receptor, referencias, instante, sangria },
        talonario,
        firmante,
      )
      folios.set(one.indice, folio)
      textos.push(texto)
      written.emitidos.push({ tipoDte, folio, texto })
      await turn()
    }
    const then = simAt(sim, at)
    const { trackId, detalle = [] } = await receiveArchivo(then, createLibro(then), turn, {
      lado: LADO,
      rutEnvia: CONTADORA,
      rutEmpresa: casa.rutEmpresa,
      archivo: `historia-${tipoDte}-${written.emitidos.at(-1)!.folio}.xml`,
      dueno: casa.dueno || null,
      xml: writeSobre({
        rutEmisor: casa.rutEmpresa,
        tipoDte,
        documentos: textos,
        instante,
        firmante,
        windows: false,
      }),
      ajeno: true,
    })
    if (trackId === undefined)
      return { ...written, errores: detalle.length ? detalle : ['el SII no lo recibió'] }
    written.trackIds.push(trackId)
  }
  written.emitidos.sort((a, b) => a.tipoDte - b.tipoDte || a.folio - b.folio)
  return written
}

/** Lets the event loop turn. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
