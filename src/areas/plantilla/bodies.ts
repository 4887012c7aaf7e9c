// The bodies of this area's routes, read as the emission reads its own: every fault at once, with its path (http §0, §8).

import { booleano, entero, opcion, texto } from '../../domain/dte/solicitud/lectores'
import { type Lector, Lectura } from '../../domain/dte/solicitud/lectura'
import { type Campo, lista, objeto } from '../../domain/dte/solicitud/objeto'
import { TIPOS, type TipoDte } from '../../domain/dte/tipos'
import type { Advertencia, Fault } from '../../domain/errors'
import { admitsPapel, FORMATOS, type Formato, papelFaults, readConfig } from '../../pdf'

export const CODIGOS = TIPOS.map(({ codigo }) => codigo)

/** The types that a paper is for: 57 mm are for boletas alone. */
export const codigosDe = (formato: Formato): TipoDte[] =>
  CODIGOS.filter((codigo) => admitsPapel(formato, codigo))

const campo = (nombre: string, lector: Lector<unknown>, requerido = false): Campo => ({
  nombre,
  key: nombre,
  lector,
  requerido,
})

const tipo = entero<TipoDte>({ valores: CODIGOS })

/** An empty list stands for none given. */
const tipos: Lector<TipoDte[]> = (valor, at, l) => {
  const read = lista(tipo, { max: CODIGOS.length })(valor, at, l)
  if (!read || new Set(read).size === read.length) return read
  return l.fault(at, 'repetido', `${at} tiene tipos repetidos`)
}

/** Several times the longest that says anything: texts are measured without their blanks, but kept with them. */
const CONFIG_MAX = 16_384

/** Checks a `config` and leaves it as it came: that is what is kept and shown. */
const config: Lector<object> = (valor, at, l) => {
  if (readConfig(valor, at, l) === undefined) return
  const { length } = JSON.stringify(valor)
  if (length <= CONFIG_MAX) return valor as object
  return l.fault(at, 'largo_max', `${at} tiene ${length} caracteres y admite ${CONFIG_MAX}`)
}

/** `check` finds what is wrong between fields that are right by themselves. */
function reader<T>(campos: readonly Campo[], check: (leido: T) => Fault[] = () => []) {
  const lector = objeto<T>(campos)
  return (body: unknown): { leido: T; advertencias: Advertencia[] } => {
    const lectura = new Lectura()
    // A request may come without any body where nothing in it is required.
    const leido = lector(body ?? {}, '', lectura)
    if (leido) for (const { campo, regla, mensaje } of check(leido)) lectura.fault(campo, regla, mensaje)
    if (!leido || lectura.faults.length) throw lectura.error()
    return { leido, advertencias: lectura.advertencias }
  }
}

/** Body of POST /v1/plantilla. Throws VALIDATION_ERROR. */
export const readNueva = reader<{
  nombre: string
  tipos_dte?: TipoDte[]
  formato?: Formato
  config?: object
}>(
  [
    campo('nombre', texto(80), true),
    campo('tipos_dte', tipos),
    campo('formato', opcion(FORMATOS)),
    campo('config', config),
  ],
  ({ formato = 'carta', tipos_dte = [] }) =>
    tipos_dte.flatMap((codigo, i) => papelFaults(formato, codigo, `tipos_dte[${i}]`)),
)

/** Body of PUT …/activar and …/desactivar. Throws VALIDATION_ERROR. */
export const readTipos = reader<{ tipos_dte?: TipoDte[] }>([campo('tipos_dte', tipos)])

/** Body of POST /v1/plantilla/previsualizar. Throws VALIDATION_ERROR. */
export const readVistaPrevia = reader<{
  plantilla?: string
  config?: object
  formato?: Formato
  tipo_dte?: TipoDte
  cedible?: boolean
}>([
  campo('plantilla', texto(60)),
  campo('config', config),
  campo('formato', opcion(FORMATOS)),
  campo('tipo_dte', tipo),
  campo('cedible', booleano),
])
