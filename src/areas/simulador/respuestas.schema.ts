// The answers of the simulator's routes, for the OpenAPI document; a test compares them.

import { Type } from '@sinclair/typebox'
import { Codigo, Exact, Nullable } from '../../http/envelope'
import { LibroTributario, Rcof } from './archivos.schema'
import { answer, Eventos, instante, Razones, texto } from './partes.schema'

const Falla = Exact({
  id: Type.String(),
  servicio: texto('envio'),
  falla: texto('http_503'),
  ms: Nullable(Type.Integer()),
  codigo: Nullable(Type.String()),
  quedan: Nullable(Type.Integer({ description: 'Solicitudes que aún alcanza; null, todas.' })),
  hasta: instante(),
})

const Contribuyente = Exact({
  rut: texto('76543210-3'),
  lado: texto('certificacion'),
  inscrito: Type.Boolean(),
  emisor: Type.Boolean(),
  tipos_dte: Nullable(Type.Array(Type.Integer())),
  personas: Nullable(Type.Array(Type.String())),
  razon_social: Type.Optional(Nullable(texto('Aceros del Maule S.A.'))),
  actividades: Type.Optional(
    Nullable(
      Type.Array(
        Exact({
          codigo: Type.Integer({ examples: [475201] }),
          descripcion: Type.String(),
          afecta_iva: Type.Boolean(),
        }),
      ),
    ),
  ),
  inicio_actividades: Type.Optional(Nullable(texto('2015-03-01'))),
  termino_giro: Type.Optional(Nullable(texto('2026-01-31'))),
  email_intercambio: Type.Optional(Nullable(texto('dte@aceros.example.cl'))),
  empresa_menor_tamano: Type.Optional(Nullable(Type.Boolean())),
})

const Ajustes = Exact({
  rcv_refresco: Type.Union([Type.Integer(), Type.Literal('diario')]),
  rcv_maximo: Type.Integer(),
  captcha: Type.Boolean(),
  caf_racionado: Type.Boolean(),
  bte_causas: Type.Integer({ examples: [2] }),
  bte_certificado: Type.Boolean(),
  preset: Nullable(
    Codigo(
      { rapido: 'sin demoras ni captcha', fiel: 'copia diaria, captcha y folios racionados' },
      { description: 'El que tiene todos estos valores; nulo si ninguno.', examples: ['rapido'] },
    ),
  ),
})

/** The states of an envelope on its way through the simulated SII, and of a document in it. */
const ESTADOS_ENVIO = {
  REC: 'recibido',
  SOK: 'esquema correcto',
  FOK: 'firma correcta',
  CRT: 'carátula correcta',
  PRD: 'en proceso',
  EPR: 'procesado',
  RSC: 'rechazado por esquema',
  RFR: 'rechazado por firma',
  RCT: 'rechazado por carátula',
  RPT: 'rechazado por repetido',
}
const VEREDICTOS = {
  aceptado: 'aceptado',
  reparo: 'aceptado con reparos',
  reparo_leve: 'aceptado con reparos leves',
  rechazado: 'rechazado',
}

const Envio = Exact({
  track_id: Type.String(),
  lado: Type.String(),
  servicio: Type.String(),
  sobre: Type.String(),
  rut_empresa: Type.String(),
  rut_envia: Type.String(),
  archivo: Type.String(),
  sha1: Type.String(),
  veces: Type.Integer({ description: 'Llegadas de los mismos bytes.' }),
  estado: Codigo(ESTADOS_ENVIO, { examples: ['EPR'] }),
  atascado: Nullable(Type.String()),
  razones: Razones,
  recibido_at: instante(),
  repetido_at: instante(),
  estado_at: instante(),
})

const Documento = Exact({
  track_id: Type.String(),
  orden: Type.Integer(),
  lado: Type.String(),
  rut_emisor: Type.String(),
  tipo_dte: Type.Integer({ examples: [33] }),
  folio: Type.Integer(),
  rut_receptor: Type.String(),
  fecha_emision: Type.String(),
  monto_total: Type.Number(),
  sha1: Type.String(),
  veces: Type.Integer(),
  veredicto: Nullable(Codigo(VEREDICTOS, { examples: ['aceptado'] })),
  razones: Razones,
  juzgado_at: instante(),
  eventos: Eventos,
})

