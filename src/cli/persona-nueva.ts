// `timbre usuario crear`: an account with its owner, or a colleague in one that is there.

import { eq, or } from 'drizzle-orm'
import {
  ARGON2_COST,
  createPasswords,
  createRegistration,
  createUsuarioStore,
  noteByOperator,
} from '../areas/auth'
import { createEmpresas } from '../areas/empresa'
import type { Config } from '../config'
import { ROLES, type Rol } from '../domain/permisos'
import { parseRut } from '../domain/rut'
import { createAudit } from '../http/audit'
import type { Store } from '../store/store'
import { cuenta } from '../store/tables/cuenta'
import { usuario } from '../store/tables/usuario'
import { type Argumentos, Falla, type Io, requireText, text, UsoIncorrecto } from './comando'
import { clock, newId } from './proceso'

interface Empresa {
  rut: string
  razon_social: string
}

/** The arguments of the command line: a new account, or a colleague in the account of an id or e-mail. */
export type Nueva =
  | { nombre: string; cuenta: null; empresa?: Empresa }
  | { nombre: string; cuenta: string; rol: Rol }

/** Throws UsoIncorrecto. */
export function wantedPerson(args: Argumentos): Nueva {
  const nombre = requireText(args, 'nombre')
  const cuenta = text(args, 'cuenta')
  const wanted = text(args, 'rol')
  const company = text(args, 'rut') ?? text(args, 'razon-social')
  if (cuenta === undefined) {
    if (wanted !== undefined)
      throw new UsoIncorrecto('--rol va con --cuenta: quien crea una cuenta es su propietario')
    return company === undefined
      ? { nombre, cuenta: null }
      : { nombre, cuenta: null, empresa: companyOf(args) }
  }
  if (company !== undefined)
    throw new UsoIncorrecto(
      '--rut y --razon-social no van con --cuenta: cree la empresa con timbre empresa crear',
    )
  const rol = ROLES.find((one) => one === wanted)
  if (!rol) throw new UsoIncorrecto(`--rol es uno de ${ROLES.join(', ')}`)
  return { nombre, cuenta, rol }
}

function companyOf(args: Argumentos): Empresa {
  const rut = requireText(args, 'rut')
  const parsed = parseRut(rut)
  if (!parsed) throw new UsoIncorrecto(`«${rut}» no es un RUT válido`)
  return { rut: parsed, razon_social: requireText(args, 'razon-social') }
}

/** Makes the person and says what came of it. Throws AppError for a known e-mail, Falla for an account that is not there. */
export async function createPerson(
  store: Store,
  config: Config,
  wanted: Nueva & { email: string; password: string },
  io: Io,
): Promise<void> {
  const usuarios = createUsuarioStore(store.db)
  const registration = createRegistration({
    store,
    clock,
    newId,
    usuarios,
    empresas: createEmpresas({ store, clock, newId, correo: null }),
    passwords: createPasswords(ARGON2_COST),
    openRegistration: true,
    planInicial: config.planInicial,
  })
  const note = noteByOperator(createAudit({ store, clock, newId }))
  if (wanted.cuenta !== null) {
    const { id, nombre } = findCuenta(store, wanted.cuenta)
    const person = await registration.join(id, wanted, note)
    io.result({ usuario_id: person.id, cuenta_id: id, rol: wanted.rol })
    io.out(`Usuario ${person.id} creado como ${wanted.rol} en la cuenta ${id} (${nombre})`)
    return
  }
  const others = store.db.select({ id: cuenta.id, nombre: cuenta.nombre }).from(cuenta).limit(4).all()
  const created = await registration.create(wanted, note)
  io.result({
    usuario_id: created.usuario.id,
    cuenta_id: created.cuenta.id,
    empresa_id: created.empresaId ?? null,
  })
  io.out(`Usuario ${created.usuario.id} creado con la cuenta ${created.cuenta.id}`)
  if (created.empresaId)
    io.out(
      `Empresa ${created.empresaId} creada en simulacion; complétela con PUT /v1/empresa/${created.empresaId}`,
    )
  else
    io.out(
      'Aún no tiene una empresa: entre con ese correo en la página /app/ del servidor (timbre serve), o cree una con POST /v1/empresa',
    )
  if (others.length === 0) return
  const named = others.slice(0, 3).map(({ id, nombre }) => `${id} (${nombre})`)
  io.err(
    `Es una cuenta nueva, aparte de ${named.join(', ')}${others.length > 3 ? ' y otras' : ''}: no ve sus empresas ni sus personas. ` +
      'Un colega en una de ellas se crea con --cuenta y --rol',
  )
}

/** By its id, or by the e-mail of somebody in it. */
export function findCuenta({ db }: Store, idOrEmail: string): { id: string; nombre: string } {
  const found = db
    .selectDistinct({ id: cuenta.id, nombre: cuenta.nombre })
    .from(cuenta)
    .leftJoin(usuario, eq(usuario.cuentaId, cuenta.id))
    .where(or(eq(cuenta.id, idOrEmail), eq(usuario.email, idOrEmail)))
    .get()
  if (!found) throw new Falla(`No hay una cuenta con el id ${idOrEmail}, ni de una persona con ese correo`)
  return found
}
