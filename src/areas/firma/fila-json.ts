// A row of a firm's board as clients see it (areas/firma §2): each facet as far as the person may read it, judged now.

import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { DIAS_F29 } from '../../domain/firma/f29'
import { type Datos, type Faceta, SEVERIDADES } from '../../domain/firma/facetas'
import { type Contexto, estadoFolios, faltaOf, type Juicio, waitingOf } from '../../domain/firma/juicio'
import { MOTIVOS_BLOQUEO } from '../../domain/portal'
import { TAREAS } from '../../domain/programacion'
import { isObligatorio } from '../../domain/rcof'
import { AmbienteJson, Codigo, Exact, Nullable, OneOf } from '../../http/envelope'
import { CLASES, ESTADOS_PERIODO, LADOS } from '../rcv'

/** The reasons why an F29 is not ready. */
const FALTAS = {
  PERIOD_NOT_SYNCED: 'el mes no se ha traído',
  NOT_READ_AFTER_END: 'no se ha traído después de terminado',
  PARTIAL_PERIOD: 'falta leer algún libro',
  PENDING_DOCUMENTS: 'hay compras sin aceptar ni reclamar',
  DIFFERENCES: 'hay diferencias con lo que hay aquí',
}
const ESTADOS_FOLIOS = {
  agotados: 'no queda ninguno',
  bajos: 'quedan tantos como el umbral, o menos',
  por_agotarse: 'duran menos de siete días',
  por_vencer: 'vencen pronto y sobrarán',
}

const ASUNTOS_DOCUMENTOS = {
  documentos_rechazados: 'documentos que el SII rechazó y nadie ha visto',
  trabajos_detenidos: 'emisiones que se detuvieron',
  envios_detenidos: 'documentos en un envío que el SII rechazó completo',
  sin_veredicto: 'envíos sin veredicto del SII por una semana',
  series_detenidas: 'series con una fecha que se detuvo',
  borradores: 'borradores que esperan a una persona',
}
export const nombreAsunto = (asunto: keyof typeof ASUNTOS_DOCUMENTOS): string => ASUNTOS_DOCUMENTOS[asunto]

const n = Type.Integer()
const instante = Nullable(Type.String({ format: 'date-time' }))
const fecha = Nullable(Type.String({ examples: ['2026-12-21'] }))

const SeveridadJson = Codigo(SEVERIDADES, { 'x-nombre': 'Severidad' })

const faceta = <P extends Record<string, TSchema>>(description: string, properties: P) =>
  Nullable(
    Exact(
      {
        severidad: SeveridadJson,
        ...properties,
        enlace: Type.String({ description: 'Dónde está en la API.' }),
      },
      { description },
    ),
  )

export const FILA = {
  empresa: Exact({
    id: Type.String(),
    rut: Type.String({ examples: ['76543210-3'] }),
    razon_social: Type.String(),
    ambiente: AmbienteJson(),
    responsable: Nullable(Type.String()),
    responsable_id: Nullable(Type.String()),
    etiquetas: Type.Array(Type.String()),
    f29: OneOf(DIAS_F29, { description: 'El día en que vence su F29.' }),
  }),
  severidad: Type.Union([SeveridadJson, Type.Null()], {
    description: 'La peor de sus facetas; null si no se puede leer ninguna.',
  }),
  sin_calcular: Type.Boolean({
    description: 'Falta alguna faceta que la persona puede leer: se calcula en segundos.',
  }),
  vence: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
    description: 'Lo primero que vence.',
  }),
  facetas: Exact(
    {
      rcv: faceta('El registro del mes.', {
        estado: Codigo(ESTADOS_PERIODO),
        compras: instante,
        ventas: instante,
      }),
      acuses: faceta('Compras sin aceptar ni reclamar.', { pendientes: n, monto: n, vence: instante }),
      cuadratura: faceta('Diferencias del mes por lado y clase.', {
        causas: Type.Array(Exact({ lado: Codigo(LADOS), clase: Codigo(CLASES), documentos: n })),
      }),
      f29: faceta('La declaración del mes: nada se presenta desde aquí.', {
        listo: Type.Boolean({ description: 'Leído tras el fin de mes, nada pendiente y sin diferencias.' }),
        falta: Type.Array(Codigo(FALTAS)),
        debito: Nullable(n),
        credito: Nullable(n),
        diferencia: Nullable(n),
        vence: Type.String({ examples: ['2026-12-21'] }),
        sin_pago: Type.String({
          description: 'Hasta cuándo, si no hay que pagar.',
          examples: ['2026-12-28'],
        }),
        declarado_el: fecha,
        vencidos: Type.Array(
          Exact({
            periodo: Type.String({ examples: ['202611'] }),
            vence: Type.String({ examples: ['2026-12-21'] }),
          }),
          { description: 'El mes anterior, si venció y nadie lo marcó.' },
        ),
      }),
      rcof: faceta('Consumos de folios del mes.', {
        obligatorio: Type.Boolean(),
        sin_informe: Type.Integer({ description: 'Días con boletas y sin informe, donde la ley lo pedía.' }),
      }),
      documentos: faceta('Lo emitido que espera a una persona.', {
        rechazados: Type.Integer({ description: 'Que nadie ha visto, del mes y del anterior.' }),
        detenidos: n,
        sin_veredicto: Type.Integer({ description: 'Envíos, no documentos.' }),
        asuntos: Type.Array(
          Exact({ asunto: Codigo(ASUNTOS_DOCUMENTOS), cantidad: n, enlace: Type.String() }),
        ),
      }),
      folios: faceta('Folios de cada tipo.', {
        tipos: Type.Array(
          Exact({
            tipo_dte: n,
            disponibles: n,
            estado: Nullable(Codigo(ESTADOS_FOLIOS)),
            se_agota_el: fecha,
            vence_el: fecha,
          }),
        ),
      }),
      acceso: faceta('Con qué se entra al SII y qué corre solo.', {
        certificado: Nullable(Exact({ valido_hasta: Type.String() })),
        clave: Type.Boolean(),
        bloqueos: Type.Array(
          Exact({ metodo: Type.String(), motivo: Codigo(MOTIVOS_BLOQUEO), hasta: instante }),
        ),
        buzon_apagado: instante,
        fallidas: Type.Array(Exact({ tarea: Codigo(TAREAS), fallas: n })),
      }),
    },
    {
      description:
        'Null la que el permiso de la persona no alcanza, o que aún no se calcula (`sin_calcular`).',
    },
  ),
}
export const FilaJson = Exact(FILA, { 'x-nombre': 'FilaFirma' })
export type Fila = Static<typeof FilaJson>
type Facetas = Fila['facetas']