const ESTADOS_BTE = {
  vigente: 'emitida',
  anulacion_solicitada: 'su anulación espera la confirmación del receptor',
  anulada: 'anulada',
}

const Bte = Exact({
  rut: texto('76543210-3'),
  folio: Type.Integer(),
  estado: Codigo(ESTADOS_BTE, { examples: ['vigente'] }),
  fecha: texto('2026-11-20'),
  codigo_barras: Type.String(),
  beneficiario: Exact({
    rut: texto('9876543-3'),
    nombre: Type.String(),
    direccion: Type.String(),
    comuna: Type.String(),
  }),
  servicios: Type.Array(Exact({ descripcion: Type.String(), monto: Type.Integer() })),
  total_bruto: Type.Integer(),
  total_retencion: Type.Integer(),
  total_liquido: Type.Integer(),
  emitida_por: Type.String({ description: 'RUT con que se ingresó al sitio.' }),
  emitida_at: instante(),
  anulacion_at: instante(),
  causa: Nullable(Type.String()),
})

const Persona = Exact({
  rut: texto('76543210-3'),
  logins: Type.Integer({ description: 'Ingresos que el SII simulado admitió.' }),
  rechazados: Type.Integer({ description: 'Ingresos que rehusó.' }),
  abiertas: Type.Integer(),
  sin_cerrar: Type.Integer({ description: 'Sesiones que nadie cerró, las abiertas entre ellas.' }),
  bloqueada_hasta: instante(),
})
const Sesion = Exact({
  rut: texto('76543210-3'),
  metodo: texto('clave'),
  estado: Codigo(
    { abierta: 'sirve', vencida: 'pasó su tiempo', cerrada: 'se salió de ella' },
    { examples: ['abierta'] },
  ),
  abierta_at: instante(),
  ultima_at: instante(),
  vence_at: instante(),
  cerrada_at: instante(),
})

/** The `detail.responses` of each route. */
export const respuestas = {
  certificados: answer(201, Exact({ pfx_base64: Type.String(), clave: Type.String() })),
  caf: answer(
    201,
    Exact({
      xml: Type.String(),
      caf_base64: Type.String(),
      tipo_dte: Type.Integer({ examples: [33] }),
      desde: Type.Integer(),
      hasta: Type.Integer(),
      cantidad: Type.Integer(),
      solicitada: Type.Integer(),
      max_autorizado: Type.Integer(),
      fecha_autorizacion: Type.String(),
    }),
  ),
  libro: answer(200, Exact({ envios: Type.Array(Envio), documentos: Type.Array(Documento) })),
  bte: answer(200, Type.Array(Bte)),
  rcof: answer(200, Type.Array(Rcof)),
  libros: answer(200, Type.Array(LibroTributario)),
  reloj: answer(200, Exact({ ahora: texto('2026-11-20T14:02:11.000Z') })),
  fallas: answer(200, Type.Array(Falla)),
  falla: answer(201, Falla),
  contribuyente: answer(200, Contribuyente),
  contribuyentes: answer(200, Type.Array(Contribuyente)),
  ajustes: answer(200, Ajustes),
  olvidados: answer(200, Exact({ eliminados: Type.Integer({ description: 'Lados en que estaba.' }) })),
  eliminadas: answer(200, Exact({ eliminadas: Type.Integer() })),
  clave: answer(201, Exact({ rut: texto('76543210-3'), clave: Type.String() })),
  bloqueo: answer(200, Exact({ rut: texto('76543210-3'), bloqueado: Type.Boolean() })),
  sesiones: answer(200, Exact({ personas: Type.Array(Persona), sesiones: Type.Array(Sesion) })),
  terminadas: answer(200, Exact({ terminadas: Type.Integer() })),
  receptores: answer(
    200,
    Type.Array(Exact({ rut: Type.String(), efecto: Type.String(), descripcion: Type.String() })),
  ),
}
