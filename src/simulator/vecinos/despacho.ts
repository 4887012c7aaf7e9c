// The suppliers' letters to the company (simulator §21.6): the SII's accepted documents, with the same
// bytes, in the letter's own envelope; and the careless one's mistakes.

import { chileDate, chileTimestamp } from '../../domain/fecha'
import { buzonDe } from '../correo/direcciones'
import { writeMensaje } from '../correo/mensaje'
import { createLibro } from '../libro'
import { type Sim, simAt } from '../sim'
import { putCarta } from './correspondencia'
import type { Borrador } from './documento'
import { type Despacho, FALLAS_CARTA, type FallaCarta } from './encargos'
import { cartaOf } from './estilos'
import { CONTADORA } from './firmantes'
import { habitanteOf } from './habitantes'
import type { Oficina } from './oficina'
import { writeSobre } from './sobre'
import { LADO, type Vecindad } from './tipos'

/** Every so many letters of the careless one are broken, by turns in each way. */
const CADA = 5
/** To whom the careless one sends what was for somebody else. */
const OTRO_RECEPTOR = '90000018-9'
const PERSONALIZADO =
  '<DocPersonalizado><campoString name="Despacho">“Puerta a puerta” – 30 días – € 0</campoString></DocPersonalizado>\n'

/** How long after it was handed in a document is mailed: once the SII has looked at it. */
export const mailDelay = ({ delays }: Sim): number =>
  Object.values(delays).reduce((sum, ms) => sum + ms, 1000)

/** The text of a document as the SII got it; null when it rejected it, or gave its bytes up. */
function textOf(sim: Sim, rut: string, { tipoDte, folio }: Despacho): string | null {
  const libro = createLibro(sim)
  const documento = libro.findDocumento(LADO, rut, tipoDte, folio)
  if (!documento?.veredicto || documento.veredicto === 'rechazado') return null
  const { inicio, fin, trackId } = documento
  return libro.readXml(trackId).subarray(inicio, fin).toString('latin1').replaceAll('\r\n', '\n') || null
}

/** The mistake of the careless one's letter after so many documents. */
function turnOf(ordinal: number): FallaCarta | null {
  return ordinal % CADA ? null : FALLAS_CARTA[(ordinal / CADA - 1) % FALLAS_CARTA.length]!
}

/** Writes a letter and puts it into the company's box, at its own time. */
export async function mailDocumento(
  sim: Sim,
  oficina: Oficina,
  casa: Vecindad,
  rut: string,
  at: number,
  despacho: Despacho,
): Promise<void> {
  const { tipoDte, folio } = despacho
  const then = simAt(sim, at)
  const text = despacho.dte ?? textOf(then, rut, despacho)
  const vecino = sim.sql.vecinos.find.get(casa.dueno, casa.rutEmpresa, rut)
  if (!text || !vecino) return
  const careless = vecino.temple === 'proveedor_desprolijo'
  const ordinal = sim.sql.vecinos.emitidos.get(casa.dueno, casa.rutEmpresa, rut)!
  const falla = despacho.falla === undefined && careless ? turnOf(ordinal) : (despacho.falla ?? null)
  const windows = vecino.temple === 'proveedor_windows'

  async function send(dte: string, number: number, receptor: string, cut = false): Promise<void> {
    const whole = writeSobre({
      ...{ rutEmisor: rut, rutReceptor: receptor, tipoDte, windows, windows1252: windows },
      documentos: [windows ? dte.replace(/<\/DTE>$/, `${PERSONALIZADO}</DTE>`) : dte],
      instante: chileTimestamp(new Date(at)),
      firmante: await oficina.signerOf(CONTADORA, at),
    })
    const [, total = ''] = /<MntTotal>(\d+)</.exec(dte) ?? []
    const xml = cut ? whole.subarray(0, Math.floor(whole.length * 0.6)) : whole
    const para = buzonDe(casa.rutEmpresa)
    const carta = cartaOf(rut, { tipoDte, folio: number }, { para, at: new Date(at), xml, total })
    putCarta(then, casa.dueno, buzonDe(rut), para, writeMensaje(carta))
  }

  /** Another document of the supplier's, which the SII never sees. */
  async function another(receptor: string, number?: number): Promise<void> {
    const [[nombre, precio]] = habitanteOf(rut)!.articulos as [[string, number]]
    const borrador: Pick<Borrador, 'fecha' | 'formaPago' | 'lineas' | 'referencias'> = {
      ...{ fecha: chileDate(new Date(at)), formaPago: 2, referencias: [] },
      lineas: [{ nombre, cantidad: 1, precio: precio + Math.ceil(precio / 10), exento: false }],
    }
    const encargo = { ...casa, rutEmisor: rut, rutReceptor: receptor, at, tipoDte, documentos: [borrador] }
    const { textos, documentos } = await oficina.write(encargo, number)
    await send(textos[0]!, documentos[0]!.folio, receptor)
  }

  const { rutEmpresa } = casa
  if (falla === 'carta_ajena') return another(OTRO_RECEPTOR)
  await send(
    falla === 'carta_firma' ? text.replace(/<NmbItem>/, '<NmbItem>*') : text,
    folio,
    rutEmpresa,
    falla === 'carta_ilegible',
  )
  if (falla === 'carta_folio') await another(rutEmpresa, folio)
}
