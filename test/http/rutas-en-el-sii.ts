// The routes of the operations at the SII beyond issuing, as they were agreed upon: address, permission, unit of the quota, success, and
// whether a job is underneath. The facts stand here by themselves, beside what the program declares.

/** L: nothing leaves; Q: one question now; J: a job, waited for by `?esperar=`; J!: a job that is answered for at once. */
export type Modo = 'L' | 'Q' | 'J' | 'J!'
export type Ruta = [ruta: string, permiso: string, unidad: string | null, modo: Modo, exito: number[]]

const PORTAL = '/v1/empresa/:id/portal'
const ACUSE = '/v1/dte/acuse'
const RCOF = '/v1/dte/rcof'
const FOLIOS = '/v1/dte/folios'
const RECIBIDOS = '/v1/recibidos'
const BUZON = '/v1/empresa/:id/buzon'
const INTERNACIONALES = '/v1/compras-internacionales'
/** For the session of a person, never a key. */
const SESION = 'sesión empresa:administrar'

/** People's actions on the jobs of one base. */
const trabajos = (base: string, leer: string, actuar: string): Ruta[] => [
  [`GET ${base}/trabajos`, leer, null, 'L', [200]],
  [`GET ${base}/trabajos/:jobId`, leer, null, 'L', [200]],
  [`POST ${base}/trabajos/:jobId/reintentar`, actuar, null, 'J!', [202]],
  [`POST ${base}/trabajos/descartar`, actuar, null, 'L', [200]],
  [`POST ${base}/trabajos/:jobId/descartar`, actuar, null, 'L', [200]],
]

