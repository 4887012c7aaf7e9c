// compra_int.extraer: reads the file of a purchase or of a card statement, once (areas/compras-internacionales §1, §4).

import { AppError } from '../../domain/errors'
import { addDays, chileDate } from '../../domain/fecha'
import { type Extraccion, type Extractor, type Ia, PROPUESTA_VACIA } from '../../extraccion'
import type { Audit } from '../../http/audit'
import { createFairShare } from '../../jobs/fair-share'
import type { Job, JobKind } from '../../jobs/kind'
import type { Eventos } from '../eventos'
import type { Fin, TrabajoContext, Trabajos } from '../trabajos'
import { askIa, isOpen, joined, type Leido } from './ask-ia'
import { squeeze, squeezeName } from './claves'
import { bloqueosDe, type Compras } from './compras'
import type { Estados } from './estados'
import type { CompraGuardada } from './statements'

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

/** A purchase that a person has changed since is left as it is. */
const isSame = (a: CompraGuardada, b: CompraGuardada): boolean =>
  a.estado === b.estado &&
  a.propuesta === b.propuesta &&
  a.dudosos === b.dudosos &&
  a.confirmado === b.confirmado &&
  a.emision_job_id === b.emision_job_id

/** How old an invoice may be, in days, before its day is more likely one that was misread: 26/11/05. */
const VIEJA = 365

/** A day that is still to come is doubtful, and one long past; tomorrow is today where the supplier is. */
function doubtDay(read: Extraccion, hoy: string): Extraccion {
  const { fecha } = read.propuesta
  if (fecha === null || read.camposDudosos.some(({ campo }) => campo === 'fecha')) return read
  const motivo =
    fecha > addDays(hoy, 1)
      ? 'Es un día que aún no llega'
      : fecha < addDays(hoy, -VIEJA)
        ? 'Es de hace más de un año'
        : null
  if (motivo === null) return read
  return { ...read, camposDudosos: [...read.camposDudosos, { campo: 'fecha', motivo, alternativas: [] }] }
}

/** Nobody sells to himself: what was taken for the supplier was the customer, its country and address too. */
function withoutOwn<T extends Leido>(
  read: T,
  { rut, razon_social }: { rut: string; razon_social: string },
): T {
  const { proveedor } = read.propuesta
  const { nombre, taxId } = proveedor
  const isOwnName =
    nombre !== null && squeezeName(nombre) !== '' && squeezeName(nombre) === squeezeName(razon_social)
  const isOwnRut = taxId !== null && squeeze(taxId).endsWith(squeeze(rut))
  if (!isOwnName && !isOwnRut) return read
  const left = isOwnName
    ? { ...PROPUESTA_VACIA.proveedor, taxId: isOwnRut ? null : taxId }
    : { ...proveedor, taxId: null }
  const isGone = (campo: string): boolean =>
    isOwnName ? campo.startsWith('proveedor.') && campo !== 'proveedor.tax_id' : campo === 'proveedor.tax_id'
  return {
    ...read,
    propuesta: { ...read.propuesta, proveedor: left },
    camposDudosos: read.camposDudosos.filter(({ campo }) => !isGone(campo)),
  }
}

