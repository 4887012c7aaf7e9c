// The desk of a past (simulator §25): what the company issued with another program, known to the SII, as that program hands it over.

import { chileDate, chileTimestamp, daysBetween, isDate } from '../../domain/fecha'
import { readBody } from '../api-lectura'
import { type ApiCall, type ApiDeps, ApiFault } from '../api-pedido'
import { casaOf } from '../vecinos/api-vecinos'
import { CONTADORA } from '../vecinos/firmantes'
import { parteOf, refusalOf } from '../vecinos/oficina'
import { emitPasado } from './emision'
import { planPasado } from './plan'
import { type Archivo, type Emitido, filesOf, maneraDe, NOMBRES } from './programas'
import { zipFiles } from './zip'

const DOCUMENTOS_MAX = 2000
const ANIOS_MAX = 10
/** The resolution that envelopes of this side name. */
const PRIMERA = '2014-08-22'
/** Faults of the files, never of what the SII got. */
const FALLAS_HISTORIA = ['timbre', 'zip'] as const

/** How a company may call itself in its documents, and how long each is there. */
const NOMBRE = { razon_social: 100, giro: 80, direccion: 70, comuna: 20 } as const

/** POST historia. */
export async function postHistoria(deps: ApiDeps, call: ApiCall): Promise<Response> {
  const { sim, libro, proceso, oficina } = deps
  const casa = casaOf(call)
  const { pasado, programa, fallas, nombre } = await readPedido(deps, call.request)
  const refused = refusalOf(sim, casa.rutEmpresa)
  if (refused) throw new ApiFault(409, 'INVALID_STATE', refused)
  const manera = maneraDe(programa)
  const emisor = { ...parteOf(sim, casa, casa.rutEmpresa), ...nombre }
  const planned = planPasado(casa.rutEmpresa, pasado)
  const { emitidos, trackIds, errores } = await emitPasado(deps, casa, emisor, planned, manera.sangria)
  await proceso.drain()
  proceso.wake()
  const bad = trackIds
    .flatMap((trackId) => libro.documentosOf(trackId))
    .find(({ veredicto }) => veredicto !== 'aceptado')
  const why =
    errores[0] ?? (bad && `${bad.tipoDte} folio ${bad.folio}: ${bad.razones[0]?.mensaje ?? 'sin revisar'}`)
  if (why) throw new ApiFault(409, 'INVALID_STATE', `El SII simulado no aceptó todo: ${why}`)
  const firma = {
    rutEmisor: casa.rutEmpresa,
    firmante: await oficina.signerOf(CONTADORA, sim.now().getTime()),
    instante: chileTimestamp(sim.now()),
  }
  const given = fallas.includes('timbre') ? spoilLast(emitidos) : emitidos
  const zip = await zipFiles(filesOf(manera, given, firma) satisfies Iterable<Archivo>)
  const body = fallas.includes('zip') ? zip.subarray(0, Math.floor(zip.length * 0.6)) : zip
  return new Response(new Uint8Array(body), {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="historia-${programa}.zip"`,
    },
  })
}

async function readPedido({ sim }: ApiDeps, request: Request) {
  const hoy = chileDate(sim.now())
  const campos = ['documentos', 'desde', 'hasta', 'programa', 'semilla', 'fallas', ...Object.keys(NOMBRE)]
  const body = await readBody(request, campos)
  const documentos = body.integer('documentos', 1, DOCUMENTOS_MAX)
  const [desde, hasta] = [String(body.raw('desde')), String(body.raw('hasta'))]
  const dated = isDate(desde) && isDate(hasta)
  if (!isDate(desde) || desde < PRIMERA)
    body.fault('desde', 'fecha', `desde debe ser AAAA-MM-DD, desde el ${PRIMERA}`)
  if (!isDate(hasta) || hasta >= hoy)
    body.fault('hasta', 'fecha', `hasta debe ser AAAA-MM-DD y anterior a hoy, ${hoy}`)
  if (dated && (desde > hasta || daysBetween(desde, hasta) > 366 * ANIOS_MAX))
    body.fault('hasta', 'fecha', `hasta no puede ser anterior a desde, ni más de ${ANIOS_MAX} años después`)
  const programa = body.oneOf('programa', NOMBRES)
  const semilla = body.has('semilla') ? body.latin1('semilla', 40) : ''
  const fallas = body.has('fallas')
    ? body.list('fallas', FALLAS_HISTORIA.length, (list, path) => list.oneOf(path, FALLAS_HISTORIA))
    : []
  const named = (campo: keyof typeof NOMBRE) =>
    body.has(campo) ? body.latin1(campo, NOMBRE[campo]) : undefined
  const texts = {
    ...{ razonSocial: named('razon_social'), giro: named('giro') },
    ...{ direccion: named('direccion'), comuna: named('comuna') },
  }
  body.done()
  const nombre = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined))
  return { pasado: { documentos, desde, hasta, semilla }, programa, fallas, nombre }
}

/** The stamp of the last receipt, else of the last document, is changed, and the document's signature with it. */
function spoilLast(emitidos: readonly Emitido[]): Emitido[] {
  const last = Math.max(
    emitidos.findLastIndex(({ tipoDte }) => tipoDte === 39),
    0,
  )
  return emitidos.map((one, i) => {
    if (i !== last) return one
    return {
      ...one,
      texto: one.texto.replace(/(<FRMT [^>]*>)(.)/, (_, tag, c) => tag + (c === 'A' ? 'B' : 'A')),
    }
  })
}