/** The company, and when it is looked at. */
type Vista = Contexto & { empresaId: string }
type ToJson = { [F in Faceta]: (datos: Datos[F], vista: Vista) => Omit<NonNullable<Facetas[F]>, 'severidad'> }

const TO_JSON: ToJson = {
  rcv: ({ estado, compras, ventas }, { periodo }) => ({
    estado,
    compras,
    ventas,
    enlace: `/v1/rcv/${periodo}`,
  }),
  acuses: (datos, vista) => ({ ...waitingOf(datos, vista), enlace: '/v1/dte/acuse/pendientes' }),
  cuadratura: ({ causas }, { periodo }) => ({
    causas: causas as NonNullable<Facetas['cuadratura']>['causas'],
    enlace: `/v1/rcv/${periodo}/cuadratura`,
  }),
  f29(datos, vista) {
    const { periodo, vence, sinPago, declaradoEl, vencidos } = vista
    const falta = faltaOf(datos, vista) as NonNullable<Facetas['f29']>['falta']
    const { debito = null, credito = null, diferencia = null } = datos.totales ?? {}
    return {
      listo: falta.length === 0,
      falta,
      ...{ debito, credito, diferencia },
      vence,
      sin_pago: sinPago,
      declarado_el: declaradoEl,
      vencidos: [...vencidos],
      enlace: `/v1/rcv/${periodo}/f29`,
    }
  },
  rcof: ({ dias }, { periodo }) => ({
    obligatorio: isObligatorio(`${periodo.slice(0, 4)}-${periodo.slice(4)}-01`),
    sin_informe: dias.length,
    enlace: '/v1/dte/rcof',
  }),
  documentos: ({ desde, asuntos = [], series: _, ...counts }) => ({
    ...counts,
    asuntos: asuntos as NonNullable<Facetas['documentos']>['asuntos'],
    enlace: counts.rechazados
      ? `/v1/documentos?estado_sii=rechazado&por_atender=true&fecha_desde=${desde}`
      : '/v1/dte/emision?estado=failed,dlq',
  }),
  folios: ({ tipos }, { hoy }) => ({
    tipos: tipos.map((tipo) => ({
      tipo_dte: tipo.tipo_dte,
      disponibles: tipo.disponibles,
      estado: estadoFolios(tipo, hoy),
      se_agota_el: tipo.se_agota_el,
      vence_el: tipo.vence_el,
    })),
    enlace: '/v1/dte/folios',
  }),
  acceso: ({ bloqueos, fallidas, ...datos }, { ahora, empresaId }) => ({
    ...datos,
    bloqueos: bloqueos.filter(({ hasta }) => hasta === null || hasta > ahora) as NonNullable<
      Facetas['acceso']
    >['bloqueos'],
    fallidas: fallidas as NonNullable<Facetas['acceso']>['fallidas'],
    enlace: `/v1/empresa/${empresaId}/portal`,
  }),
}

/** A facet with how it stands. */
export const facetaToJson = <F extends Faceta>(
  faceta: F,
  datos: Datos[F],
  { severidad }: Juicio,
  vista: Vista,
) => ({
  severidad,
  ...TO_JSON[faceta](datos, vista),
})
