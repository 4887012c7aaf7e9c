// The questions and data of the simulator's desk (simulator §8.1).

import { filaDe, type TipoDte, tipoDocumento } from '../../domain/dte/tipos'
import type { BodyOf, DataOf } from '../api/client'
import { formatNumber, formatPesos, plural } from '../ui/format'
import type { Tone } from '../ui/status'

export type Libro = DataOf<'GET /simulador/libro'>
export type Documento = Libro['documentos'][number]
export type Envio = Libro['envios'][number]
export type Servicio = BodyOf<'POST /simulador/fallas'>['servicio']
export type Falla = BodyOf<'POST /simulador/fallas'>['falla']
export type Accion = BodyOf<'POST /simulador/acuse'>['accion']

export const ADELANTOS = [
  ['P1D', '+1 día'],
  ['P8D', '+8 días'],
  ['P6M', '+6 meses'],
] as const

export const SERVICIOS: readonly (readonly [Servicio, string])[] = [
  ['todos', 'Todos los servicios'],
  ['semilla', 'Semilla'],
  ['token', 'Token'],
  ['envio', 'Envío de DTE'],
  ['estado_envio', 'Estado de un envío'],
  ['estado_dte', 'Estado de un documento'],
  ['boleta_envio', 'Envío de boletas'],
  ['rcof', 'Consumo de folios'],
  ['boleta_estado', 'Estado de boletas'],
  ['reclamo', 'Registro de aceptación o reclamo'],
  ['login', 'Ingreso al portal'],
  ['contribuyente', 'Portal: datos de quien ingresó'],
  ['situacion', 'Situación tributaria'],
  ['rcv', 'Portal: registro de compras y ventas'],
  ['rcv_diferido', 'Portal: archivos del registro'],
  ['consulta_dte_portal', 'Portal: documentos emitidos y recibidos'],
  ['folios', 'Portal: pedir y reobtener folios'],
  ['folios_anular', 'Portal: anular folios'],
  ['bte', 'Portal: boletas de terceros'],
  ['correo', 'Correo'],
  ['certificacion', 'Certificación: revisión de sets'],
]

export const FALLAS: readonly (readonly [Falla, string])[] = [
  ['http_503', 'Responde HTTP 503'],
  ['error_500_texto', 'Responde un error 500 en texto'],
  ['correo_perdido', 'El correo no llega'],
  ['correo_doble', 'El correo llega dos veces'],
  ['corte_antes', 'Corta la conexión sin recibir'],
  ['corte_despues_de_guardar', 'Recibe, guarda y corta'],
  ['demora', 'Se demora'],
  ['cuerpo_truncado', 'Responde a medias'],
  ['token_rechazado', 'Rechaza el token'],
  ['sin_permiso', 'Dice que no hay permiso'],
  ['empresa_no_autorizada', 'Dice en una página que la empresa no está autorizada'],
  ['pagina_despues_de_guardar', 'Recibe, guarda y responde una página ajena'],
  ['atascado', 'Deja el envío atascado'],
  ['error_interno', 'Dice error interno'],
  ['contradiccion', 'Se contradice'],
  ['firewall', 'El cortafuegos rechaza'],
  ['cola', 'Portal: muestra la fila de espera'],
  ['sesion_vencida', 'Portal: da la sesión por vencida'],
  ['pagina_ajena', 'Portal: muestra otra página'],
  ['limite_sesiones', 'Ingreso: demasiadas sesiones'],
  ['clave_bloqueada', 'Ingreso: clave bloqueada'],
  ['certificado_rechazado', 'Ingreso: certificado rechazado'],
  ['codigo', 'Ingreso: rehúsa con un código'],
  ['json_truncado', 'Portal: la respuesta llega cortada'],
  ['json_html', 'Portal: una página en vez de datos'],
  ['cod', 'Portal: responde con un código'],
  ['fila_menos', 'Registro: falta una fila'],
  ['fila_repetida', 'Registro: una fila repetida'],
  ['sin_blob', 'Registro: el archivo no se generó'],
  ['gzip_roto', 'Registro: el archivo llega cortado'],
  ['captcha_malo', 'Situación tributaria: pide leer otra vez'],
  ['mantencion', 'Página en mantención'],
  ['corte_despues_de_otorgar', 'Folios: otorga y corta'],
  ['ofga', 'Folios: no logra generar el archivo'],
  ['no_autoriza', 'Folios: no autoriza el timbraje'],
  ['corte_despues_de_emitir', 'Boletas de terceros: emite y corta'],
  ['retencion_distinta', 'Boletas de terceros: retiene tres puntos más'],
  ['srh', 'Certificación: rechaza el set'],
  ['epr_con_reparo', 'Certificación: el envío tiene reparos'],
  ['mail_perdido', 'Certificación: no escribe el resultado'],
]

