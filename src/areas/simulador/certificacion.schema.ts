// The reviewer's routes for the OpenAPI document (simulator §23); the simulator itself checks what they take.

import { Type } from '@sinclair/typebox'
import { CLASES_INTENTO } from '../../domain/certificacion/etapas'
import { Codigo, Exact, Nullable, significados } from '../../http/envelope'
import { answer, instante, texto } from './partes.schema'
import { body, type Json, rut } from './rutas.schema'

const { simulacion: _, ...CLASES } = CLASES_INTENTO
const ALCANCES = { factura: 'facturas, notas, guías y libros', boleta: 'boletas' }
const DIALECTOS = { actual: 'con tabulaciones', antiguo: 'como los archivos de antes' }
const PASOS = {
  SET: 'revisión de los sets de pruebas',
  SIMULACION: 'un envío de documentos como los propios',
  INTERCAMBIO: 'respuestas a un envío del SII',
  MUESTRAS: 'muestras impresas',
  DECLARACION: 'declaración de cumplimiento',
  AUTORIZADA: 'autorizada a emitir',
}
const ESTADOS = {
  'POR REALIZAR': 'nada declarado',
  'EN REVISION': 'declarado, sin resultado a la vista',
  'REVISADO CONFORME': 'aprobado',
  'ENVIO CON ERRORES O REPAROS': 'rechazado: se envía y declara de nuevo',
}

const RUT = { ...rut, description: 'No hace falta: es siempre el de la empresa.' }
const archivo = { type: 'string', format: 'byte' }
const oneOf = (tabla: Readonly<Record<string, string>>) => ({
  type: 'string',
  enum: Object.keys(tabla),
  description: `${significados(tabla)}.`,
})
const alcance = { ...oneOf(ALCANCES), default: 'factura' }
const Paso = Codigo(PASOS, { examples: ['SET'] })
const AVANCE = {
  estado: Codigo(ESTADOS, { examples: ['POR REALIZAR'] }),
  track_id: Nullable(texto('17')),
  declarado_at: instante(),
}
const Clase = texto('basico')

const Control = Exact({
  control: texto('precio'),
  dato: Nullable(texto('MntNeto')),
  caso: Nullable(Type.Integer()),
  linea: Nullable(Type.Integer()),
  esperado: Type.String(),
  encontrado: Type.String(),
  conforme: Type.Boolean(),
  glosa: texto('Los Datos de la Linea 1 del Detalle No Cuadran'),
})

