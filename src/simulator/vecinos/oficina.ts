// The office that writes, stamps, signs and hands in for the neighbours, and for the earlier system of the company itself (simulator §21.2).
// Its folios come from the same sequence as everybody's, its envelopes go through the same door, and the same judge looks at them.

import { chileTimestamp } from '../../domain/fecha'
import { maxFolios } from '../cafs'
import { fichaOf } from '../contribuyente/ficha'
import { isEmisor, maySend } from '../contribuyentes'
import { createLibro } from '../libro'
import type { Pause } from '../recorte'
import { type Sim, simAt } from '../sim'
import { receiveArchivo } from '../upload'
import { type Borrador, montosOf, type Parte, writeDocumento } from './documento'
import { CONTADORA, createFirmantes } from './firmantes'
import { habitanteOf } from './habitantes'
import type { Montos } from './montos'
import { writeSobre } from './sobre'
import { grantTalonario, type Talonario } from './talonario'
import { LADO, type Vecindad } from './tipos'

const DAY = 86_400_000
/** Folios are good for six months (simulator §6); a new range is asked for well before. */
const VIGENCIA = 150 * DAY

export interface Encargo extends Vecindad {
  rutEmisor: string
  rutReceptor: string
  /** When it is written and handed in. */
  at: number
  tipoDte: number
  documentos: readonly Pick<Borrador, 'fecha' | 'formaPago' | 'lineas' | 'referencias' | 'falla'>[]
}

/** Documents as text, and what they come to. */
export interface Escrito {
  textos: string[]
  documentos: ({ folio: number; fecha: string } & Montos)[]
}

/** The delivery of a document; `trackId` null when the door refused it, with its `errores`. */
export interface Entregado extends Escrito {
  trackId: number | null
  errores: readonly string[]
}

export type Oficina = ReturnType<typeof createOficina>

/** An office; the keys of its ranges live as long as it does, so a later one asks for ranges of its own. */
export function createOficina(sim: Sim, pause: Pause) {
  const talonarios = new Map<string, Promise<Talonario>>()
  const signerOf = createFirmantes(sim)

  const askTalonario = (encargo: Encargo): Promise<Talonario> => {
    const { dueno, rutEmisor: rut, tipoDte, at } = encargo
    const { razonSocial } = parteOf(sim, encargo, rut)
    return grantTalonario(sim, { dueno, rut, razonSocial, tipoDte, cantidad: maxFolios(tipoDte), at })
  }

  /** The range in use, with so many folios left and still good, or a new one. */
  async function talonarioFor(encargo: Encargo): Promise<Talonario> {
    const { dueno, rutEmpresa, rutEmisor, tipoDte, documentos, at } = encargo
    const key = [dueno, rutEmpresa, rutEmisor, tipoDte].join(' ')
    const known = await talonarios.get(key)
    const enough = known && known.siguiente + documentos.length - 1 <= known.hasta
    // The clock may have been moved back, too.
    if (enough && at >= known.desde && at - known.desde < VIGENCIA) return known
    const asked = askTalonario(encargo)
    talonarios.set(key, asked)
    return asked
  }

  /** `folio`: a number that is used already, written anew. */
  async function write(encargo: Encargo, folio?: number): Promise<Escrito> {
    const { rutEmisor, rutReceptor, at, tipoDte } = encargo
    const [signer, talonario] = [await signerOf(CONTADORA, at), await talonarioFor(encargo)]
    const instante = chileTimestamp(new Date(at))
    const parties = { emisor: parteOf(sim, encargo, rutEmisor), receptor: parteOf(sim, encargo, rutReceptor) }
    const sangria = writesWindows(sim, encargo) ? '    ' : ''
    const written: Escrito = { textos: [], documentos: [] }
    for (const draft of encargo.documentos) {
      const own = folio ?? talonario.siguiente++
      const borrador = { ...draft, ...parties, tipoDte, folio: own, instante, sangria }
      written.textos.push(writeDocumento(borrador, talonario, signer))
      written.documentos.push({ folio: own, fecha: draft.fecha, ...montosOf(borrador) })
      await pause()
    }
    return written
  }

  return {
    write,

    /** Writes the documents of one envelope and hands it in at its own time. */
    async hand(encargo: Encargo): Promise<Entregado> {
      const { dueno, rutEmisor, at, tipoDte } = encargo
      const refused = refusalOf(sim, rutEmisor)
      if (refused) return { trackId: null, errores: [refused], documentos: [], textos: [] }
      const { textos, documentos } = await write(encargo)
      const xml = writeSobre({
        ...{ rutEmisor, tipoDte, documentos: textos, windows: writesWindows(sim, encargo) },
        ...{ instante: chileTimestamp(new Date(at)), firmante: await signerOf(CONTADORA, at) },
      })
      const then = simAt(sim, at)
      const { trackId = null, detalle = [] } = await receiveArchivo(then, createLibro(then), pause, {
        lado: LADO,
        rutEnvia: CONTADORA,
        rutEmpresa: rutEmisor,
        archivo: `vecino-${tipoDte}-${documentos[0]!.folio}.xml`,
        dueno: dueno || null,
        xml,
        ajeno: true,
      })
      if (trackId === null) sim.log('simulator refused what a neighbour wrote', { rutEmisor, detalle })
      if (trackId === null) return { trackId, errores: detalle, documentos: [], textos: [] }
      return { trackId, errores: detalle, documentos, textos }
    },

    signerOf,
  }
}

/** Whether an issuer's program ends lines with CRLF and indents. */
const writesWindows = ({ sql }: Sim, { dueno, rutEmpresa, rutEmisor }: Encargo): boolean =>
  sql.vecinos.find.get(dueno, rutEmpresa, rutEmisor)?.temple === 'proveedor_windows'

/** Why the door would send it away before it looked at the file (simulator §2.2); null when it would not. */
export function refusalOf(sim: Sim, rutEmisor: string): string | null {
  if (!isEmisor(sim, LADO, rutEmisor)) return `${rutEmisor} no está autorizado a emitir (STATUS 6)`
  return maySend(sim, LADO, rutEmisor, CONTADORA)
    ? null
    : `${CONTADORA}, que envía por los vecinos, no puede enviar por ${rutEmisor} (STATUS 1)`
}

/** How a party stands in a document: a neighbour and the company as they call themselves, anybody else as the SII knows it. */
export function parteOf(sim: Sim, { dueno, rutEmpresa }: Vecindad, rut: string): Parte {
  const habitante = habitanteOf(rut)
  if (habitante) return habitante
  const ficha = fichaOf(sim, LADO, rut)
  const own = rut === rutEmpresa ? sim.sql.vecinos.casa.find.get(dueno, rutEmpresa) : undefined
  const [actividad] = ficha?.actividades ?? []
  return {
    rut,
    razonSocial: own?.razonSocial ?? ficha?.razonSocial ?? 'Sin nombre',
    giro: own?.giro ?? actividad?.descripcion ?? 'Comercio',
    actividad: actividad?.codigo ?? 471_100,
    direccion: own?.direccion ?? 'Calle Uno 100',
    comuna: own?.comuna ?? ficha?.ciudad ?? 'Talca',
  }
}
