// The bodies of the simulator's routes, for the OpenAPI document. The simulator itself checks it and says
// what is wrong.

import { significadoDe } from '../../domain/dte/significados'
import { TIPOS } from '../../domain/dte/tipos'
import { significados } from '../../http/envelope'
import { respuestas } from './respuestas.schema'

export type Json = Record<string, unknown>

/** The possible failures; the simulator's own lists. */
export interface FallasPosibles {
  servicios: readonly string[]
  fallas: readonly string[]
}

export const entero = (minimum: number, maximum: number, description?: string): Json => ({
  type: 'integer',
  minimum,
  maximum,
  ...(description && { description }),
})
export const rut = { type: 'string', examples: ['76543210-3'] }
export const lado = {
  type: 'string',
  enum: ['certificacion', 'produccion'],
  description: `\`certificacion\` si se omite. Qué SII hace el simulador. ${significados({ certificacion: 'el de pruebas', produccion: 'el verdadero' })}.`,
}
export const tipoDteDe = (codigos: readonly number[]) => ({
  type: 'integer',
  enum: codigos,
  description: `${significados(significadoDe('TipoDTE', codigos.map(String))!)}.`,
})
const tipoDte = tipoDteDe(TIPOS.map(({ codigo }) => codigo))

export const body = (responses: object, properties: Json, required: string[], example: Json): Json => ({
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties,
          ...(required.length && { required }),
          additionalProperties: false,
        },
        example,
      },
    },
  },
  responses,
})

