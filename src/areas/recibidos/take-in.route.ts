// POST /v1/recibidos: a file of another company, uploaded.

import { Type } from '@sinclair/typebox'
import { pauses } from '../../base/turn'
import { faultsError } from '../../domain/errors'
import { newArea } from '../../http/area'
import type { Hecho } from '../../http/audit'
import { Datos, Exact } from '../../http/envelope'
import { Base64 } from '../../http/formats'
import { idempotentRequest } from '../../http/idempotency'
import { IDEMPOTENCY_PARAMETER } from '../../http/openapi'
import { reply } from '../../http/reply'
import type { Tenant } from '../../http/tenant'
import { BASE, type RecibidosDeps } from './deps'
import type { Entrado } from './entrada'
import type { Documento } from './lista'
import { type Fila, FilaRecibido, RecibidoJson } from './recibido-json'

const EJEMPLO = Buffer.from(
  '<DTE version="1.0"><Documento ID="F88123T33"><Encabezado><IdDoc><TipoDTE>33</TipoDTE><Folio>88123</Folio><FchEmis>2026-11-12</FchEmis>' +
    '</IdDoc><Emisor><RUTEmisor>90000012-K</RUTEmisor><RznSoc>Aceros del Maule S.A.</RznSoc></Emisor><Receptor>' +
    '<RUTRecep>76543210-3</RUTRecep></Receptor><Totales><MntTotal>499800</MntTotal></Totales></Encabezado></Documento></DTE>',
).toString('base64')

const Body = Exact({
  archivo_base64: Base64({
    description:
      'Un XML (EnvioDTE, un DTE solo, un AEC, una respuesta) o un correo EML con ellos adjuntos; o como `archivo` en multipart/form-data.',
    examples: [EJEMPLO],
  }),
  nombre: Type.Optional(
    Type.String({ maxLength: 200, description: 'Cómo se llama el archivo.', examples: ['ENVIO_88123.xml'] }),
  ),
})

const Ignorado = Exact({ nombre: Type.String(), motivo: Type.String() })

const Varios = Exact(
  {
    repetido: Type.Boolean({ description: 'Si ya se tenía todo lo que trae.' }),
    documentos: Type.Array(Exact({ repetido: Type.Boolean(), documento: FilaRecibido })),
    respuestas: Type.Integer({ description: 'Respuestas a documentos emitidos aquí.' }),
    ajenos: Type.Integer({ description: 'Documentos para otro receptor: no se guardan.' }),
    ignorados: Type.Array(Ignorado, {
      description:
        'Adjuntos del correo que no se leyeron, documentos que no se pueden guardar y respuestas que no se anotaron en ninguno, y por qué.',
    }),
  },
  { 'x-nombre': 'CargaDeRecibidos', description: 'Lo que trajo un archivo que no es de un solo documento.' },
)

const Uno = Exact(
  {
    ...RecibidoJson.properties,
    repetido: Type.Boolean({
      description:
        'Si ya se tenía, con los mismos bytes o el mismo contenido firmado, y el archivo no dice de él nada nuevo.',
    }),
    ignorados: Type.Optional(
      Type.Array(Ignorado, {
        description: 'Lo demás que traía y no se tomó, como el logo de un correo, y por qué.',
      }),
    ),
  },
  {
    'x-nombre': 'RecibidoCargado',
    description: 'El documento, si el archivo trae uno solo para la empresa y nada más que se pueda tomar.',
  },
)

const Cargado = Datos(Type.Union([Uno, Varios]))

/** Throws VALIDATION_ERROR for a file of documents for other receivers alone. */
function checkOwn({ documentos, respuestas, ajenos }: Entrado): void {
  if (documentos.length || respuestas || !ajenos) return
  const mensaje =
    ajenos === 1
      ? 'El documento es para otro receptor: su RUTRecep no es el de la empresa'
      : `Los ${ajenos} documentos son para otros receptores: su RUTRecep no es el de la empresa`
  throw faultsError([{ campo: 'archivo', regla: 'rut', mensaje }])
}

