// The post office as people and programs see it (simulator §22).

import { parseRut } from '../../domain/rut'
import { type ApiCall, type ApiDeps, ApiFault, badParameter, type Falta, instant, ok } from '../api-pedido'
import { duenoKey } from '../portal/dueno'
import { readCabeceras } from './cabeceras'
import { buzonDe, servida } from './direcciones'
import type { Carta } from './estafeta'

/** The most messages in one answer. */
const LIMITE = 200
const MENSAJE_MAX = 25 * 1024 * 1024

const json = ({ id, de, para, asunto, messageId, recibidoAt, bytes }: Carta) => ({
  id: String(id),
  de,
  para,
  asunto,
  message_id: messageId,
  recibido_at: instant(recibidoAt),
  bytes,
})

/** Reads the query; `rut` is the company whose letters alone are shown or taken. */
function readQuery({ query }: ApiCall, known: readonly string[]) {
  const faltas: Falta[] = []
  for (const campo of query.keys())
    if (![...known, 'rut'].includes(campo))
      faltas.push({ campo, regla: 'desconocido', mensaje: `No existe el parámetro ${campo}` })
  const given = query.get('rut')
  const rut = given === null ? null : parseRut(given)
  if (given !== null && !rut) faltas.push({ campo: 'rut', regla: 'rut', mensaje: 'rut no es un RUT válido' })
  function address(campo: string): string | null {
    const text = query.get(campo)
    const one = text === null ? null : servida(text)
    if (text !== null && !one)
      faltas.push({
        campo,
        regla: 'correo',
        mensaje: `${campo} debe ser una dirección de simulador.invalid, como 76543210-3@simulador.invalid`,
      })
    return one
  }
  function whole(campo: string, otherwise: number, max: number): number {
    const text = query.get(campo)
    if (text === null) return otherwise
    if (/^\d{1,15}$/.test(text) && Number(text) <= max) return Number(text)
    faltas.push({ campo, regla: 'entero', mensaje: `${campo} debe ser un entero de 0 a ${max}` })
    return otherwise
  }
  const done = (): void => {
    if (faltas.length) throw badParameter(...faltas)
  }
  return { caja: rut && buzonDe(rut), address, whole, done }
}

/** GET correo: letters after `desde`, oldest first. */
export function getBuzon({ estafeta }: ApiDeps, call: ApiCall): Response {
  const query = readQuery(call, ['para', 'desde', 'limite'])
  const busqueda = {
    dueno: duenoKey(call.request),
    para: query.address('para'),
    caja: query.caja,
    desde: query.whole('desde', 0, Number.MAX_SAFE_INTEGER),
    limite: query.whole('limite', LIMITE, LIMITE),
  }
  query.done()
  return ok(estafeta.list(busqueda).map(json))
}

/** GET correo/:id: the message as it came. */
export function getCarta({ estafeta }: ApiDeps, call: ApiCall): Response {
  const query = readQuery(call, [])
  query.done()
  const carta = estafeta.find(duenoKey(call.request), Number(call.parts[0]))
  if (!carta || (query.caja && ![carta.de, carta.para].includes(query.caja)))
    throw new ApiFault(404, 'NOT_FOUND', 'No hay un correo con ese id')
  return new Response(new Uint8Array(estafeta.read(carta.id)), {
    headers: { 'content-type': 'message/rfc822' },
  })
}

/** POST correo: the bytes of a message; `de` and `para` are its envelope, else its own headers. */
export async function postCarta({ estafeta, proceso }: ApiDeps, call: ApiCall): Promise<Response> {
  const query = readQuery(call, ['de', 'para'])
  const de = query.address('de')
  const para = query.address('para')
  query.done()
  const mensaje = new Uint8Array(await call.request.arrayBuffer())
  if (mensaje.length > MENSAJE_MAX) throw new ApiFault(413, 'PAYLOAD_TOO_LARGE', 'El correo pasa de 25 MiB')
  const head = readCabeceras(mensaje)
  const receivers = para ? [para] : head.para.flatMap((one) => servida(one) ?? [])
  const sender = de ?? servida(head.de ?? '')
  const faltas: Falta[] = []
  if (!receivers.length)
    faltas.push({
      campo: 'para',
      regla: 'correo',
      mensaje: 'Ninguna dirección de To o Cc es de simulador.invalid: indique una en ?para=',
    })
  const { caja } = query
  if (caja && sender !== caja && receivers.some((one) => one !== caja))
    faltas.push({
      campo: 'para',
      regla: 'valor',
      mensaje: `El correo debe ir a la casilla de la empresa o salir de ella: ${caja}`,
    })
  if (faltas.length) throw badParameter(...faltas)
  const cartas = estafeta.deliver({
    dueno: duenoKey(call.request),
    de: sender ?? head.de ?? '',
    para: receivers,
    mensaje,
  })
  proceso.wake()
  return ok(cartas.map(json), 201)
}
