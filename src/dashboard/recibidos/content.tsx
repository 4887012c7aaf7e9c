// The contents of a received document: lines, totals and references.

import { DataTable } from '../ui/data-table'
import { formatDate, formatNumber, formatPesos } from '../ui/format'
import type { Recibido } from './words'

type Linea = Recibido['detalle'][number]

const figure = (value: number | string | null): string => (value === null ? '' : formatNumber(value))

export function Content({ documento: d }: { documento: Recibido }) {
  const totals: readonly (readonly [string, number])[] = [
    ['Exento', d.monto_exento],
    ['Neto', d.monto_neto],
    ['IVA', d.monto_iva],
    ['Total', d.monto_total],
  ]
  return (
    <>
      <section aria-labelledby="detalle">
        <h2 id="detalle">Detalle</h2>
        <DataTable<Linea & { i: number }>
          caption="Líneas del documento"
          columns={[
            {
              id: 'nombre',
              title: 'Descripción',
              head: true,
              whole: true,
              cell: ({ nombre }) => nombre ?? '',
            },
            { id: 'cantidad', title: 'Cantidad', numeric: true, cell: ({ cantidad }) => figure(cantidad) },
            { id: 'unidad', title: 'Unidad', extra: true, cell: ({ unidad }) => unidad ?? '' },
            { id: 'precio', title: 'Precio', numeric: true, cell: ({ precio }) => figure(precio) },
            { id: 'monto', title: 'Monto', numeric: true, cell: ({ monto }) => figure(monto) },
          ]}
          rows={d.detalle.map((linea, i) => ({ ...linea, i }))}
          rowKey={({ i }) => String(i)}
        />
        <dl className="registro-datos">
          {totals
            .filter(([name, value]) => value !== 0 || name === 'Total')
            .map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{formatPesos(value)}</dd>
              </div>
            ))}
        </dl>
      </section>
      {d.referencias.length > 0 && (
        <section aria-labelledby="referencias">
          <h2 id="referencias">Referencias</h2>
          <ul>
            {d.referencias.map((one) => (
              <li key={`${one.linea} ${one.tipo_documento} ${one.folio}`}>
                {one.tipo_documento} N° {one.folio}
                {one.fecha && ` del ${formatDate(one.fecha)}`}
                {one.razon && `: ${one.razon}`}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
