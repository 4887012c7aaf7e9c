// The shapes of what `detalles` of an error lists (http §0, §8): the faults of a request, or what the code alone asks for.

import { type TUnsafe, Type } from '@sinclair/typebox'
import { BLOQUEOS, ESTADOS_COMPRA_INT } from '../domain/compra-internacional'
import { MOTIVOS_BLOQUEO } from '../domain/portal'
import { REGLAS } from '../domain/reglas'
import { Codigo, DocumentoRef, Exact, Nullable } from './envelope'

const campo = Type.String({ description: 'La ruta del campo en la solicitud: `detalle[0].precio`.' })

/** One document of a voucher, to look at. */
const DocumentoDeAsiento = Exact({
  tipo_dte: Nullable(Type.Integer({ description: 'Null si es una boleta de terceros.' })),
  folio: Nullable(Type.Integer({ description: 'Null si son varios en una suma.' })),
  rut: Nullable(Type.String()),
  fecha: Type.String(),
})
const libro = Type.String({ description: 'ventas, compras u honorarios.' })

/** One thing wrong with one field. */
const Falta = Exact(
  {
    campo,
    regla: Codigo(REGLAS, { description: 'Qué regla rompe, como nombre estable.' }),
    mensaje: Type.String({ description: 'Qué pasa y qué hacer, para una persona.' }),
    linea: Type.Optional(Type.Integer({ description: 'Del archivo, desde 1, la cabecera incluida.' })),
    folio: Type.Optional(Type.Integer({ description: 'De la guía de que se trata.' })),
    facturada_por: Type.Optional(DocumentoRef),
    componente: Type.Optional(
      Type.String({ description: 'De `saldo`: qué parte del documento no alcanza.' }),
    ),
    saldo: Type.Optional(Type.Number({ description: 'Lo que queda de esa parte.' })),
    pedido: Type.Optional(Type.Number({ description: 'Lo que la nota lleva de ella.' })),
    disponibles: Type.Optional(
      Type.Array(Type.Integer(), { description: 'De `causa`: las que el formulario del SII tiene.' }),
    ),
  },
  { 'x-nombre': 'Falta', description: 'Una falta de un campo.' },
)

const shape = (nombre: string, description: string, properties: Parameters<typeof Exact>[0]) =>
  Exact(properties, { 'x-nombre': nombre, description })

/** The SII's answer, as `sii/dicho.ts` writes it. */
const DICHO = {
  codigo_sii: Nullable(Type.String({ description: 'Null si no dijo uno.' })),
  glosa: Nullable(Type.String({ description: 'Lo que dijo.' })),
}

