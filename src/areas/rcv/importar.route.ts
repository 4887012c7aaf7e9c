// POST /v1/rcv/:periodo/importar: a file of the SII's page, taken over.

import { Type } from '@sinclair/typebox'
import { formaOf } from '../../domain/rcv/columnas'
import { readPeriodo } from '../../domain/rcv/periodo'
import { writeCabecera } from '../../domain/rcv/write'
import { newArea } from '../../http/area'
import { Datos, Exact, OneOf } from '../../http/envelope'
import { Base64 } from '../../http/formats'
import { idempotentRequest } from '../../http/idempotency'
import { IDEMPOTENCY_PARAMETER } from '../../http/openapi'
import { Periodo } from '../../http/periodo'
import { reply } from '../../http/reply'
import { AvisoJson } from './avisos-importar'
import type { RcvDeps } from './deps'
import { EstadoContableJson, LadoJson } from './fila-json'

/** A purchase that waits for its acceptance. */
const EJEMPLO = Buffer.from(
  `${writeCabecera(formaOf('compra', 'PENDIENTE'))}1;33;Del Giro;90000012-K;Aceros del Maule S.A.;88123;12/11/2026;13/11/2026 12:20:11;` +
    '0;420000;79800;0;;499800;0;0;0;0;0;0;;;;\r\n',
).toString('base64')

const Body = Exact({
  archivo_base64: Base64({
    description:
      'El archivo CSV que da el sitio del SII, en base64; o como `archivo` en multipart/form-data. De qué libro y estado es lo dice su cabecera.',
    examples: [EJEMPLO],
  }),
  nombre: Type.Optional(
    Type.String({
      maxLength: 255,
      description:
        'Cómo se llama el archivo; en multipart/form-data, el del archivo. El del SII dice RUT, mes y libro: si son otros se advierte (FILE_NAME_DIFFERS), y si además todas las fechas son de ese mes se rechaza.',
      examples: ['RCV_COMPRA_PENDIENTE_76543210-3_202611.csv'],
    }),
  ),
})

const Reply = Exact({
  tipo: LadoJson,
  estado: EstadoContableJson,
  documentos: Type.Integer({ description: 'Los del archivo.', examples: [143] }),
  nuevos: Type.Integer({ examples: [12] }),
  modificados: Type.Integer({ description: 'También los que vuelven a estar.', examples: [3] }),
  ausentes: Type.Integer({ description: 'Los que el tramo tenía y el archivo no trae.', examples: [1] }),
  movidos: Type.Integer({ description: 'De los conocidos, los que estaban en otro período.', examples: [0] }),
  totales: Type.Array(
    Exact({
      tipo_dte: Type.Integer({ examples: [39] }),
      documentos: Type.Integer({ examples: [412] }),
      monto_exento: Type.Integer(),
      monto_neto: Type.Integer(),
      monto_iva: Type.Integer(),
      monto_total: Type.Integer(),
    }),
    {
      description:
        'Sólo del resumen de las ventas: las sumas de boletas y comprobantes de pago que quedan en el registro.',
    },
  ),
  advertencias: Type.Array(AvisoJson, {
    description:
      'Lo que conviene mirar, y no impide importar: documentos que salen del registro con lo que suman, nombres de otra empresa o mes, fechas de otro mes, totales que no salen de sus montos, tipos nuevos y lo demás que un archivo verdadero puede traer.',
  }),
})

export const importarRcvRoute = ({ credential, clock, idempotency, audit, rcv }: RcvDeps) =>
  newArea(credential).post(
    '/v1/rcv/:periodo/importar',
    async ({ tenant, params, query, body, request, set }) => {
      const periodo = readPeriodo(params.periodo, clock())
      const { archivo_base64, nombre } = body
      const how = {
        simular: query.simular === 'true',
        agregar: query.modo === 'agregar',
        vaciar: query.vaciar === 'true',
        ...(nombre !== undefined && { nombre }),
      }
      const answer = await idempotency.once(
        idempotentRequest(request, tenant, { ...how, archivo_base64 }),
        async () => {
          const data = await rcv.importar(tenant, periodo, archivo_base64, how, (importado) =>
            audit(
              tenant,
              () => {},
              () => {
                const { advertencias: _, totales, ...cuentas } = importado
                const detalle = totales.length ? { ...cuentas, tipos_sumados: totales.length } : cuentas
                return { accion: 'rcv.importado', objeto: periodo, detalle }
              },
            ),
          )
          return { status: 201, body: { ok: true as const, data } }
        },
      )
      return reply(set, answer)
    },
    {
      upload: { archivo: 'archivo_base64' },
      uploadName: 'nombre',
      permission: 'rcv:sincronizar',
      params: Exact({ periodo: Periodo(clock) }),
      query: Exact({
        simular: Type.Optional(
          OneOf(
            { true: 'dice qué cambiaría y no guarda nada', false: 'importa' },
            { description: '`false` si se omite.' },
          ),
        ),
        modo: Type.Optional(
          OneOf(
            {
              reemplazar: 'el archivo es el tramo entero: lo que no trae queda ausente',
              agregar:
                'el archivo es una parte: sólo se suma lo que el registro no tiene, y lo demás queda como estaba',
            },
            { description: '`reemplazar` si se omite.' },
          ),
        ),
        vaciar: Type.Optional(
          OneOf(
            {
              true: 'un archivo que trae sólo la cabecera deja el tramo sin documentos',
              false: 'si el tramo los tiene, se rechaza',
            },
            { description: '`false` si se omite.' },
          ),
        ),
      }),
      body: Body,
      response: { 201: Datos(Reply) },
      detail: {
        tags: ['RCV'],
        summary: 'Importar un archivo del registro',
        'x-errores': ['VALIDATION_ERROR'],
        description:
          'El archivo se lee entero antes de guardar: si alguna línea tiene faltas se dicen todas, cada una con su `linea`, y no se guarda nada. Un documento ya conocido cambia de período o de estado, no se repite; lo que el tramo ya no trae queda con `ausente_desde` y no se borra. Se lee también lo que una planilla guardó: UTF-16 o windows-1252, otros separadores, fechas y horas a su modo. Del resumen de las ventas (RCV_RESUMEN_VENTA) entran las sumas de lo que el SII sólo lleva como total del mes: boletas y comprobantes de pago electrónico; lo demás se compara con los documentos del mes y las diferencias se advierten (SUMMARY_DIFFERS). Una lectura en el SII las reemplaza por las suyas.',
        parameters: [IDEMPOTENCY_PARAMETER],
      },
    },
  )