/** Whether it was known, and its file says nothing new of it. */
const isKnown = ({ repetido, cedido }: Entrado['documentos'][number]): boolean => repetido && !cedido

/** The log entry of a file that brought something. */
function cargado(nombre: string, { documentos, respuestasNuevas: respuestas }: Entrado): Hecho {
  const fresh = documentos.filter(({ repetido }) => !repetido)
  const ceded = documentos.filter(({ cedido }) => cedido)
  const [first] = [...fresh, ...ceded]
  return {
    accion: 'recibido.cargado',
    ...(first && { objeto: first.id }),
    detalle: {
      nombre,
      documentos: fresh.length,
      respuestas,
      ...(ceded.length && { cesiones: ceded.length }),
    },
  }
}

export const takeInRoute = ({ credential, clock, idempotency, audit, recibidos }: RecibidosDeps) => {
  const { lista, detalle } = recibidos

  async function receive(tenant: Tenant, bytes: Uint8Array, nombre: string) {
    const arrival = {
      nombre,
      origen: 'archivo',
      mensajeId: null,
      responderA: null,
      recibidoEn: clock(),
    } as const
    const isNew = ({ documentos, respuestasNuevas }: Entrado): boolean =>
      respuestasNuevas > 0 || !documentos.every(isKnown)
    const entrado = await recibidos.entrar(tenant, { ...arrival, bytes }, (entrado) => {
      if (isNew(entrado))
        audit(
          tenant,
          () => {},
          () => cargado(nombre, entrado),
        )
    })
    checkOwn(entrado)
    return { entrado, repetido: !isNew(entrado) }
  }

  return newArea(credential).post(
    BASE,
    async ({ tenant, body, request, set }) => {
      const answer = await idempotency.once(idempotentRequest(request, tenant, body), async () => {
        const { entrado, repetido } = await receive(tenant, body.archivo_base64, body.nombre ?? '')
        const { documentos, respuestasNuevas: _, ...rest } = entrado
        const pause = pauses()
        const rows: { row: Documento; documento: Fila; repetido: boolean }[] = []
        for (const one of documentos) {
          const row = lista.byId(tenant, one.id)!
          rows.push({ repetido: isKnown(one), row, documento: lista.toFila(row) })
          await pause()
        }
        const alone = rows.length === 1 && !rest.respuestas && !rest.ajenos
        const data = alone
          ? {
              ...detalle.toJson(rows[0]!.row),
              repetido,
              ...(rest.ignorados.length && { ignorados: rest.ignorados }),
            }
          : {
              repetido,
              documentos: rows.map(({ documento, repetido }) => ({ repetido, documento })),
              ...rest,
            }
        return { status: repetido ? 200 : 201, body: { ok: true as const, data } }
      })
      return reply(set, answer)
    },
    {
      upload: { archivo: 'archivo_base64' },
      uploadName: 'nombre',
      permission: 'recibidos:gestionar',
      body: Body,
      response: { 200: Cargado, 201: Cargado },
      detail: {
        tags: ['Recibidos'],
        summary: 'Cargar un documento recibido',
        'x-errores': ['VALIDATION_ERROR'],
        description:
          'Se guarda tal como vino, cifrado, y se juzga: `firma`, `timbre` y `montos`, y en `informe` todo lo raro. Se lee aunque no siga la norma: cualquier codificación, envoltorios y elementos ajenos, espacios de nombres perdidos. Los mismos bytes otra vez: 200 con `repetido`; y también el mismo contenido, bien firmado, con otros fines de línea, en otra codificación o fuera de su sobre; un archivo de cesión (AEC) que dice algo nuevo de un documento que ya se tenía se guarda con él. Otro contenido con el mismo emisor, tipo y folio: se guardan ambos, en `conflicto`. Se rehúsa lo que no es XML ni correo, lo que trae DTD o entidades, lo que pasa de 10 MiB o anida demasiado, y lo que no trae ningún documento para la empresa. De un correo, lo que no se pudo leer se dice en `ignorados`; de cualquier archivo, también la respuesta que no se anotó en ningún documento, y por qué.',
        parameters: [IDEMPOTENCY_PARAMETER],
      },
    },
  )
}
