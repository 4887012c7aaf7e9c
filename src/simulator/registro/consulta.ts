// The context of a method of the register's applications, and their common parts (simulator §12.3).

import { parseRut } from '../../domain/rut'
import { maySend } from '../contribuyentes'
import type { Falla } from '../fallas'
import type { Lado } from '../hosts'
import type { Libro } from '../libro'
import type { MetodoFacade } from '../portal/facade'
import type { Sesion } from '../portal/sesiones'
import type { Sim } from '../sim'

export type Data = Readonly<Record<string, unknown>>

export interface Consulta {
  sim: Sim
  libro: Libro
  lado: Lado
  sesion: Sesion
  data: Data
  page: { pageSize?: unknown; pageIndex?: unknown } | null
  falla: Falla | null
}

/** A method's own properties, and how it went: 0 and no words unless told. */
export interface Respuesta {
  codigo?: number
  mensaje?: string | null
  [property: string]: unknown
}

/** `empresa`: where `data` names the company asked about, for which the person must be allowed to act. */
export interface Metodo {
  clase: string
  campos: readonly string[]
  empresa?: readonly [rut: string, dv: string]
  run(consulta: Consulta): Respuesta
}

/** A RUT from two properties; null when they make none. */
export const rutOf = (data: Data, [rut, dv]: readonly [string, string]): string | null =>
  parseRut(`${data[rut] ?? ''}-${data[dv] ?? ''}`)

/** The methods as the portal serves them; `ajena` is what they say of a company that is not the person's. */
export function methodsOf(
  metodos: Readonly<Record<string, Metodo>>,
  ajena: string,
): Record<string, MetodoFacade> {
  const serve = ({ clase, campos, empresa, run }: Metodo): MetodoFacade => ({
    clase,
    campos,
    answer(sim, { data, page, lado, libro, falla }, sesion) {
      const rut = empresa && rutOf(data, empresa)
      if (rut === null || (rut && rut !== sesion.rut && !maySend(sim, lado!, rut, sesion.rut)))
        return { codRespuesta: 99, msgeRespuesta: ajena, propiedades: { data: null } }
      const asked = { sim, libro, lado: lado!, sesion, data, page: page as Consulta['page'], falla }
      const { codigo = 0, mensaje = null, ...propiedades } = run(asked)
      return { codRespuesta: codigo, msgeRespuesta: mensaje, propiedades }
    },
  })
  return Object.fromEntries(Object.entries(metodos).map(([name, metodo]) => [name, serve(metodo)]))
}
