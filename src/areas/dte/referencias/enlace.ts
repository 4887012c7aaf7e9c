// Notes of elsewhere, or over documents of elsewhere, linked when both are here, whichever came first (areas/historia §4). History is a fact:
// each takes what it says, whatever is left, so that no order of files moves a balance; a balance shows nothing below zero.

import { componentesOf, isSame, negate } from '../../../domain/dte/componentes'
import { distribute } from '../../../domain/dte/saldo'
import { isTributario } from '../../../domain/dte/solicitud'
import { filaDe, isTipoDte, tipoDocumento } from '../../../domain/dte/tipos'
import type { Titular } from '../../../domain/titular'
import type { Store } from '../../../store/store'
import { type DocumentoRow, type Documentos, isDescartado } from '../documento/documento-store'
import { isCargo } from './notas-registradas'
import { partesOf, partesToText } from './partes'
import { registrables } from './partes-registradas'
import type { Referencias } from './referencias'
import { prepareEnlace } from './statements-registro'

export type Enlace = ReturnType<typeof createEnlace>

export function createEnlace({
  store,
  documentos,
  referencias,
}: {
  store: Pick<Store, 'client'>
  documentos: Documentos
  referencias: Pick<Referencias, 'apply' | 'revert' | 'saldos'>
}) {
  const { saldos } = referencias
  const sql = prepareEnlace(store.client)
  const titularOf = ({ empresa_id: empresaId, ambiente }: DocumentoRow): Titular => ({ empresaId, ambiente })

  /** The document that a folio of ours names, unless it came to nothing. */
  function named(titular: Titular, tipo: number, folio: number): DocumentoRow | null {
    const row = documentos.byFolio(titular, tipo, folio)
    return row && row.estado_sii !== 'rechazado' && !isDescartado(row) ? row : null
  }

  /** Whether more was taken of a document than it had. */
  const isOverdrawn = (row: DocumentoRow): boolean => (saldos.leftOf(row).total ?? 0n) < 0n

  /** The documents that a note names with what it does, each once. */
  function namedBy(nota: DocumentoRow) {
    const { referencias: all } = documentos.contenido(nota).dte
    const seen = new Set<string>()
    return all.flatMap(({ tipoDocumento: de, folio: text, codigo, global, rutOtro }) => {
      const [tipo, folio] = [Number(de), Number(text)]
      if (typeof codigo !== 'number' || !isTributario(de) || global || !Number.isSafeInteger(folio)) return []
      if ((rutOtro !== undefined && rutOtro !== nota.rut_emisor) || !isTipoDte(tipo)) return []
      if (seen.size === seen.add(`${tipo} ${folio}`).size) return []
      return [{ tipo, folio, codigo, row: named(titularOf(nota), tipo, folio) }]
    })
  }

  return {
    /**
     * Links a note that was moved in with all that it names, anew where it was before. Returns whether it takes more than was there. In the
     * caller's transaction, as the next.
     */
    link(notaId: string): boolean {
      const nota = documentos.byId(notaId)!
      if (!tipoDocumento(nota.tipo_dte).nota) return false
      referencias.revert(notaId)
      sql.unlink.run(notaId)
      sql.unlinkAjenas.run(notaId)
      const pedido = componentesOf(documentos.contenido(nota).dte, true)
      const debita = filaDe(nota.tipo_dte)?.nota === 'debito'
      const all = namedBy(nota)
      const own = all.flatMap(({ row, codigo }) => (row ? [{ row, codigo }] : []))
      const voids = own.filter(({ row, codigo }) => codigo === 1 && isSame(saldos.own(row, true), pedido))
      for (const { row } of voids)
        sql.link.run(notaId, row.id, 1, saldos.enPesosDe(row, saldos.own(row, true)), '{}')
      const rest = own.filter((one) => !voids.includes(one as (typeof voids)[number]))
      const raises = debita && rest.some(({ row }) => tipoDocumento(row.tipo_dte).nota !== 'credito')
      const lados = rest.map(({ row }) => ({ left: saldos.own(row), visible: saldos.own(row) }))
      const partes = raises || !rest.length ? [] : distribute(pedido, lados, false)
      for (const [i, { row, codigo }] of rest.entries()) {
        const part = raises ? (i === 0 ? negate(pedido) : {}) : partes[i]!
        sql.link.run(
          notaId,
          row.id,
          codigo === 1 ? 3 : codigo,
          saldos.enPesosDe(row, part),
          partesToText(part),
        )
      }
      const ajenas = all.filter(({ row }) => row === null)
      for (const [i, { tipo, folio, codigo }] of ajenas.entries()) {
        const part = own.length || i > 0 ? {} : registrables(pedido)
        const text = partesToText(isCargo(nota.tipo_dte, tipo) && codigo !== 1 ? negate(part) : part)
        sql.linkAjena.run(notaId, tipo, folio, codigo, text)
      }
      referencias.apply(notaId)
      return own.some(({ row }) => isOverdrawn(documentos.byId(row.id)!))
    },

    /** Links the notes that named a document before it was here. Returns those that were moved in and take more than was there. */
    linkOnto(id: string): string[] {
      const row = documentos.byId(id)!
      const { empresa_id: empresaId, ambiente, tipo_dte: tipoDte, folio } = row
      return sql.waiting.all({ empresaId, ambiente, tipoDte, folio }).flatMap((nota) => {
        if (nota.origen === 'importado') return this.link(nota.id) ? [nota.id] : []
        // One issued here took these parts when it was accepted.
        const partes = partesOf(nota)
        const whole = saldos.own(row, true)
        const isVoid = nota.codigo === 1 && isSame(registrables(whole), partes)
        const monto = saldos.enPesosDe(row, isVoid ? whole : partes)
        sql.unlinkAjena.run(nota.id, tipoDte, folio)
        const codigo = nota.codigo === 1 && !isVoid ? 3 : nota.codigo
        sql.link.run(nota.id, id, codigo, monto, isVoid ? '{}' : nota.partes)
        referencias.apply(nota.id)
        return []
      })
    },
  }
}
