// The boleta as a page, `bte_indiv_cons3`, and the form that annuls one, `bte_indiv_anula` (simulator §15.3, §15.4).

import { parseRut } from '../../domain/rut'
import { dayOf } from '../contribuyente/emisores'
import { fichaOf } from '../contribuyente/ficha'
import { form, html, page } from '../portal/paginas'
import { readAjustes } from '../registro/ajustes'
import type { Sim } from '../sim'
import { annulBte, estadoOf, linesOf } from './bte'
import type { Bte } from './statements'
import { BASE, integerOf, messagePage, pesos, refuse, type Visita, visita } from './ventanilla'

/** The boleta that the fields name, if it is the visitor's: of the payer unless they name another. */
function namedBte({ sim, sesion, pagador, campos }: Visita): Bte | null {
  const { RUT_EMI, DV_EMI, NUMBOL, NUMERO } = campos
  const rut = RUT_EMI ? parseRut(`${RUT_EMI}-${DV_EMI ?? ''}`) : pagador
  const folio = integerOf(NUMBOL ?? NUMERO)
  const found = rut && folio ? sim.sql.bte.find.get(rut, folio, sesion.dueno) : undefined
  return found && [found.rut, found.beneficiario].includes(pagador) ? found : null
}

/** bte_indiv_cons3 */
export const showBte = visita((v) => {
  const { sim } = v
  const boleta = namedBte(v)
  if (!boleta) return refuse(sim, 'la boleta no existe')
  const { rut, folio, fecha, beneficiario, nombre, direccion, comuna, bruto, retencion, codigo } = boleta
  const line = ([label, value]: readonly [string, string]): string =>
    `<tr><td class=texto>${html(label)}</td><TD class="texto" align=right>${html(value)}</TD></tr>`
  const title = 'BOLETA DE PRESTACION DE SERVICIOS DE TERCEROS ELECTRONICA'
  return page(
    sim,
    title,
    `<h2>${title}</h2>${estadoOf(boleta) === 'anulada' ? '\n<h1>ANULADA</h1>' : ''}
<table>
${(
  [
    ['Emisor', fichaOf(sim, null, rut)?.razonSocial ?? ''],
    ['RUT', rut],
    ['N°', String(folio)],
    ['Fecha', dayOf(fecha)],
    ['Señor(es)', nombre],
    ['RUT', beneficiario],
    ['Domicilio', `${direccion}, ${comuna}`],
    ...linesOf(boleta).map(([what, monto]) => [what, `$ ${pesos(monto)}`]),
    ['Total Honorarios', `$ ${pesos(bruto)}`],
    ['Retención', `$ ${pesos(retencion)}`],
    ['Total', `$ ${pesos(bruto - retencion)}`],
  ] as [string, string][]
)
  .map(line)
  .join('\n')}
</table>
<p>${codigo}</p>`,
  )
})

const PAGO = 'No se efectuó el pago'
const CAUSAS = ['Prestación no efectuada', 'Error de digitación']

/** The reasons that the form offers, numbered from 1. */
const causasOf = (sim: Sim): string[] => (readAjustes(sim).bte_causas === 3 ? [PAGO, ...CAUSAS] : CAUSAS)

const TITULO_ANULA = 'ANULACION DE BOLETA'

/** bte_indiv_anula: the form, and with a number and a reason what became of it. */
export const answerAnulacion = visita((v) => {
  const { sim, campos, pagador } = v
  const causas = causasOf(sim)
  if (campos.NUMBOL === undefined && campos.NUMERO === undefined)
    return page(
      sim,
      TITULO_ANULA,
      form(sim, {
        name: 'anula',
        action: `${BASE}/bte_indiv_anula`,
        fields: [
          { name: 'NUMBOL', type: 'text' },
          { name: 'MOTIVO', options: causas.map((causa, i) => [String(i + 1), causa] as const) },
          { name: 'ACEPTAR', value: 'Anular', type: 'submit' },
        ],
      }),
    )
  const boleta = namedBte(v)
  if (!boleta || boleta.rut !== pagador) return refuse(sim, 'el número de boleta no existe')
  const causa = causas[(integerOf(campos.MOTIVO) ?? 0) - 1]
  if (!causa) return refuse(sim, 'debe indicar el motivo de la anulación')
  const { folio } = boleta
  const before = estadoOf(boleta)
  if (before === 'anulada') return refuse(sim, `la boleta ${folio} ya fue anulada anteriormente`)
  if (before === 'anulacion_solicitada')
    return refuse(sim, `la boleta ${folio} ya tiene una solicitud de anulación`)
  return messagePage(
    sim,
    TITULO_ANULA,
    annulBte(sim, boleta, causa) === 'anulada'
      ? `La boleta N° ${folio} ha sido anulada`
      : `La solicitud de anulación de la boleta N° ${folio} ha sido recibida y queda sujeta a confirmación por el receptor`,
  )
})
