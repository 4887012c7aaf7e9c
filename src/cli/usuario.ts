// `timbre usuario crear|clave|restablecer|segundo-factor`: people, without the HTTP server and beside a running one.

import {
  ARGON2_COST,
  createFactors,
  createPasswordChange,
  createPasswords,
  createUsuarioStore,
  RESTABLECER_MINUTOS,
} from '../areas/auth'
import { loadConfig } from '../config'
import { createAudit, operador } from '../http/audit'
import { openCarpeta } from './carpeta'
import { type Comando, DATA_FLAG, type Io, requireText, text, UsoIncorrecto } from './comando'
import { createPerson, wantedPerson } from './persona-nueva'
import { clock, logTo, newId, random } from './proceso'

const PASSWORD_MIN = 10
const ACCIONES = ['crear', 'clave', 'restablecer', 'segundo-factor']

export const usuario: Comando = {
  nombre: 'usuario',
  uso: 'crear --email CORREO --nombre NOMBRE [--rut RUT --razon-social NOMBRE | --cuenta CUENTA|CORREO --rol ROL] | clave --email CORREO | restablecer --email CORREO | segundo-factor --email CORREO [--quitar]',
  resumen:
    'crea una cuenta con su propietario, o con --cuenta una persona más en una que existe, o cambia una clave, que se lee de la entrada estándar; restablecer muestra un token con que la persona pone la suya; segundo-factor dice si lo tiene, o lo quita a quien lo perdió',
  flags: {
    ...DATA_FLAG,
    email: { type: 'string' },
    nombre: { type: 'string' },
    rut: { type: 'string' },
    'razon-social': { type: 'string' },
    cuenta: { type: 'string' },
    rol: { type: 'string' },
    quitar: { type: 'boolean' },
  },
  words: [1, 1],
  async run(args, io) {
    const [action] = args.positionals
    if (!ACCIONES.includes(action!))
      throw new UsoIncorrecto(`«${action}» no es crear, clave, restablecer ni segundo-factor`)
    if (args.flags.quitar && action !== 'segundo-factor')
      throw new UsoIncorrecto('--quitar es de segundo-factor')
    const email = requireText(args, 'email')
    if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw new UsoIncorrecto(`«${email}» no es un correo`)
    const person = action === 'crear' ? wantedPerson(args) : null
    const config = loadConfig(io.env, { data: text(args, 'data') })
    const password = action === 'crear' || action === 'clave' ? await readPassword(io) : ''
    const log = logTo(io.err, config)
    // The first account may come before the first start.
    const { store, close } = openCarpeta(config, {
      clock,
      random,
      log,
      shared: true,
      create: person !== null && person.cuenta === null,
    })
    try {
      const usuarios = createUsuarioStore(store.db)
      const passwords = createPasswords(ARGON2_COST)
      const audit = createAudit({ store, clock, newId })
      const passwordChange = createPasswordChange({ store, clock, random, usuarios, passwords })
      if (person) {
        await createPerson(store, config, { ...person, email, password }, io)
      } else if (action === 'clave') {
        const { id, cuentaId } = passwordChange.find(email)
        const hash = await passwordChange.hash(password)
        audit(
          operador(cuentaId),
          () => passwordChange.set(id, hash, null),
          () => ({ accion: 'auth.clave_restablecida', objeto: id }),
        )
        io.result({ email, clave_cambiada: true })
        io.out(`Clave de ${email} cambiada; sus sesiones quedaron cerradas`)
      } else if (action === 'segundo-factor') {
        const { id, cuentaId } = passwordChange.find(email)
        const factors = createFactors({ store, clock, random })
        if (args.flags.quitar) {
          audit(
            operador(cuentaId),
            () => factors.reset(id),
            () => ({ accion: 'usuario.segundo_factor_quitado', objeto: id, detalle: { email } }),
          )
          io.result({ email, segundo_factor: null })
          io.out(`Segundo factor de ${email} quitado; sus sesiones quedaron cerradas`)
        } else {
          const factor = factors.of(id)
          io.result({ email, segundo_factor: factor })
          io.out(
            factor
              ? `${email} lo tiene desde ${factor.desde}; aplicación de códigos: ${factor.aplicacion ? 'sí' : 'no'}; llaves de acceso: ${factor.llaves}; códigos de recuperación sin usar: ${factor.codigos}`
              : `${email} no tiene segundo factor`,
          )
        }
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
        io.result({ email, token, minutos: RESTABLECER_MINUTOS })
      }
    } finally {
      close()
    }
    return 0
  },
}

async function readPassword(io: Io): Promise<string> {
  const password = await io.readSecret(`Clave nueva (${PASSWORD_MIN} caracteres o más): `)
  if (password.length < PASSWORD_MIN)
    throw new UsoIncorrecto(
      `La clave, una línea de la entrada estándar, debe tener ${PASSWORD_MIN} caracteres o más`,
    )
  return password
}
