// The month's figures for the monthly return: information, nothing is filed from here.

import type { DataOf } from '../api/client'
import { useApi } from '../api/query'
import { type Column, DataTable } from '../ui/data-table'
import { formatNumber, formatPesos } from '../ui/format'
import { Notice } from '../ui/notice'
import { OfMonth, type PartProps } from './part'
import { nameOfConcepto } from './words'

type Formulario = DataOf<'GET /v1/rcv/:periodo/f29'>
type Fila = Formulario['debito'][number] & { parte: (typeof PARTES)[number][0] }

const COLUMNS: readonly Column<Fila>[] = [
  {
    id: 'concepto',
    title: 'Concepto',
    head: true,
    cell: ({ parte, concepto }) => nameOfConcepto(parte, concepto),
  },
  {
    id: 'codigos',
    title: 'Códigos del formulario',
    cell: ({ codigos, nota }) => {
      if (!codigos) return nota
      return codigos.cantidad === null ? codigos.monto : `${codigos.cantidad} y ${codigos.monto}`
    },
    before: 'Códigos',
  },
  {
    id: 'documentos',
    title: 'Documentos',
    numeric: true,
    before: 'Documentos',
    cell: ({ documentos }) => formatNumber(documentos),
  },
  {
    id: 'neto',
    title: 'Neto o exento',
    numeric: true,
    before: 'Neto',
    cell: ({ neto }) => formatPesos(neto),
  },
  { id: 'iva', title: 'Impuesto', numeric: true, before: 'Impuesto', cell: ({ iva }) => formatPesos(iva) },
]

const PARTES = [
  ['debito', 'Débito: lo que se vendió'],
  ['credito', 'Crédito: lo que se compró'],
  ['retenciones', 'Retenciones'],
  ['otros', 'Otros impuestos y créditos, fuera del IVA'],
] as const

export function F29(part: PartProps) {
  const query = useApi('GET /v1/rcv/:periodo/f29', { params: { periodo: part.periodo } })
  return (
    <OfMonth query={query} {...part}>
      {({ data }) => (
        <div className="columna">
          <p>
            Información para quien declara el formulario 29; desde aquí no se presenta nada.
            {data.base === 'rcv+emitidos' &&
              ' Las boletas son las emitidas aquí: para tener las del SII traiga el mes, o importe el resumen de ventas del registro.'}
          </p>
          {data.advertencias.map(({ code, mensaje }) => (
            <Notice key={code + mensaje} tone="aviso" quiet>
              <p>{mensaje}</p>
            </Notice>
          ))}
          <dl className="registro-datos">
            <div>
              <dt>Débito</dt>
              <dd>{formatPesos(data.totales.debito)}</dd>
            </div>
            <div>
              <dt>Crédito</dt>
              <dd>{formatPesos(data.totales.credito)}</dd>
            </div>
            <div>
              <dt>{data.totales.diferencia < 0 ? 'Remanente' : 'IVA a pagar'}</dt>
              <dd>{formatPesos(Math.abs(data.totales.diferencia))}</dd>
            </div>
          </dl>
          {PARTES.map(([parte, nombre]) =>
            data[parte].length ? (
              <section key={parte} className="seccion" aria-labelledby={`f29-${parte}`}>
                <h2 id={`f29-${parte}`}>{nombre}</h2>
                <DataTable
                  caption={`Filas de ${nombre}`}
                  columns={COLUMNS}
                  rows={data[parte].map((fila) => ({ ...fila, parte }))}
                  rowKey={({ concepto }) => concepto}
                />
              </section>
            ) : null,
          )}
        </div>
      )}
    </OfMonth>
  )
}
