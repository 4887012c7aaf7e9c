// The neighbourhood's routes for the OpenAPI document (simulator §21.5); the simulator itself checks what they take.

import { Type } from '@sinclair/typebox'
import { Codigo, Exact, Nullable, significados } from '../../http/envelope'
import { answer, instante, texto } from './partes.schema'
import { body, entero, type Json, tipoDteDe } from './rutas.schema'

const TEMPLES = {
  proveedor: 'vende a crédito',
  proveedor_anula: 'vende a crédito y anula con una nota, a los dos días, lo que le reclaman',
  proveedor_windows: 'vende a crédito; su XML lleva CRLF, sangría y, en el correo, windows-1252',
  proveedor_contado: 'vende al contado',
  proveedor_notas: 'vende a crédito y devuelve parte de algunas facturas con una nota',
  proveedor_desprolijo: 'vende a crédito; cada quinto correo suyo está mal',
  cliente_formal: 'da recibo a los dos días y acepta a los tres',
  cliente_callado: 'no dice nada',
  cliente_reclama: 'reclama cada cuarta factura y la falta de parte de cada séptima',
  tenedor:
    'pregunta cada semana al SII si podría recibir en cesión las facturas de la empresa, y le escribe qué le dijo',
  tercero: 'no compra ni vende con facturas',
}
const ENVIOS = {
  sii: 'al SII',
  correo: 'por correo a la empresa, sin que el SII lo reciba',
  ambos: 'al SII y, una vez revisado, por correo',
}
const FALLAS = {
  firma: 'su firma no vale y el SII lo rechaza',
  timbre: 'su timbre no vale y el SII lo rechaza',
  carta_firma: 'en el correo va cambiado, y su firma no vale',
  carta_ajena: 'en el correo va un documento de otro receptor',
  carta_folio: 'tras el correo va otro, con el mismo folio y otro monto',
  carta_ilegible: 'el archivo del correo va cortado',
}
const OPERACIONES = { COMPRA: 'compra de quien se mira', VENTA: 'venta de quien se mira' }
const ESTADOS = {
  REGISTRO: 'en el registro',
  PENDIENTE: 'a la espera de aceptación o reclamo',
  RECLAMADO: 'reclamado',
  NO_INCLUIR: 'dejado fuera',
}

const Vecindario = Exact({
  rut: texto('76543210-3'),
  vecinos: Type.Integer(),
  por_hacer: Type.Integer({ description: 'Actos de la agenda que aún no ocurren.' }),
  proximo: instante(),
  registro: Type.Array(
    Exact({
      operacion: Codigo(OPERACIONES, { examples: ['COMPRA'] }),
      tipo_dte: Type.Integer({ examples: [33] }),
      documentos: Type.Integer(),
    }),
    { description: 'Lo que el registro de la empresa tiene, de cualquier mes.' },
  ),
  boletas_terceros: Type.Integer({ description: 'Las que la empresa ha emitido.' }),
  correos: Type.Integer({ description: 'Los que hay en su buzón.' }),
})

const Vecino = Exact(
  {
    rut: texto('90000011-1'),
    razon_social: texto('Ferretera Andes S.A.'),
    temple: Codigo(TEMPLES, { examples: ['proveedor'] }),
    descripcion: Type.String(),
    retraso: Type.Integer({ description: 'Días que tarda de más en responder.' }),
    correo: Type.Boolean({ description: 'Si escribe correos.' }),
  },
  { 'x-nombre': 'Vecino' },
)

const CLASES = {
  EnvioDTE: 'un envío de documentos',
  DTE: 'un documento suelto',
  RespuestaDTE: 'una respuesta',
  EnvioRecibos: 'recibos de mercaderías',
  AEC: 'una cesión',
  ilegible: 'un archivo que no se puede leer',
  otro: 'otra cosa',
}

const Bandeja = Type.Array(
  Exact({
    id: Type.String({ description: 'El de `GET /simulador/correo/:id`.' }),
    asunto: Type.String(),
    recibido_at: instante(),
    clase: Nullable(
      Codigo(CLASES, {
        description: 'Nulo mientras no lo lee.',
        examples: ['EnvioDTE'],
      }),
    ),
    codigo: Nullable(
      Type.Integer({ description: 'EstadoRecepEnv con que respondió; nulo si no había qué responder.' }),
    ),
    documentos: Type.Array(
      Exact({
        tipo_dte: Type.Integer({ examples: [33] }),
        folio: Type.Integer(),
        rut_emisor: Type.String(),
        monto_total: Type.Integer(),
        codigo: Type.Integer({ description: 'EstadoRecepDTE.' }),
        glosa: Type.String(),
      }),
    ),
  }),
)

const Lado = Exact(
  {
    resumen: Type.Array(
      Exact({
        estado_contable: Codigo(ESTADOS, { examples: ['REGISTRO'] }),
        tipo_dte: Type.Integer({ examples: [33] }),
        documentos: Type.Integer(),
        monto_exento: Type.Integer(),
        monto_neto: Type.Integer(),
        monto_iva: Type.Integer(),
        monto_total: Type.Integer(),
      }),
    ),
    documentos: Type.Array(
      Exact({
        estado_contable: Codigo(ESTADOS, { examples: ['REGISTRO'] }),
        tipo_dte: Type.Integer({ examples: [33] }),
        folio: Type.Integer(),
        rut: Type.String(),
        razon_social: Type.String(),
        fecha_emision: texto('2026-11-20'),
        recibido: instante(),
        acuse: instante(),
        reclamo: instante(),
        tipo_transaccion: Type.Integer(),
        monto_total: Type.Integer(),
      }),
    ),
  },
  { 'x-nombre': 'RegistroVecino' },
)

