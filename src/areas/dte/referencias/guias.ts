// Dispatch guides and the invoices that cover them (http §5): which may be
// invoiced, and when an invoice that comes to nothing gives its guides back.

import type { Clock } from '../../../base/clock'
import type { Dte } from '../../../domain/dte/dte'
import { filaDe, tipoDocumento } from '../../../domain/dte/tipos'
import { traslado } from '../../../domain/dte/traslado'
import { type Advertencia, AppError, type ErrorCode, type Fault } from '../../../domain/errors'
import type { Regla } from '../../../domain/reglas'
import type { Titular } from '../../../domain/titular'
import type { Store } from '../../../store/store'
import { type DocumentoRow, type Documentos, isMuerto } from '../documento/documento-store'
import type { Anulaciones } from './anulaciones'
import { createGuiaStore, type GuiaRow } from './guia-store'

interface Deps {
  store: Store
  clock: Clock
  documentos: Documentos
  anulaciones: Anulaciones
}

/** A guide that a document covers; `forzada`, beside one that covers it already. */
interface Cubierta {
  id: string
  forzada: boolean
}

/** The relation of a document written by hand to the guides that it refers to. */
interface Referidas {
  cubiertas: Cubierta[]
  advertencias: Advertencia[]
}

export type Guias = ReturnType<typeof createGuias>

/** The invoice that covers a guide. */
export const facturadaPor = ({ factura_tipo, factura_folio }: GuiaRow) =>
  factura_tipo === null ? null : { tipo_dte: factura_tipo, folio: factura_folio! }

/** Why a guide cannot be invoiced, for a person; null when it can. */
export function motivoNoFacturable(guia: GuiaRow): string | null {
  switch (guia.impedimento) {
    case 'anulada':
      return `Está anulada: ${guia.motivo_anulacion}`
    case 'rechazada':
      return 'El SII la rechazó'
    case 'descartada':
      return 'Su emisión fue descartada'
    case 'facturada':
      return `Ya está facturada: documento tipo ${guia.factura_tipo} folio ${guia.factura_folio}`
    case 'importada':
      return 'Se importó de otro sistema, donde pudo facturarse: es anterior a guias_facturables_desde'
    case 'traslado': {
      const { glosa } = traslado(guia.ind_traslado)
      return `Su traslado es ${guia.ind_traslado} (${glosa}) y se facturan sólo 1, 2 y 3`
    }
    case 'sin_montos':
      return 'No lleva montos: emita la factura con sus precios en POST /v1/dte/emitir y una referencia a la guía'
    case null:
      return null
  }
}

interface FaltaGuia {
  code: ErrorCode
  detalle: { campo: string; regla: Regla; mensaje: string; folio: number }
  /** Present in `detalles` for this code alone (http §5). */
  facturada?: { folio: number; facturada_por: object }
}

const CODES = {
  anulada: 'GUIDE_VOIDED',
  facturada: 'GUIDE_ALREADY_INVOICED',
  rechazada: 'GUIDE_NOT_INVOICEABLE',
  descartada: 'GUIDE_NOT_INVOICEABLE',
  importada: 'GUIDE_NOT_INVOICEABLE',
  traslado: 'GUIDE_NOT_INVOICEABLE',
  sin_montos: 'GUIDE_NOT_INVOICEABLE',
} as const satisfies Record<NonNullable<GuiaRow['impedimento']>, ErrorCode>

/** All faults of the guides as one error: its code is the specific one when all share it (http §8). */
function guiasError(faltas: readonly FaltaGuia[]): AppError {
  const { code, detalle } = faltas[0]!
  const same = faltas.every((f) => f.code === code)
  const message =
    faltas.length === 1 ? detalle.mensaje : `${faltas.length} guías no se pueden facturar; vea detalles`
  const detalles = faltas.map((f) => (same && f.facturada) || { ...f.detalle, ...f.facturada })
  return new AppError(same ? code : 'VALIDATION_ERROR', message, { detalles })
}

/** The error of a guide that an invoice covers already, in an attempt to do something else with it. */
export const yaFacturada = (guia: GuiaRow, verbo: string): AppError =>
  guiasError([faltaDe(guia, 'folio', verbo)])

function faltaDe(guia: GuiaRow, campo: string, verbo = 'facturar'): FaltaGuia {
  const impedimento = guia.impedimento!
  const facturada = facturadaPor(guia)
  const mensaje = `La guía ${guia.folio} no se puede ${verbo}. ${motivoNoFacturable(guia)}`
  return {
    code: CODES[impedimento],
    detalle: { campo, regla: impedimento, mensaje, folio: guia.folio },
    ...(impedimento === 'facturada' &&
      facturada && { facturada: { folio: guia.folio, facturada_por: facturada } }),
  }
}

