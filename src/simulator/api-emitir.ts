// The credentials of the SII and the certifiers: certificates and CAFs (simulator §8.1).

import { TIPOS } from '../domain/dte/tipos'
import { chileDate } from '../domain/fecha'
import { readBody } from './api-lectura'
import { type ApiCall, type ApiDeps, ApiFault, ok } from './api-pedido'
import { maxFolios, nextFolio, reserveCaf } from './cafs'
import { issueCertificate } from './certificados'
import { mayIssue } from './contribuyentes'
import { fileOf } from './folios/archivo'
import { LADOS, type Lado } from './hosts'
import { duenoOf } from './portal/dueno'

/** POST certificados: a PFX of the simulator's CA and its password. */
export async function postCertificado({ sim }: ApiDeps, { request }: ApiCall): Promise<Response> {
  const body = await readBody(request, ['rut', 'nombre', 'dias'])
  const rut = body.rut('rut')
  const nombre = body.latin1('nombre', 100)
  // Zero or negative: a certificate that has expired, to see what the SII says of it.
  const dias = body.has('dias') ? body.integer('dias', -3650, 3650) : undefined
  body.done()
  const clave = Buffer.from(sim.random(12)).toString('base64url')
  const { pfx } = await issueCertificate({ rut, nombre, dias, now: sim.now(), clave, random: sim.random })
  return ok({ pfx_base64: pfx.toString('base64'), clave }, 201)
}

/** Types that the SII gives folios of. */
export const TIPOS_CAF: readonly number[] = TIPOS.map(({ codigo }) => codigo)

/** POST caf: folios for a company, never overlapping earlier ones; a large amount is lowered. */
export async function postCaf({ sim }: ApiDeps, { request }: ApiCall): Promise<Response> {
  const body = await readBody(request, ['rut', 'tipo_dte', 'cantidad', 'razon_social', 'lado'])
  const rut = body.rut('rut')
  const tipoDte = body.raw('tipo_dte') as number
  if (!TIPOS_CAF.includes(tipoDte))
    body.fault('tipo_dte', 'valor', `tipo_dte debe ser uno de ${TIPOS_CAF.join(', ')}`)
  const solicitada = body.integer('cantidad', 1, 1_000_000_000)
  const razonSocial = body.has('razon_social') ? body.latin1('razon_social', 100) : 'EMPRESA DE PRUEBA'
  const lado: Lado = body.has('lado') ? body.oneOf('lado', LADOS) : 'certificacion'
  body.done()
  if (!mayIssue(sim, lado, rut, tipoDte))
    throw new ApiFault(
      409,
      'INVALID_STATE',
      `El SII simulado no autoriza a ${rut} a emitir documentos de tipo ${tipoDte} (PUT /simulador/contribuyentes/${rut})`,
    )
  const fecha = chileDate(sim.now())
  const cantidad = Math.min(solicitada, maxFolios(tipoDte))
  const desde = nextFolio(sim, lado, rut, tipoDte)
  const caf = { lado, rut, tipoDte, desde, hasta: desde + cantidad - 1 }
  reserveCaf(sim, { ...caf, fecha, dueno: duenoOf(request), persona: null })
  const xml = await fileOf(sim, caf, { fecha, razonSocial })
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
