// GET /v1/sii/situacion/:rut: the tax status of a taxpayer, whose captcha a person answers (http §19.4).

import { Type } from '@sinclair/typebox'
import { invalidParameter } from '../../domain/errors'
import { newArea } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import { Datos, Exact, Nullable } from '../../http/envelope'
import { readAll } from '../../http/read-all'
import { ConsultadoEn, FuenteJson } from './contribuyente-json'
import { maxEdadQuery, RutParam, readMaxEdad, readRutParam } from './parametros'
import type { Leido, Preguntas } from './preguntas'
import { FALLAS_SII, RESPUESTA_GUARDADA } from './respuestas'

const fecha = () => Nullable(Type.String({ examples: ['2015-03-01'] }))
const siNo = (description: string) =>
  Nullable(Type.Boolean({ description: `${description} null, el SII no lo dice.` }))

const SituacionJson = Exact({
  rut: Type.String({ examples: ['90000012-K'] }),
  razon_social: Type.String({ examples: ['ACEROS DEL MAULE S.A.'] }),
  inicio_actividades: siNo('Inició actividades;'),
  fecha_inicio: fecha(),
  moneda_extranjera: siNo('Autorizado a declarar en moneda extranjera;'),
  empresa_menor_tamano: siNo('Es empresa de menor tamaño;'),
  actividades: Type.Array(
    Exact({
      codigo: Type.Integer({ examples: [466200] }),
      descripcion: Type.String({ description: 'El SII la corta cerca de los 70 caracteres.' }),
      categoria: Type.String({ examples: ['Primera'] }),
      afecta_iva: Type.Boolean(),
      desde: fecha(),
    }),
  ),
  documentos_obligados: Type.Array(Type.String(), { description: 'Los que debe emitir electrónicos.' }),
  documentos_timbrados: Type.Array(
    Exact({ nombre: Type.String(), anio: Type.Integer({ description: 'Del último timbraje.' }) }),
  ),
  observaciones: Nullable(Type.String({ description: 'Término de giro, bloqueos y otras.' })),
  fuente: FuenteJson,
  consultado_en: ConsultadoEn,
})

/** A person's reading of a picture: both parts or none. */
function readLeido(captchaId: string | undefined, captcha: string | undefined): Leido | null {
  if (captchaId === undefined && captcha === undefined) return null
  if (captchaId === undefined)
    throw invalidParameter('captcha_id', 'requerido', 'Falta: dice de qué imagen es captcha')
  if (captcha === undefined)
    throw invalidParameter('captcha', 'requerido', 'Faltan los caracteres de la imagen')
  return { captchaId, captcha }
}

export const situacionRoute = ({
  credential,
  preguntas,
}: Pick<AreaDeps, 'credential'> & { preguntas: Preguntas }) =>
  newArea(credential).get(
    '/v1/sii/situacion/:rut',
    async ({ tenant, params, query, set }) => {
      const [rut, maxEdad, leido] = readAll(
        () => readRutParam(params.rut),
        () => readMaxEdad(query.max_edad),
        () => readLeido(query.captcha_id, query.captcha),
      )
      const { datos, fuente, consultadoEn } = await preguntas.situacion(
        { ...tenant, set },
        rut,
        maxEdad,
        leido,
      )
      return {
        ok: true as const,
        data: {
          rut,
          razon_social: datos.razonSocial,
          inicio_actividades: datos.inicioActividades,
          fecha_inicio: datos.fechaInicio,
          moneda_extranjera: datos.monedaExtranjera,
          empresa_menor_tamano: datos.menorTamano,
          actividades: datos.actividades.map(({ afectaIva, ...actividad }) => ({
            ...actividad,
            afecta_iva: afectaIva,
          })),
          documentos_obligados: datos.documentosObligados,
          documentos_timbrados: datos.documentosTimbrados,
          observaciones: datos.observaciones,
          fuente,
          consultado_en: consultadoEn,
        },
      }
    },
    {
      permission: 'consultas:ejecutar',
      consume: 'situacion',
      params: Exact({ rut: RutParam }),
      query: Exact({
        ...maxEdadQuery,
        captcha_id: Type.Optional(
          Type.String({ maxLength: 64, description: 'De `detalles` de `CAPTCHA_REQUIRED`.' }),
        ),
        captcha: Type.Optional(
          Type.String({
            pattern: '^[A-Za-z0-9]{4}$',
            mensaje: 'Deben ser los cuatro caracteres de la imagen, letras o cifras',
            description: 'Los cuatro caracteres que una persona leyó en la imagen.',
            examples: ['A7K9'],
          }),
        ),
      }),
      response: Datos(SituacionJson),
      detail: {
        tags: ['Consultas'],
        summary: 'La situación tributaria de un contribuyente',
        description:
          'El SII muestra antes una imagen que lee una persona; Timbre no la responde. Sin una copia guardada responde 409 `CAPTCHA_REQUIRED` con la imagen y no consume; repita con `captcha_id` y `captcha`. Lo mal leído o vencido trae otra imagen y tampoco consume. En `simulacion` no hace falta, salvo con el ajuste `captcha`.',
        'x-errores': ['CAPTCHA_REQUIRED', 'NOT_FOUND', ...FALLAS_SII],
        responses: RESPUESTA_GUARDADA,
      },
    },
  )
