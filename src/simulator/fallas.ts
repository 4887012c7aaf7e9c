// Faults on demand (simulator §7.1): which services fail, how, how often and until when.

import type { Sim } from './sim'
import type { FallaLeida } from './statements'

export const SERVICIOS = [
  'semilla',
  'token',
  'envio',
  'rcof',
  'estado_envio',
  'estado_dte',
  'boleta_envio',
  'boleta_estado',
  'reclamo',
  'login',
  'contribuyente',
  'rcv',
  'rcv_diferido',
  'consulta_dte_portal',
  'situacion',
  'folios',
  'folios_anular',
  'correo',
  'bte',
  'certificacion',
  'todos',
] as const
type ServicioFalla = (typeof SERVICIOS)[number]
/** The service of a single request. */
export type Servicio = Exclude<ServicioFalla, 'todos'>

/** Services of the portal, whose faults are pages. */
const PORTAL: readonly ServicioFalla[] = [
  'login',
  'contribuyente',
  'rcv',
  'rcv_diferido',
  'consulta_dte_portal',
  'situacion',
  'folios',
  'folios_anular',
  'bte',
]
/** Services of the wire, whose answers are XML, or text and JSON. */
const DE_DTE: readonly ServicioFalla[] = [
  'semilla',
  'token',
  'envio',
  'rcof',
  'estado_envio',
  'estado_dte',
  'boleta_envio',
  'boleta_estado',
  'reclamo',
]
const FACADES: readonly ServicioFalla[] = ['rcv', 'rcv_diferido', 'consulta_dte_portal']

export const TIPOS_FALLA = [
  'http_503',
  'error_500_texto',
  'corte_antes',
  'corte_despues_de_guardar',
  'demora',
  'cuerpo_truncado',
  'token_rechazado',
  'sin_permiso',
  'atascado',
  'error_interno',
  'contradiccion',
  'firewall',
  'cola',
  'sesion_vencida',
  'pagina_ajena',
  'limite_sesiones',
  'clave_bloqueada',
  'certificado_rechazado',
  'codigo',
  'json_truncado',
  'json_html',
  'cod',
  'fila_menos',
  'fila_repetida',
  'sin_blob',
  'gzip_roto',
  'captcha_malo',
  'mantencion',
  'corte_despues_de_otorgar',
  'ofga',
  'no_autoriza',
  'correo_perdido',
  'correo_doble',
  'corte_despues_de_emitir',
  'retencion_distinta',
  'empresa_no_autorizada',
  'pagina_despues_de_guardar',
  'srh',
  'mail_perdido',
  'epr_con_reparo',
] as const
type TipoFalla = (typeof TIPOS_FALLA)[number]

/** `ms` only of `demora`, `codigo` only of `codigo` and `cod`, and the words of `srh`; `quedan` requests it will still hit, until `hastaAt`, each null without limit. */
export interface Falla extends FallaLeida {
  servicio: ServicioFalla
  falla: TipoFalla
}

/**
 * Faults that only some services can have: no other keeps an envelope, knows the code -1 of claims, counts documents, or shows pages
 * to who is logged in.
 */
const SOLO: Partial<Record<TipoFalla, readonly ServicioFalla[]>> = {
  atascado: ['envio', 'boleta_envio', 'todos'],
  error_interno: ['reclamo'],
  contradiccion: ['estado_envio', 'boleta_estado'],
  firewall: [...PORTAL, ...DE_DTE],
  cola: PORTAL,
  sesion_vencida: PORTAL.filter((servicio) => servicio !== 'login'),
  pagina_ajena: PORTAL.filter((servicio) => servicio !== 'login'),
  limite_sesiones: ['login'],
  clave_bloqueada: ['login'],
  certificado_rechazado: ['login'],
  codigo: ['login'],
  json_truncado: FACADES,
  json_html: FACADES,
  cod: FACADES,
  fila_menos: ['rcv'],
  fila_repetida: ['rcv'],
  sin_blob: ['rcv_diferido'],
  gzip_roto: ['rcv_diferido'],
  captcha_malo: ['situacion'],
  mantencion: ['situacion', ...DE_DTE],
  empresa_no_autorizada: ['envio', 'rcof', 'boleta_envio', 'estado_envio', 'estado_dte'],
  pagina_despues_de_guardar: ['envio', 'boleta_envio'],
  corte_despues_de_otorgar: ['folios'],
  ofga: ['folios'],
  no_autoriza: ['folios'],
  correo_perdido: ['correo'],
  correo_doble: ['correo'],
  corte_despues_de_emitir: ['bte'],
  retencion_distinta: ['bte'],
  srh: ['certificacion'],
  mail_perdido: ['certificacion'],
  epr_con_reparo: ['certificacion'],
}
/** Faults of one page of a service, which its other pages neither meet nor spend. */
const EN_PAGINA: Partial<Record<TipoFalla, RegExp>> = {
  corte_despues_de_otorgar: /\/of_genera_folio$/,
  ofga: /\/(of|rf)_genera_archivo$/,
  no_autoriza: /\/of_confirma_folio$/,
  corte_despues_de_emitir: /\/bte_indiv_ing3$/,
  retencion_distinta: /\/bte_indiv_ing2$/,
}
/** Services that no request reaches, and so no fault of `todos`. */
const DE_NADIE: readonly ServicioFalla[] = ['correo', 'certificacion']
/** Faults of a token, which the portal has none of. */
const DE_TOKEN: readonly TipoFalla[] = ['token_rechazado', 'sin_permiso']

/** Whether a fault can happen at a service. */
export const canFail = (servicio: ServicioFalla, falla: TipoFalla): boolean =>
  SOLO[falla]?.includes(servicio) ??
  (servicio === 'certificacion'
    ? falla === 'demora'
    : servicio !== 'correo' && !(PORTAL.includes(servicio) && DE_TOKEN.includes(falla)))

/** The faults in force, oldest first. */
export const listFallas = ({ sql, now }: Sim): Falla[] => sql.falla.alive.all(now().getTime()) as Falla[]

/** Puts a fault in force. */
export function addFalla({ sql, now, newId }: Sim, falla: Omit<Falla, 'id'>): Falla {
  const row = { ...falla, id: newId('falla') }
  sql.falla.insert.run({ ...row, creadaAt: now().getTime() })
  return row
}

/** Ends every fault, or one, and lets go of the envelopes that a fault held at CRT. Returns how many were ended. */
export function clearFallas({ sql: { falla } }: Sim, id?: string): number {
  const gone = id ? falla.end.run(id) : falla.endAll.run()
  if (!falla.stuck.get()) falla.letGo.run()
  return gone.changes
}

/** Whether faults that only reports of used folios meet are in force: telling a report from an envelope costs a look at it. */
export const hasFallaRcof = (sim: Sim): boolean => listFallas(sim).some(({ servicio }) => servicio === 'rcof')

/** The fault that hits a request for a path now, if any; it has then been spent once. `atascado` is asked for apart. */
export function takeFalla(sim: Sim, servicio: Servicio, path = '', atascado = false): Falla | null {
  const falla = listFallas(sim).find(
    (f) =>
      (f.servicio === servicio || (f.servicio === 'todos' && !DE_NADIE.includes(servicio))) &&
      (f.falla === 'atascado') === atascado &&
      (EN_PAGINA[f.falla]?.test(path) ?? true),
  )
  if (!falla) return null
  if (falla.quedan !== null) sim.sql.falla.spend.run(falla.id)
  return falla
}
