// The office that writes, stamps, signs and hands in for the neighbours, and for the earlier system of the company itself (simulator §21.2).
// Its folios come from the same sequence as everybody's, its envelopes go through the same door, and the same judge looks at them.

import { createPrivateKey } from 'node:crypto'
import { chileDate, chileTimestamp } from '../../domain/fecha'
import { issueCaf } from '../caf'
import { maxFolios, nextFolio, reserveCaf } from '../cafs'
import { issueCertificate } from '../certificados'
import { fichaOf } from '../contribuyente/ficha'
import { isEmisor, maySend } from '../contribuyentes'
import { createLibro } from '../libro'
import type { Pause } from '../recorte'
import { type Sim, simAt } from '../sim'
import { receiveArchivo } from '../upload'
import { type Borrador, type CafVecino, montosOf, type Parte, writeDocumento } from './documento'
import type { Firmante } from './firma'
import { habitanteOf } from './habitantes'
import type { Montos } from './montos'
import { writeSobre } from './sobre'

/** Neighbours live on the side with which `simulacion` speaks. */
export const LADO = 'certificacion'

/** Who keeps the books of the whole neighbourhood. */
const CONTADORA = { rut: '90000010-3', nombre: 'Contadora del Vecindario' }
const DAY = 86_400_000
/** Folios are good for six months (simulator §6); a new range is asked for well before. */
const VIGENCIA = 150 * DAY

/** Whose neighbourhood it is: an owner's world (`''` where nobody told it) and a company in it. */
export interface Vecindad {
  dueno: string
  rutEmpresa: string
}

export interface Encargo extends Vecindad {
  rutEmisor: string
  rutReceptor: string
  /** When it is written and handed in. */
  at: number
  tipoDte: number
  documentos: readonly Pick<Borrador, 'fecha' | 'formaPago' | 'lineas' | 'referencias' | 'falla'>[]
}

/** What was handed in; `trackId` null when the door refused it, and `errores` say why. */
export interface Entregado {
  trackId: number | null
  errores: readonly string[]
  documentos: ({ folio: number; fecha: string } & Montos)[]
}

interface Talonario extends CafVecino {
  siguiente: number
  hasta: number
  /** When it was granted. */
  desde: number
}

export type Oficina = ReturnType<typeof createOficina>

/** An office; the keys of its ranges live as long as it does, so a later one asks for ranges of its own. */
export function createOficina(sim: Sim, pause: Pause) {
  const talonarios = new Map<string, Promise<Talonario>>()
  let firmante: Promise<Firmante & { desde: number; hasta: number }> | null = null

  async function firmanteAt(at: number): Promise<Firmante> {
    const known = await firmante
    if (known && at >= known.desde && at <= known.hasta) return known
    // Long before and long after, since the past is played too.
    firmante = issueCertificate({
      ...CONTADORA,
      dias: 3650,
      now: new Date(at - 400 * DAY),
      clave: 'vecindario',
      random: sim.random,
    }).then(({ llave, certificado }) => ({
      rut: CONTADORA.rut,
      llave,
      certificado,
      desde: Date.parse(certificado.validFrom),
      hasta: Date.parse(certificado.validTo),
    }))
    return firmante
  }

  async function askTalonario({ dueno, rutEmisor: rut, tipoDte, at }: Encargo): Promise<Talonario> {
    const desde = nextFolio(sim, LADO, rut, tipoDte)
    const fecha = chileDate(new Date(at))
    const caf = { rut, tipoDte, desde, hasta: desde + maxFolios(tipoDte) - 1, fecha }
    const reserva = reserveCaf(sim, { ...caf, lado: LADO, dueno: dueno || null, persona: CONTADORA.rut })
    const { xml, modulo } = await issueCaf({ ...caf, razonSocial: parteOf(sim, rut).razonSocial })
    sim.sql.caf.complete.run(modulo, LADO, reserva)
    const pem = /-----BEGIN RSA PRIVATE KEY-----[\s\S]*?-----END RSA PRIVATE KEY-----/.exec(xml)![0]
    const element = /<CAF[\s\S]*<\/CAF>/.exec(xml)![0].replace(/>\s+</g, '><')
    return { xml: element, llave: createPrivateKey(pem), siguiente: desde, hasta: caf.hasta, desde: at }
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

  return {
    /** Writes the documents of one envelope and hands it in at its own time. */
    async hand(encargo: Encargo): Promise<Entregado> {
      const { dueno, rutEmisor, rutReceptor, at, tipoDte } = encargo
      const refused = refusalOf(sim, rutEmisor)
      if (refused) return { trackId: null, errores: [refused], documentos: [] }
      const [signer, talonario] = [await firmanteAt(at), await talonarioFor(encargo)]
      const vecino = sim.sql.vecinos.find.get(dueno, encargo.rutEmpresa, rutEmisor)
      const windows = vecino?.temple === 'proveedor_windows'
      const instante = chileTimestamp(new Date(at))
      const emisor = parteOf(sim, rutEmisor)
      const receptor = parteOf(sim, rutReceptor)
      const written: Entregado['documentos'] = []
      const texts: string[] = []
      for (const draft of encargo.documentos) {
        const folio = talonario.siguiente++
        const borrador = {
          ...draft,
          tipoDte,
          folio,
          emisor,
          receptor,
          instante,
          sangria: windows ? '    ' : '',
        }
        texts.push(writeDocumento(borrador, talonario, signer))
        written.push({ folio, fecha: draft.fecha, ...montosOf(borrador) })
        await pause()
      }
      const xml = writeSobre({ rutEmisor, tipoDte, documentos: texts, instante, firmante: signer, windows })
      const then = simAt(sim, at)
      const { trackId = null, detalle = [] } = await receiveArchivo(then, createLibro(then), pause, {
        lado: LADO,
        rutEnvia: signer.rut,
        rutEmpresa: rutEmisor,
        archivo: `vecino-${tipoDte}-${written[0]!.folio}.xml`,
        dueno: dueno || null,
        xml,
        ajeno: true,
      })
      if (trackId === null) sim.log('simulator refused what a neighbour wrote', { rutEmisor, detalle })
      return { trackId, errores: detalle, documentos: written }
    },
  }
}

/** Why the door would send it away before it looked at the file (simulator §2.2); null when it would not. */
function refusalOf(sim: Sim, rutEmisor: string): string | null {
  if (!isEmisor(sim, LADO, rutEmisor)) return `${rutEmisor} no está autorizado a emitir (STATUS 6)`
  return maySend(sim, LADO, rutEmisor, CONTADORA.rut)
    ? null
    : `${CONTADORA.rut}, que envía por los vecinos, no puede enviar por ${rutEmisor} (STATUS 1)`
}

/** How a party stands in a document: a neighbour as it calls itself, anybody else as the SII knows it. */
function parteOf(sim: Sim, rut: string): Parte {
  const habitante = habitanteOf(rut)
  if (habitante) return habitante
  const ficha = fichaOf(sim, LADO, rut)
  const [actividad] = ficha?.actividades ?? []
  const comuna = ficha?.ciudad ?? 'Talca'
  return {
    rut,
    razonSocial: ficha?.razonSocial ?? 'Sin nombre',
    giro: actividad?.descripcion ?? 'Comercio',
    actividad: actividad?.codigo ?? 471_100,
    direccion: 'Calle Uno 100',
    comuna,
  }
}
