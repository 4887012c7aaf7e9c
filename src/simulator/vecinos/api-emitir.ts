// A neighbour issues to the company, at once (simulator §21.5).

import { chileDate, daysBetween, isDate } from '../../domain/fecha'
import { type Objeto, objects, readBody } from '../api-lectura'
import { type ApiCall, type ApiDeps, ApiFault, ok } from '../api-pedido'
import { planActos } from './actos'
import { casaOf, vecinoOf } from './api-vecinos'
import { mailDelay } from './despacho'
import { FALLAS_VECINO, type ReferenciaVecino } from './documento'
import { FALLAS_CARTA } from './encargos'
import type { Linea } from './montos'
import { A_PEDIDO } from './tipos'

/** Where it goes: to the SII, by mail to the company, or both. */
const ENVIOS = ['sii', 'correo', 'ambos'] as const

/** The type of a reference, by its name of old here or by that of POST /v1/dte/emitir. */
function tipoOf(o: Objeto): number {
  const [name, other] = o.has('tipo_documento') ? ['tipo_documento', 'tipo_dte'] : ['tipo_dte', null]
  const tipo = o.digits(name, 1, 999)
  if (other && o.has(other) && o.digits(other, 1, 999) !== tipo)
    o.fault(other, 'contradiccion', `${other} y ${name} son lo mismo, y dicen tipos distintos`)
  return tipo
}

/** POST vecinos/:rut/emitir. */
export async function postEmision(deps: ApiDeps, call: ApiCall): Promise<Response> {
  const casa = casaOf(call)
  const vecino = vecinoOf(deps, casa, call.parts[0]!)
  const at = deps.sim.now().getTime()
  const hoy = chileDate(new Date(at))
  const body = await readBody(call.request, [
    'tipo_dte',
    'forma_pago',
    'fecha',
    'lineas',
    'referencias',
    'envio',
    'falla',
  ])
  const tipoDte = body.raw('tipo_dte') as number
  if (!A_PEDIDO.includes(tipoDte))
    body.fault('tipo_dte', 'valor', `tipo_dte debe ser uno de ${A_PEDIDO.join(', ')}`)
  const formaPago = body.has('forma_pago') ? body.integer('forma_pago', 1, 3) : null
  const fecha = body.has('fecha') ? String(body.raw('fecha')) : hoy
  if (!isDate(fecha) || daysBetween(fecha, hoy) < 0)
    body.fault('fecha', 'fecha', 'fecha debe ser AAAA-MM-DD y no futura')
  const lineas = objects(
    body,
    'lineas',
    60,
    ['nombre', 'cantidad', 'precio', 'exento'],
    (o): Linea => ({
      nombre: o.text('nombre', 80),
      cantidad: o.whole('cantidad', 1, 100_000),
      precio: o.whole('precio', 0, 100_000_000),
      exento: o.flag('exento'),
    }),
  )
  if (body.has('lineas') && lineas.length === 0)
    body.fault('lineas', 'requerido', 'lineas debe tener una o más')
  const referencias = body.has('referencias')
    ? objects(
        body,
        'referencias',
        40,
        ['tipo_documento', 'tipo_dte', 'folio', 'codigo'],
        (o): ReferenciaVecino => ({
          tipoDte: tipoOf(o),
          folio: o.digits('folio', 1, 9_999_999_999),
          codigo: o.has('codigo') ? (o.whole('codigo', 1, 3) as 1 | 2 | 3) : null,
          fecha,
          razon: 'Referencia',
        }),
      )
    : []
  const falla = body.has('falla') ? body.oneOf('falla', [...FALLAS_VECINO, ...FALLAS_CARTA]) : null
  const envio = body.has('envio') ? body.oneOf('envio', ENVIOS) : 'ambos'
  const enCarta = FALLAS_CARTA.find((one) => one === falla) ?? null
  if (enCarta && envio === 'sii')
    body.fault('envio', 'contradiccion', `La falla ${enCarta} es de la carta, y con envio sii no hay carta`)
  body.done()
  const encargo = {
    ...casa,
    rutEmisor: vecino.rut,
    rutReceptor: casa.rutEmpresa,
    at,
    tipoDte,
    documentos: [
      { fecha, formaPago, lineas, referencias, falla: FALLAS_VECINO.find((one) => one === falla) ?? null },
    ],
  }
  const { trackId, errores, documentos, textos } =
    envio === 'correo'
      ? { trackId: null, errores: [], ...(await deps.oficina.write(encargo)) }
      : await deps.oficina.hand(encargo)
  if (!documentos.length)
    throw new ApiFault(409, 'INVALID_STATE', `El SII no recibió el documento: ${errores.join('; ')}`)
  const [{ folio, neto, exento, iva, total }] = documentos as [(typeof documentos)[number]]
  // Told to, a neighbour mails what it wrote whatever the SII made of it.
  if (envio !== 'sii')
    planActos(deps.sim, casa, [
      {
        ...{ acto: 'manda', rut: vecino.rut, at: envio === 'correo' ? at : at + mailDelay(deps.sim) },
        datos: { tipoDte, folio, dte: textos[0]!, falla: enCarta },
      },
    ])
  deps.proceso.wake()
  return ok(
    {
      track_id: trackId === null ? null : String(trackId),
      rut_emisor: vecino.rut,
      tipo_dte: tipoDte,
      folio,
      fecha_emision: fecha,
      monto_neto: neto,
      monto_exento: exento,
      monto_iva: iva,
      monto_total: total,
    },
    201,
  )
}
