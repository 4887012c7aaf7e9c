// Acceptances as requests and answers have them (http §27).

import { Type } from '@sinclair/typebox'
import { sql } from 'drizzle-orm'
import { ACCIONES_ACUSE, EVENTOS_ACUSE, RESULTADOS_ACUSE, TIPOS_ACUSE } from '../../domain/acuse'
import { type Fault, faultsError } from '../../domain/errors'
import { parseRut } from '../../domain/rut'
import { Codigo, Exact, Nullable, OneOf, significados } from '../../http/envelope'
import { Rut, Texto } from '../../http/formats'
import type { Fields } from '../../http/newest'
import { Ruled } from '../../http/rule'
import { acuse } from '../../store/tables/acuse'

const Folio = Type.Integer({ minimum: 1, maximum: 9_999_999_999, examples: [88123] })
const RutEmisor = Rut({ examples: ['90000012-K'] })
const TipoDte = Type.Integer({
  minimum: 1,
  maximum: 999,
  description: 'Se registran 33, 34 y 43.',
  examples: [33],
})

/** The faults of a type, told at `campo`. */
function tipoFaults(tipo: number, campo = ''): Fault[] {
  if (TIPOS_ACUSE.includes(tipo)) return []
  const mensaje = `El SII no registra aceptación ni reclamo del tipo ${tipo}; sólo de ${TIPOS_ACUSE.join(', ')}`
  return [{ campo, regla: 'valor', mensaje, code: 'DOCUMENT_TYPE_NOT_ALLOWED' }]
}

const AccionJson = OneOf(ACCIONES_ACUSE, { 'x-nombre': 'AccionAcuse', examples: ['ERM'] })
const ResultadoJson = OneOf(RESULTADOS_ACUSE, { 'x-nombre': 'ResultadoAcuse' })

const Llave = { rut_emisor: RutEmisor, tipo_dte: Ruled(TipoDte, (tipo) => tipoFaults(tipo)), folio: Folio }

export const AcuseBody = Exact({
  ...Llave,
  accion: AccionJson,
  comentario: Type.Optional(
    Nullable(
      Texto(200, {
        description:
          'Se guarda aquí; el SII no lo recibe. Al repetir lo que aún no se registra, el último reemplaza al anterior; registrado, queda el de entonces.',
        examples: ['Faltó un bulto'],
      }),
    ),
  ),
})

export const AT_MOST = 500

export const AcusesBody = Exact({
  accion: AccionJson,
  documentos: Ruled(Type.Array(Exact(Llave), { minItems: 1, maxItems: AT_MOST }), listFaults),
})

/** Throws DOCUMENT_TYPE_NOT_ALLOWED for a document of a path. */
export function checkTipo({ tipo_dte }: Pick<Llave, 'tipo_dte'>): void {
  const faults = tipoFaults(tipo_dte, 'tipo_dte')
  if (faults.length) throw faultsError(faults)
}

/** Documents that come twice, however their RUT is written. */
function listFaults(documentos: readonly Llave[]): Fault[] {
  const seen = new Set<string>()
  return documentos.flatMap(({ rut_emisor, tipo_dte, folio }, i) => {
    const rut = parseRut(rut_emisor)!
    const name = `${rut} ${tipo_dte} ${folio}`
    const again = seen.has(name)
    seen.add(name)
    const mensaje = `El folio ${folio} tipo ${tipo_dte} de ${rut} ya viene antes`
    return again ? [{ campo: `[${i}]`, regla: 'repetido', mensaje }] : []
  })
}

interface Llave {
  rut_emisor: string
  tipo_dte: number
  folio: number
}

const instante = (description: string) =>
  Nullable(Type.String({ description, examples: ['2026-11-21T15:20:11Z'] }))

export const RegistradoJson = Exact({
  id: Type.String(),
  estado: Type.Literal('registrado'),
  accion: AccionJson,
  codigo_sii: Type.String({ description: '0; 7 si ya estaba registrado.', examples: ['0'] }),
  glosa: Type.String(),
  registrado_en: Type.String({ format: 'date-time', examples: ['2026-11-20T14:05:00.000Z'] }),
  resultado: ResultadoJson,
  vence_el: instante(
    'Hasta cuándo se puede aceptar o reclamar; null si no se sabe cuándo lo recibió el SII.',
  ),
})

const cuantos = (examples: number[]) => Type.Integer({ examples })