export function readFileJob(deps: Deps): JobKind<ArgsLectura> {
  const { compras, estados, extractor, ia, audit, eventos } = deps
  // One thread reads, ten seconds at most each: whoever brings a hundred files that take so long waits for them alone.
  const share = createFairShare(Number.POSITIVE_INFINITY)

  async function runCompra(
    { empresaId, ambiente, args }: Job<ArgsLectura>,
    ctx: TrabajoContext,
  ): Promise<Fin> {
    const { compra: id, ia: cuando, como } = args as Extract<ArgsLectura, { compra: string }>
    const row = compras.stored(id)!
    const first = row.estado === 'extrayendo'
    // Given up, or read by a run that died before its end; read too when a person has the model asked again that had refused.
    if (!first && (cuando !== 'siempre' || row.confirmado || row.estado === 'descartada'))
      return { result: { id } }
    const archivo = { bytes: (await compras.file(id))!, nombre: row.archivo_nombre!, tipo: null }
    const empresa = compras.empresa(empresaId)
    const found = await share(empresaId, () => extractor.extraer(archivo, { signal: ctx.signal }))
    const read = withoutOwn(doubtDay(found, chileDate(ctx.now())), empresa)
    if (
      !first &&
      (row.propuesta !== JSON.stringify(read.propuesta) || row.dudosos !== JSON.stringify(read.camposDudosos))
    )
      return { result: { id } }
    const imagenesDe: Extractor['imagenesDe'] = (...args) =>
      share(empresaId, () => extractor.imagenesDe(...args))
    const asking = ia && (cuando === 'siempre' || (cuando === 'abierto' && isOpen(read)))
    const { dicho, aviso } = asking
      ? await askIa({ ia, imagenesDe }, { read, archivo, shown: como }, ctx)
      : { dicho: null, aviso: null }
    const leido = dicho?.ok ? joined(read, withoutOwn(dicho, empresa)) : read
    const metodo = dicho?.ok ? 'ia' : read.metodo
    const motivo = [dicho?.ok ? null : read.motivo, aviso].filter((text) => text !== null).join('. ') || null
    const estado = metodo === 'sin_extraer' ? 'sin_extraer' : 'extraida'
    const { propuesta, camposDudosos: dudosos } = leido
    const change = () => {
      // Discarded or corrected while it was read: what a person said stays.
      if (!isSame(compras.stored(id)!, row)) return
      compras.change(id, { estado, metodo, paginas: read.paginas, motivo, propuesta, dudosos })
      // No rate is looked up for what nobody has confirmed.
      const bloqueos = bloqueosDe(compras.stored(id)!, null)
      eventos.emit({ empresaId, ambiente }, [
        {
          evento: 'compra_int.extraida',
          data: () => ({ empresa_id: empresaId, ambiente, id, estado, bloqueos }),
        },
      ])
    }
    const write = () => {
      if (!dicho || (!dicho.ok && !dicho.contestada)) return change()
      const detalle = { como: read.texto !== null ? 'texto' : como, ok: dicho.ok }
      audit(ctx.actor, change, () => ({ accion: 'extraccion.ia', objeto: id, detalle }))
    }
    if (cuando === 'siempre' && dicho && !dicho.ok && (dicho.contestada || dicho.rehusada)) {
      const mensaje = `${dicho.motivo}: la compra ${id} queda con lo que leyeron las reglas`
      const detalles = [{ compra_id: id, estado }]
      return { refusal: new AppError('EXTRACTION_ERROR', mensaje, { detalles }), write }
    }
    return { result: { id }, write }
  }

  async function runEstado({ empresaId, args }: Job<ArgsLectura>, ctx: TrabajoContext): Promise<Fin> {
    const { estado: id } = args as Extract<ArgsLectura, { estado: string }>
    const archivo = await estados.file(id)
    if (!archivo) return { result: { id } }
    const leido = await share(empresaId, () =>
      extractor.extraerEstado({ ...archivo, tipo: null }, { signal: ctx.signal }),
    )
    return { result: { id }, write: () => estados.finish(id, leido) }
  }

  return deps.trabajos.define<ArgsLectura>({
    tipo: LECTURA,
    operacion: 'extraccion',
    run: (job, ctx) => ('compra' in job.args ? runCompra(job, ctx) : runEstado(job, ctx)),
    // A person fills it in by hand then.
    discarded({ args }) {
      const motivo = 'Se descartó su lectura'
      if ('estado' in args) estados.giveUp(args.estado, motivo)
      else if (compras.stored(args.compra)?.estado === 'extrayendo')
        compras.change(args.compra, { estado: 'sin_extraer', metodo: 'sin_extraer', motivo })
    },
  })
}
