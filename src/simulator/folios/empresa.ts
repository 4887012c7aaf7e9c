// The SII's record of a company on the side of certification, `ad_empresa1` and `ad_empresa2` (simulator
// §14.6).

import { emisorOf } from '../contribuyente/autorizacion'
import { dayOf, table } from '../contribuyente/emisores'
import { fichaOf } from '../contribuyente/ficha'
import { form, page } from '../portal/paginas'
import type { Sim } from '../sim'
import { BASE, type Tramite, tramite } from './tramite'

const TITULO = 'DATOS DE LA EMPRESA'

/** ad_empresa1 */
export const startEmpresa = (sim: Sim): Response =>
  page(
    sim,
    TITULO,
    form(sim, {
      name: 'form1',
      action: `${BASE}/ad_empresa2`,
      fields: [
        { name: 'RUT_EMP', type: 'text' },
        { name: 'DV_EMP', type: 'text' },
        { name: 'ACEPTAR', value: 'Consultar', type: 'submit' },
      ],
    }),
  )

/** ad_empresa2 */
export const showEmpresa = tramite('rf', ({ sim, tenedor: { lado, rut, dueno } }: Tramite) => {
  const ficha = fichaOf(sim, lado, rut)
  const emisor = ficha && emisorOf(sim, lado, dueno, ficha)
  const rows = [
    ['RUT', rut],
    ['Razón Social', ficha?.razonSocial ?? ''],
    ['Número de Resolución', emisor ? String(emisor.resolucion.numero) : ''],
    ['Fecha de Resolución', emisor ? dayOf(emisor.resolucion.fecha) : ''],
    ['Fecha de Autorización', emisor ? dayOf(emisor.documentos[0]!.desde) : ''],
  ]
  return page(sim, TITULO, table(rows))
})