export const ACCIONES: readonly (readonly [Accion, string])[] = [
  ['ERM', 'Acusar recibo de lo vendido'],
  ['ACD', 'Aceptar el contenido'],
  ['RCD', 'Reclamar el contenido'],
  ['RFP', 'Reclamar falta parcial'],
  ['RFT', 'Reclamar falta total'],
]

export interface FaultDraft {
  servicio: Servicio
  falla: Falla
  /** How often; null is always. */
  veces: number | null
  ms: number | null
  /** The last pair of the code of a refusal. */
  codigo: string
  /** For how long; null has no end. */
  minutos: number | null
}

/** `hasta` counts from the simulator's own clock. */
export function faultBody(draft: FaultDraft, ahora: Date): BodyOf<'POST /simulador/fallas'> {
  const { servicio, falla, veces, ms, codigo, minutos } = draft
  return {
    servicio,
    falla,
    ...(veces !== null && { veces }),
    ...(ms !== null && falla === 'demora' && { ms }),
    ...((falla === 'codigo' || falla === 'cod') && { codigo }),
    ...(minutos !== null && { hasta: new Date(ahora.getTime() + minutos * 60_000).toISOString() }),
  }
}

/** The words of a choice, by its value; else the value itself. */
export const wordsOf = (options: readonly (readonly [string, string])[], value: string): string =>
  options.find(([id]) => id === value)?.[1] ?? value

/** A fault in force, said: what, where and for how long. */
export function saidOf(
  falla: DataOf<'GET /simulador/fallas'>[number],
  time: (instant: string) => string,
): string {
  const { servicio, falla: which, ms, quedan, hasta } = falla
  return [
    `${wordsOf(SERVICIOS, servicio)}: ${lowerFirst(wordsOf(FALLAS, which))}`,
    ms !== null && `${formatNumber(ms)} ms`,
    quedan !== null && `${quedan === 1 ? 'queda' : 'quedan'} ${plural(quedan, 'vez', 'veces')}`,
    hasta !== null && `hasta ${time(hasta)}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

const VEREDICTO: Readonly<Record<string, readonly [Tone, string, string]>> = {
  aceptado: ['bien', '✓', 'Aceptado'],
  reparo: ['aviso', '!', 'Con reparos'],
  reparo_leve: ['aviso', '!', 'Con reparos leves'],
  rechazado: ['mal', '✕', 'Rechazado'],
}
export const verdictOf = (veredicto: string | null): readonly [Tone, string, string] =>
  (veredicto !== null && VEREDICTO[veredicto]) || ['espera', '◐', 'Sin juzgar']

/** The total; the SII has an export's without its currency, which is not pesos. */
export const totalOf = ({ tipo_dte, monto_total }: Pick<Documento, 'tipo_dte' | 'monto_total'>): string =>
  tipoDocumento(tipo_dte as TipoDte).monedaExtranjera ? formatNumber(monto_total) : formatPesos(monto_total)

/** Types whose receiver may answer. */
export const isReclamable = (
  tipo: number,
): tipo is NonNullable<BodyOf<'POST /simulador/acuse'>['tipo_dte']> => filaDe(tipo)?.reclamable === true

/** Whether the receiver may say something of it: accepted, and of a type that is acknowledged. */
export const mayAnswer = ({ veredicto, tipo_dte }: Documento): boolean =>
  veredicto !== null && veredicto !== 'rechazado' && isReclamable(tipo_dte)

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
