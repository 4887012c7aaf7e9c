// The use cases behind the two ways to void: a note that equals the document (POST /v1/dte/:tipo/:folio/anular), and of a
// guide, which no note voids, a mark (http §1, §5; domain/dte §7.1).

import type { Clock } from '../../../base/clock'
import { buildDocumento, type Solicitud, solicitudAnulacion } from '../../../domain/dte/solicitud'
import { tipoDocumento } from '../../../domain/dte/tipos'
import { voidingNote } from '../../../domain/dte/voiding-note'
import { AppError, faultsError } from '../../../domain/errors'
import { normalizeTexto } from '../../../domain/texto'
import type { Store } from '../../../store/store'
import type { PedidoEmision } from '../aceptar/accept-once'
import type { Accepted, Emision } from '../aceptar/emision'
import type { OnBehalfOf } from '../aceptar/on-behalf-of'
import { type DocumentoRow, type Documentos, isDescartado } from '../documento/documento-store'
import type { Anulaciones } from '../referencias/anulaciones'
import type { GuiaRow } from '../referencias/guia-store'
import { type Guias, motivoNoFacturable, yaFacturada } from '../referencias/guias'
import type { Referencias } from '../referencias/referencias'
import { deFueraEnPalabras } from '../referencias/saldos'
import { createRegistrados, type Registrado } from './registrado'

/** `RazonRef` (domain/dte §2.1). */
export const MOTIVO_MAX = 90

/** The request: its reason, and the rejected note that it replaces. */
export interface PedidoAnulacion extends Pick<Solicitud, 'reemplaza' | 'forzarReemplazo'> {
  motivo: string
}

interface Deps {
  store: Store
  clock: Clock
  emision: Emision
  documentos: Documentos
  anulaciones: Anulaciones
  guias: Guias
  referencias: Referencias
}

export type Anular = ReturnType<typeof createAnular>

/** Writes down that a note was asked for, and the id of what it voids. */
type RecordNota = (id: string, nota: Accepted) => Accepted

/** A reason as the XML can carry it: some characters become several. */
function readMotivo(text: string): string {
  const { texto } = normalizeTexto(text)
  if (texto.length <= MOTIVO_MAX) return texto
  const mensaje = `motivo tiene ${texto.length} caracteres y admite ${MOTIVO_MAX}`
  throw faultsError([{ campo: 'motivo', regla: 'largo_max', mensaje }])
}

