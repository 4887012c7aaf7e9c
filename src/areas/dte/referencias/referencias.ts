// References to our own documents: they must exist, be alive and fit (http §1). Runs inside the accepting
// transaction, so that two notes cannot both use up the same balance.

import { componentesOf, minus } from '../../../domain/dte/componentes'
import type { Dte, Referencia } from '../../../domain/dte/dte'
import { type FechaPropia, hasPreciosBrutos, isTributario, type Parcial } from '../../../domain/dte/solicitud'
import { filaDe, isTipoDte, tipoDocumento } from '../../../domain/dte/tipos'
import { type Advertencia, type Fault, faultsError } from '../../../domain/errors'
import type { Titular } from '../../../domain/titular'
import type { Store } from '../../../store/store'
import {
  type DocumentoRow,
  type Documentos,
  isAceptado,
  isDescartado,
  isMuerto,
} from '../documento/documento-store'
import { avisoDe, efectosAjenos, motivoMuerta } from './ajenas'
import type { Anulaciones } from './anulaciones'
import { createEfectos, type Efecto, type Found, type MontosNota } from './efectos'
import { createLookElsewhere } from './look-elsewhere'
import { createRegistro, type EfectoAjeno } from './registro'
import { counts, createSaldos, partesToText } from './saldos'
import { prepareReferencias } from './statements'

interface ReferenciasRevisadas {
  efectos: Efecto[]
  ajenos: EfectoAjeno[]
  advertencias: Advertencia[]
}

/** The data of a document, or of a faulty request, checked against its references. */
interface Referente {
  tipoDte: number
  rutEmisor: string
  rutReceptor: string | undefined
  referencias: readonly (Omit<Referencia, 'linea'> | undefined)[]
  /** Null when the amounts are not known: then nothing is said of them. */
  montos: MontosNota | null
  /** Whether the guides of an invoice are looked at beside it. */
  completo?: boolean
}

/** Whether a note may come to count that does not yet. */
const isPending = (nota: DocumentoRow): boolean => !nota.anulado_por && !isMuerto(nota) && !isAceptado(nota)

const referenteOf = (dte: Dte): Referente => ({
  tipoDte: dte.idDoc.tipoDte,
  rutEmisor: dte.emisor.rut,
  rutReceptor: dte.receptor.rut,
  referencias: dte.referencias,
  montos: { ...dte, bruto: hasPreciosBrutos(dte) },
  completo: true,
})

export type Referencias = ReturnType<typeof createReferencias>

