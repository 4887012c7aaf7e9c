// The open guides of one customer: some or all are chosen and invoiced together.

import { useSesion } from '../api/sesion'
import { Button } from '../ui/button'
import { type Column, DataTable } from '../ui/data-table'
import { CheckField } from '../ui/field'
import { formatPesos, formatRut, plural } from '../ui/format'
import { SiiStatus } from '../ui/status'
import { dateColumn, folioColumn, kindColumn, totalColumn, voidColumn } from './all-guides'
import { type Group, type Guia, sumOf } from './groups'

export function GuideGroup({
  group: { rut, nombre, guias },
  chosen,
  onChoose,
  onInvoice,
  onVoid,
}: {
  group: Group
  chosen: readonly Guia[]
  onChoose: (guias: readonly Guia[], on: boolean) => void
  onInvoice: (asked: { nombre: string; guias: readonly Guia[] }) => void
  onVoid: ((guia: Guia) => void) | null
}) {
  const { puede, soloMira } = useSesion()
  const mayIssue = puede('dte:emitir') && !soloMira
  const has = ({ folio }: Guia): boolean => chosen.some((one) => one.folio === folio)
  const all = guias.every(has)
  const columns: readonly Column<Guia>[] = [
    ...(mayIssue
      ? [
          {
            id: 'elegir',
            title: <span className="solo-lector">Elegir</span>,
            cell: (guia: Guia) => (
              <label className="eleccion">
                <input
                  type="checkbox"
                  checked={has(guia)}
                  aria-label={`Elegir la guía ${guia.folio}`}
                  onChange={({ target }) => onChoose([guia], target.checked)}
                />
              </label>
            ),
          },
        ]
      : []),
    folioColumn,
    dateColumn,
    kindColumn,
    { id: 'sii', title: 'SII', cell: ({ estado_sii }) => <SiiStatus estado={estado_sii} /> },
    totalColumn,
    ...(onVoid ? [voidColumn(onVoid)] : []),
  ]
  return (
    <section className="seccion guias-cliente" aria-label={nombre}>
      <div className="acciones">
        <h2>
          {nombre} <small>{formatRut(rut)}</small>
        </h2>
        {mayIssue && guias.length > 1 && (
          <CheckField
            label={`Elegir las ${guias.length}`}
            checked={all}
            onChange={(on) => onChoose(guias, on)}
          />
        )}
      </div>
      <DataTable
        caption={`Guías por facturar de ${nombre}`}
        columns={columns}
        rows={guias}
        rowKey={({ folio }) => String(folio)}
        rowClass={(guia) => (has(guia) ? 'elegida' : undefined)}
      />
      {mayIssue && chosen.length > 0 && (
        <div className="acciones">
          <Button tone="primario" onClick={() => onInvoice({ nombre, guias: chosen })}>
            Facturar {plural(chosen.length, 'guía')}
          </Button>
          <span role="status">{formatPesos(sumOf(chosen))}</span>
        </div>
      )}
    </section>
  )
}
