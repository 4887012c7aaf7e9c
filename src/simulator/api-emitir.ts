// What the SII and the certifiers hand out: certificates and CAFs (contract §24).

import { chileDate } from '../domain/fecha'
import {
  type ApiCall,
  type ApiDeps,
  integer,
  invalid,
  latin1,
  ok,
  oneOf,
  readBody,
  rutField,
} from './api-pedido'
import { issueCaf } from './caf'
import { maxFolios, nextFolio, saveCaf } from './cafs'
import { issueCertificate } from './certificados'
import { LADOS, type Lado } from './hosts'

/** POST certificados: a PFX of the simulator's CA and its password. */
export async function postCertificado({ sim }: ApiDeps, { request }: ApiCall): Promise<Response> {
  const body = await readBody(request, ['rut', 'nombre', 'dias'])
  const rut = rutField(body)
  const nombre = latin1(body.nombre, 'nombre', 100)
  // Zero or negative: a certificate that has expired, to see what the SII says of it.
  const dias = body.dias === undefined ? undefined : integer(body, 'dias', -3650, 3650)
  const clave = Buffer.from(sim.random(12)).toString('base64url')
  const { pfx } = await issueCertificate({ rut, nombre, dias, now: sim.now(), clave, random: sim.random })
  return ok({ pfx_base64: pfx.toString('base64'), clave }, 201)
}

const TIPOS_CAF = [33, 34, 39, 41, 43, 46, 52, 56, 61, 110, 111, 112]

/** POST caf: folios for a company, never overlapping earlier ones; a large amount is lowered. */
export async function postCaf({ sim }: ApiDeps, { request }: ApiCall): Promise<Response> {
  const body = await readBody(request, ['rut', 'tipo_dte', 'cantidad', 'razon_social', 'lado'])
  const rut = rutField(body)
  const tipoDte = integer(body, 'tipo_dte', 1, 999)
  if (!TIPOS_CAF.includes(tipoDte)) throw invalid(`tipo_dte debe ser uno de ${TIPOS_CAF.join(', ')}`)
  const solicitada = integer(body, 'cantidad', 1, 1_000_000_000)
  const razonSocial =
    body.razon_social === undefined ? 'EMPRESA DE PRUEBA' : latin1(body.razon_social, 'razon_social', 100)
  const lado: Lado = body.lado === undefined ? 'certificacion' : oneOf(body.lado, 'lado', LADOS)
  const fecha = chileDate(sim.now())
  const cantidad = Math.min(solicitada, maxFolios(tipoDte))
  const desde = nextFolio(sim, lado, rut, tipoDte)
  const caf = { rut, tipoDte, desde, hasta: desde + cantidad - 1, fecha }
  // The range is taken before the key exists: two requests at once never get the same one.
  const reserved = { ...caf, lado, modulo: sim.newId('reserva') }
  saveCaf(sim, reserved, false)
  const { xml, modulo } = await issueCaf({ ...caf, razonSocial })
  sim.db
    .prepare('UPDATE sim_caf SET modulo = ? WHERE lado = ? AND modulo = ?')
    .run(modulo, lado, reserved.modulo)
  const caf_base64 = Buffer.from(xml, 'latin1').toString('base64')
  return ok(
    {
      xml,
      caf_base64,
      tipo_dte: tipoDte,
      desde,
      hasta: caf.hasta,
      cantidad,
      solicitada,
      max_autorizado: maxFolios(tipoDte),
      fecha_autorizacion: fecha,
    },
    201,
  )
}
