// The rows of the pages for boletas of third parties in the table of the simulated portal (simulator §15).

import type { ServicioPortal } from '../portal/servicio'
import { answerAnulacion, showBte } from './boleta'
import { draftBte, emitBte, startBte } from './emision'
import { menuBte, monthBte, yearBte } from './informe'

type Answer = Extract<ServicioPortal, { tipo: 'cgi' | 'facade' }>['answer']

const PAGINAS: Readonly<Record<string, Answer>> = {
  ing: startBte,
  ing2: draftBte,
  ing3: emitBte,
  cons: menuBte,
  cons2: monthBte,
  cons3: showBte,
  cons4: yearBte,
  anula: answerAnulacion,
}

export const SERVICIOS_BTE: readonly ServicioPortal[] = Object.entries(PAGINAS).map(([name, answer]) => ({
  hosts: ['zeus'],
  path: new RegExp(`^/cvc_cgi/bte/bte_indiv_${name}$`),
  servicio: 'bte',
  tipo: 'cgi',
  answer,
}))