const Emitido = Exact({
  track_id: Nullable(Type.String({ description: 'Nulo de lo que sólo va por correo.' })),
  rut_emisor: texto('90000011-1'),
  tipo_dte: Type.Integer({ examples: [33] }),
  folio: Type.Integer(),
  fecha_emision: texto('2026-11-20'),
  monto_neto: Type.Integer(),
  monto_exento: Type.Integer(),
  monto_iva: Type.Integer(),
  monto_total: Type.Integer(),
})

const lista = (maxItems: number, properties: Json, required: string[]): Json => ({
  type: 'array',
  maxItems,
  items: { type: 'object', properties, required, additionalProperties: false },
})

/** The `detail` of each route of the neighbourhood, or its answers where it takes no body. */
export const vecindad = {
  vecindario: answer(200, Vecindario),
  despedidos: answer(200, Exact({ eliminados: Type.Integer() })),
  vecinos: answer(200, Type.Array(Vecino)),
  bandeja: answer(200, Bandeja),
  registro: answer(200, Exact({ rut: Type.String(), periodo: texto('202611'), compra: Lado, venta: Lado })),
  poblar: {
    ...body(
      answer(201, Vecindario),
      {
        meses: entero(0, 12, 'De pasado; 3 si se omite, 0 ninguno.'),
        semilla: { type: 'string', maxLength: 40, description: 'Otra semilla, otro pasado.' },
        razon_social: {
          type: 'string',
          maxLength: 100,
          description:
            'Cómo llaman los vecinos a la empresa; así `giro`, `direccion` y `comuna`. Lo que se omite, lo de sus datos.',
        },
        giro: { type: 'string', maxLength: 80 },
        direccion: { type: 'string', maxLength: 70 },
        comuna: { type: 'string', maxLength: 20 },
      },
      [],
      { meses: 3 },
    ),
    'x-errores': ['INVALID_STATE'],
    description:
      'Da a la empresa trece vecinos (proveedores, clientes y otros) y el pasado que tuvo con ellos ante el SII simulado: compras en todos sus estados, notas, ventas y boletas de un sistema anterior. Responde cuando todo ocurrió. Desde entonces siguen comprando y vendiendo al paso del reloj. El mismo RUT y el mismo día dan el mismo pasado.',
  },
  vecino: {
    ...body(
      answer(200, Vecino),
      {
        temple: { type: 'string', enum: Object.keys(TEMPLES), description: `${significados(TEMPLES)}.` },
        retraso: entero(0, 30, 'Días que tarda de más en responder.'),
        correo: { type: 'boolean', description: 'Si escribe correos.' },
      },
      [],
      { temple: 'cliente_reclama', retraso: 1 },
    ),
    'x-errores': ['NOT_FOUND'],
  },
  emitir: {
    ...body(
      answer(201, Emitido),
      {
        tipo_dte: tipoDteDe([33, 34, 52, 56, 61]),
        forma_pago: entero(1, 3, '1 contado, 2 crédito, 3 sin costo.'),
        fecha: { type: 'string', format: 'date', description: 'Hoy si se omite.' },
        lineas: lista(
          60,
          {
            nombre: { type: 'string', maxLength: 80 },
            cantidad: entero(1, 100_000),
            precio: entero(0, 100_000_000, 'Pesos sin IVA.'),
            exento: { type: 'boolean', default: false },
          },
          ['nombre', 'cantidad', 'precio'],
        ),
        referencias: lista(
          40,
          {
            tipo_documento: { type: ['string', 'integer'], description: 'Este o `tipo_dte`: lo mismo.' },
            tipo_dte: { type: ['string', 'integer'] },
            folio: { type: ['string', 'integer'] },
            codigo: entero(1, 3, '1 anula, 2 corrige texto, 3 corrige montos.'),
          },
          ['folio'],
        ),
        envio: {
          type: 'string',
          enum: Object.keys(ENVIOS),
          default: 'ambos',
          description: `Por dónde va. ${significados(ENVIOS)}.`,
        },
        falla: {
          type: 'string',
          enum: Object.keys(FALLAS),
          description: `Qué hace mal el vecino; las que empiezan con carta, sólo en su correo. ${significados(FALLAS)}.`,
        },
      },
      ['tipo_dte', 'lineas'],
      { tipo_dte: 33, forma_pago: 2, lineas: [{ nombre: 'Cemento 25 kg', cantidad: 10, precio: 4380 }] },
    ),
    'x-errores': ['NOT_FOUND', 'INVALID_STATE'],
    description:
      'El vecino emite a la empresa: escribe, timbra, firma y envía el documento como cualquiera, y el SII simulado lo juzga; después lo manda por correo a `<rut>@simulador.invalid`, el buzón de la empresa. Sus montos son de su propia aritmética.',
  },
}
