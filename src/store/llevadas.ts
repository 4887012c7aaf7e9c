// The rows of each table that are an account's or a company's own, and so leave with it (areas/exportaciones §2). Every table is in one of the two
// lists, which a test holds against the schema.

/**
 * How a row is found to be theirs: by its own `empresa_id` or `cuenta_id` (a parent that is `empresa` or `cuenta`), or by the row that it
 * hangs from: `column > parent.key`.
 */
export interface Llevada {
  columna: string
  padre: string
  clave: string
}

const by = (columna: string, padre: string, clave = 'id'): Llevada => ({ columna, padre, clave })
const EMPRESA = by('empresa_id', 'empresa')
const CUENTA = by('cuenta_id', 'cuenta')
const DOCUMENTO = by('documento_id', 'documento')
const JOB = by('job_id', 'job')
const CAF = by('caf_id', 'caf')
const RECIBIDO = by('recibido_id', 'recibido')
const USUARIO = by('usuario_id', 'usuario')
const IMPORTACION = by('importacion_id', 'importacion')
const INTENTO = by('intento_id', 'certificacion_intento')

export const LLEVADAS: Readonly<Record<string, Llevada>> = {
  cuenta: by('id', 'cuenta'),
  cuota_consulta: CUENTA,
  cuota_emision: CUENTA,
  suscripcion: CUENTA,
  checkout: CUENTA,
  cobro: CUENTA,
  tipo_cambio: CUENTA,
  consulta_guardada: CUENTA,
  usuario: CUENTA,
  segundo_factor: USUARIO,
  codigo_recuperacion: USUARIO,
  llave_acceso: USUARIO,
  firma_aviso: USUARIO,
  firma_calendario: USUARIO,
  firma_operacion: CUENTA,
  firma_operacion_empresa: by('operacion_id', 'firma_operacion'),
  invitacion: CUENTA,
  empresa: by('id', 'empresa'),
  auditoria: EMPRESA,
  empresa_cartera: EMPRESA,
  empresa_tablero: EMPRESA,
  empresa_faceta: EMPRESA,
  f29_declarado: EMPRESA,
  api_key: EMPRESA,
  certificado: EMPRESA,
  portal_clave: EMPRESA,
  buzon: EMPRESA,
  programacion: EMPRESA,
  sii_incidente: EMPRESA,
  logo: EMPRESA,
  plantilla: EMPRESA,
  plantilla_activa: EMPRESA,
  plantilla_numero: EMPRESA,
  cliente: EMPRESA,
  cliente_cambio: by('cliente_id', 'cliente'),
  producto: EMPRESA,
  producto_cambio: by('producto_id', 'producto'),
  contabilidad_ajuste: EMPRESA,
  contabilidad_cuenta: EMPRESA,
  contabilidad_regla: EMPRESA,
  contabilidad_plantilla: EMPRESA,
  asiento_exportacion: EMPRESA,
  asiento_documento: EMPRESA,
  job: EMPRESA,
  job_cuenta: EMPRESA,
  trabajo: JOB,
  idempotencia: EMPRESA,
  caf: EMPRESA,
  folio_alerta: EMPRESA,
  folio_anulacion: JOB,
  folio_apartado: CAF,
  folio_libre: EMPRESA,
  folio_solicitud: EMPRESA,
  envio: EMPRESA,
  envio_marco: by('envio_id', 'envio'),
  documento: EMPRESA,
  documento_contenido: DOCUMENTO,
  documento_historial: DOCUMENTO,
  documento_publico: DOCUMENTO,
  documento_reemplazo: DOCUMENTO,
  documento_referencia: DOCUMENTO,
  documento_referencia_ajena: DOCUMENTO,
  documento_xml: DOCUMENTO,
  documento_cuenta: EMPRESA,
  documento_dia: EMPRESA,
  envio_set: DOCUMENTO,
  emision_programada: EMPRESA,
  borrador: EMPRESA,
  serie: EMPRESA,
  ocurrencia: by('serie_id', 'serie'),
  reenvio: DOCUMENTO,
  copia: DOCUMENTO,
  guia: DOCUMENTO,
  guia_factura: by('guia_id', 'documento'),
  cliente_suma: EMPRESA,
  cliente_suma_movida: DOCUMENTO,
  cliente_importacion: JOB,
  cliente_importacion_error: JOB,
  cliente_archivo: JOB,
  importacion: EMPRESA,
  importacion_archivo: IMPORTACION,
  importacion_bytes: IMPORTACION,
  importado: DOCUMENTO,
  historia_ajuste: EMPRESA,
  certificacion: EMPRESA,
  certificacion_ronda: by('certificacion_id', 'certificacion'),
  certificacion_set: by('ronda_id', 'certificacion_ronda'),
  certificacion_intento: by('set_id', 'certificacion_set'),
  certificacion_libro: INTENTO,
  certificacion_archivo: by('certificacion_id', 'certificacion'),
  rcof: EMPRESA,
  rcof_xml: by('rcof_id', 'rcof'),
  bte: EMPRESA,
  bte_mes: EMPRESA,
  rcv_documento: EMPRESA,
  rcv_avance: JOB,
  rcv_cambio: EMPRESA,
  rcv_vinculacion: EMPRESA,
  rcv_desvinculada: by('nc_id', 'rcv_documento'),
  rcv_resumen: EMPRESA,
  rcv_sincronizacion: EMPRESA,
  rcv_total: EMPRESA,
  rcv_tramo: EMPRESA,
  mensaje: EMPRESA,
  buzon_visto: EMPRESA,
  recibido_archivo: EMPRESA,
  recibido: EMPRESA,
  recibido_cesion: RECIBIDO,
  recibido_contenido: RECIBIDO,
  recibido_pdf: RECIBIDO,
  recibido_pdf_parte: RECIBIDO,
  recibido_referencia: RECIBIDO,
  respuesta: EMPRESA,
  respuesta_documento: by('respuesta_id', 'respuesta'),
  respuesta_xml: by('respuesta_id', 'respuesta'),
  respuesta_archivo: EMPRESA,
  respuesta_recibida: EMPRESA,
  acuse: EMPRESA,
  acuse_documento: EMPRESA,
  acuse_tanda: JOB,
  compra_int: EMPRESA,
  compra_int_archivo: by('compra_id', 'compra_int'),
  estado_cuenta: EMPRESA,
  evento: EMPRESA,
  evento_aviso: EMPRESA,
  evento_numero: EMPRESA,
  webhook: EMPRESA,
  webhook_entrega: by('webhook_id', 'webhook'),
  webhook_intento: by('entrega_id', 'webhook_entrega'),
  // By the table that a row of it names: `statements.ts` of the area knows.
  trozo: by('id', 'trozo'),
}

