// A reference of a note, found among the documents of here or of the register, and what forbids to act on it (http §1.3).

import type { Referencia } from '../../../domain/dte/dte'
import { isTributario } from '../../../domain/dte/solicitud'
import { filaDe, isTipoDte, tipoDocumento } from '../../../domain/dte/tipos'
import type { Titular } from '../../../domain/titular'
import type { Store } from '../../../store/store'
import {
  type DocumentoRow,
  type Documentos,
  isAceptado,
  isDescartado,
  isMuerto,
} from '../documento/documento-store'
import { avisoDe, motivoMuerta } from './ajenas'
import type { Anulaciones } from './anulaciones'
import type { Found, MontosNota } from './efectos'
import type { Registrado, Registro } from './registro'
import { prepareReferencias } from './statements'
import { prepareUnissued } from './statements-registro'

/** The data of a document, or of a faulty request, checked against its references. */
export interface Referente {
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

/** A document as a folio of ours names it: of here, of the register, or why no program can have issued it (areas/folios §2). */
interface Named {
  row?: DocumentoRow | undefined
  known?: Registrado | undefined
  why?: 'sin_tomar' | 'anulado' | undefined
}

export function createFindReferido(
  { client }: Store,
  documentos: Documentos,
  anulaciones: Anulaciones,
  registro: Pick<Registro, 'find' | 'cuentaDe'>,
) {
  const unissued = prepareUnissued(client)
  const sql = prepareReferencias(client)
  const debitos = (id: string) => sql.uncounted.all(id)

  /** A document that the register has was issued by some program, whatever the ledger of folios knows. */
  function look({ empresaId, ambiente }: Titular, tipo: number, folio: number): Named {
    const row = documentos.byFolio({ empresaId, ambiente }, tipo, folio)
    if (row && row.estado_sii !== 'rechazado') return { row }
    const known = registro.find({ empresaId, ambiente }, tipo, folio)
    // The SII has another's document under the folio of one that it rejected.
    if (row) return known ? { known } : { row }
    const why = unissued.get({ empresaId, ambiente, tipo, folio })
    return known && why === 'sin_tomar' ? { known } : { known, why }
  }

  /** One reference against what we hold; notes its document, or its faults. */
  function referido(
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
    const { row, known, why } = look({ empresaId, ambiente }, tipo, folio)
    if (!row) {
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

  return { look, referido }
}