/** The result of a batch so far: how many of each, and each. */
export const TandaJson = Exact({
  registrados: cuantos([2]),
  repetidos: Type.Integer({ description: 'Ya estaban registrados.', examples: [1] }),
  rehusados: Type.Integer({ description: 'El SII no los admitió.', examples: [0] }),
  pendientes: Type.Integer({ description: 'Aún no se sabe de ellos.', examples: [0] }),
  documentos: Type.Array(
    Exact({
      rut_emisor: Type.String({ examples: ['90000012-K'] }),
      tipo_dte: Type.Integer({ examples: [33] }),
      folio: Type.Integer({ examples: [88123] }),
      estado: OneOf({
        registrado: 'quedó registrado',
        repetido: 'ya lo estaba',
        rehusado: 'el SII no lo admitió',
        pendiente:
          'no se ha preguntado, o se perdió la respuesta: un reintento lo averigua antes de enviarlo',
      }),
      codigo_sii: Nullable(Type.String({ examples: ['0'] })),
      glosa: Nullable(Type.String({ description: 'Lo que dijo el SII.' })),
      causa: Nullable(Type.String({ description: 'Por qué lo rehusó, en palabras de Timbre.' })),
    }),
  ),
})

/** The result of a scheduled question about own documents. */
export const RefrescoJson = Exact({
  consultados: Type.Integer({
    description: 'De cuántos respondió el SII; lo que cambió lo dice `dte.acuse`.',
    examples: [12],
  }),
  rehusados: Type.Integer({ description: 'De cuántos no quiso decir.', examples: [0] }),
  pendientes: Type.Integer({
    description: 'Por los que no se preguntó: se usó el 80 % de las consultas del mes.',
    examples: [0],
  }),
})

export const EstadoJson = Exact({
  resultado: ResultadoJson,
  eventos: Type.Array(
    Exact({
      codigo: Type.String({ description: `${significados(EVENTOS_ACUSE)}.`, examples: ['ERM'] }),
      descripcion: Type.String(),
      fecha: Type.String({ examples: ['2026-11-14T12:40:00Z'] }),
      rut: Type.String({ description: 'Quién lo registró.' }),
    }),
  ),
  recibido_sii: instante('Cuándo lo recibió el SII.'),
  plazo_estimado: Type.Boolean({ description: 'Si `recibido_sii` no es del SII, o falta.' }),
  vence_el: instante('Ocho días (192 horas) desde que el SII lo recibió.'),
  dias_restantes: Nullable(Type.Integer({ examples: [1] })),
  horas_restantes: Nullable(Type.Integer({ examples: [25] })),
  cedible: Nullable(
    Type.Boolean({ description: 'Si se puede ceder, de un documento propio; null si aún no se sabe.' }),
  ),
  acciones_posibles: Type.Array(Codigo(ACCIONES_ACUSE, { 'x-nombre': 'AccionAcuse' }), {
    description: 'Vacía de un documento propio.',
  }),
  fuente: OneOf({ sii: 'se preguntó al SII', local: 'lo que Timbre guarda' }),
  consultado_en: instante('Cuándo respondió el SII; null si nunca se le preguntó.'),
})

export const PendienteJson = Exact({
  rcv_id: Nullable(
    Type.String({
      description: 'El documento en el registro de compras; null de lo que llegó aquí y el registro no trae.',
    }),
  ),
  recibido_id: Nullable(
    Type.String({ description: 'Su archivo recibido aquí, en /v1/recibidos; null si no ha llegado.' }),
  ),
  periodo: Nullable(Type.String({ description: 'El del registro.', examples: ['202611'] })),
  rut_emisor: Type.String(),
  razon_social: Nullable(Type.String()),
  tipo_dte: Type.Integer(),
  folio: Type.Integer(),
  fecha_emision: Type.String(),
  monto_total: Type.Integer(),
  recibido_sii: Type.String({ examples: ['2026-11-13T15:20:11Z'] }),
  plazo_estimado: Type.Boolean({
    description: 'El SII no ha dicho cuándo lo recibió: se cuenta desde el correo que lo trajo.',
  }),
  vence_el: Type.String({ examples: ['2026-11-21T15:20:11Z'] }),
  horas_restantes: Type.Integer({ examples: [25] }),
})

/** An act registered from here. */
export const REGISTRADO = {
  id: [acuse.id, Type.String()],
  rut_emisor: [acuse.rutEmisor, Type.String()],
  tipo_dte: [acuse.tipoDte, Type.Integer()],
  folio: [acuse.folio, Type.Integer()],
  accion: [acuse.accion, AccionJson],
  comentario: [acuse.comentario, Nullable(Type.String())],
  // One that is registered has it.
  registrado_en: [
    sql<string>`${acuse.registradoEn}`,
    Type.String({ format: 'date-time', examples: ['2026-11-20T14:05:00.000Z'] }),
  ],
  job_id: [acuse.jobId, Type.String()],
} satisfies Fields
