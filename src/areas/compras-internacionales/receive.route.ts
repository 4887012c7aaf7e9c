// POST /v1/compras-internacionales: a purchase as a file, which a job reads, or as data (areas/compras-internacionales §1).

import { Type } from '@sinclair/typebox'
import { AppError } from '../../domain/errors'
import { PROPUESTA_VACIA, requireClase } from '../../extraccion'
import { newArea } from '../../http/area'
import { Datos, Exact, OneOf } from '../../http/envelope'
import { idempotentRequest } from '../../http/idempotency'
import { IDEMPOTENCY_PARAMETER } from '../../http/openapi'
import { digest } from '../../http/sha256'
import { createAnswer, EnCola, esperaQuery, RESPUESTA_EN_COLA } from '../trabajos'
import { fileNameOf } from './archivo'
import { CompraJson, compraToJson } from './compra-json'
import { corrected, nuevaCompraOf } from './cuerpos'
import { BASE, type ComprasIntDeps, TAG } from './deps'
import { type ArgsLectura, LECTURA } from './read-file.job'

const iaQuery = {
  ia: Type.Optional(
    OneOf(
      { true: 'la lee también el modelo que el operador configuró', false: 'no lo hace' },
      {
        description:
          'Si se omite, el modelo lee lo que las reglas dejan abierto, si la empresa lo permite (`extraccion_ia`).',
      },
    ),
  ),
}

export const receiveRoute = (deps: ComprasIntDeps) => {
  const { credential, comprasInt, idempotency, audit } = deps
  const { compras } = comprasInt
  const answer = createAnswer(deps)

  /** Whether the model is asked. Throws INVALID_STATE where it is wanted and off. */
  function readIa(
    empresaId: string,
    wanted: 'true' | 'false' | undefined,
  ): Pick<Extract<ArgsLectura, { compra: string }>, 'ia' | 'como'> {
    const modo = compras.modoIa(empresaId)
    const on = comprasInt.hasIa && modo !== 'no'
    if (wanted === 'true' && !on)
      throw new AppError(
        'INVALID_STATE',
        comprasInt.hasIa
          ? 'La empresa no permite que un modelo lea sus archivos: cambie extraccion_ia con PUT /v1/empresa/:id'
          : 'El servidor no tiene un modelo que lea archivos: su operador lo configura con TIMBRE_IA_URL',
      )
    const como = modo === 'imagen' ? 'imagen' : 'texto'
    return { ia: !on || wanted === 'false' ? 'nunca' : wanted === 'true' ? 'siempre' : 'abierto', como }
  }

  return newArea(credential).post(
    BASE,
    async ({ tenant, body, query, request, set }) => {
      const { archivo_base64: bytes, nombre, ...datos } = body
      const hecho = (id: string) => ({
        accion: 'compra_int.creada' as const,
        objeto: id,
        detalle: { archivo: nombre ?? null },
      })
      const jsonOf = (id: string) => compraToJson(compras, tenant.cuentaId, compras.get(tenant, id))
      if (bytes === undefined) {
        const { ia: _, esperar: __, ...rest } = query
        return idempotency.create({ set }, idempotentRequest(request, tenant, { ...rest, body }), () => {
          const id = compras.newId()
          const { tipo_cambio } = datos
          const propuesta = corrected(PROPUESTA_VACIA, datos)
          const conversion = tipo_cambio
            ? {
                tipoCambio: tipo_cambio,
                fechaTc: propuesta.fecha ?? comprasInt.tipos.hoy(),
                fuente: 'manual' as const,
              }
            : null
          audit(
            tenant,
            () => compras.create(tenant, { id, estado: 'extraida', metodo: 'json', propuesta, conversion }),
            () => hecho(id),
          )
          return jsonOf(id)
        })
      }
      requireClase(bytes, ['pdf', 'xml', 'eml', 'png', 'jpeg'], 'un PDF, XML, EML, PNG o JPEG')
      const sha256 = await digest(bytes)
      const { ia, como } = readIa(tenant.empresaId, query.ia)
      const id = compras.newId()
      const args: ArgsLectura = { compra: id, ia, como }
      const archivo = { nombre: fileNameOf(nombre), ultimo: await compras.saveFile(id, bytes), sha256 }
      return answer(
        {
          ...{ tenant, request, set, body, query },
          base: BASE,
          done: (data: { id: string }) => ({
            status: 201,
            body: { ok: true as const, data: jsonOf(data.id) },
          }),
        },
        {
          tipo: LECTURA,
          // Where it would be asked by itself the rules come first, and may do.
          operacion: ia === 'nunca' ? null : 'extraccion',
          units: ia === 'siempre' ? 1 : 0,
          clave: `${sha256} ${ia}`,
          objeto: archivo.nombre,
          args,
          linea: id,
          write: () =>
            audit(
              tenant,
              () => compras.create(tenant, { id, estado: 'extrayendo', archivo }),
              () => hecho(id),
            ),
        },
      ).finally(() => compras.letGo(id))
    },
    {
      upload: { archivo: 'archivo_base64' },
      uploadName: 'nombre',
      permission: 'compras_int:gestionar',
      consume: 'extraccion',
      query: Exact({ ...esperaQuery, ...iaQuery }),
      body: nuevaCompraOf(comprasInt.tipos.hoy),
      response: { 201: Datos(CompraJson), 202: EnCola },
      detail: {
        tags: [TAG],
        summary: 'Recibir una compra internacional',
        description:
          'De un archivo se propone quién vendió, qué número, cuándo y cuánto; lo dudoso queda en `campos_dudosos`. Nada se decide: una persona corrige, clasifica y emite. Consume una unidad sólo si respondió el modelo del operador; sin unidades, o si el modelo no responde, queda lo que leyeron las reglas y `extraccion.motivo` lo dice. Con `ia=true`, en cambio, sin unidades es PLAN_LIMIT antes de guardar nada, y si el modelo rehúsa o responde algo que no se entiende, EXTRACTION_ERROR: la compra queda igual, con lo que leyeron las reglas, y reintentar el trabajo le pregunta otra vez mientras nadie la haya cambiado.',
        parameters: [IDEMPOTENCY_PARAMETER],
        responses: RESPUESTA_EN_COLA,
        'x-errores': [
          'VALIDATION_ERROR',
          'INVALID_STATE',
          'PLAN_LIMIT',
          'EXTRACTION_ERROR',
          'QUEUE_UNAVAILABLE',
        ],
      },
    },
  )
}
