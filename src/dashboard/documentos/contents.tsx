// The contents of an issued document: receiver, lines, totals, payment.

import { lazy, type ReactNode, Suspense } from 'react'
import { type Column, DataTable } from '../ui/data-table'
import { formatAmount, formatDate, formatNumber, formatRut } from '../ui/format'
import { exchangeRate, priceTitle } from './abroad'
import type { Documento } from './estado'

const Country = lazy(() => import('./country'))

type Linea = Documento['detalle'][number]

export function Contents({ documento }: { documento: Documento }) {
  const { moneda } = documento.totales
  const columns: readonly Column<Linea>[] = [
    {
      id: 'item',
      title: 'Ítem',
      head: true,
      cell: (linea) => (
        <>
          {linea.nombre}
          {linea.descripcion && <small className="descripcion">{linea.descripcion}</small>}
        </>
      ),
    },
    {
      id: 'cantidad',
      title: 'Cantidad',
      numeric: true,
      cell: ({ cantidad, unidad }) =>
        cantidad === undefined ? '' : `${formatNumber(cantidad)}${unidad ? ` ${unidad}` : ''}`,
    },
    {
      id: 'precio',
      title: priceTitle(documento),
      numeric: true,
      cell: ({ precio }) => (precio === undefined ? '' : formatNumber(precio)),
    },
    { id: 'ajuste', title: 'Desc. o recargo', numeric: true, cell: adjustmentOf },
    { id: 'monto', title: 'Monto', numeric: true, cell: ({ monto }) => formatAmount(monto, moneda) },
  ]
  const adjusted = documento.detalle.some((linea) => adjustmentOf(linea) !== '')
  return (
    <>
      <Receiver documento={documento} />
      <section className="seccion" aria-labelledby="lineas">
        <h2 id="lineas">Detalle</h2>
        <DataTable
          caption="Líneas del documento"
          columns={columns.filter(({ id }) => id !== 'ajuste' || adjusted)}
          rows={documento.detalle}
          rowKey={({ linea }) => String(linea)}
        />
        <Totals documento={documento} />
      </section>
    </>
  )
}

function adjustmentOf({ descuento_pct, descuento_monto, recargo_pct, recargo_monto }: Linea): string {
  const off = descuento_pct
    ? `−${formatNumber(descuento_pct)} %`
    : descuento_monto && `−${formatNumber(descuento_monto)}`
  const on = recargo_pct
    ? `+${formatNumber(recargo_pct)} %`
    : recargo_monto && `+${formatNumber(recargo_monto)}`
  return [off, on].filter(Boolean).join(' ')
}

function Receiver({ documento }: { documento: Documento }) {
  const { receptor, exportacion, forma_pago, fecha_vencimiento, referencia_externa, observaciones } =
    documento
  const pairs: readonly (readonly [string, ReactNode])[] = [
    ['RUT', receptor && formatRut(receptor.rut)],
    ['Razón social', receptor?.razon_social],
    ['Giro', receptor?.giro],
    ['Dirección', [receptor?.direccion, receptor?.comuna, receptor?.ciudad].filter(Boolean).join(', ')],
    [
      'País',
      exportacion?.cod_pais_recep !== undefined && (
        <Suspense fallback={exportacion.cod_pais_recep}>
          <Country codigo={exportacion.cod_pais_recep} />
        </Suspense>
      ),
    ],
    ['Contacto', [receptor?.contacto, receptor?.email, receptor?.telefono].filter(Boolean).join(' · ')],
    ['Tipo de cambio', exchangeRate(documento)],
    ['Forma de pago', forma_pago && FORMA_PAGO[forma_pago]],
    ['Vence', fecha_vencimiento && formatDate(fecha_vencimiento)],
    ['Referencia externa', referencia_externa ?? undefined],
    ['Observaciones', observaciones],
  ]
  return (
    <section className="seccion hoja" aria-labelledby="receptor">
      <h2 id="receptor">Receptor y pago</h2>
      <dl className="pares">
        {pairs.map(
          ([name, value]) =>
            value && (
              <div key={name} className="par">
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  )
}

const FORMA_PAGO: Readonly<Record<number, string>> = { 1: 'Contado', 2: 'Crédito', 3: 'Sin costo' }

function Totals({ documento: { totales, DscRcgGlobal } }: { documento: Documento }) {
  const { moneda } = totales
  const amount = (value: number): string => formatAmount(value, moneda)
  const global = (DscRcgGlobal ?? []).map(({ linea, tipo, glosa, tipo_valor, valor }) => ({
    id: `global-${linea}`,
    name: glosa || (tipo === 'R' ? 'Recargo global' : 'Descuento global'),
    value: `${tipo === 'R' ? '+' : '−'}${tipo_valor === '%' ? `${formatNumber(valor ?? 0)} %` : amount(valor ?? 0)}`,
  }))
  const rows = [
    ...global,
    ...[
      ['neto', 'Neto', totales.monto_neto] as const,
      ['exento', 'Exento', totales.monto_exento] as const,
      [
        'iva',
        `IVA${totales.tasa_iva ? ` ${formatNumber(totales.tasa_iva)} %` : ''}`,
        totales.monto_iva,
      ] as const,
      ...(totales.impuestos ?? []).map(
        ({ codigo, tasa, monto }) =>
          [
            `impuesto-${codigo}`,
            `Impuesto ${codigo}${tasa ? ` ${formatNumber(tasa)} %` : ''}`,
            monto,
          ] as const,
      ),
      ['no-retenido', 'IVA no retenido', totales.iva_no_retenido] as const,
      ['envases', 'Garantía de envases', totales.garantia_envases] as const,
      ['constructora', 'Crédito empresa constructora', totales.credito_empresa_constructora] as const,
      ['no-facturable', 'No facturable', totales.monto_no_facturable] as const,
    ].flatMap(([id, name, value]) => (value ? [{ id, name, value: amount(value) }] : [])),
  ]
  return (
    <dl className="totales">
      {rows.map(({ id, name, value }) => (
        <div key={id}>
          <dt>{name}</dt>
          <dd className="cifra">{value}</dd>
        </div>
      ))}
      <div className="total">
        <dt>Total</dt>
        <dd className="cifra">{amount(totales.monto_total)}</dd>
      </div>
    </dl>
  )
}
