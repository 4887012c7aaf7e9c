// A road, its sets and its runs as answers show them (areas/certificacion §1).

import { type Static, Type } from '@sinclair/typebox'
import {
  ALCANCES,
  CLASES_INTENTO,
  ESTADOS_CERTIFICACION,
  ESTADOS_INTENTO,
  ESTADOS_SET,
} from '../../domain/certificacion/etapas'
import { typedDay, typedTrackId } from '../../domain/certificacion/paso-set'
import { CODIGOS_PENDIENTE, isReported, QUIENES } from '../../domain/certificacion/pendientes'
import type { FaltaSet } from '../../domain/certificacion/set'
import { chileDate } from '../../domain/fecha'
import { ESTADOS_RCOF } from '../../domain/rcof'
import { AmbienteJson, Codigo, Exact, Nullable, OneOf } from '../../http/envelope'
import { showAs } from '../../http/show-as'
import { type Caminos, type SetDelCamino, termOf } from './camino'
import type { Ronda } from './certificaciones'
import type { IntentoRow } from './statements'

const n = Type.Integer()
const Instante = Type.String({ format: 'date-time', examples: ['2026-11-20T14:03:01.000Z'] })
const Dia = Type.String({ format: 'date', examples: ['2026-11-20'] })

export const ClaseJson = OneOf(CLASES_INTENTO, { 'x-nombre': 'ClaseSet', examples: ['basico'] })

export const IntentoJson = Exact(
  {
    id: Type.String({ examples: ['cin_01JD3Q8Z5V7K2M4N6P8R0S2T4V'] }),
    numero: n,
    estado: OneOf(ESTADOS_INTENTO, { 'x-nombre': 'EstadoIntento' }),
    documentos: Type.Array(Exact({ caso: n, id: Type.String(), tipo_dte: n, folio: n }), {
      description: 'En el orden del envío; vacío en un libro.',
    }),
    track_id: Nullable(
      Type.String({ description: 'Sin ceros delante, como se escribe en el sitio del SII.' }),
    ),
    fecha_envio: Nullable(Type.String({ description: 'dd-mm-aaaa, como se escribe en el sitio del SII.' })),
    codigo_sii: Nullable(Type.String()),
    glosa: Nullable(Type.String()),
    razones: Type.Array(
      Exact({
        caso: Nullable(n),
        texto: Type.String({ description: 'Lo que dijo el SII.' }),
        remedio: Nullable(Type.String({ description: 'Qué lo corrige, si se sabe.' })),
      }),
      { description: 'Por qué el SII no lo dio por bueno.' },
    ),
    declarado_fecha: Nullable(Dia),
    veredicto: Nullable(OneOf({ SOK: 'set de prueba correcto', SRH: 'set rechazado' })),
    veredicto_glosa: Nullable(Type.String()),
    veredicto_origen: Nullable(
      OneOf({ persona: 'lo anotó una persona', correo: 'lo trajo un correo del SII' }),
    ),
    creado_en: Instante,
  },
  { 'x-nombre': 'IntentoCertificacion' },
)

export const SetJson = Exact(
  {
    clase: ClaseJson,
    nombre: Type.String({ examples: ['BASICO'] }),
    atencion: Nullable(Type.String({ examples: ['5123401'] })),
    estado: Codigo(ESTADOS_SET, { 'x-nombre': 'EstadoSet', examples: ['listo'] }),
    casos: n,
    dudas: Type.Integer({ description: 'Sin responder.' }),
    faltas: Type.Integer({ description: 'Por las que `emitir` lo rechazaría; cuáles, en el set.' }),
    folios: Type.Array(Exact({ tipo_dte: n, necesita: n, disponibles: n })),
    intentos: n,
    intento: Nullable(IntentoJson),
  },
  { 'x-nombre': 'SetCertificacion' },
)

export const PendienteJson = Exact(
  {
    quien: Codigo(QUIENES, { 'x-nombre': 'QuienPendiente' }),
    codigo: OneOf(CODIGOS_PENDIENTE, { 'x-nombre': 'CodigoPendiente' }),
    clase: Nullable(ClaseJson),
    accion: Type.String(),
    enlace: Nullable(Type.String({ description: 'La página del SII donde se hace; null si se hace aquí.' })),
    datos: Type.Record(Type.String(), Type.String(), { description: 'Lo que hay que escribir allá.' }),
    desde: Instante,
  },
  { 'x-nombre': 'PendienteCertificacion' },
)