export const RUTAS: Ruta[] = [
  [`GET ${PORTAL}`, 'empresa:leer', null, 'L', [200]],
  [`PUT ${PORTAL}/clave`, SESION, null, 'L', [200]],
  [`DELETE ${PORTAL}/clave`, SESION, null, 'L', [204]],
  [`POST ${PORTAL}/probar`, SESION, 'portal', 'Q', [200]],
  [`POST ${PORTAL}/desbloquear`, SESION, null, 'L', [200]],
  [`POST ${PORTAL}/cerrar`, SESION, null, 'Q', [204]],

  ['POST /v1/rcv/:periodo/sync', 'rcv:sincronizar', 'rcv', 'J', [200, 202]],
  ['GET /v1/rcv', 'rcv:leer', null, 'L', [200]],
  ['GET /v1/rcv/:periodo', 'rcv:leer', null, 'L', [200]],
  ['GET /v1/rcv/emitidos-fuera', 'rcv:leer', null, 'L', [200]],
  ['GET /v1/rcv/:periodo/cambios', 'rcv:leer', null, 'L', [200]],
  ['POST /v1/rcv/:periodo/importar', 'rcv:sincronizar', null, 'L', [201]],
  ['GET /v1/rcv/:periodo/vinculaciones', 'rcv:leer', null, 'L', [200]],
  ['GET /v1/rcv/:periodo/nc-pendientes', 'rcv:leer', null, 'L', [200]],
  ['GET /v1/rcv/vinculaciones', 'rcv:leer', null, 'L', [200]],
  ['POST /v1/rcv/vinculacion', 'rcv:sincronizar', null, 'L', [201]],
  ['DELETE /v1/rcv/vinculacion/:id', 'rcv:sincronizar', null, 'L', [204]],
  ['GET /v1/rcv/:periodo/cuadratura', 'rcv:leer', null, 'L', [200]],
  ['GET /v1/rcv/:periodo/f29', 'rcv:leer', null, 'L', [200]],
  ['PUT /v1/rcv/:periodo/compras/:rut/:tipo/:folio/tipo-compra', 'rcv:sincronizar', 'rcv', 'Q', [200]],
  ...trabajos('/v1/rcv', 'rcv:leer', 'rcv:sincronizar'),

  [`POST ${ACUSE}`, 'acuse:registrar', 'acuse', 'J', [200, 201, 202]],
  [`POST ${ACUSE}/lote`, 'acuse:registrar', 'acuse', 'J!', [202]],
  [`GET ${ACUSE}/:tipo/:folio`, 'consultas:ejecutar', 'consulta_acuse', 'Q', [200]],
  [`GET ${ACUSE}/recibidos/:rut/:tipo/:folio`, 'consultas:ejecutar', 'consulta_acuse', 'Q', [200]],
  [`GET ${ACUSE}/pendientes`, 'rcv:leer', null, 'L', [200]],
  [`GET ${ACUSE}`, 'rcv:leer', null, 'L', [200]],
  ...trabajos(ACUSE, 'rcv:leer', 'acuse:registrar'),

  [`POST ${RCOF}`, 'rcof:enviar', 'rcof', 'J', [202]],
  [`GET ${RCOF}`, 'dte:leer', null, 'L', [200]],
  [`GET ${RCOF}/:fecha`, 'dte:leer', null, 'L', [200]],
  [`GET ${RCOF}/:fecha/previa`, 'dte:leer', null, 'L', [200]],
  [`GET ${RCOF}/:fecha/xml`, 'dte:leer', null, 'L', [200]],
  [`GET ${RCOF}/:fecha/estado`, 'consultas:ejecutar', 'rcof', 'Q', [200]],
  ...trabajos(RCOF, 'dte:leer', 'rcof:enviar'),

  [`GET ${FOLIOS}/sii`, 'folios:administrar', 'consulta_folios', 'Q', [200]],
  [`POST ${FOLIOS}/solicitar`, 'folios:administrar', 'solicitud_folios', 'J', [201, 202]],
  [`POST ${FOLIOS}/reobtener`, 'folios:administrar', 'reobtencion_folios', 'J', [201, 202]],
  [`POST ${FOLIOS}/anular`, 'folios:administrar', 'anulacion_folios', 'J', [201, 202]],
  ...trabajos(FOLIOS, 'folios:leer', 'folios:administrar'),
  [`GET ${FOLIOS}/por-anular`, 'folios:leer', null, 'L', [200]],
  [`GET ${FOLIOS}/pronostico`, 'folios:leer', null, 'L', [200]],

  ['GET /v1/contribuyente/:rut', 'consultas:ejecutar', 'contribuyente', 'Q', [200]],
  ['GET /v1/sii/situacion/:rut', 'consultas:ejecutar', 'situacion', 'Q', [200]],
  ['POST /v1/empresa/autocompletar', 'consultas:ejecutar', 'autocompletar', 'Q', [200]],
  ['GET /v1/dte/consulta/:tipo/:folio', 'consultas:ejecutar', 'consulta_dte', 'Q', [200]],
  ['GET /v1/dte/estado/:trackId', 'consultas:ejecutar', 'estado_envio', 'Q', [200]],
  ['GET /v1/dte/emitidos/:periodo', 'consultas:ejecutar', 'emitidos', 'Q', [200]],
  ['GET /v1/dte/recibidos/:periodo', 'consultas:ejecutar', 'recibidos', 'Q', [200]],

  ['GET /v1/libros/ventas/:periodo', 'rcv:leer', null, 'L', [200]],
  ['GET /v1/libros/compras/:periodo', 'rcv:leer', null, 'L', [200]],
  ['GET /v1/libros/guias/:periodo', 'rcv:leer', null, 'L', [200]],
  ['GET /v1/libros/paquete/:periodo', 'rcv:leer', null, 'L', [200]],

  ['GET /v1/empresa/:id/programacion', 'empresa:leer', null, 'L', [200]],
  ['PUT /v1/empresa/:id/programacion', 'empresa:administrar', null, 'L', [200]],
  // And the permission of the task, which its own test asks for.
  ['POST /v1/empresa/:id/programacion/:tarea/ejecutar', 'empresa:leer', null, 'J!', [202]],

  ['GET /v1/libros/honorarios/:periodo', 'rcv:leer', null, 'L', [200]],

  ['POST /v1/bte/emitir', 'bte:emitir', 'bte', 'J', [201, 202]],
  ['POST /v1/bte/previsualizar', 'bte:emitir', 'bte', 'Q', [200]],
  ['GET /v1/bte', 'bte:leer', null, 'L', [200]],
  ['GET /v1/bte/:folio', 'bte:leer', null, 'L', [200]],
  ['GET /v1/bte/:folio/pdf', 'bte:leer', null, 'L', [200]],
  ['GET /v1/bte/:folio/html', 'bte:emitir', 'bte', 'Q', [200]],
  ['POST /v1/bte/:folio/anular', 'bte:emitir', 'bte', 'J', [200, 202]],
  ['POST /v1/bte/:folio/sync', 'bte:emitir', 'bte', 'J', [200, 202]],
  ['GET /v1/bte/tasa', 'bte:leer', null, 'L', [200]],
  ['GET /v1/bte/resumen/:periodo', 'bte:leer', null, 'L', [200]],
  ...trabajos('/v1/bte', 'bte:leer', 'bte:emitir'),

  [`POST ${RECIBIDOS}`, 'recibidos:gestionar', null, 'L', [200, 201]],
  [`GET ${RECIBIDOS}`, 'recibidos:leer', null, 'L', [200]],
  [`GET ${RECIBIDOS}/:id`, 'recibidos:leer', null, 'L', [200]],
  [`GET ${RECIBIDOS}/:id/xml`, 'recibidos:leer', null, 'L', [200]],
  [`GET ${RECIBIDOS}/:id/pdf`, 'recibidos:leer', null, 'L', [200]],
  [`DELETE ${RECIBIDOS}/:id`, 'recibidos:gestionar', null, 'L', [204]],
  [`POST ${RECIBIDOS}/:id/respuestas`, 'recibidos:gestionar', null, 'J', [202]],
  [`GET ${RECIBIDOS}/respuestas`, 'recibidos:leer', null, 'L', [200]],
  [`GET ${RECIBIDOS}/respuestas/recibidas`, 'recibidos:leer', null, 'L', [200]],
  [`GET ${RECIBIDOS}/respuestas/:id/xml`, 'recibidos:leer', null, 'L', [200]],
  [`GET ${RECIBIDOS}/mensajes`, 'recibidos:leer', null, 'L', [200]],
  [`POST ${RECIBIDOS}/buzon/leer`, 'recibidos:gestionar', null, 'J', [200, 202]],
  [`GET ${BUZON}`, SESION, null, 'L', [200]],
  [`PUT ${BUZON}`, SESION, null, 'L', [200]],
  [`DELETE ${BUZON}`, SESION, null, 'L', [204]],
  [`POST ${BUZON}/probar`, SESION, null, 'Q', [200]],
  ...trabajos(RECIBIDOS, 'recibidos:leer', 'recibidos:gestionar'),

  ['GET /v1/clientes', 'clientes:leer', null, 'L', [200]],
  ['POST /v1/clientes', 'clientes:escribir', null, 'L', [201]],
  ['GET /v1/clientes/:id', 'clientes:leer', null, 'L', [200]],
  ['PUT /v1/clientes/:id', 'clientes:escribir', null, 'L', [200]],
  ['DELETE /v1/clientes/:id', 'clientes:escribir', null, 'L', [204]],
  ['POST /v1/clientes/:id/restaurar', 'clientes:escribir', null, 'L', [200]],
  ['GET /v1/clientes/:id/documentos', 'clientes:leer', null, 'L', [200]],
  ['GET /v1/clientes/:id/historial', 'clientes:leer', null, 'L', [200]],
  ['POST /v1/clientes/importar', 'clientes:escribir', 'rcv', 'J', [201, 202]],
  ...trabajos('/v1/clientes', 'clientes:leer', 'clientes:escribir'),

  ['POST /v1/historia', 'historia:gestionar', null, 'J', [201, 202]],
  ['POST /v1/historia/partes', 'historia:gestionar', null, 'L', [201]],
  ['PUT /v1/historia/:id/partes/:n', 'historia:gestionar', null, 'L', [200]],
  ['POST /v1/historia/:id/iniciar', 'historia:gestionar', null, 'J!', [202]],
  ['DELETE /v1/historia/:id', 'historia:gestionar', null, 'L', [204]],
  ['GET /v1/historia', 'dte:leer', null, 'L', [200]],
  ['GET /v1/historia/:id', 'dte:leer', null, 'L', [200]],
  ['GET /v1/historia/:id/archivos', 'dte:leer', null, 'L', [200]],
  ['GET /v1/historia/:id/archivos/:n/contenido', 'dte:leer', null, 'L', [200]],
  ['POST /v1/historia/:id/resolver', 'sesión historia:gestionar', null, 'L', [200]],
  ['GET /v1/historia/ajustes', 'dte:leer', null, 'L', [200]],
  ['PUT /v1/historia/ajustes', 'historia:gestionar', null, 'L', [200]],
  ...trabajos('/v1/historia', 'dte:leer', 'historia:gestionar'),

  [`POST ${INTERNACIONALES}`, 'compras_int:gestionar', 'extraccion', 'J', [201, 202]],
  [`GET ${INTERNACIONALES}`, 'compras_int:leer', null, 'L', [200]],
  [`GET ${INTERNACIONALES}/:id`, 'compras_int:leer', null, 'L', [200]],
  [`GET ${INTERNACIONALES}/:id/archivo`, 'compras_int:leer', null, 'L', [200]],
  [`PUT ${INTERNACIONALES}/:id`, 'compras_int:gestionar', null, 'L', [200]],
  [`PUT ${INTERNACIONALES}/:id/clasificacion`, 'compras_int:gestionar', null, 'L', [200]],
  [`POST ${INTERNACIONALES}/:id/descartar`, 'compras_int:gestionar', null, 'L', [200]],
  [`POST ${INTERNACIONALES}/:id/emitir`, 'dte:emitir', null, 'J!', [202]],
  [`POST ${INTERNACIONALES}/estados-cuenta`, 'compras_int:gestionar', 'extraccion', 'J', [201, 202]],
  [`GET ${INTERNACIONALES}/estados-cuenta`, 'compras_int:leer', null, 'L', [200]],
  [`GET ${INTERNACIONALES}/estados-cuenta/:id`, 'compras_int:leer', null, 'L', [200]],
  [`POST ${INTERNACIONALES}/estados-cuenta/:id/filas/:n/compra`, 'compras_int:gestionar', null, 'L', [201]],
  ...trabajos(INTERNACIONALES, 'compras_int:leer', 'compras_int:gestionar'),
  ['GET /v1/tipos-cambio', 'compras_int:leer', null, 'L', [200]],
  ['GET /v1/tipos-cambio/banco', 'compras_int:leer', null, 'L', [200]],
  ['POST /v1/tipos-cambio', 'compras_int:gestionar', null, 'L', [201]],
]
