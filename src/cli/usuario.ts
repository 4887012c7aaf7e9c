// `timbre usuario crear|clave|restablecer`: people, without the HTTP server and beside a running one.

import {
  ARGON2_COST,
  createPasswordChange,
  createPasswords,
  createRegistration,
  createUsuarioStore,
  noteByOperator,
  RESTABLECER_MINUTOS,
} from '../areas/auth'
import { createEmpresas } from '../areas/empresa'
import { loadConfig } from '../config'
import { parseRut } from '../domain/rut'
import { createAudit, operador } from '../http/audit'
import { openCarpeta } from './carpeta'
import {
  type Argumentos,
  type Comando,
  DATA_FLAG,
  type Io,
  requireText,
  text,
  UsoIncorrecto,
} from './comando'
import { clock, logTo, newId, random } from './proceso'

const PASSWORD_MIN = 10

export const usuario: Comando = {
  nombre: 'usuario',
  uso: 'crear --email CORREO --nombre NOMBRE [--rut RUT --razon-social NOMBRE] | clave --email CORREO | restablecer --email CORREO',
  resumen:
    'crea una cuenta con su propietario o cambia una clave, que se lee de la entrada estándar; restablecer muestra un token con que la persona pone la suya',
  flags: {
    ...DATA_FLAG,
    email: { type: 'string' },
    nombre: { type: 'string' },
    rut: { type: 'string' },
    'razon-social': { type: 'string' },
  },
  words: [1, 1],
  async run(args, io) {
    const [action] = args.positionals
    if (action !== 'crear' && action !== 'clave' && action !== 'restablecer')
      throw new UsoIncorrecto(`«${action}» no es crear, clave ni restablecer`)
    const email = requireText(args, 'email')
    if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw new UsoIncorrecto(`«${email}» no es un correo`)
    const owner = action === 'crear' ? { nombre: requireText(args, 'nombre'), ...companyOf(args) } : null
    const config = loadConfig(io.env, { data: text(args, 'data') })
    const password = action === 'restablecer' ? '' : await readPassword(io)
    const { store, close } = openCarpeta(config, { clock, random, log: logTo(io.err, config), shared: true })
    try {
      const usuarios = createUsuarioStore(store.db)
      const passwords = createPasswords(ARGON2_COST)
      const audit = createAudit({ store, clock, newId })
      const passwordChange = createPasswordChange({ store, clock, random, usuarios, passwords })
      if (owner) {
        const empresas = createEmpresas({ store, clock, newId, correo: null })
        const registration = createRegistration({
          store,
          clock,
          newId,
          usuarios,
          empresas,
          passwords,
          openRegistration: true,
          planInicial: config.planInicial,
        })
        const created = await registration.create({ ...owner, email, password }, noteByOperator(audit))
        io.out(`Usuario ${created.usuario.id} creado con la cuenta ${created.cuenta.id}`)
        if (created.empresaId)
          io.out(
            `Empresa ${created.empresaId} creada en simulacion; complétela con PUT /v1/empresa/${created.empresaId}`,
          )
      } else if (action === 'clave') {
        const { id, cuentaId } = passwordChange.find(email)
        const hash = await passwordChange.hash(password)
        audit(
          operador(cuentaId),
          () => passwordChange.set(id, hash, null),
          () => ({ accion: 'auth.clave_restablecida', objeto: id }),
        )
        io.out(`Clave de ${email} cambiada; sus sesiones quedaron cerradas`)
      } else {
        const { id, cuentaId } = passwordChange.find(email)
        const token = audit(
          operador(cuentaId),
          () => passwordChange.issueToken(id, true)!,
          () => ({ accion: 'auth.clave_olvidada', objeto: id }),
        )
        io.err(
          `Sirve una vez, durante ${RESTABLECER_MINUTOS} minutos, en la página /restablecer#token=TOKEN del servidor o con POST /auth/password/restablecer:`,
        )
        io.out(token)
      }
    } finally {
      close()
    }
    return 0
  },
}

function companyOf(args: Argumentos): { empresa?: { rut: string; razon_social: string } } {
  const rut = text(args, 'rut')
  if (rut === undefined && text(args, 'razon-social') === undefined) return {}
  const parsed = parseRut(requireText(args, 'rut'))
  if (!parsed) throw new UsoIncorrecto(`«${rut}» no es un RUT válido`)
  return { empresa: { rut: parsed, razon_social: requireText(args, 'razon-social') } }
}

async function readPassword(io: Io): Promise<string> {
  const password = await io.readSecret(`Clave nueva (${PASSWORD_MIN} caracteres o más): `)
  if (password.length < PASSWORD_MIN)
    throw new UsoIncorrecto(
      `La clave, una línea de la entrada estándar, debe tener ${PASSWORD_MIN} caracteres o más`,
    )
  return password
}