const detalles = {
  sets: {
    ...body(
      {},
      {
        rut: RUT,
        sets: { type: 'array', minItems: 1, items: oneOf(CLASES) },
        semilla: {
          type: 'string',
          maxLength: 40,
          description: 'La misma da el mismo set, salvo sus números.',
        },
        dialecto: { ...oneOf(DIALECTOS), default: 'actual' },
      },
      ['sets'],
      { sets: ['basico', 'libro_ventas'], semilla: 'uno' },
    ),
    'x-contenido': 'text/plain',
    description:
      'Lo que en maullin es «Generación de Nuevo Set»: un archivo ISO-8859-1 con los sets pedidos, que anula todos los anteriores del mismo trámite. El de boletas es un trámite propio y se pide solo.',
  },
  avance: {
    responses: answer(
      200,
      Exact({
        rut: texto('76543210-3'),
        tramites: Type.Array(
          Exact({ alcance: Codigo(ALCANCES, { examples: ['factura'] }), paso: Paso, desde: instante() }),
        ),
        sets: Type.Array(
          Exact({
            clase: Clase,
            nombre: texto('BASICO'),
            atencion: Nullable(Type.Integer({ examples: [5_100_001] })),
            generado_at: instante(),
            ...AVANCE,
          }),
        ),
        simulacion: Exact(AVANCE),
      }),
    ),
    description: 'Los pasos de la certificación y cada fila de la página, como la muestra el SII.',
  },
  declarar: {
    ...body(
      answer(201, Exact({ clase: Clase, ...AVANCE })),
      {
        rut: RUT,
        clase: oneOf(CLASES_INTENTO),
        track_id: { type: 'string', pattern: '^[1-9]\\d{0,14}$', description: 'Sin ceros a la izquierda.' },
        fecha: {
          type: 'string',
          pattern: '^\\d\\d-\\d\\d-\\d{4}$',
          description: 'El día del envío en Chile.',
        },
      },
      ['clase', 'track_id', 'fecha'],
      { clase: 'basico', track_id: '17', fecha: '20-11-2026' },
    ),
    'x-errores': ['INVALID_STATE'],
    description:
      'Declara un set con el envío que lo contiene. El resultado llega por correo un minuto después, por el reloj del simulador, y se ve en la página medio minuto más tarde. Lo que el formulario no acepta responde 409 con las palabras del SII.',
  },
  revision: {
    'x-errores': ['NOT_FOUND'],
    responses: answer(
      200,
      Exact({
        rut: texto('76543210-3'),
        track_id: texto('17'),
        revisado_at: instante(),
        resultado: Codigo({ SOK: 'set correcto', SRH: 'set con errores' }, { examples: ['SOK'] }),
        controles: Type.Array(Control),
      }),
    ),
    description: 'Todo lo que se miró en un envío declarado, con lo esperado y lo encontrado.',
  },
  siguiente: {
    ...body(
      answer(
        200,
        Exact({ alcance: Codigo(ALCANCES, { examples: ['factura'] }), paso: Paso, mensaje: Type.String() }),
      ),
      { rut: RUT, alcance },
      [],
      { alcance: 'factura' },
    ),
    'x-errores': ['INVALID_STATE'],
    description: '«Avanzar Siguiente Paso»; mientras algo falte, 409 dice qué.',
  },
  intercambio: {
    ...body(
      answer(201, Exact({ nombre: texto('ENVIO_DTE_1001.xml'), xml_base64: Type.String() })),
      { rut: RUT },
      [],
      {},
    ),
    'x-errores': ['INVALID_STATE'],
    description:
      'El envío de dos documentos que hay que responder, uno de ellos para otro RUT. Cada descarga es otro envío, y vale la última.',
  },
  respuestas: {
    ...body(
      answer(200, Exact({ conforme: Type.Boolean(), controles: Type.Array(Control) })),
      { rut: RUT, recepcion_base64: archivo, recibos_base64: archivo, resultado_base64: archivo },
      ['recepcion_base64', 'recibos_base64', 'resultado_base64'],
      {
        recepcion_base64: 'PFJlc3B1ZXN0YURURS8+',
        recibos_base64: 'PEVudmlvUmVjaWJvcy8+',
        resultado_base64: 'PFJlc3B1ZXN0YURURS8+',
      },
    ),
    'x-errores': ['INVALID_STATE'],
    description: 'Las tres respuestas al envío del intercambio, revisadas en el acto.',
  },
  muestras: {
    ...body(
      answer(
        200,
        Exact({
          archivos: Type.Array(
            Exact({
              nombre: texto('33-1.pdf'),
              muestra: Nullable(texto('33-1-cedible')),
              conforme: Type.Boolean(),
              controles: Type.Array(Control),
            }),
          ),
          faltan: Type.Array(texto('61-2')),
        }),
      ),
      {
        rut: RUT,
        archivos: {
          type: 'array',
          maxItems: 100,
          items: {
            type: 'object',
            properties: { nombre: { type: 'string', maxLength: 100 }, pdf_base64: archivo },
            required: ['nombre', 'pdf_base64'],
            additionalProperties: false,
          },
        },
      },
      ['archivos'],
      { archivos: [{ nombre: '33-1.pdf', pdf_base64: 'JVBERi0xLjQK' }] },
    ),
    'x-errores': ['INVALID_STATE'],
    description:
      'Las muestras impresas, un documento y una copia por archivo. Las buenas quedan recibidas, sean como sean las demás; `faltan` dice cuáles no han llegado.',
  },
  declaracion: {
    ...body(
      answer(
        200,
        Exact({ alcance: Codigo(ALCANCES, { examples: ['factura'] }), paso: Paso, mensaje: Type.String() }),
      ),
      { rut: RUT, alcance },
      [],
      { alcance: 'boleta' },
    ),
    'x-errores': ['INVALID_STATE'],
    description: 'Firma la declaración de cumplimiento, que no tiene vuelta atrás.',
  },
}

/** Every route: its method, its path below the reviewer's, what it does, its `detail`. */
export const certificacion: readonly [method: string, path: string, summary: string, detail: Json][] = [
  ['POST', 'sets', 'Generar sets de pruebas', detalles.sets],
  ['GET', 'avance', 'Ver el avance de la certificación', detalles.avance],
  ['POST', 'avance', 'Declarar el avance de un set', detalles.declarar],
  ['GET', 'revision/:trackId', 'Ver la revisión de un envío', detalles.revision],
  ['POST', 'siguiente', 'Avanzar al siguiente paso', detalles.siguiente],
  ['POST', 'intercambio', 'Descargar el envío del intercambio', detalles.intercambio],
  ['POST', 'intercambio/respuestas', 'Subir las respuestas del intercambio', detalles.respuestas],
  ['POST', 'muestras', 'Subir muestras impresas', detalles.muestras],
  ['POST', 'declaracion', 'Declarar el cumplimiento', detalles.declaracion],
]
