// The desk of the registry of taxpayers (simulator §8.1): who may issue what, who may act for whom, and what the SII tells of them.

import { parseRut } from '../domain/rut'
import { TIPOS_CAF } from './api-emitir'
import { type Cuerpo, readBody } from './api-lectura'
import { type ApiCall, type ApiDeps, ApiFault, badParameter, ok } from './api-pedido'
import { CAMPOS_DESCRIPCION, descripcionJson, readDescripcion } from './contribuyente/api-descripcion'
import {
  ABIERTO,
  type Contribuyente,
  findContribuyente,
  forgetContribuyente,
  listContribuyentes,
  saveContribuyente,
} from './contribuyentes'
import { LADOS, type Lado } from './hosts'

const contribuyenteJson = (lado: Lado, rut: string, c: Contribuyente) => ({
  rut,
  lado,
  inscrito: c.inscrito,
  emisor: c.emisor,
  tipos_dte: c.tiposDte,
  personas: c.personas,
  ...descripcionJson(c.descripcion),
})

/** GET contribuyentes: whom the registry knows. */
export function getContribuyentes({ sim }: ApiDeps): Response {
  return ok(
    LADOS.flatMap((lado) =>
      listContribuyentes(sim, lado).map(({ rut, ...c }) => contribuyenteJson(lado, rut, c)),
    ),
  )
}

/** PUT contribuyentes/:rut: what is left out, is allowed. */
export async function putContribuyente({ sim }: ApiDeps, { request, parts }: ApiCall): Promise<Response> {
  const rut = rutOf(parts)
  const body = await readBody(request, [
    'lado',
    'inscrito',
    'emisor',
    'tipos_dte',
    'personas',
    ...CAMPOS_DESCRIPCION,
  ])
  const lado: Lado = body.has('lado') ? body.oneOf('lado', LADOS) : 'certificacion'
  const flag = (campo: 'inscrito' | 'emisor') => (body.has(campo) ? body.boolean(campo) : ABIERTO[campo])
  /** A list, or null where it is left out or sent so: then there is no limit. */
  const limit = <T>(campo: string, max: number, read: (cuerpo: Cuerpo, path: string) => T): T[] | null =>
    !body.has(campo) || body.raw(campo) === null ? null : body.list(campo, max, read)
  const contribuyente: Contribuyente = {
    inscrito: flag('inscrito'),
    emisor: flag('emisor'),
    tiposDte: limit('tipos_dte', TIPOS_CAF.length, (cuerpo, path) => {
      const tipo = cuerpo.raw(path) as number
      if (!TIPOS_CAF.includes(tipo))
        cuerpo.fault(path, 'valor', `${path} debe ser uno de ${TIPOS_CAF.join(', ')}`)
      return tipo
    }),
    personas: limit('personas', 100, (cuerpo, path) => cuerpo.rut(path)),
    descripcion: readDescripcion(body),
  }
  body.done()
  saveContribuyente(sim, lado, rut, contribuyente)
  return ok(contribuyenteJson(lado, rut, findContribuyente(sim, lado, rut)!))
}

/** DELETE contribuyentes/:rut, on both sides: everything is allowed again. */
export function deleteContribuyente({ sim }: ApiDeps, { parts }: ApiCall): Response {
  const rut = rutOf(parts)
  const eliminados = LADOS.filter((lado) => forgetContribuyente(sim, lado, rut)).length
  if (!eliminados) throw new ApiFault(404, 'NOT_FOUND', 'El registro no tiene ese RUT')
  return ok({ eliminados })
}

function rutOf(parts: string[]): string {
  const rut = parseRut(parts[0]!)
  if (!rut) throw badParameter({ campo: 'rut', regla: 'rut', mensaje: 'rut no es un RUT válido' })
  return rut
}
