// The SII's present answer about a document or envelope (http §19). A Track ID or an earlier verdict is not
// this.

import { Type } from '@sinclair/typebox'
import { isTipoDte, tipoDocumento } from '../../domain/dte/tipos'
import { AppError, type ErrorCode } from '../../domain/errors'
import type { Titular } from '../../domain/titular'
import { createAnswerCache, RESPUESTA_CACHE } from '../../http/answer-cache'
import { newArea } from '../../http/area'
import type { Pagador } from '../../http/cuota'
import type { AreaDeps } from '../../http/deps'
import { Datos, EstadoSiiJson, Exact, Nullable, OneOf } from '../../http/envelope'
import type { ReplySet } from '../../http/reply'
import type { Tenant } from '../../http/tenant'
import { type Archivo, asking, contradiccion, explain, REMEDIO_CONTRADICCION, type Sii } from '../../sii'
import {
  checkAjeno,
  type Documentos,
  documentoParams,
  type Emisores,
  type Envios,
  ExplicacionJson,
  type FollowAgain,
} from '../dte'
import { anyDatos, askBoth, type DatosQuery, datosQuery, readDatos, SIN_DATOS } from './de-otra-parte'
import { explainDicho, explainPropio } from './explicacion'

const EstadoDeDte = Exact({
  estado: Nullable(EstadoSiiJson),
  codigo_sii: Type.String({ description: 'Lo que el SII responde ahora: DOK, DNK, FAU …' }),
  glosa: Type.String(),
  recibido: Type.Boolean(),
  fecha_recepcion: Nullable(Type.String()),
  track_id: Nullable(Type.String()),
  explicacion: ExplicacionJson,
})

const ESTADOS_ENVIO = {
  en_proceso: 'el SII aún revisa',
  procesado: 'el SII dijo su última palabra',
  dudoso: 'su respuesta se contradice (un rechazo con documentos aceptados) y no vale como veredicto',
} as const

const EstadoDeEnvio = Exact({
  track_id: Type.String(),
  estado: OneOf(ESTADOS_ENVIO),
  codigo_sii: Type.String(),
  glosa: Type.String(),
  informados: Type.Integer(),
  aceptados: Type.Integer(),
  rechazados: Type.Integer(),
  reparos: Type.Integer(),
  detalle: Type.Array(
    Exact({
      tipo_dte: Nullable(Type.Integer()),
      folio: Nullable(Type.Integer()),
      estado: Type.String({ description: 'Código del SII: RCH, RPR, RLV …' }),
      errores: Type.Array(
        Exact({ codigo: Type.String(), descripcion: Type.String(), detalle: Type.String() }),
      ),
    }),
  ),
  explicacion: ExplicacionJson,
})

const ERRORES_SII: ErrorCode[] = [
  'CERTIFICATE_MISSING',
  'CERTIFICATE_EXPIRED',
  'CERTIFICATE_INVALID',
  'SII_ERROR',
  'SII_UNAVAILABLE',
  'SII_TIMEOUT',
]

export interface DocumentosDeps extends Pick<AreaDeps, 'credential' | 'clock'> {
  /** The SII as who pays asks it. */
  metered: (pagador: Pagador) => Sii
  documentos: Documentos
  envios: Envios
  /** Told of folios that the SII has in documents of elsewhere. */
  folios: { learnUsed(titular: Titular, tipoDte: number, folios: readonly number[]): unknown }
  emisores: Emisores
  /** A verdict that nobody asks for any more is asked for again once a person has. */
  followAgain: FollowAgain
}

