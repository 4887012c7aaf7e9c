// Asks the operator's model of a file whose rules' result is here already, and says why it was not asked or did not tell
// (areas/compras-internacionales §1).

import type { CampoDudoso, PropuestaCompra } from '../../domain/compra-internacional'
import { AppError } from '../../domain/errors'
import { foldText } from '../../domain/texto'
import type { Archivo, Extraccion, Extractor, Ia, RespuestaIa } from '../../extraccion'
import { exactDecimal } from '../tipos-cambio'
import type { TrabajoContext } from '../trabajos'

export interface Leido {
  propuesta: PropuestaCompra
  camposDudosos: CampoDudoso[]
}

/** Whether the rules leave anything open. */
export const isOpen = ({
  propuesta: { proveedor, numero, fecha, moneda, monto },
  camposDudosos,
}: Leido): boolean =>
  camposDudosos.length > 0 || [proveedor.nombre, numero, fecha, moneda, monto].includes(null)

/** The comparable form of a value: the decimal of an amount, the letters and digits of a text. */
const plain = (campo: string, text: string): string =>
  (IMPORTES.includes(campo) ? exactDecimal(text) : null) ?? foldText(text).replace(/[^\p{L}\d]+/gu, '')
const IMPORTES = ['monto', 'impuesto_extranjero']

/** The fields that decide the withholding: a subtotal and a day of payment stand in the text too. */
const DEL_COBRO = ['monto', 'moneda', 'fecha']
const SOLO_EL = {
  motivo: 'Lo leyó sólo la inteligencia artificial: las reglas no lo hallaron',
  alternativas: [],
}

/**
 * The rules' reading stands; the model fills its gaps, and all of it is doubtful where the rules disagree.
 */
export function joined(reglas: Leido, ia: Leido): Leido {
  const doubts = new Map(reglas.camposDudosos.map((one) => [one.campo, one]))
  const told = new Map(ia.camposDudosos.map((one) => [one.campo, one]))
  const pick = (campo: string, own: string | null, other: string | null): string | null => {
    if (own === null) {
      const doubt = told.get(campo) ?? (DEL_COBRO.includes(campo) ? { campo, ...SOLO_EL } : undefined)
      if (other !== null && doubt) doubts.set(campo, doubt)
      return other
    }
    if (other !== null && plain(campo, other) !== plain(campo, own)) {
      const before = doubts.get(campo)
      const motivo = before?.motivo ?? 'Las reglas y el modelo leen valores distintos'
      const alternativas = [...new Set([...(before?.alternativas ?? []), other])]
      doubts.set(campo, { campo, motivo, alternativas })
    }
    return own
  }
  const [a, b] = [reglas.propuesta, ia.propuesta]
  const propuesta: PropuestaCompra = {
    proveedor: {
      nombre: pick('proveedor.nombre', a.proveedor.nombre, b.proveedor.nombre),
      pais: pick('proveedor.pais', a.proveedor.pais, b.proveedor.pais),
      taxId: pick('proveedor.tax_id', a.proveedor.taxId, b.proveedor.taxId),
      direccion: pick('proveedor.direccion', a.proveedor.direccion, b.proveedor.direccion),
    },
    numero: pick('numero', a.numero, b.numero),
    fecha: pick('fecha', a.fecha, b.fecha),
    moneda: pick('moneda', a.moneda, b.moneda),
    monto: pick('monto', a.monto, b.monto),
    impuestoExtranjero: pick('impuesto_extranjero', a.impuestoExtranjero, b.impuestoExtranjero),
    descripcion: pick('descripcion', a.descripcion, b.descripcion),
  }
  return { propuesta, camposDudosos: [...doubts.values()] }
}

/**
 * The result of asking; null `dicho` when nothing was asked. `aviso` is Spanish, for a person: what it was
 * not given, or why not.
 */
interface Consultada {
  dicho: RespuestaIa | null
  aviso: string | null
}

const NO_LEYO = 'La inteligencia artificial no leyó el archivo'

/** `shown` is what the company lets it see. Takes the unit of the job when it answered, whatever it said. */
export async function askIa(
  { ia, imagenesDe }: { ia: Ia } & Pick<Extractor, 'imagenesDe'>,
  { read, archivo, shown }: { read: Extraccion; archivo: Archivo; shown: 'texto' | 'imagen' },
  ctx: Pick<TrabajoContext, 'charge' | 'signal'>,
): Promise<Consultada> {
  const none = (why: string): Consultada => ({ dicho: null, aviso: `${NO_LEYO}: ${why}` })
  let pedido: Parameters<Ia['preguntar']>[0]
  let aviso: string | null = null
  if (read.texto !== null) pedido = { texto: read.texto }
  else if (shown === 'texto')
    return none('no tiene texto, y la empresa no permite enviarle imágenes (extraccion_ia)')
  else {
    const { imagenes, omitidas, motivo } = await imagenesDe(archivo, { signal: ctx.signal })
    if (!imagenes.length) return none(motivo ?? 'no tiene texto ni páginas que sean una imagen')
    pedido = { imagenes }
    if (omitidas.length)
      aviso = `No se envió a la inteligencia artificial lo que no es una imagen o no cupo: página ${omitidas.join(', ')}`
  }
  let said: RespuestaIa | undefined
  try {
    await ctx.charge(async () => {
      said = await ia.preguntar(pedido, { signal: ctx.signal })
      if (!said.ok && !said.contestada) throw new Silent()
    })
  } catch (fault) {
    // Spent by others since it was queued, or by the time that the rules left something open: what they read stands.
    if (fault instanceof AppError && fault.code === 'PLAN_LIMIT') return none(fault.message)
    if (!(fault instanceof Silent)) throw fault
  }
  const dicho = said!
  return { dicho, aviso: dicho.ok ? aviso : dicho.motivo }
}

/** The model did not answer: no unit. */
class Silent extends Error {}
