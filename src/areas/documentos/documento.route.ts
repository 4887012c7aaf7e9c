// One issued document: what it says, what refers to it and what happened to it (http §10.2).

import { type Static, Type } from '@sinclair/typebox'
import { eq } from 'drizzle-orm'
import { correoDelSii } from '../../domain/correo-sii'
import { ESTADOS_FOLIO, ESTADOS_SII } from '../../domain/dte/estados'
import { newArea } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import { Codigo, Datos, Documentado, DocumentoRef, EstadoSiiJson, Exact, Nullable } from '../../http/envelope'
import { explainDocumento } from '../../sii'
import { documentoHistorial as historial } from '../../store/tables/documento'
import {
  type Documentos,
  documentoParams,
  EMITIDO,
  type ExplainLook,
  type ExplainWait,
  ExplicacionJson,
  emitidoToJson,
  findDocumento,
  type Guias,
  type Reemplazos,
  type Referencias,
  SaldoComponentes,
  saldoToJson,
} from '../dte'
import { IntercambioJson, type Intercambios } from '../recibidos'
import type { Publico } from '../ver'
import { Fila } from './fila-json'
import { createLista } from './lista'

/** All that the history of a document may say. */
const ESTADOS_HISTORIA = {
  ...ESTADOS_SII,
  ...ESTADOS_FOLIO,
  descartado: 'una persona lo descartó',
  anulada: 'la guía se anuló',
  copia_en_cola: 'su copia por correo está pedida',
  copia_en_espera: 'su copia espera otro intento',
  copia_enviada: 'su copia salió',
  copia_fallida: 'su copia no pudo salir',
  copia_omitida: 'no lleva copia, y dice por qué',
  respuesta_receptor: 'el receptor respondió por correo',
  importado: 'se trajo de otro sistema',
  atendido: 'una persona lo dio por visto',
  por_atender: 'una persona lo devolvió a lo que espera',
  correo_sii: 'un correo sin firma dice venir del SII',
}

const ReferidoPor = Type.Array(
  Exact({
    ...DocumentoRef.properties,
    fecha_emision: Type.String(),
    codigo: Type.Integer({ description: '1 anula, 2 corrige texto, 3 corrige montos.' }),
    monto: Type.Number({ description: 'Lo que quita al saldo; negativo si le suma.' }),
    aplicado: Type.Boolean({ description: 'Si el saldo ya lo cuenta.' }),
    estado_sii: EstadoSiiJson,
  }),
  { description: 'Las notas que se refieren al documento.' },
)

const NotasDelRegistro = Type.Array(
  Exact({
    ...DocumentoRef.properties,
    fecha_emision: Type.String(),
    monto: Type.Integer({ description: 'Pesos que quita al saldo; negativo si le suma.' }),
  }),
  { description: 'Las notas que sólo el registro trae, emitidas en otra parte: el saldo las cuenta.' },
)

const Detallado = Documentado({
  ...Fila,
  firmado_at: Nullable(
    Type.String({ description: 'Cuándo se firmó: desde entonces tiene XML y PDF; null mientras no.' }),
  ),
  explicacion: ExplicacionJson,
  saldo_componentes: SaldoComponentes,
  ...EMITIDO,
  referido_por: ReferidoPor,
  notas_del_registro: NotasDelRegistro,
  reemplaza: Nullable(DocumentoRef),
  reemplazado_por: Nullable(DocumentoRef),
  intercambio: IntercambioJson,
  facturada_por: Nullable(DocumentoRef),
  otras_facturas: Type.Array(DocumentoRef, {
    description: 'Las que además cubren la guía, emitidas con `forzar_guia`.',
  }),
  guias: Type.Array(Type.Integer(), { description: 'Folios de las guías que la factura cubre.' }),
  historial: Type.Array(
    Exact({
      estado: Codigo(ESTADOS_HISTORIA, { 'x-nombre': 'EstadoHistoria' }),
      codigo_sii: Nullable(Type.String()),
      sii_codigo: Nullable(Type.String({ description: 'Alias de `codigo_sii`.' })),
      detalle: Nullable(Type.String()),
      fecha: Type.String(),
      explicacion: ExplicacionJson,
    }),
  ),
  links: Exact({
    xml: Type.String(),
    pdf: Type.String(),
    emision: Nullable(Type.String({ description: 'null de un documento importado.' })),
    publico: Nullable(
      Type.String({
        description: 'Dónde verlo sin credencial, si la empresa tiene `consulta_publica` y ya está firmado.',
      }),
    ),
  }),
})