/** GET /v1/dte/consulta/:tipo/:folio and /v1/dte/estado/:trackId. */
export const consultasRoute = ({
  credential,
  clock,
  metered,
  documentos,
  envios,
  folios,
  emisores,
  followAgain,
}: DocumentosDeps) => {
  const cached = createAnswerCache(clock)
  const contextOf = ({ empresaId, ambiente }: Tenant, rutEmpresa: string) => {
    const { firmante, simulado } = emisores.firmante(empresaId)
    checkAjeno(simulado && ambiente !== 'simulacion')
    return { ambiente, rutEmpresa, firmante }
  }
  /** Whether the SII has a document that was not issued here, and with these data where they are given. */
  async function elsewhere(
    tenant: Tenant,
    set: ReplySet,
    params: { tipo: string; folio: string },
    query: DatosQuery,
  ) {
    const [tipo, folio] = [Number(params.tipo), Number(params.folio)]
    if (!isTipoDte(tipo)) throw new AppError('NOT_FOUND', `No hay un tipo de documento ${params.tipo}`)
    const datos = readDatos(query)
    const { rut } = emisores.get(tenant).emisor
    const key = JSON.stringify(['dte', tenant.empresaId, tenant.ambiente, tipo, folio, datos])
    const { value, hit } = await cached(key, () =>
      asking(() =>
        metered({ ...tenant, set }).queryDte(contextOf(tenant, rut), tipoDocumento(tipo).sobre, {
          ...{ tipoDte: tipo, folio },
          ...(datos ?? anyDatos(clock())),
        }),
      ),
    )
    set.headers['x-cache'] = hit ? 'HIT' : 'MISS'
    const { codigo, glosa, recibido, trackId } = value
    if (recibido) folios.learnUsed(tenant, tipo, [folio])
    return {
      ...{ estado: null, codigo_sii: codigo, glosa, recibido, fecha_recepcion: null, track_id: trackId },
      explicacion: codigo === 'DNK' && recibido && !datos ? SIN_DATOS : explainDicho(value),
    }
  }

  return newArea(credential)
    .get(
      '/v1/dte/consulta/:tipo/:folio',
      async ({ tenant, params, query, set }) => {
        const row = documentos.byFolio(tenant, Number(params.tipo), Number(params.folio))
        if (!row) return { ok: true as const, data: await elsewhere(tenant, set, params, query) }
        const { dte } = documentos.contenido(row)
        const envio = row.envio_id ? envios.get(row.envio_id) : undefined
        const xml = documentos.xml(row)
        const firma = xml && /<SignatureValue>([\s\S]*?)<\/SignatureValue>/.exec(xml)?.[1]?.replace(/\s/g, '')
        const { value, hit } = await cached(`dte:${row.id}`, () =>
          asking(() =>
            metered({ ...tenant, set }).queryDteAv(
              contextOf(tenant, row.rut_emisor),
              envio ? envios.archivoOf(envio) : tipoDocumento(row.tipo_dte).sobre,
              {
                tipoDte: row.tipo_dte,
                folio: row.folio,
                rutReceptor: row.rut_receptor,
                fechaEmision: row.fecha_emision,
                montoTotal: dte.totales.montoTotal,
                ...(firma && { firma }),
              },
            ),
          ),
        )
        set.headers['x-cache'] = hit ? 'HIT' : 'MISS'
        if (envio && value.recibido) followAgain(envio)
        return {
          ok: true as const,
          data: {
            estado: row.estado_sii,
            codigo_sii: value.codigo,
            glosa: value.glosa,
            recibido: value.recibido,
            // The SII does not say it here; what we know is when the envelope left.
            fecha_recepcion: value.recibido ? (envio?.enviado_at ?? null) : null,
            track_id: value.trackId ?? envio?.track_id ?? null,
            explicacion: explainPropio(value, row.estado_sii),
          },
        }
      },
      {
        permission: 'consultas:ejecutar',
        consume: 'consulta_dte',
        params: documentoParams,
        query: Exact(datosQuery),
        response: Datos(EstadoDeDte),
        detail: {
          tags: ['Consultas'],
          summary: 'Preguntar al SII por un documento',
          description:
            'De uno que la empresa emitió en otra parte `estado` es null, y el SII dice si lo tiene; con `rut_receptor`, `fecha_emision` y `monto_total`, los tres, también si son los suyos. De uno emitido aquí esos datos ya se saben y no se miran.',
          'x-errores': ['NOT_FOUND', 'INVALID_PARAMETER', ...ERRORES_SII],
          responses: RESPUESTA_CACHE,
        },
      },
    )
    .get(
      '/v1/dte/estado/:trackId',
      async ({ tenant, params, set }) => {
        const envio = envios.byTrack(tenant, params.trackId)
        const { rut } = emisores.get(tenant).emisor
        const sii = metered({ ...tenant, set })
        const ask = (archivo: Archivo) => sii.queryEnvio(contextOf(tenant, rut), archivo, params.trackId)
        const { value, hit } = await cached(
          `envio:${envio?.id ?? `${tenant.empresaId} ${tenant.ambiente} ${params.trackId}`}`,
          () => asking(() => (envio ? ask(envios.archivoOf(envio)) : askBoth(ask, params.trackId))),
        )
        set.headers['x-cache'] = hit ? 'HIT' : 'MISS'
        if (envio) followAgain(envio)
        const duda = contradiccion(value)
        const sum = (key: 'informados' | 'aceptados' | 'rechazados' | 'reparos') =>
          value.resumen.reduce((total, fila) => total + fila[key], 0)
        return {
          ok: true as const,
          data: {
            track_id: params.trackId,
            estado: duda
              ? ('dudoso' as const)
              : value.final
                ? ('procesado' as const)
                : ('en_proceso' as const),
            codigo_sii: value.codigo,
            glosa: duda ?? value.glosa,
            informados: sum('informados'),
            aceptados: sum('aceptados'),
            rechazados: sum('rechazados'),
            reparos: sum('reparos'),
            detalle: value.detalle.map(({ tipoDte, folio, estado, errores }) => ({
              tipo_dte: tipoDte,
              folio,
              estado,
              errores,
            })),
            explicacion: duda
              ? { causa: duda, solucion: REMEDIO_CONTRADICCION }
              : explain(value.codigo, 'consulta'),
          },
        }
      },
      {
        permission: 'consultas:ejecutar',
        consume: 'estado_envio',
        params: Exact({ trackId: Type.String() }),
        response: Datos(EstadoDeEnvio),
        detail: {
          tags: ['Consultas'],
          summary: 'Preguntar al SII por un envío',
          description:
            'También por uno que la empresa envió desde otra parte: de ése se pregunta al servicio de documentos y, si no lo conoce, al de boletas, una consulta cada vez. 404 si ninguno lo conoce.',
          'x-errores': ['NOT_FOUND', ...ERRORES_SII],
          responses: RESPUESTA_CACHE,
        },
      },
    )
}