export function createGuias({ store, clock, documentos, anulaciones }: Deps) {
  const guias = createGuiaStore(store, clock)
  const now = (): string => clock().toISOString()

  /** Takes the guides of an invoice that a note no longer voids; they must not be elsewhere meanwhile. */
  function retake(factura: DocumentoRow): void {
    for (const { empresa_id, ambiente, folio, id, forzada } of guias.lost(factura.id)) {
      const guia = guias.byFolio({ empresaId: empresa_id, ambiente }, folio)!
      const elsewhere = guia.impedimento === 'facturada' && !forzada && guia.factura_forzada === 0
      if (elsewhere || guia.impedimento === 'anulada')
        throw guiasError([faltaDe(guia, 'referencias[0].folio')])
      guias.cover(id, factura.id, now(), forzada === 1)
    }
  }

  /** Holds the ledger of an invoice to what notes do to it: free once surely void, covered as long as it may stand. */
  function follow(factura: DocumentoRow): void {
    const nota = anulaciones.anuladoPor(factura.id)
    if (nota) guias.free(factura.id, nota.id, now())
    else if (!isMuerto(factura)) retake(factura)
  }

  /** The own guides among the references of what may cover them. */
  function look(dte: Dte, titular: Titular, forzar: boolean): Referidas & { faltas: FaltaGuia[] } {
    const found: Referidas & { faltas: FaltaGuia[] } = { cubiertas: [], advertencias: [], faltas: [] }
    if (!tipoDocumento(dte.idDoc.tipoDte).cobra) return found
    const seen = new Set<string>()
    for (const [i, { tipoDocumento: tipo, folio, rutOtro, global }] of dte.referencias.entries()) {
      if (!filaDe(tipo)?.guia || global || (rutOtro !== undefined && rutOtro !== dte.emisor.rut)) continue
      const guia = guias.byFolio(titular, Number(folio))
      const campo = `referencias[${i}].folio`
      if (!guia) continue
      if (seen.size === seen.add(guia.id).size) {
        const mensaje = `referencias[${i}] repite la guía ${guia.folio}`
        const detalle = { campo, regla: 'repetido' as const, mensaje, folio: guia.folio }
        found.faltas.push({ code: 'VALIDATION_ERROR', detalle })
        continue
      }
      const facturada = guia.impedimento === 'facturada'
      if (guia.impedimento === 'anulada' || (facturada && !forzar)) {
        found.faltas.push(faltaDe(guia, campo))
        continue
      }
      if (guia.impedimento && !facturada && guia.impedimento !== 'sin_montos') continue
      found.cubiertas.push({ id: guia.id, forzada: facturada })
      if (facturada) {
        const mensaje = `La guía ${guia.folio} ya está en el documento tipo ${guia.factura_tipo} folio ${guia.factura_folio}: queda en los dos`
        found.advertencias.push({
          code: 'GUIDE_ALREADY_INVOICED',
          campo,
          mensaje,
        })
      }
      if (guia.rut_receptor === dte.receptor.rut) continue
      const mensaje = `La guía ${guia.folio} es de otro receptor: ${guia.rut_receptor}`
      found.advertencias.push({ code: 'RECEIVER_DIFFERS', campo, mensaje })
    }
    return found
  }

  return {
    ...guias,

    /** The guides of folios, each free to be invoiced and all of one receiver. Throws every fault at once. */
    invoiceable(titular: Titular, folios: readonly number[]): GuiaRow[] {
      const faltas: FaltaGuia[] = []
      const rows: GuiaRow[] = []
      for (const [i, folio] of folios.entries()) {
        const guia = guias.byFolio(titular, folio)
        const campo = `guias[${i}]`
        if (!guia) {
          const detalle = {
            campo,
            regla: 'existe' as const,
            mensaje: `No existe aquí la guía de despacho ${folio}; si se emitió en otra parte, emita la factura en POST /v1/dte/emitir con una referencia a ella`,
            folio,
          }
          faltas.push({ code: 'GUIDE_NOT_FOUND', detalle })
        } else if (guia.impedimento) faltas.push(faltaDe(guia, campo))
        else rows.push(guia)
        const first = rows[0]
        if (guia && first && guia.rut_receptor !== first.rut_receptor) {
          const mensaje = `La guía ${folio} es de ${guia.rut_receptor} y la ${first.folio} de ${first.rut_receptor}: una factura tiene un receptor`
          faltas.push({
            code: 'GUIDES_MIXED_RECEIVER',
            detalle: { campo, regla: 'receptor', mensaje, folio },
          })
        }
      }
      if (faltas.length) throw guiasError(faltas)
      return rows
    },

    /**
     * Writes what a document just accepted is to guides: a guide itself, an invoice of `cubiertas`, or a note that may bring
     * an invoice back. Throws GUIDE_ALREADY_INVOICED or GUIDE_VOIDED when that one's guides went elsewhere.
     */
    record(documentoId: string, { idDoc }: Dte, cubiertas: readonly Cubierta[]): void {
      const { guia, nota } = tipoDocumento(idDoc.tipoDte)
      if (guia) guias.insert(documentoId, idDoc.indTraslado!)
      for (const { id, forzada } of cubiertas) guias.cover(id, documentoId, now(), forzada)
      if (!nota) return
      for (const factura of anulaciones.facturasBehind(documentoId)) follow(factura)
    },

    /**
     * The guides that an invoice or boleta written by hand refers to, which it covers as well; a warning for each that is of
     * another receiver. Throws GUIDE_VOIDED, and GUIDE_ALREADY_INVOICED unless `forzar`, which warns and covers it beside
     * the invoice that does already.
     */
    referred(dte: Dte, titular: Titular, forzar = false): Referidas {
      const { cubiertas, advertencias, faltas } = look(dte, titular, forzar)
      if (faltas.length) throw guiasError(faltas)
      return { cubiertas, advertencias }
    },

    /** The faults that `referred` would throw, beside those found elsewhere. */
    faultsOf: (dte: Dte, titular: Titular, forzar = false): Fault[] =>
      look(dte, titular, forzar).faltas.map(({ code, detalle: { folio: _, ...fault } }) => ({
        ...fault,
        code,
      })),

    /** Gives back or keeps a document's guides once its fate is known. */
    settled(documentoId: string): void {
      const row = documentos.byId(documentoId)!
      if (tipoDocumento(row.tipo_dte).cobra) {
        if (isMuerto(row)) guias.free(row.id, null, now())
        return
      }
      for (const factura of anulaciones.facturasBehind(row.id)) follow(factura)
    },
  }
}