/** Tables that stay, and why. Those of the simulated SII (`sim_…`) do too: it is nobody's account. */
export const NO_LLEVADAS: Readonly<Record<string, string>> = {
  meta: 'of this server',
  migracion: 'of this server',
  respaldo: 'copies of the whole server',
  exportacion: 'what left, as this server knows it: the key of a move among it',
  sesion: 'who is in here, by this server’s keys',
  refresh_token: 'who is in here, by this server’s keys',
  restablecimiento: 'a link to this server, good for an hour',
  portal_sesion: 'cookies of the SII, which live for hours',
  portal_pagina: 'pages that the SII showed when something failed, kept for days',
  portal_bloqueo: 'of a credential, whoever has it: what the SII said of it is asked anew',
  portal_ingreso: 'of a credential, whoever has it',
  portal_pausa: 'minutes in which a way in rests',
  portal_ritmo: 'minutes in which the SII is not asked again',
}

/** Columns of which a copy has nothing, and which only a move takes along, wrapped: what acts for somebody, or lets somebody in. */
export const SECRETOS: Readonly<Record<string, readonly string[]>> = {
  certificado: ['certificado_cifrado', 'llave_cifrada'],
  caf: ['xml_cifrado'],
  webhook: ['secreto_cifrado', 'anterior_cifrado'],
  idempotencia: ['respuesta_cifrada'],
  // A mark of the password itself, by which a guess could be tried.
  portal_clave: ['clave_cifrada', 'credencial'],
  buzon: ['clave_cifrada'],
  segundo_factor: ['secreto_cifrado'],
  documento_publico: ['clave_sha256', 'clave_cifrada'],
  usuario: ['password_hash'],
  codigo_recuperacion: ['hash'],
  api_key: ['hash'],
  invitacion: ['token_hash'],
  firma_calendario: ['hash'],
  checkout: ['url', 'token'],
  importacion_bytes: ['bytes_cifrados'],
}

/** Pieces of long files go open in a copy, which has no other form of some; in a move sealed, for there may be files of another program among them. */
const DE_MUDANZA: Readonly<Record<string, readonly string[]>> = { trozo: ['bytes_cifrados'] }

/** The columns of a table that an archive has not in the open. */
export const secretasOf = (tabla: string, mudanza: boolean): readonly string[] =>
  SECRETOS[tabla] ?? (mudanza ? DE_MUDANZA[tabla] : undefined) ?? []

/** Tables that go with a move alone: files of another program as they came, which may hold its keys. */
export const SOLO_EN_MUDANZA: readonly string[] = ['importacion_bytes']

/** Columns that say how a row stands on this server, which means nothing elsewhere. */
export const DE_AQUI: Readonly<Record<string, readonly string[]>> = {
  cuenta: ['mudada'],
  empresa: ['mudada'],
  job: ['mudado'],
}
