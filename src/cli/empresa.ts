// `timbre empresa importar`: companies from a JSON file, each as the body of POST /v1/empresa (http §23).

import { Value } from '@sinclair/typebox/value'
import { createUsuarioStore } from '../areas/auth'
import { createEmpresas, NuevaEmpresa } from '../areas/empresa'
import { loadConfig } from '../config'
import { AppError, type Fault } from '../domain/errors'
import { createAudit, operador } from '../http/audit'
import { schemaFaults } from '../http/faults'
import { type Correo, createCorreo } from '../mail/correo'
import type { Store } from '../store/store'
import { cuenta } from '../store/tables/cuenta'
import { readText } from './archivo'
import { openCarpeta } from './carpeta'
import { type Comando, DATA_FLAG, Falla, type Io, text, UsoIncorrecto } from './comando'
import type { ExitStatus } from './exit-status'
import { clock, logTo, newId, random } from './proceso'

export const empresa: Comando = {
  nombre: 'empresa',
  uso: 'importar ARCHIVO.json [--email CORREO]',
  resumen:
    'crea las empresas de una lista JSON, todas o ninguna, en la cuenta de ese correo o la única que hay',
  flags: { ...DATA_FLAG, email: { type: 'string' } },
  words: [2, 2],
  async run(args, io) {
    const [action, file] = args.positionals
    if (action !== 'importar') throw new UsoIncorrecto(`«${action}» no es importar`)
    const wanted = readList(file!)
    const config = loadConfig(io.env, { data: text(args, 'data') })
    const { store, close } = openCarpeta(config, { clock, random, log: logTo(io.err, config), shared: true })
    try {
      return importAll(
        store,
        wanted,
        findCuenta(store, text(args, 'email')),
        config.smtp && createCorreo(config.smtp),
        io,
      )
    } finally {
      close()
    }
  },
}

function readList(file: string): unknown[] {
  const text = readText(file)
  let found: unknown
  try {
    found = JSON.parse(text)
  } catch (cause) {
    throw new Falla(`${file} no es JSON: revise comas, comillas y llaves`, { cause })
  }
  const list = Array.isArray(found) ? found : [found]
  if (!list.length) throw new Falla(`${file} no tiene empresas`)
  return list
}

/** The account of a person, or the only one of the server. */
function findCuenta({ db }: Store, email: string | undefined): string {
  if (email) {
    const usuario = createUsuarioStore(db).findByEmail(email)
    if (usuario) return usuario.cuentaId
    throw new Falla(`No hay un usuario con el correo ${email}`)
  }
  const [first, second] = db.select({ id: cuenta.id }).from(cuenta).limit(2).all()
  if (first && !second) return first.id
  throw new Falla(
    first
      ? 'Hay varias cuentas: indique la de un usuario suyo con --email'
      : 'Aún no hay una cuenta: timbre usuario crear',
  )
}

/** Tells every fault of every company, and creates none while there is one. */
function importAll(
  store: Store,
  wanted: unknown[],
  cuentaId: string,
  correo: Correo | null,
  io: Io,
): ExitStatus {
  const empresas = createEmpresas({ store, clock, newId, correo })
  const audit = createAudit({ store, clock, newId })
  const faults: Fault[] = []
  const create = store.client.transaction(() => {
    const created = wanted.map((body, i) => {
      try {
        if (Value.Check(NuevaEmpresa, body))
          return audit(
            operador(cuentaId),
            () => empresas.create(cuentaId, body),
            ({ id, rut }) => ({ accion: 'empresa.creada', objeto: id, empresaId: id, detalle: { rut } }),
          )
        faults.push(...schemaFaults(Value.Errors(NuevaEmpresa, body), '').map((fault) => inList(i, fault)))
      } catch (fault) {
        if (!(fault instanceof AppError)) throw fault
        const own = (fault.detalles ?? []) as Fault[]
        const whole: Fault = { campo: 'rut', regla: 'existe', mensaje: fault.message }
        faults.push(...(own.length ? own : [whole]).map((one) => inList(i, one)))
      }
      return null
    })
    if (faults.length) throw new Rejected()
    return created
  })
  try {
    const created = create.immediate().filter((one) => one !== null)
    for (const { id, rut, razonSocial, ambiente } of created)
      io.out(`${id}  ${rut}  ${razonSocial}  ${ambiente}`)
    io.result(
      created.map(({ id, rut, razonSocial, ambiente }) => ({ id, rut, razon_social: razonSocial, ambiente })),
    )
    return 0
  } catch (fault) {
    if (!(fault instanceof Rejected)) throw fault
    for (const { campo, mensaje } of faults) io.err(`${campo}: ${mensaje}`)
    io.err('No se creó ninguna empresa')
    io.result({ error: 'No se creó ninguna empresa', detalles: faults })
    return 1
  }
}

class Rejected extends Error {}

const inList = (i: number, fault: Fault): Fault => ({
  ...fault,
  campo: `[${i}]${fault.campo && `.${fault.campo}`}`,
})
