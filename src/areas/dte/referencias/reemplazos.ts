// The replacement of a document that the SII rejected: once, unless forced (http §1). Runs inside the
// accepting transaction, so that a second press cannot bill twice.
import type { Reemplazado } from '../../../domain/dte/solicitud'
import { type Advertencia, AppError, type Fault } from '../../../domain/errors'
import type { Titular } from '../../../domain/titular'
import type { Store } from '../../../store/store'
import type { DocumentoRow, Documentos } from '../documento/documento-store'
import type { Programadas } from '../documento/programada-store'
import { prepareReemplazos } from './statements'

/** The fields of the request. */
interface Pedido {
  reemplaza?: Reemplazado | undefined
  forzarReemplazo?: boolean | undefined
}

type Ref = Pick<DocumentoRow, 'tipo_dte' | 'folio'>

export type Reemplazos = ReturnType<typeof createReemplazos>

const CAMPO = 'reemplaza.folio'
const named = ({ tipo_dte, folio }: Record<'tipo_dte' | 'folio', number>): string =>
  `tipo ${tipo_dte} folio ${folio}`

/** A fault that is an error of its own when it is alone. */
interface Falta {
  fault: Fault
  detalle?: object
}

export function createReemplazos(
  { client }: Pick<Store, 'client'>,
  documentos: Documentos,
  programadas: Pick<Programadas, 'cuerpo'>,
) {
  const sql = prepareReemplazos(client)

  /** The rejected document that is to be replaced, and whether another was issued in its place; null where none is. */
  function look(
    { reemplaza, forzarReemplazo = false }: Pedido,
    titular: Titular,
  ): { id: string; forzado: boolean } | Falta | null {
    if (!reemplaza) return null
    const row = documentos.byFolio(titular, reemplaza.tipoDte, reemplaza.folio)
    const what = `El documento ${named({ tipo_dte: reemplaza.tipoDte, folio: reemplaza.folio })}`
    if (!row) {
      const mensaje = `${what} no se emitió en este sistema: no hay nada que reemplazar`
      return { fault: { campo: CAMPO, regla: 'existe', mensaje, code: 'REFERENCE_NOT_FOUND' } }
    }
    if (row.estado_sii !== 'rechazado') {
      const mensaje = `${what} no está rechazado por el SII: se reemplaza sólo lo rechazado`
      return { fault: { campo: CAMPO, regla: 'no_rechazado', mensaje, code: 'INVALID_STATE' } }
    }
    const [first] = sql.successors.all(row.id)
    if (first && !forzarReemplazo) {
      const how =
        first.estado_sii === 'rechazado'
          ? 'que el SII también rechazó: corrija ése'
          : 'emitir otro cobra dos veces'
      const mensaje = `${what} ya se emitió de nuevo como ${named(first)}, ${how}. Si de todos modos debe emitirlo, envíe forzar_reemplazo`
      const { tipo_dte, folio } = first
      return {
        fault: { campo: CAMPO, regla: 'reemplazado', mensaje, code: 'ALREADY_REPLACED' },
        detalle: { tipo_dte: row.tipo_dte, folio: row.folio, reemplazado_por: { tipo_dte, folio } },
      }
    }
    return { id: row.id, forzado: first !== undefined }
  }

  return {
    /** The faults that keep a request from replacing its document, beside others. */
    faultsOf(pedido: Pedido, titular: Titular): Fault[] {
      const found = look(pedido, titular)
      return found && 'fault' in found ? [found.fault] : []
    },
    /** Throws REFERENCE_NOT_FOUND, INVALID_STATE when it is not rejected, ALREADY_REPLACED unless `forzarReemplazo`. */
    check(pedido: Pedido, titular: Titular): { id: string; forzado: boolean } | null {
      const found = look(pedido, titular)
      if (!found || !('fault' in found)) return found
      const { fault, detalle } = found
      const { code, campo, regla, mensaje } = fault
      throw new AppError(code!, mensaje, { detalles: [{ campo, regla, mensaje, ...detalle }] })
    },
    /** Whether another emission that waits for its hour is to replace the same; `jobId` is one's own. */
    scheduled({ reemplaza }: Pedido, { empresaId, ambiente }: Titular, jobId: string | null): Advertencia[] {
      if (!reemplaza) return []
      const job_id = sql.programadas.all(empresaId, ambiente).find((id) => {
        const { reemplaza: other } = programadas.cuerpo(id) as { reemplaza?: Partial<Ref> }
        const isSame = other?.tipo_dte === reemplaza.tipoDte && other.folio === reemplaza.folio
        return isSame && id !== jobId
      })
      if (job_id === undefined) return []
      const what = named({ tipo_dte: reemplaza.tipoDte, folio: reemplaza.folio })
      const mensaje = `Ya hay una emisión programada que reemplaza al ${what}: la que llegue después será rehusada`
      return [{ code: 'REPLACEMENT_SCHEDULED', campo: CAMPO, mensaje, job_id } as Advertencia]
    },
    /** Writes that a document just accepted stands in the place of another. A second unasked breaks the unique index and throws. */
    record: (documentoId: string, { id, forzado }: { id: string; forzado: boolean }): void =>
      void sql.insert.run(documentoId, id, Number(forzado)),
    /** A successor was discarded before the SII could see it: what it stood for waits for a person again. */
    release: (documentoId: string): void => void sql.remove.run(documentoId),
    /** In whose place a document was issued, and what was issued in its own. */
    of: (id: string): { reemplaza: Ref | null; reemplazadoPor: Ref | null } => {
      const [successor] = sql.successors.all(id)
      return {
        reemplaza: sql.replaced.get(id) ?? null,
        reemplazadoPor: successor ? { tipo_dte: successor.tipo_dte, folio: successor.folio } : null,
      }
    },
  }
}
