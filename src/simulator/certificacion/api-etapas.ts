// The exchange and the declaration (simulator §23.5).

import { nextTurn } from '../../base/turn'
import { objects, readBody } from '../api-lectura'
import { type ApiCall, type ApiDeps, ok } from '../api-pedido'
import { conflict, tramiteOf } from './api-avance'
import { empresaIn } from './api-sets'
import { reviewRespuestas } from './control-intercambio'
import { type NombreRespuesta, RESPUESTAS } from './formas-intercambio'
import { createImpresos } from './impresos'
import { writeIntercambio } from './intercambio'
import { claveOf, findMissing, findMuestras, reviewSample } from './muestras'
import { ALCANCES } from './sets'
import { moveOn, saveDatos, type Tramite } from './tramite'

/** Letters of a file of the largest size, and a half more, in base64. */
const PDF_MAX = 1_100_000

function expectPaso({ paso }: Tramite, wanted: Tramite['paso']): void {
  if (paso !== wanted) throw conflict(`La empresa está en el paso ${paso}, no en ${wanted}`)
}

/** POST certificacion/intercambio: a new envelope of two documents, whose name has its number. */
export async function postIntercambio({ sim, oficina }: ApiDeps, call: ApiCall): Promise<Response> {
  const body = await readBody(call.request, ['rut'])
  const empresa = empresaIn(call, body)
  body.done()
  const tramite = tramiteOf(sim, empresa, 'factura')
  expectPaso(tramite, 'INTERCAMBIO')
  const { nombre, xml } = await writeIntercambio(sim, oficina, empresa, tramite)
  return ok({ nombre, xml_base64: xml.toString('base64') }, 201)
}

/** POST certificacion/intercambio/respuestas: the three answers, each in base64. */
export async function postRespuestas({ sim }: ApiDeps, call: ApiCall): Promise<Response> {
  const campos = RESPUESTAS.map((name) => `${name}_base64`)
  const body = await readBody(call.request, ['rut', ...campos])
  const empresa = empresaIn(call, body)
  const archivos = Object.fromEntries(
    RESPUESTAS.map((name) => {
      const value = body.raw(`${name}_base64`)
      if (typeof value !== 'string' || !/^[A-Za-z0-9+/]+=*$/.test(value))
        body.fault(`${name}_base64`, 'formato', `${name}_base64 debe ser el archivo en base64`)
      return [name, Buffer.from(String(value), 'base64')]
    }),
  ) as Record<NombreRespuesta, Buffer>
  body.done()
  const tramite = tramiteOf(sim, empresa, 'factura')
  expectPaso(tramite, 'INTERCAMBIO')
  const { intercambio } = tramite.datos
  if (!intercambio) throw conflict('La empresa no ha descargado el envío del intercambio')
  const controles = reviewRespuestas(sim, intercambio, archivos)
  const conforme = controles.every((one) => one.conforme)
  if (conforme) saveDatos(sim, tramite, { respondido: true })
  return ok({ conforme, controles })
}

/** Files of one request. */
const MUESTRAS_MAX = 100

/** POST certificacion/muestras: PDFs, each of one sample; good ones are taken, whatever the others are. */
export async function postMuestras({ sim }: ApiDeps, call: ApiCall): Promise<Response> {
  const body = await readBody(call.request, ['rut', 'archivos'])
  const empresa = empresaIn(call, body)
  const archivos = objects(body, 'archivos', MUESTRAS_MAX, ['nombre', 'pdf_base64'], (o) => ({
    nombre: o.text('nombre', 100),
    pdf: Buffer.from(o.text('pdf_base64', PDF_MAX), 'base64'),
  }))
  body.done()
  expectPaso(tramiteOf(sim, empresa, 'factura'), 'MUESTRAS')
  const wanted = findMuestras(sim, empresa)
  const impresoOf = createImpresos(sim)
  const good: string[] = []
  const filas = []
  for (const { nombre, pdf } of archivos) {
    const { muestra, controles } = reviewSample(pdf, empresa.rut, wanted, impresoOf)
    const conforme = controles.every((one) => one.conforme)
    if (muestra && conforme) good.push(claveOf(muestra))
    filas.push({ nombre, muestra: muestra && claveOf(muestra), conforme, controles })
    await nextTurn()
  }
  // Another request may have taken some meanwhile.
  const tramite = tramiteOf(sim, empresa, 'factura')
  expectPaso(tramite, 'MUESTRAS')
  const taken = [...new Set([...(tramite.datos.muestras ?? []), ...good])]
  saveDatos(sim, tramite, { muestras: taken })
  return ok({ archivos: filas, faltan: findMissing(sim, empresa, taken).map(claveOf) })
}

/** POST certificacion/declaracion: the eight statements, from which there is no way back. */
export async function postDeclaracion({ sim }: ApiDeps, call: ApiCall): Promise<Response> {
  const body = await readBody(call.request, ['rut', 'alcance'])
  const empresa = empresaIn(call, body)
  const alcance = body.has('alcance') ? body.oneOf('alcance', ALCANCES) : 'factura'
  body.done()
  const tramite = tramiteOf(sim, empresa, alcance)
  expectPaso(tramite, 'DECLARACION')
  const paso = moveOn(sim, tramite)
  return ok({
    alcance,
    paso,
    mensaje: 'La empresa está autorizada a emitir documentos tributarios electrónicos',
  })
}