export interface DocumentoDeps extends Pick<AreaDeps, 'credential' | 'store' | 'clock'> {
  documentos: Documentos
  dte: {
    referencias: Referencias
    guias: Guias
    reemplazos: Reemplazos
    explainLook: ExplainLook
    explainWait: ExplainWait
  }
  publico: Publico
  intercambio: Pick<Intercambios, 'intercambioOf'>
}

/** Tells of a rejected document that another has replaced it. */
const explainReplaced = (
  explicacion: ReturnType<typeof explainDocumento>,
  por: Static<typeof DocumentoRef> | null,
): ReturnType<typeof explainDocumento> =>
  explicacion && por
    ? {
        ...explicacion,
        solucion: `Ya se emitió de nuevo como tipo ${por.tipo_dte} folio ${por.folio}: no lo emita otra vez`,
      }
    : explicacion

/** GET /v1/documentos/:tipo/:folio. */
export const documentoRoute = ({
  credential,
  store,
  clock,
  documentos,
  dte: { referencias, guias, reemplazos, explainLook, explainWait },
  publico,
  intercambio,
}: DocumentoDeps) => {
  const lista = createLista(store, clock)
  const history = (documentoId: string) =>
    store.db
      .select({
        fecha: historial.fecha,
        estado: historial.estado,
        codigo_sii: historial.siiCodigo,
        detalle: historial.detalle,
      })
      .from(historial)
      .where(eq(historial.documentoId, documentoId))
      .orderBy(historial.id)
      .all()
  return newArea(credential).get(
    '/v1/documentos/:tipo/:folio',
    ({ tenant, params }) => {
      const row = findDocumento(documentos, tenant, params)
      const { fila } = lista.one(row.id)!
      const contenido = documentos.contenido(row)
      const pasos = history(row.id)
      const correo = correoDelSii(pasos)
      const path = `${row.tipo_dte}/${row.folio}`
      const { reemplaza, reemplazadoPor } = reemplazos.of(row.id)
      const [facturada = null, ...otras] = guias.coveredBy(row.id)
      return {
        ok: true as const,
        data: {
          ...fila,
          firmado_at: row.firmado_at,
          explicacion:
            explainLook(row, correo) ??
            explainReplaced(explainDocumento(row.estado_sii, row.codigo_sii, correo), reemplazadoPor) ??
            explainWait(row),
          saldo_componentes: saldoToJson(referencias.saldos.visibleOf(row), contenido.dte.totales.moneda),
          ...emitidoToJson(contenido),
          referido_por: referencias.actingOn(row.id) as Static<typeof ReferidoPor>,
          notas_del_registro: referencias.saldos.deFueraOn(row).map(({ nota, monto }) => ({
            tipo_dte: nota.tipoDte,
            folio: nota.folio,
            fecha_emision: nota.fechaEmision,
            monto,
          })),
          reemplaza,
          reemplazado_por: reemplazadoPor,
          facturada_por: facturada,
          otras_facturas: otras,
          guias: guias.covered(row.id).map(({ folio }) => folio),
          intercambio: intercambio.intercambioOf(row.id),
          historial: pasos.map((paso) => ({
            ...paso,
            sii_codigo: paso.codigo_sii,
            estado: paso.estado as keyof typeof ESTADOS_HISTORIA,
            explicacion: explainDocumento(paso.estado, paso.codigo_sii, correo),
          })),
          links: {
            xml: `/v1/dte/xml/${path}`,
            pdf: `/v1/dte/pdf/${path}`,
            emision: row.job_id === null ? null : `/v1/dte/emision/${row.job_id}`,
            publico: publico.linkOf(row),
          },
        },
      }
    },
    {
      permission: 'dte:leer',
      params: documentoParams,
      response: Datos(Detallado),
      detail: { tags: ['Documentos'], summary: 'Ver un documento con su historial' },
    },
  )
}