export function createAnular(deps: Deps) {
  const { store, clock, emision, documentos, anulaciones, guias, referencias } = deps
  const registrados = createRegistrados(deps)
  /** Refuses a document that cannot be voided as a whole. */
  function checkAnulable({ id }: DocumentoRow): void {
    // Read anew: it may have changed since the request was built.
    const row = documentos.byId(id)!
    const what = `El documento tipo ${row.tipo_dte} folio ${row.folio}`
    const dead = (why: string) => new AppError('INVALID_STATE', `${what} ${why}`)
    const nota = row.anulado_por ? documentos.byId(row.anulado_por) : anulaciones.enCurso(id)
    if (nota) throw dead(`ya tiene la nota que lo anula: tipo ${nota.tipo_dte} folio ${nota.folio}`)
    if (row.estado_sii === 'rechazado') throw dead('fue rechazado por el SII: no hay nada que anular')
    if (isDescartado(row)) throw dead('fue descartado: no hay nada que anular')
    if (row.folio_estado === 'retenido') {
      throw dead('no llegó al SII: su trabajo se detuvo. Descártelo, o reintente y anule después')
    }
    if (referencias.saldos.isIntacto(row)) return
    const { saldo } = row
    const deFuera = deFueraEnPalabras(referencias.saldos.deFueraOn(row))
    const total = tipoDocumento(row.tipo_dte).monedaExtranjera ? row.monto_exento : row.monto_total
    const remedio = deFuera
      ? `notas de otra parte cambiaron sus montos${deFuera}. ${saldo > 0 ? 'Emita una nota de codigo 3 por lo que queda' : 'Nada queda por rebajar'}; si una no le corresponde, corrija su vinculación en el registro`
      : saldo < total
        ? `una nota ya tomó parte. Rebaje el resto con una nota de codigo 3, si queda, o anule antes esa nota`
        : `una nota cambió sus montos. Anule antes esa nota`
    throw new AppError(
      'BALANCE_EXCEEDED',
      `${what} ya no debe su total (${total}) sino ${saldo}: ${remedio}`,
      {
        detalles: [{ saldo, monto_total: total }],
      },
    )
  }

  return {
    /** The document that this server issued, unless the SII rejected it and has another's under its folio. */
    findEmitido: referencias.emitido,

    /**
     * The note that voids a document. Throws DOCUMENT_TYPE_NOT_ALLOWED with what to do instead; its steps INVALID_STATE and
     * BALANCE_EXCEEDED.
     */
    documento(
      row: DocumentoRow,
      { motivo, ...reemplazo }: PedidoAnulacion,
      whose: OnBehalfOf,
      record: RecordNota,
    ): PedidoEmision {
      const { remedio } = voidingNote(row.tipo_dte)
      if (remedio) throw new AppError('DOCUMENT_TYPE_NOT_ALLOWED', remedio)
      const razon = readMotivo(motivo)
      return {
        check: () => checkAnulable(row),
        review() {
          const issuing = emision.issuing(whose)
          const { empresa, hoy, hora } = issuing
          const solicitud = { ...solicitudAnulacion(documentos.contenido(row).dte, razon), ...reemplazo }
          const { documento, lectura } = buildDocumento(solicitud, empresa.emisor, hoy, hora)
          if (!documento) throw lectura.error()
          return emision.built(whose, issuing, documento)
        },
        record: (nota) => record(row.id, nota),
      }
    },

    /**
     * The note of a document that was not issued here. Its steps throw NOT_FOUND with what to do, where nothing is known of that,
     * and REFERENCE_NOT_VERIFIED too.
     */
    registrado(
      { tipo, folio }: { tipo: number; folio: number },
      { motivo, reemplaza, forzarReemplazo }: PedidoAnulacion,
      whose: OnBehalfOf,
      record: RecordNota,
    ): PedidoEmision<{ row: Registrado; cuerpo: object }> {
      function read() {
        const row = registrados.find(whose, tipo, folio)
        const cuerpo = {
          ...registrados.pedido(row, readMotivo(motivo), whose),
          ...(reemplaza && { reemplaza: { tipo_dte: reemplaza.tipoDte, folio: reemplaza.folio } }),
          ...(forzarReemplazo && { forzar_reemplazo: true }),
        }
        return { row, cuerpo }
      }
      return {
        // Not before a repeated request has its answer: the register may have forgotten since what it voids.
        check(before) {
          const found = before ?? read()
          registrados.checkAnulable(found.row)
          return found
        },
        review: ({ cuerpo }) => emision.review(cuerpo, whose, true),
        record: (nota, { row }) => record(row.id, nota),
      }
    },

    /** Marks a guide as void. Throws GUIDE_NOT_FOUND, GUIDE_VOIDED, GUIDE_ALREADY_INVOICED, INVALID_STATE. */
    guia: store.client.transaction(
      (folio: number, motivo: string, { empresaId, ambiente }: OnBehalfOf): GuiaRow => {
        const find = () => guias.byFolio({ empresaId, ambiente }, folio)
        const guia = find()
        if (!guia)
          throw new AppError(
            'GUIDE_NOT_FOUND',
            `No existe aquí la guía de despacho ${folio}; si se emitió en otra parte, anúlela allí`,
          )
        const why = `La guía ${folio} no se puede anular. ${motivoNoFacturable(guia)}`
        if (guia.impedimento === 'anulada') throw new AppError('GUIDE_VOIDED', why)
        if (guia.impedimento === 'facturada') throw yaFacturada(guia, 'anular')
        if (guia.impedimento === 'rechazada' || guia.impedimento === 'descartada') {
          throw new AppError('INVALID_STATE', why)
        }
        if (guia.folio_estado !== 'usado') {
          const mensaje = `La guía ${folio} aún no llega al SII: espere su emisión, o descarte su trabajo si falló`
          throw new AppError('INVALID_STATE', mensaje)
        }
        const at = clock().toISOString()
        const razon = readMotivo(motivo)
        guias.setVoided(guia.id, razon, at)
        documentos.addHistory(guia.id, at, 'anulada', null, razon)
        return find()!
      },
    ).immediate,
  }
}