export const BREVE = {
  id: Type.String({ examples: ['cer_01JD3Q8Z5V7K2M4N6P8R0S2T4V'] }),
  ambiente: AmbienteJson(),
  alcance: Codigo(ALCANCES, { 'x-nombre': 'AlcanceCertificacion', examples: ['factura'] }),
  estado: Codigo(ESTADOS_CERTIFICACION, { 'x-nombre': 'EstadoCertificacion', examples: ['set'] }),
  desde: Instante,
  creada_en: Instante,
}

export const NoAdmitidosJson = Type.Array(Exact({ linea: n, mensaje: Type.String() }), {
  description: 'Sets del texto que Timbre no conoce, y no emite.',
})

export const noAdmitidosToJson = (faltas: readonly FaltaSet[]): Static<typeof NoAdmitidosJson> =>
  faltas.map(({ linea, mensaje }) => ({ linea, mensaje }))

export const CertificacionJson = Exact(
  {
    ...BREVE,
    resolucion_fecha: Nullable(
      Type.String({
        format: 'date',
        description: 'De la empresa, en ese ambiente.',
        examples: ['2026-11-02'],
      }),
    ),
    ronda: Nullable(
      Exact({
        numero: n,
        nombre: Type.String({ examples: ['SIISetDePruebas761234561.txt'] }),
        huella: Type.String({ description: 'SHA-256 del archivo.' }),
        cargada_en: Instante,
        vence_el: Type.String({
          format: 'date',
          description: 'Dos meses desde la carga: hasta entonces se envía.',
          examples: ['2027-01-20'],
        }),
      }),
    ),
    sets: Type.Array(SetJson),
    no_admitidos: NoAdmitidosJson,
    rcof: {
      ...Nullable(
        Exact({
          fecha: Dia,
          estado: Nullable(Codigo(ESTADOS_RCOF, { 'x-nombre': 'EstadoRcof' })),
          completo: Type.Boolean({ description: 'Si el último enviado trae todas las boletas del set.' }),
          listo: Type.Boolean({ description: 'Si es completo y el SII lo aceptó.' }),
          reintentar: Type.Boolean({
            description:
              'Si su envío se detuvo cuando pudo haber llegado: se reintenta su trabajo, y no se envía otro.',
          }),
        }),
      ),
      description: 'Boletas: el consumo de folios del día del set, desde que el SII acepta su envío.',
    },
    pendientes: Type.Array(PendienteJson),
    declarada_fecha: Nullable(Dia),
    resolucion: Nullable(Exact({ numero: n, fecha: Dia })),
  },
  { 'x-nombre': 'Certificacion' },
)

export const intentoToJson = showAs(IntentoJson, (row: IntentoRow) => ({
  documentos: JSON.parse(row.documentos),
  track_id: row.track_id && typedTrackId(row.track_id),
  fecha_envio: row.enviado_at ? typedDay(chileDate(new Date(row.enviado_at))) : null,
  razones: JSON.parse(row.razones),
  creado_en: row.created_at,
}))

export function setToJson({ row, texto, estado, faltas, folios }: SetDelCamino): Static<typeof SetJson> {
  const last = row.intentos.at(-1)
  return {
    clase: row.clase,
    nombre: row.nombre,
    atencion: row.atencion,
    estado,
    casos: texto?.seccion.casos.length ?? 0,
    dudas: texto?.abiertas.length ?? 0,
    faltas: faltas.length,
    folios: folios.map(({ tipoDte, necesita, disponibles }) => ({
      tipo_dte: tipoDte,
      necesita,
      disponibles,
    })),
    intentos: row.intentos.length,
    intento: last ? intentoToJson(last) : null,
  }
}

const rondaToJson = (ronda: Ronda) => ({
  numero: ronda.numero,
  nombre: ronda.nombre,
  huella: ronda.huella,
  cargada_en: ronda.created_at,
  vence_el: termOf(ronda),
})

export const certificacionToJson = ({
  row,
  ronda,
  sets,
  noAdmitidos,
  resolucion,
  rcof,
  pendientes,
}: ReturnType<Caminos['of']>): Static<typeof CertificacionJson> => ({
  id: row.id,
  ambiente: row.ambiente,
  alcance: row.alcance,
  estado: row.estado,
  desde: row.estado_at,
  creada_en: row.created_at,
  resolucion_fecha: resolucion?.fecha ?? null,
  ronda: ronda && rondaToJson(ronda),
  sets: sets.map(setToJson),
  no_admitidos: noAdmitidosToJson(noAdmitidos),
  rcof: rcof && {
    ...{ fecha: rcof.fecha, estado: rcof.estado, completo: rcof.completo, listo: isReported(rcof) },
    reintentar: rcof.reintentar,
  },
  pendientes: pendientes.map((one) => ({ ...one, datos: { ...one.datos } })),
  declarada_fecha: row.declarada_fecha,
  resolucion: row.resolucion && JSON.parse(row.resolucion),
})
