// Notes accepted before the ledger said which components they take: read once from their own content, at the next start.

import { type Componentes, negate } from '../../domain/dte/componentes'
import { distribute, visible } from '../../domain/dte/saldo'
import type { Store } from '../../store/store'
import type { DocumentoRow, Documentos } from './documento-store'
import { CREDITO, DEBITO, partesToText, type Saldos } from './saldos'

interface AntiguaRow {
  documento_id: string
  referido_id: string
  codigo: number
  monto: number
}

/** Fills what is missing in the ledger, oldest note first, and writes the balances that come of it. */
export function fillPartes({ client }: Pick<Store, 'client'>, documentos: Documentos, saldos: Saldos): void {
  const antiguas = client.prepare<[], AntiguaRow>(
    `SELECT r.documento_id, r.referido_id, r.codigo, r.monto FROM documento_referencia r
     JOIN documento n ON n.id = r.documento_id WHERE r.partes IS NULL ORDER BY n.created_at, n.rowid`,
  )
  const rows = antiguas.all()
  if (!rows.length) return
  const set = client.prepare(
    'UPDATE documento_referencia SET partes = ?, monto = ? WHERE documento_id = ? AND referido_id = ?',
  )

  function fillNota(nota: DocumentoRow, efectos: readonly AntiguaRow[]): void {
    const pedido = saldos.own(nota, true)
    const referidos = efectos.map(({ referido_id }) => documentos.byId(referido_id)!)
    const raises = DEBITO.has(nota.tipo_dte) && !referidos.some(({ tipo_dte }) => CREDITO.has(tipo_dte))
    const lados = referidos.map((row) => {
      const left = saldos.leftOf(row, { pendientes: true })
      return { left, visible: visible(left, saldos.own(row)) }
    })
    const taken = efectos.reduce((sum, { monto }) => sum + Math.abs(monto), 0)
    const parts: Componentes[] = raises
      ? referidos.map((_, i) => (i ? {} : negate(pedido)))
      : distribute(pedido, lados, taken < nota.monto_total)
    for (const [i, { referido_id, codigo, monto }] of efectos.entries()) {
      const partes = codigo === 1 ? {} : parts[i]!
      const pesos = codigo === 1 ? monto : saldos.enPesosDe(referidos[i]!, partes)
      set.run(partesToText(partes), pesos, nota.id, referido_id)
    }
  }

  const fill = client.transaction(() => {
    for (const [id, efectos] of Map.groupBy(rows, (row) => row.documento_id)) {
      fillNota(documentos.byId(id)!, efectos)
    }
    for (const id of new Set(rows.map(({ referido_id }) => referido_id))) saldos.refresh(id)
  })
  fill.immediate()
}
