// The use cases around a customer (areas/clientes §1).

import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import {
  type DatosCliente,
  type Extranjero,
  numIdOf,
  rutFaults,
  TEXTOS_CLIENTE,
  type TextoCliente,
  textoCliente,
} from '../../domain/cliente'
import { AppError, faultsError } from '../../domain/errors'
import { parseRut } from '../../domain/rut'
import { actorName } from '../../http/audit'
import type { Tenant } from '../../http/tenant'
import type { Store } from '../../store/store'
import type { CambioDeCampo } from '../../store/tables/cliente'
import type { CambiosCliente, ExtranjeroBody, NuevoCliente } from './cliente.schema'
import { type ClienteRow, type ClienteStore, createClienteStore, datosOf, differences } from './cliente-store'

export type Clientes = ReturnType<typeof createClientes>

/** Nobody. */
export const SIN_DATOS: DatosCliente = {
  rut: '',
  razon_social: '',
  giro: null,
  direccion: null,
  comuna: null,
  ciudad: null,
  email: null,
  telefono: null,
  contacto: null,
  email_intercambio: null,
  forma_pago_defecto: null,
  notas: null,
  extranjero: null,
}

/** The fields that are present, as they are kept. */
function fieldsOf(body: CambiosCliente): Partial<DatosCliente> {
  const fields: Record<string, unknown> = {}
  for (const [campo, value] of Object.entries(body)) {
    if (value === undefined) continue
    if (campo === 'rut') fields.rut = parseRut(value as string)!
    else if (campo === 'extranjero') fields.extranjero = value && extranjeroOf(value as ExtranjeroBody)
    else if (campo in TEXTOS_CLIENTE)
      fields[campo] = textoCliente(campo as TextoCliente, value as string | null)
    else fields[campo] = value
  }
  return fields
}

const extranjeroOf = ({ num_id, nacionalidad = null, tipo_doc_id = null }: ExtranjeroBody): Extranjero => ({
  num_id: numIdOf(String(num_id)),
  nacionalidad: nacionalidad === null ? null : String(nacionalidad),
  tipo_doc_id,
})

/** After a change; of a new one the schema says it. Throws VALIDATION_ERROR. */
function checked(datos: DatosCliente): DatosCliente {
  const faults = rutFaults(datos.rut, datos.extranjero)
  if (faults.length) throw faultsError(faults)
  return datos
}

export function createClientes({ store, clock, newId }: { store: Store; clock: Clock; newId: NewId }) {
  const clientes: ClienteStore = createClienteStore(store.db)

  function get(empresaId: string, id: string): ClienteRow {
    const found = clientes.find(empresaId, id)
    if (!found) throw new AppError('NOT_FOUND', 'No existe el cliente')
    return found
  }

  function getLiving(empresaId: string, id: string): ClienteRow {
    const row = get(empresaId, id)
    if (row.eliminadoEn === null) return row
    throw new AppError('INVALID_STATE', 'El cliente está eliminado; restáurelo primero')
  }

  /** Throws ALREADY_EXISTS. */
  function requireFree(empresaId: string, { rut, extranjero }: DatosCliente, id?: string): void {
    const other = clientes.byRut(empresaId, rut, extranjero?.num_id)
    if (!other || other.id === id) return
    const whose = extranjero ? `la identificación ${extranjero.num_id}` : `el RUT ${rut}`
    throw new AppError('ALREADY_EXISTS', `Ya hay un cliente con ${whose}: ${other.razonSocial}`, {
      detalles: [{ id: other.id, rut, razon_social: other.razonSocial }],
    })
  }

  function note(tenant: Tenant, id: string, campos: CambioDeCampo[]): void {
    if (campos.length) clientes.addChange(id, clock().toISOString(), actorName(store.db, tenant), campos)
  }

  return {
    /** Deleted ones too. Throws NOT_FOUND. */
    get,
    changes: clientes.changes,
    countChanges: clientes.countChanges,

    /** Throws ALREADY_EXISTS with the other's id. */
    create({ empresaId }: Tenant, body: NuevoCliente): ClienteRow {
      const datos = { ...SIN_DATOS, ...fieldsOf(body) }
      requireFree(empresaId, datos)
      const id = newId('cli')
      clientes.insert({ id, empresaId, origen: 'manual', createdAt: clock().toISOString() }, datos)
      return get(empresaId, id)
    },

    /** Changes the fields that are present. Throws as `create`, VALIDATION_ERROR, and INVALID_STATE of a deleted one. */
    change(tenant: Tenant, id: string, body: CambiosCliente): ClienteRow {
      const before = datosOf(getLiving(tenant.empresaId, id))
      const datos = checked({ ...before, ...fieldsOf(body) })
      requireFree(tenant.empresaId, datos, id)
      const campos = differences(before, datos)
      if (campos.length) clientes.update(id, datos)
      note(tenant, id, campos)
      return get(tenant.empresaId, id)
    },

    /** Its documents and its history stay. Throws INVALID_STATE when it is deleted already. */
    remove(tenant: Tenant, id: string): ClienteRow {
      const row = get(tenant.empresaId, id)
      if (row.eliminadoEn !== null) throw new AppError('INVALID_STATE', 'El cliente ya está eliminado')
      clientes.setEliminado(id, clock().toISOString())
      note(tenant, id, [{ campo: 'eliminado', antes: false, despues: true }])
      return row
    },

    /** Throws INVALID_STATE when it lives, ALREADY_EXISTS when another one has its RUT by now. */
    restore(tenant: Tenant, id: string): ClienteRow {
      const row = get(tenant.empresaId, id)
      if (row.eliminadoEn === null) throw new AppError('INVALID_STATE', 'El cliente no está eliminado')
      requireFree(tenant.empresaId, datosOf(row))
      clientes.setEliminado(id, null)
      note(tenant, id, [{ campo: 'eliminado', antes: true, despues: false }])
      return get(tenant.empresaId, id)
    },
  }
}
