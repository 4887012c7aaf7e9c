// compra_int.extraer: reads the file of a purchase or of a card statement, once (areas/compras-internacionales §1, §4).

import type { CampoDudoso, PropuestaCompra } from '../../domain/compra-internacional'
import { AppError } from '../../domain/errors'
import type { Extractor, Ia, RespuestaIa } from '../../extraccion'
import type { Audit } from '../../http/audit'
import { createFairShare } from '../../jobs/fair-share'
import type { Job, JobKind } from '../../jobs/kind'
import type { Eventos } from '../eventos'
import type { Faena, Fin, Trabajos } from '../trabajos'
import { bloqueosDe, type Compras } from './compras'
import type { Estados } from './estados'

export const LECTURA = 'compra_int.extraer'

/** `ia` asks the model even of what the rules leave nothing open. */
export type ArgsLectura =
  | { compra: string; ia: 'nunca' | 'abierto' | 'siempre'; como: 'texto' | 'imagen' }
  | { estado: string }

interface Deps {
  trabajos: Pick<Trabajos, 'define'>
  extractor: Extractor
  /** Null where the operator named no model. */
  ia: Ia | null
  compras: Compras
  estados: Estados
  audit: Audit
  eventos: Pick<Eventos, 'emit'>
}

interface Leido {
  propuesta: PropuestaCompra
  camposDudosos: CampoDudoso[]
}

const isOpen = ({ propuesta: { proveedor, numero, fecha, moneda, monto }, camposDudosos }: Leido): boolean =>
  camposDudosos.length > 0 || [proveedor.nombre, numero, fecha, moneda, monto].includes(null)

/** What the rules read stands; the model fills what they left out, and every word of it is doubtful where they are of two minds. */
export function joined(reglas: Leido, ia: Leido): Leido {
  const doubts = new Map(reglas.camposDudosos.map((one) => [one.campo, one]))
  const told = new Map(ia.camposDudosos.map((one) => [one.campo, one]))
  const pick = (campo: string, own: string | null, other: string | null): string | null => {
    if (own === null) {
      const doubt = other === null ? undefined : told.get(campo)
      if (doubt) doubts.set(campo, doubt)
      return other
    }
    if (other !== null && other !== own) {
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

export function readFileJob(deps: Deps): JobKind<ArgsLectura> {
  const { compras, estados, extractor, ia, audit, eventos } = deps
  // One thread reads, ten seconds at most each: whoever brings a hundred files that take so long waits for them alone.
  const share = createFairShare(Number.POSITIVE_INFINITY)

  /** A unit is taken when it answered, whatever it said. */
  async function ask(pedido: Parameters<Ia['preguntar']>[0], faena: Faena): Promise<RespuestaIa> {
    let said: RespuestaIa | undefined
    try {
      await faena.charge(async () => {
        said = await ia!.preguntar(pedido, { signal: faena.signal })
        if (said.ok || said.contestada) return
        throw new Silent()
      })
    } catch (fault) {
      // Spent by others since it was queued: what the rules read stands.
      if (fault instanceof AppError && fault.code === 'PLAN_LIMIT')
        return { ok: false, contestada: false, motivo: fault.message }
      if (!(fault instanceof Silent)) throw fault
    }
    return said!
  }

  async function runCompra({ empresaId, ambiente, args }: Job<ArgsLectura>, faena: Faena): Promise<Fin> {
    const { compra: id, ia: cuando, como } = args as Extract<ArgsLectura, { compra: string }>
    const row = compras.stored(id)!
    // Read, or given up, by a run that died before its end.
    if (row.estado !== 'extrayendo') return { result: { id } }
    const archivo = { bytes: compras.file(id)!, nombre: row.archivo_nombre!, tipo: null }
    const read = await share(empresaId, () => extractor.extraer(archivo, { signal: faena.signal }))
    let leido: Leido = read
    let metodo: string = read.metodo
    let { motivo } = read
    let asked: RespuestaIa | null = null
    if (ia && (cuando === 'siempre' || (cuando === 'abierto' && isOpen(read)))) {
      const pedido =
        read.texto !== null ? { texto: read.texto } : como === 'imagen' ? { imagen: archivo } : null
      if (pedido) asked = await ask(pedido, faena)
      if (asked?.ok) {
        leido = joined(read, asked)
        metodo = 'ia'
        motivo = null
      } else if (asked) motivo = asked.motivo
    }
    const estado = metodo === 'sin_extraer' ? 'sin_extraer' : 'extraida'
    const answered = asked !== null && (asked.ok || asked.contestada)
    const { propuesta, camposDudosos: dudosos } = leido
    const write = () => {
      // Discarded while it was read: what a person said stays.
      if (compras.stored(id)!.estado !== 'extrayendo') return
      compras.change(id, { estado, metodo, paginas: read.paginas, motivo, propuesta, dudosos })
      const bloqueos = bloqueosDe(compras.stored(id)!).map((one) => one.motivo)
      eventos.emit({ empresaId, ambiente }, [
        {
          evento: 'compra_int.extraida',
          data: () => ({ empresa_id: empresaId, ambiente, id, estado, bloqueos }),
        },
      ])
    }
    return {
      result: { id },
      write: () => {
        if (!answered) return write()
        const detalle = { como: read.texto !== null ? 'texto' : como, ok: asked!.ok }
        audit(faena.quien, write, () => ({ accion: 'extraccion.ia', objeto: id, detalle }))
      },
    }
  }

  async function runEstado({ empresaId, args }: Job<ArgsLectura>, faena: Faena): Promise<Fin> {
    const { estado: id } = args as Extract<ArgsLectura, { estado: string }>
    const archivo = estados.file(id)
    if (!archivo) return { result: { id } }
    const leido = await share(empresaId, () =>
      extractor.extraerEstado({ ...archivo, tipo: null }, { signal: faena.signal }),
    )
    return { result: { id }, write: () => estados.finish(id, leido) }
  }

  return deps.trabajos.define<ArgsLectura>({
    tipo: LECTURA,
    operacion: 'extraccion',
    run: (job, faena) => ('compra' in job.args ? runCompra(job, faena) : runEstado(job, faena)),
    // A person fills it in by hand then.
    discarded({ args }) {
      const motivo = 'Se descartó su lectura'
      if ('estado' in args) estados.giveUp(args.estado, motivo)
      else if (compras.stored(args.compra)?.estado === 'extrayendo')
        compras.change(args.compra, { estado: 'sin_extraer', metodo: 'sin_extraer', motivo })
    },
  })
}

/** The model did not answer: no unit, and the rules' result stays. */
class Silent extends Error {}
