// A neighbour issues to the company, at once (simulator §21.5).

import { chileDate, daysBetween, isDate } from '../../domain/fecha'
import { objects, readBody } from '../api-lectura'
import { type ApiCall, type ApiDeps, ApiFault, ok } from '../api-pedido'
import { casaOf, vecinoOf } from './api-vecinos'
import { FALLAS_VECINO, type ReferenciaVecino } from './documento'
import type { Linea } from './montos'
import { A_PEDIDO } from './tipos'

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
      exento: o.raw('exento') === true,
    }),
  )
  if (body.has('lineas') && lineas.length === 0)
    body.fault('lineas', 'requerido', 'lineas debe tener una o más')
  const referencias = body.has('referencias')
    ? objects(
        body,
        'referencias',
        40,
        ['tipo_dte', 'folio', 'codigo'],
        (o): ReferenciaVecino => ({
          tipoDte: o.whole('tipo_dte', 1, 999),
          folio: o.whole('folio', 1, 9_999_999_999),
          codigo: o.raw('codigo') === undefined ? null : (o.whole('codigo', 1, 3) as 1 | 2 | 3),
          fecha,
          razon: 'Referencia',
        }),
      )
    : []
  const falla = body.has('falla') ? body.oneOf('falla', FALLAS_VECINO) : null
  body.done()
  const { trackId, errores, documentos } = await deps.oficina.hand({
    ...casa,
    rutEmisor: vecino.rut,
    rutReceptor: casa.rutEmpresa,
    at,
    tipoDte,
    documentos: [{ fecha, formaPago, lineas, referencias, falla }],
  })
  deps.proceso.wake()
  if (trackId === null)
    throw new ApiFault(409, 'INVALID_STATE', `El SII no recibió el documento: ${errores.join('; ')}`)
  const [{ folio, neto, exento, iva, total }] = documentos as [(typeof documentos)[number]]
  return ok(
    {
      track_id: String(trackId),
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
