// The rows of the folio pages in the table of the simulated portal (simulator §14).

import type { ServicioPortal } from '../portal/servicio'
import { annulFolios, listAnulacion, showAnulacion, startAnulacion } from './anulacion'
import { showEmpresa, startEmpresa } from './empresa'
import { chooseTipo, confirmPedido, fetchPedido, grantPedido, startPedido } from './pedido'
import {
  allowReobtencion,
  fetchReobtencion,
  listReobtencion,
  showReobtencion,
  startReobtencion,
} from './reobtencion'

type Answer = Extract<ServicioPortal, { tipo: 'cgi' | 'facade' }>['answer']

const PAGINAS: Readonly<Record<string, Answer>> = {
  of_solicita_folios: startPedido,
  of_solicita_folios_dcto: chooseTipo,
  of_confirma_folio: confirmPedido,
  of_genera_folio: grantPedido,
  of_genera_archivo: fetchPedido,
  rf_reobtencion1_folios: startReobtencion,
  rf_reobtencion2_folios: listReobtencion,
  rf_reobtencion3_folios: showReobtencion,
  rf_genera_folio: allowReobtencion,
  rf_genera_archivo: fetchReobtencion,
  af_anular1: startAnulacion,
  af_anular2: listAnulacion,
  af_anular3: showAnulacion,
  af_anular: annulFolios,
  ad_empresa1: startEmpresa,
  ad_empresa2: showEmpresa,
}

export const SERVICIOS_FOLIOS: readonly ServicioPortal[] = Object.entries(PAGINAS).map(([name, answer]) => ({
  hosts: name.startsWith('ad_') ? ['maullin'] : ['maullin', 'palena'],
  path: new RegExp(`^/cvc_cgi/dte/${name}$`),
  servicio: name.startsWith('af_') ? 'folios_anular' : 'folios',
  tipo: 'cgi',
  metodo: 'certificado',
  answer,
}))
