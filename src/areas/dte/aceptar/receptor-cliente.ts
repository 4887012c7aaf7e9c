// A request whose receiver is a customer: what it lacks is taken from the customer book before it is read (areas/clientes §5).

import type { Database } from 'better-sqlite3'
import { withCliente } from '../../../domain/dte/solicitud'
import { isTipoDte } from '../../../domain/dte/tipos'
import type { Advertencia, Fault } from '../../../domain/errors'
import { parseRut, RUT_CONSUMIDOR_FINAL, RUT_EXTRANJERO } from '../../../domain/rut'
import type { Efecto } from '../referencias/efectos'
import { type ClienteRow, prepareClientes } from './statements'

type Json = Record<string, unknown>

/** A request with its receiver whole, and what there is to say of it. */
interface Completa {
  cuerpo: unknown
  faults: Fault[]
  advertencias: Advertencia[]
  /** The id of the customer, when the request named it so. */
  clienteId?: string
  /** The number of the foreigner that it is. */
  numIdCliente?: string
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const CAMPO = 'receptor.cliente_id'

export function createReceptorCliente(client: Database) {
  const sql = prepareClientes(client)

  const merge = (cuerpo: Json, receptor: Json, row: ClienteRow): Completa => {
    const { num_id, nacionalidad, tipo_doc_id, ...cliente } = row
    const extranjero = num_id ? { num_id, nacionalidad, tipo_doc_id } : null
    const numId = num_id ? { numIdCliente: num_id } : {}
    if (!isTipoDte(cuerpo.tipo_dte)) return { cuerpo: { ...cuerpo, receptor }, faults: [], advertencias: [] }
    const { receptor: whole, tomados } = withCliente(receptor, { ...cliente, extranjero }, cuerpo.tipo_dte)
    const mensaje = `Del cliente ${cliente.razon_social} se tomó: ${tomados.join(', ')}`
    const code = 'RECEIVER_FROM_CUSTOMER'
    return {
      cuerpo: { ...cuerpo, receptor: whole },
      faults: [],
      advertencias: tomados.length ? [{ code, campo: 'receptor', mensaje }] : [],
      ...numId,
    }
  }

  /** By id, which stands in the request beside what it lacks. `aceptada`: it was accepted before, and its customer may be gone since. */
  function byId(
    empresaId: string,
    cuerpo: Json,
    { cliente_id: id, ...receptor }: Json,
    aceptada: boolean,
  ): Completa {
    const refuse = (regla: Fault['regla'], mensaje: string): Completa => ({
      cuerpo: { ...cuerpo, receptor },
      faults: [{ campo: CAMPO, regla, mensaje }],
      advertencias: [],
    })
    if (typeof id !== 'string') return refuse('tipo', `${CAMPO} debe ser un texto`)
    const row = sql.byId.get(empresaId, id)
    if (!row || (row.eliminado_en !== null && !aceptada))
      return refuse('valor', `${CAMPO}: no existe ese cliente, o está eliminado`)
    const { eliminado_en: _, ...cliente } = row
    const sent = receptor.rut ?? receptor.RUTRecep ?? null
    if (typeof sent === 'string' && parseRut(sent) !== null && parseRut(sent) !== cliente.rut)
      return refuse('contradiccion', `receptor.rut no es el del cliente, ${cliente.rut}; envíe uno solo`)
    return { ...merge(cuerpo, receptor, cliente), clienteId: id }
  }

  /** Costs nothing where the request names its receiver, which nearly all do. */
  return function complete(cuerpo: unknown, empresaId: string, aceptada = false): Completa {
    const same: Completa = { cuerpo, faults: [], advertencias: [] }
    if (!isObject(cuerpo) || !isObject(cuerpo.receptor)) return same
    const { receptor } = cuerpo
    if (receptor.cliente_id !== undefined && receptor.cliente_id !== null)
      return byId(empresaId, cuerpo, receptor, aceptada)
    if ((receptor.razon_social ?? receptor.RznSocRecep ?? null) !== null && receptor.cliente_id === undefined)
      return same
    const { cliente_id: _, ...rest } = receptor
    const plain =
      receptor.cliente_id === undefined ? same : { ...same, cuerpo: { ...cuerpo, receptor: rest } }
    const sent = receptor.rut ?? receptor.RUTRecep
    const rut = typeof sent === 'string' ? parseRut(sent) : null
    // Foreigners share theirs: of them only an id tells who.
    if (rut === null || rut === RUT_CONSUMIDOR_FINAL || rut === RUT_EXTRANJERO) return plain
    if ((receptor.razon_social ?? receptor.RznSocRecep ?? null) !== null) return plain
    const row = sql.byRut.get(empresaId, rut)
    return row ? merge(cuerpo, rest, row) : plain
  }
}

/** The foreigner of a note that cannot say which: whose the documents are that it is about. */
export function numIdOf(efectos: readonly Efecto[]): string | undefined {
  const [one, ...others] = new Set(efectos.map(({ referido }) => referido.num_id_receptor))
  return others.length ? undefined : (one ?? undefined)
}