/** The `detail` of each route that takes a body. */
export const cuerpos = ({ servicios, fallas }: FallasPosibles) => ({
  certificados: body(
    respuestas.certificados,
    {
      rut,
      nombre: { type: 'string', maxLength: 100 },
      dias: entero(-3650, 3650, 'De vigencia; negativo, uno ya vencido.'),
    },
    ['rut', 'nombre'],
    { rut: '12345678-5', nombre: 'Marta Peña' },
  ),
  caf: body(
    respuestas.caf,
    {
      rut,
      tipo_dte: tipoDte,
      cantidad: entero(1, 1_000_000_000, 'Lo que pase del máximo autorizado se rebaja.'),
      razon_social: { type: 'string', maxLength: 100 },
      lado,
    },
    ['rut', 'tipo_dte', 'cantidad'],
    { rut: '76543210-3', tipo_dte: 33, cantidad: 100 },
  ),
  reloj: body(
    respuestas.reloj,
    {
      avanzar: { type: 'string', description: 'Duración ISO 8601; no va con `fijar`.', examples: ['PT15M'] },
      fijar: {
        type: 'string',
        format: 'date-time',
        description:
          'Instante UTC; no va con `avanzar`. Es el reloj del SII simulado y de los vecinos: Timbre sigue con el del equipo, así que su mes en curso, sus plazos y sus horarios no se mueven.',
      },
    },
    [],
    { avanzar: 'PT15M' },
  ),
  contribuyente: {
    ...body(
      respuestas.contribuyente,
      {
        lado,
        inscrito: {
          type: 'boolean',
          description: 'De una persona: el SII la conoce. Con false no obtiene token.',
          default: true,
        },
        emisor: {
          type: 'boolean',
          description:
            'La empresa está autorizada a emitir. Con false: STATUS 6 al enviar, EMP al consultar un documento, ningún folio.',
          default: true,
        },
        tipos_dte: {
          type: ['array', 'null'],
          items: tipoDte,
          maxItems: TIPOS.length,
          description: 'Tipos de los que obtiene folios; null, todos.',
        },
        personas: {
          type: ['array', 'null'],
          items: rut,
          maxItems: 100,
          description:
            'RUT de quienes actúan por la empresa; null, cualquiera. A los demás: STATUS 1 al enviar, ESTADO 106 al consultar, código 17 al aceptar o reclamar lo que ella recibió.',
        },
        razon_social: { type: ['string', 'null'], maxLength: 100 },
        actividades: {
          type: ['array', 'null'],
          maxItems: 10,
          items: {
            type: 'object',
            properties: {
              codigo: entero(10_000, 999_999),
              descripcion: { type: 'string', maxLength: 150 },
              afecta_iva: { type: 'boolean', default: true },
            },
            required: ['codigo', 'descripcion'],
            additionalProperties: false,
          },
        },
        inicio_actividades: { type: ['string', 'null'], format: 'date' },
        termino_giro: {
          type: ['string', 'null'],
          format: 'date',
          description: 'Con ella el SII dice que terminó su giro.',
        },
        email_intercambio: { type: ['string', 'null'], format: 'email' },
        empresa_menor_tamano: { type: ['boolean', 'null'] },
      },
      [],
      { emisor: true, tipos_dte: [33, 52, 61], personas: ['12345678-5'] },
    ),
    'x-errores': ['INVALID_PARAMETER'],
    description:
      'Reemplaza lo que el registro del SII simulado dice de ese RUT; lo omitido queda permitido, y de lo que no se describe (nombre, actividades, fechas, correo) responde lo que sale de las cifras de su RUT. Quien no está en el registro puede todo.',
  },
  ajustes: {
    ...body(
      respuestas.ajustes,
      {
        preset: {
          type: 'string',
          enum: ['rapido', 'fiel'],
          description: `${significados({ rapido: 'todo al momento y sin captcha', fiel: 'como el SII' })}.`,
        },
        rcv_refresco: {
          oneOf: [entero(0, 86_400_000), { const: 'diario' }],
          description:
            'Milisegundos entre dos copias del registro; 0, siempre al día; `diario`, a las 06:00 de Chile.',
        },
        rcv_maximo: entero(0, 1_000_000, 'Filas de un tipo desde las que el detalle se pide en archivo.'),
        captcha: { type: 'boolean', description: 'La situación tributaria pide leer una imagen.' },
        caf_racionado: {
          type: 'boolean',
          description: 'En el sitio del SII, los folios que se otorgan dependen de los que están sin usar.',
        },
        bte_causas: entero(2, 3, 'Motivos que ofrece el formulario que anula una boleta de terceros.'),
        bte_certificado: {
          oneOf: [{ type: 'boolean' }, { const: 'si' }],
          description: 'Las páginas de boletas de terceros admiten a quien ingresó con certificado.',
        },
      },
      [],
      { captcha: true },
    ),
    description: 'Cambia lo que se nombra; `preset` los cambia todos.',
  },
  claves: {
    ...body(respuestas.clave, { rut }, ['rut'], { rut: '76543210-3' }),
    description:
      'En lugar de la anterior de ese RUT. La empresa la usa con `PUT /v1/empresa/:id/portal/clave`.',
  },
  fallas: body(
    respuestas.falla,
    {
      servicio: { type: 'string', enum: servicios },
      falla: {
        type: 'string',
        enum: fallas,
        description:
          '`atascado` sólo en envio, boleta_envio y todos; `contradiccion` (RCH con documentos aceptados) sólo en estado_envio y boleta_estado; `error_interno` sólo en reclamo; `firewall` y `cola` sólo en el portal, `sesion_vencida` y `pagina_ajena` en sus aplicaciones, `json_truncado`, `json_html` y `cod` en rcv, rcv_diferido y consulta_dte_portal, `fila_menos` y `fila_repetida` sólo en rcv, `sin_blob` y `gzip_roto` sólo en rcv_diferido, `captcha_malo` y `mantencion` sólo en situacion, `corte_despues_de_otorgar`, `ofga` (dos veces si se omite `veces`) y `no_autoriza` sólo en folios, `corte_despues_de_emitir` y `retencion_distinta` sólo en bte, `correo_perdido` (no llega) y `correo_doble` (llega dos veces) sólo en correo, `srh` (el set se rechaza, con las palabras de `codigo`), `epr_con_reparo` y `mail_perdido` sólo en certificacion, que además sólo admite `demora`; y las demás de acceso sólo en login.',
      },
      ms: entero(0, 3_600_000, 'Sólo en `demora`, y ahí obligatorio.'),
      codigo: {
        type: 'string',
        maxLength: 200,
        description:
          'Sólo en `codigo` y `cod`, y ahí obligatorio: en `codigo` el último par del código con que el SII rehúsa el acceso; en `cod` el `codRespuesta` de la aplicación. En `srh`, las palabras del rechazo.',
      },
      veces: entero(1, 1_000_000, 'Solicitudes que alcanza; si se omite, todas, y en `ofga` dos.'),
      hasta: { type: 'string', format: 'date-time', description: 'Del reloj del simulador.' },
    },
    ['servicio', 'falla'],
    { servicio: 'envio', falla: 'http_503', veces: 1 },
  ),
})

/** A parameter of the query by its name; the simulator reads it. */
export type Filtro = readonly [name: string, schema: Json]

/** The simulator asks for a RUT; here it is always the company's, whatever is sent. */
export const RUT_PROPIO: Filtro = [
  'rut',
  { ...rut, description: 'No hace falta: es siempre el de la empresa.' },
]

/** The `detail` of the ledger. */
export const FILTROS_LIBRO = {
  parameters: [
    ['tipo_dte', tipoDte],
    ['folio', { type: 'integer', minimum: 1 }],
    ['track_id', { type: 'integer', minimum: 1 }],
    ['lado', lado],
  ] satisfies Filtro[],
  'x-errores': ['INVALID_PARAMETER'],
  responses: respuestas.libro,
}
