// The rows of the look-ups in the table of the simulated portal (simulator §13).

import type { ServicioPortal } from '../portal/servicio'
import { answerCaptcha } from './captcha'
import { answerContacto, answerEmisor, downloadEmisores, searchStart } from './emisores'
import { answerSituacion } from './situacion'

const DTE = ['maullin', 'palena']
const certificado = { hosts: DTE, servicio: 'contribuyente', tipo: 'cgi', metodo: 'certificado' } as const

export const SERVICIOS_CONTRIBUYENTE: readonly ServicioPortal[] = [
  {
    hosts: DTE,
    path: /^\/cvc_cgi\/dte\/ee_empresa_rut$/,
    servicio: 'contribuyente',
    tipo: 'entrada',
    answer: answerEmisor,
  },
  { ...certificado, path: /^\/cvc_cgi\/dte\/ce_consulta_rut$/, answer: searchStart },
  { ...certificado, path: /^\/cvc_cgi\/dte\/ce_consulta_e$/, answer: answerContacto },
  { ...certificado, path: /^\/cvc_cgi\/dte\/ce_empresas_dwnld$/, answer: downloadEmisores },
  {
    hosts: ['zeus'],
    path: /^\/cvc_cgi\/stc\/CViewCaptcha\.cgi$/,
    servicio: 'situacion',
    tipo: 'entrada',
    answer: answerCaptcha,
  },
  {
    hosts: ['zeus'],
    path: /^\/cvc_cgi\/stc\/getstc$/,
    servicio: 'situacion',
    tipo: 'entrada',
    answer: answerSituacion,
  },
]