export function createReferencias(store: Store, documentos: Documentos, anulaciones: Anulaciones) {
  const { client } = store
  const saldos = createSaldos(store, documentos)
  const registro = createRegistro(store, documentos, saldos)
  const lookElsewhere = createLookElsewhere(client, registro)
  const efectosOf = createEfectos(documentos, saldos)
  const sql = prepareReferencias(client)

  const debitos = (id: string) => sql.uncounted.all(id)

  /** One reference against what we hold. */
  function find(
    { tipoDte, rutEmisor, rutReceptor, completo }: Referente,
    ref: Omit<Referencia, 'linea'>,
    i: number,
    { empresaId, ambiente }: Titular,
    out: Found,
  ): void {
    const tipo = Number(ref.tipoDocumento)
    const folio = Number(ref.folio)
    const foreign = ref.rutOtro !== undefined && ref.rutOtro !== rutEmisor
    const campo = `referencias[${i}].folio`
    // Other types may carry a code and do nothing by it: only a note modifies.
    const codigo = filaDe(tipoDte)?.nota && typeof ref.codigo === 'number' ? ref.codigo : null
    if (codigo !== null && isTributario(ref.tipoDocumento))
      out.tributarias.push({ tipo, campo: `referencias[${i}].codigo` })
    if (foreign || !Number.isSafeInteger(folio)) return
    if (codigo !== null && isTributario(ref.tipoDocumento) && (ref.global || !isTipoDte(tipo))) {
      const mensaje = ref.global
        ? `referencias[${i}] reúne varios documentos; sus saldos no se pudieron revisar`
        : `Un documento tipo ${tipo} no es de este sistema; no se pudo revisar`
      out.elsewhere = true
      out.advertencias.push({ code: 'REFERENCE_NOT_VERIFIED', campo, mensaje })
    }
    if (!isTipoDte(tipo) || ref.global) return
    const what = `El documento tipo ${tipo} folio ${folio}`
    const row = documentos.byFolio({ empresaId, ambiente }, tipo, folio)
    if (!row) {
      const { known, why } = lookElsewhere({ empresaId, ambiente }, tipo, folio)
      if (why) {
        const mensaje =
          why === 'anulado'
            ? `${what}: el folio está anulado en el SII`
            : `${what} no se ha emitido aquí. Si lo emitió otro programa, pregúntelo al SII con GET /v1/dte/consulta/${tipo}/${folio} y repita`
        out.faults.push({ campo, regla: 'referencia', mensaje, code: 'REFERENCE_NOT_FOUND' })
        return
      }
      const registrada = known ? { row: known, cuenta: registro.cuentaDe(known) } : null
      out.elsewhere = true
      out.advertencias.push({
        code: 'REFERENCE_NOT_VERIFIED',
        campo,
        mensaje: avisoDe(what, codigo, registrada),
      })
      if (codigo === null) return
      const dead = registrada && motivoMuerta(registrada.cuenta, codigo)
      if (dead)
        out.faults.push({ campo, regla: 'vigente', mensaje: `${what} ${dead}`, code: 'INVALID_STATE' })
      if (known && known.rut !== rutReceptor) {
        const mensaje = `${what} es de otro receptor: ${known.rut}`
        out.advertencias.push({ code: 'RECEIVER_DIFFERS', campo, mensaje })
      }
      if (!dead) out.ajenas.push({ tipo, folio, codigo, campo: `referencias[${i}].codigo`, registrada })
      return
    }
    // Issued between the reading of the request and now: its date was not known then.
    if (ref.fecha === undefined && isTipoDte(tipoDte) && tipoDocumento(tipoDte).raiz !== 'Boleta') {
      const at = `referencias[${i}].fecha`
      out.faults.push({ campo: at, regla: 'requerido', mensaje: `Falta ${at}: es ${row.fecha_emision}` })
    }
    // A debit note voids, or adds, once it is accepted: until then no void could equal what a second note changes.
    // An invoice of a guide that is void is refused as such (http §5).
    const dead = row.anulado_por
      ? completo && filaDe(tipo)?.guia && filaDe(tipoDte)?.cobra
        ? null
        : 'está anulado'
      : codigo !== null && anulaciones.enCurso(row.id)
        ? 'ya tiene en curso la nota que lo anula'
        : codigo === 1 && debitos(row.id).some(isPending)
          ? 'tiene en curso una nota de débito: espere su veredicto'
          : row.estado_sii === 'rechazado'
            ? 'fue rechazado por el SII'
            : isDescartado(row)
              ? 'fue descartado'
              : null
    if (dead) out.faults.push({ campo, regla: 'vigente', mensaje: `${what} ${dead}`, code: 'INVALID_STATE' })
    if (codigo === null) return
    if (row.rut_receptor !== rutReceptor) {
      const mensaje = `${what} es de otro receptor: ${row.rut_receptor}`
      out.advertencias.push({ code: 'RECEIVER_DIFFERS', campo, mensaje })
    }
    if (!dead) out.propias.push({ referido: row, codigo, campo: `referencias[${i}].codigo` })
  }

  /** The effects on documents of elsewhere: they bear what those of here leave of the note. */
  function ajenosOf(
    tipoDte: number,
    montos: MontosNota,
    efectos: readonly Efecto[],
    out: Found,
  ): EfectoAjeno[] {
    // A fault of an amount was told already, in words of the types alone.
    if (out.faults.some(({ regla }) => regla === 'saldo')) return []
    const borne = efectos.some(({ monto }) => monto < 0)
    const rest = efectos.reduce((sum, { partes }) => minus(sum, partes), componentesOf(montos, true))
    const unknown = out.ajenas.length + out.propias.length < out.tributarias.length
    return efectosAjenos(tipoDte, out.ajenas, borne ? {} : rest, unknown, out)
  }

  function review(referente: Referente, titular: Titular): ReferenciasRevisadas & { faults: Fault[] } {
    const out: Found = {
      propias: [],
      tributarias: [],
      ajenas: [],
      elsewhere: false,
      faults: [],
      advertencias: [],
    }
    for (const [i, ref] of referente.referencias.entries()) if (ref) find(referente, ref, i, titular, out)
    const { tipoDte, montos } = referente
    const efectos = montos ? efectosOf(tipoDte, montos, out) : []
    const ajenos = montos && out.ajenas.length ? ajenosOf(tipoDte, montos, efectos, out) : []
    return { efectos, ajenos, advertencias: out.advertencias, faults: out.faults }
  }

  return {
    /** Checks the references of a document about to be accepted. Throws every fault at once, and `more` with them. */
    check(dte: Dte, titular: Titular, more?: () => Fault[]): ReferenciasRevisadas {
      const { faults, ...reviewed } = review(referenteOf(dte), titular)
      if (faults.length) throw faultsError([...faults, ...(more?.() ?? [])])
      return reviewed
    },
    /** The faults of the references of a faulty request, as far as it is readable (http §8). */
    faultsOf: (parcial: Parcial, rutEmisor: string, titular: Titular): Fault[] =>
      review({ ...parcial, rutEmisor }, titular).faults,
    /** The dates of a company's own documents, those that the register has too, for requests that refer to them. */
    fechasDe:
      ({ empresaId, ambiente }: Titular): FechaPropia =>
      (tipo, folio) => {
        const own = documentos.byFolio({ empresaId, ambiente }, tipo, folio)
        if (own) return own.fecha_emision
        const { known, why } = lookElsewhere({ empresaId, ambiente }, tipo, folio)
        return why ? null : known?.fechaEmision
      },
    /** Writes what the note does, and counts it unless it is a debit. */
    record(notaId: string, efectos: readonly Efecto[], ajenos: readonly EfectoAjeno[]): void {
      registro.record(notaId, ajenos)
      for (const { referido, codigo, monto, partes } of efectos)
        sql.insert.run(notaId, referido.id, codigo, monto, partesToText(partes))
      this.apply(notaId)
    },
    /** Counts what the note does and is not counted yet, as long as it counts at all. */
    apply(notaId: string): void {
      const efectos = sql.efectos.all(notaId, 0)
      // Most documents do nothing, so that is asked first.
      if (!efectos.length || !counts(documentos.byId(notaId)!)) return
      sql.mark.run(1, notaId, 0)
      for (const { referido_id, codigo } of efectos) {
        if (codigo === 1) {
          sql.voidBy.run(notaId, referido_id)
          // A voided credit note no longer takes from what it was about (domain/dte §7.3).
          this.revert(referido_id)
        }
        saldos.refresh(referido_id)
      }
    },
    /** Takes back what is counted: the note was discarded, rejected or itself voided. */
    revert(notaId: string): void {
      const efectos = sql.efectos.all(notaId, 1)
      if (efectos.length) sql.mark.run(0, notaId, 1)
      for (const { referido_id, codigo } of efectos) {
        sql.unvoid.run(referido_id, notaId)
        if (codigo === 1) this.apply(referido_id)
        saldos.refresh(referido_id)
      }
    },
    /**
     * Settles balances once a document's fate is known: a void one loses its own, a restored one regains it.
     */
    settled(id: string): void {
      const row = documentos.byId(id)!
      const dead = row.estado_sii === 'rechazado' || isDescartado(row)
      if (dead ? row.saldo !== 0 : row.saldo === 0 && !row.anulado_por) saldos.refresh(id)
    },
    saldos,
    registro,
    /** The notes that refer to a document, and what each does to its balance. */
    actingOn: (documentoId: string) =>
      sql.acting.all(documentoId).map((a) => ({ ...a, aplicado: a.aplicado === 1 })),
    /** The documents referred to that the SII has not accepted: not yet, or never. */
    pendingReferidos: (notaId: string) => sql.unaccepted.all(notaId),
  }
}