/** The details of single codes beside the faults of fields. */
const DE_UN_CODIGO = [
  shape('DetalleIngreso', '`SECOND_FACTOR_REQUIRED`: con qué sigue el ingreso.', {
    ticket: Type.String({ description: 'Para `POST /auth/login/segundo-factor`.' }),
    expira_en: Type.String({ description: 'Hasta cuándo sirve.' }),
    aplicacion: Type.Boolean({ description: 'Si la persona tiene una aplicación de códigos.' }),
    llave_acceso: Type.Boolean({
      description: 'Si tiene llaves de acceso, para `POST /auth/login/llave-acceso`.',
    }),
  }),
  shape('DetalleScope', '`SCOPE_REQUIRED`: el alcance que falta, o los que sobran al crear una llave.', {
    scope: Type.String(),
  }),
  shape('DetallePermiso', '`FORBIDDEN`: un permiso que quien pide no tiene para dar.', {
    permiso: Type.String(),
  }),
  shape('DetalleTipo', '`FORBIDDEN`: el tipo pedido y los que la persona puede emitir.', {
    tipo_dte: Type.Integer(),
    permitidos: Type.Array(Type.Integer()),
  }),
  shape('DetalleFolios', '`NO_FOLIOS`: el tipo y los folios que le quedan.', {
    tipo_dte: Type.Integer(),
    disponibles: Type.Integer(),
  }),
  shape('DetalleFoliosSet', '`NO_FOLIOS` de un set de pruebas: lo que falta de un tipo.', {
    tipo_dte: Type.Integer(),
    necesarios: Type.Integer(),
    disponibles: Type.Integer(),
    faltan: Type.Integer(),
  }),
  shape('DetalleSet', '`SET_UNREADABLE`, `SET_UNSUPPORTED`: una línea del texto y qué tiene.', {
    linea: Type.Integer({ description: 'Desde 1.' }),
    codigo: Type.String({ description: 'Qué regla rompe.' }),
    mensaje: Type.String(),
  }),
  shape('DetalleDuda', '`SET_DOUBTS`: una pregunta que el texto deja abierta.', {
    clave: Type.String({ description: 'Con ella se responde, en `ajustes.respuestas`.' }),
    caso: Nullable(Type.Integer()),
    linea: Type.Integer(),
    mensaje: Type.String(),
    propuesta: Nullable(Type.String()),
  }),
  shape('DetalleCliente', '`ALREADY_EXISTS`: el cliente que ya tiene ese RUT.', {
    id: Type.String(),
    rut: Type.String(),
    razon_social: Type.String(),
  }),
  shape('DetalleProducto', '`ALREADY_EXISTS`: el producto que ya tiene ese código.', {
    id: Type.String(),
    codigo: Type.String(),
    nombre: Type.String(),
  }),
  shape('DetalleBloqueo', '`INTL_PURCHASE_BLOCKED`: un motivo, y qué falta o qué hacer.', {
    motivo: Codigo(BLOQUEOS, { 'x-nombre': 'MotivoBloqueo' }),
    mensaje: Type.String(),
  }),
  shape('DetalleTipoCambio', '`EXCHANGE_RATE_MISSING`: de qué moneda y día.', {
    moneda: Type.String(),
    fecha: Type.String(),
  }),
  shape('DetalleSinCuenta', '`ACCOUNT_MISSING`: una parte a la que ninguna regla da cuenta.', {
    libro,
    componente: Type.String(),
    tipo_dte: Nullable(Type.Integer()),
    rut: Nullable(Type.String({ description: 'Si todos sus documentos son de uno.' })),
    documentos: Type.Integer(),
    monto: Type.Integer(),
    ejemplo: DocumentoDeAsiento,
  }),
  shape('DetalleDeCuenta', '`ACCOUNT_DETAIL_MISSING`: una cuenta, y qué les falta a sus líneas.', {
    cuenta: Type.String(),
    falta: Codigo({
      cuenta: 'el plan de cuentas no la tiene',
      auxiliar: 'pide auxiliar',
      centro: 'pide centro de costo',
      documento: 'pide documento, y la regla no da su código o son varios',
    }),
    libro,
    componente: Type.String(),
    documentos: Type.Integer(),
    ejemplo: DocumentoDeAsiento,
  }),
  shape('DetalleDescuadre', '`VOUCHER_UNBALANCED`: un documento cuyas partes no suman su total.', {
    libro,
    ...DocumentoDeAsiento.properties,
    diferencia: Type.Integer({ description: 'Pesos que les faltan a las partes.' }),
    partes: Type.Array(Exact({ componente: Type.String(), monto: Type.Integer() })),
  }),
  shape('DetalleCompra', '`ALREADY_EXISTS`: la compra internacional que ya se emitió, y su documento.', {
    compra_id: Type.String(),
    tipo_dte: Type.Integer(),
    folio: Type.Integer(),
  }),
  shape('DetalleExtraccion', '`EXTRACTION_ERROR`: la compra que queda con lo que leyeron las reglas.', {
    compra_id: Type.String(),
    estado: Codigo({ extraida: ESTADOS_COMPRA_INT.extraida, sin_extraer: ESTADOS_COMPRA_INT.sin_extraer }),
  }),
  shape('DetalleGuia', '`GUIDE_ALREADY_INVOICED`: la guía y la factura que la cubre.', {
    folio: Type.Integer(),
    facturada_por: DocumentoRef,
  }),
  shape('DetalleReemplazo', '`ALREADY_REPLACED`: el rechazado, y el que se emitió en su lugar.', {
    campo: Type.String(),
    regla: Type.Literal('reemplazado'),
    mensaje: Type.String(),
    tipo_dte: Type.Integer(),
    folio: Type.Integer(),
    reemplazado_por: DocumentoRef,
  }),
  shape('DetalleSaldo', '`BALANCE_EXCEEDED` al anular: lo que el documento debe y lo que debía.', {
    saldo: Type.Number(),
    monto_total: Type.Number(),
  }),
  shape(
    'DetalleNota',
    '`REFERENCE_NOT_VERIFIED` y `NOT_FOUND` al anular lo emitido en otra parte: la nota, a mano.',
    {
      tipo_dte: Type.Integer(),
      referencias: Type.Array(
        Exact({
          tipo_documento: Type.String(),
          folio: Type.String(),
          fecha: Type.Optional(Type.String({ description: 'La del documento; falta donde no se sabe.' })),
          codigo: Type.Literal(1),
          razon: Type.Optional(Type.String()),
        }),
        { description: 'Para el cuerpo de `POST /v1/dte/emitir`.' },
      ),
    },
  ),
  shape('DetallePlan', '`PLAN_FEATURE`: qué no cabe en el plan, su máximo y cuánto hay.', {
    campo: Type.String(),
    regla: Type.Literal('plan'),
    maximo: Type.Integer(),
    actual: Type.Integer(),
  }),
  shape('DetalleEnCurso', '`CONFLICT` de una mudanza: un trabajo que corre ahora, y no se puede cortar.', {
    job_id: Type.String(),
    tipo: Type.String({ examples: ['dte.linea'] }),
    empresa_id: Type.String(),
  }),
  shape('DetalleDato', '`INVALID_STATE`: un dato de la empresa que falta para emitir.', {
    campo: Type.String(),
  }),
  shape('DetalleSii', '`SII_ERROR`, `SII_TIMEOUT` y `SII_UNAVAILABLE`: lo que dijo el SII.', DICHO),
  shape('DetallePortal', '`PORTAL_LOCKED`: el ingreso que el SII rehusó, y qué hacer.', {
    metodo: Type.String({ description: '`certificado` o `clave`.' }),
    motivo: Codigo(MOTIVOS_BLOQUEO, {
      'x-nombre': 'MotivoBloqueoPortal',
      description: 'Por qué, como nombre estable.',
    }),
    codigo_sii: Type.Union([Type.String(), Type.Null()]),
    glosa: Type.String({ description: 'Lo que el SII dijo.' }),
    desde: Type.String(),
    hasta: Type.Union([Type.String(), Type.Null()], { description: 'Cuándo termina solo.' }),
    rut: Type.Union([Type.String(), Type.Null()], { description: 'La persona.' }),
    accion: Type.String({ description: 'Qué hacer, para una persona.' }),
  }),
  shape('DetalleCaptcha', '`CAPTCHA_REQUIRED`: la imagen que una persona debe leer.', {
    captcha_id: Type.String(),
    imagen_base64: Type.String(),
    tipo: Type.String({ description: 'De la imagen: `image/png`, `image/bmp` …' }),
    expira_en: Type.String({ description: 'Hasta cuándo se puede responder.' }),
  }),
  shape('DetalleEspera', '`RATE_LIMIT` y `SII_UNAVAILABLE` del portal: hasta cuándo se espera.', {
    hasta: Type.String({ format: 'date-time', examples: ['2026-11-20T14:20:00.000Z'] }),
    motivo: Type.Optional(Type.String({ description: 'Qué hace esperar: FIREWALL, COLA o REINGRESO.' })),
  }),
  shape('DetallePaso', '`SII_ERROR` del portal: en qué paso respondió otra cosa, y qué se esperaba.', {
    paso: Type.String(),
    esperado: Type.String(),
    codigo_sii: Type.Optional(DICHO.codigo_sii),
    glosa: Type.Optional(DICHO.glosa),
  }),
  shape(
    'DetalleRehusado',
    '`SII_REFUSED` y `PORTAL_FORBIDDEN`: qué se pidió, por qué el SII dijo que no y qué hacer.',
    {
      operacion: Type.String(),
      ...DICHO,
      causa: Nullable(Type.String({ description: 'Null si de ese código no se sabe.' })),
      solucion: Nullable(Type.String()),
    },
  ),
  shape('DetalleServidor', '`QUEUE_UNAVAILABLE` de `GET /listo`: qué parte no está lista.', {
    base_de_datos: Type.Boolean(),
    trabajos: Type.Boolean(),
    motivo: Type.Optional(
      Type.String({
        description: 'Por qué, si se sabe: el disco está lleno.',
        examples: ['El disco del servidor está lleno'],
      }),
    ),
  }),
]

/** A list of them; in the code, of whatever the fault brought. */
export const Detalles = Type.Array(Type.Union([Falta, ...DE_UN_CODIGO]), {
  description:
    'Las faltas de la solicitud, todas a la vez; en algunos códigos, lo que el código nombra. Las primeras 100.',
}) as unknown as TUnsafe<object[]>
