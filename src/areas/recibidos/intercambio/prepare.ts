// Which answer a request brings about, decided in the transaction that queues it (areas/recibidos/intercambio §1).

import type { Clock } from '../../../base/clock'
import type { NewId } from '../../../base/id'
import { AppError } from '../../../domain/errors'
import {
  type ClaseRespuesta,
  RECEPCION_DTE,
  RESULTADO_DTE,
  type SinSalida,
  TIPOS_RESPONDIBLES,
} from '../../../domain/intercambio'
import type { Audit } from '../../../http/audit'
import type { CorreoDe } from '../../../mail/correo'
import type { Solicitante } from '../../trabajos'
import type { Contactos } from './contactos'
import type { RespuestaRow, Respuestas } from './respuestas'
import type { RespondidoRow } from './statements'

interface Deps {
  clock: Clock
  newId: NewId
  audit: Audit
  respuestas: Respuestas
  contactos: Contactos
  correoDe: CorreoDe
}

/** The statement to send, its author and its address. */
export interface Pedido {
  tipo: ClaseRespuesta
  /** Null: by the judgement of the document, in a receipt of a file; nothing, in a receipt of goods. */
  estado: number | null
  glosa: string
  recinto: string
  enviar: boolean
  para: string | null
  origen: RespuestaRow['origen']
}

/** The receipt's code for a document: received, unless its signature proves nothing. */
const recepcionOf = ({ firma }: Pick<RespondidoRow, 'firma'>): number =>
  firma === 'invalida' || firma === 'ausente' ? 1 : 0

export const isRespondible = ({ tipo_dte }: Pick<RespondidoRow, 'tipo_dte'>): boolean =>
  TIPOS_RESPONDIBLES.includes(tipo_dte)

/** The receipt's codes for the addressee's documents: those of others in the file are not his to know. */
export const recepcionesOf = (rows: readonly RespondidoRow[], emisor: string) =>
  rows
    .filter((one) => isRespondible(one) && one.rut_emisor === emisor)
    .map((one) => {
      const codigo = recepcionOf(one)
      return { recibidoId: one.id, codigo, glosa: RECEPCION_DTE[codigo]! }
    })

/** The statement about a document: equal words make one answer, whichever were defaults. */
export function dichoOf(
  { tipo, estado, glosa, recinto }: Pedido,
  row: Pick<RespondidoRow, 'firma'>,
): Pick<RespuestaRow, 'tipo' | 'codigo' | 'glosa' | 'recinto'> {
  if (tipo === 'recibo') return { tipo, codigo: null, glosa: '', recinto }
  const codigo = estado ?? recepcionOf(row)
  const codes: Readonly<Record<number, string>> = tipo === 'resultado' ? RESULTADO_DTE : RECEPCION_DTE
  return { tipo, codigo, glosa: glosa || codes[codigo]!, recinto }
}

export type Prepare = ReturnType<typeof createPrepare>

export function createPrepare({ clock, newId, audit, respuestas, contactos, correoDe }: Deps) {
  /** Where it goes, and why it does not. */
  function wayOf(
    { empresaId, ambiente }: Solicitante,
    { enviar, para }: Pedido,
    { archivo_id, rut_emisor: rut }: RespondidoRow,
  ): { destinatario: string | null; sin_salida: SinSalida | null } {
    const responderA = respuestas.archivo(archivo_id).responder_a
    const destinatario = contactos.destinatario(empresaId, { rut, responderA, para })
    if (!enviar) return { destinatario, sin_salida: 'no_pedida' }
    if (destinatario === null) return { destinatario, sin_salida: 'sin_direccion' }
    return { destinatario, sin_salida: correoDe({ empresaId, ambiente }, destinatario) ? null : 'sin_correo' }
  }

  /** The statements of each document: a receipt of a file names all of its issuer's, the others only one. */
  function saidOf(pedido: Pedido, row: RespondidoRow, dicho: ReturnType<typeof dichoOf>) {
    const own = { recibidoId: row.id, codigo: dicho.codigo, glosa: dicho.glosa }
    if (pedido.tipo !== 'recepcion') return [own]
    return recepcionesOf(respuestas.recibidosOf(row.archivo_id), row.rut_emisor).map((one) =>
      one.recibidoId === row.id ? own : one,
    )
  }

  function write(tenant: Solicitante, pedido: Pedido, row: RespondidoRow, jobId: string): RespuestaRow['id'] {
    const { empresaId, ambiente } = tenant
    const dicho = dichoOf(pedido, row)
    const way = wayOf(tenant, pedido, row)
    const same = respuestas.same(row.id, dicho)
    if (same?.estado === 'enviada')
      throw new AppError('ALREADY_EXISTS', `Esa respuesta ya se envió a ${same.destinatario} (${same.id})`)
    if (same) {
      respuestas.again(same.id, jobId, way.destinatario, way.sin_salida)
      return same.id
    }
    const id = newId('res')
    respuestas.insert({
      id,
      empresa_id: empresaId,
      ambiente,
      archivo_id: row.archivo_id,
      ...dicho,
      rut_emisor: row.rut_emisor,
      origen: pedido.origen,
      ...way,
      job_id: jobId,
      creada_en: clock().toISOString(),
      documentos: saidOf(pedido, row, dicho),
    })
    return id
  }

  /** Writes the answer that the job `jobId` will sign and mail. Throws ALREADY_EXISTS when just this one has left. */
  return (tenant: Solicitante, pedido: Pedido, row: RespondidoRow, jobId: string): void =>
    void audit(
      // Nobody asked for it: the server answers by itself.
      pedido.origen === 'automatica' ? { ...tenant, nombre: 'respuesta automática' } : tenant,
      () => write(tenant, pedido, row, jobId),
      (id) => ({
        accion: 'intercambio.respondido',
        objeto: id,
        detalle: {
          tipo: pedido.tipo,
          codigo: pedido.estado,
          rut_emisor: row.rut_emisor,
          tipo_dte: row.tipo_dte,
          folio: row.folio,
        },
      }),
    )
}
