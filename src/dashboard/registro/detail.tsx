// One document of the register, whole: its amounts and dates, and the notes or invoices that it is linked with.

import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useApi } from '../api/query'
import { Loaded } from '../shell/loaded'
import { Dialog } from '../ui/dialog'
import { formatDate, formatInstant, formatPesos, formatRut } from '../ui/format'
import { shortName } from '../ui/tipo'
import { Evidence } from './evidence'
import { nameOf, nameOfTramo, type Registrado } from './words'

export function Detail({ documento: d, onClose }: { documento: Registrado; onClose: () => void }) {
  const asked = { rut: d.rut_contraparte, tipo_dte: d.tipo_dte, folio: d.folio }
  const query = useApi('GET /v1/rcv/vinculaciones', { query: asked })
  return (
    <Dialog wide title={nameOf(d)} onClose={onClose}>
      <p>
        {d.razon_social ?? 'Sin nombre'} · {formatRut(d.rut_contraparte)}
      </p>
      <dl className="registro-datos">
        {pairsOf(d).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {d.recibido_id && (
          <div>
            <dt>Archivo recibido</dt>
            <dd>
              <Link href={`/recibidos/${d.recibido_id}`}>XML y PDF</Link>
            </dd>
          </div>
        )}
      </dl>
      <h3>Notas y facturas vinculadas</h3>
      <Loaded query={query}>
        {({ data }) =>
          data.length ? (
            <ul>
              {data.map((one) => {
                const other =
                  one.nc.tipo_dte === d.tipo_dte && one.nc.folio === d.folio ? one.factura : one.nc
                return (
                  <li key={one.id}>
                    {nameOf(other)} por {formatPesos(one.monto)}. <Evidence {...one} />
                  </li>
                )
              })}
            </ul>
          ) : (
            <p>Ninguna.</p>
          )
        }
      </Loaded>
    </Dialog>
  )
}

type Pair = readonly [name: string, value: ReactNode]

/** The amounts of a document; zeros are left out, but for the total. */
function pairsOf(d: Registrado): Pair[] {
  const amount = (name: string, value: number): Pair[] => (value ? [[name, formatPesos(value)]] : [])
  const at = (name: string, value: string | null): Pair[] => (value ? [[name, formatInstant(value)]] : [])
  return [
    ['Libro', nameOfTramo(d.tipo, d.estado_contable)],
    ['Fecha', formatDate(d.fecha_emision)],
    ...at('Recibido en el SII', d.fecha_recepcion),
    ...at('Acuse de recibo', d.fecha_acuse),
    ...at('Reclamo', d.fecha_reclamo),
    ...at('Se puede reclamar hasta', d.vence_el),
    ...amount('Exento', d.monto_exento),
    ...amount('Neto', d.monto_neto),
    ...amount(d.tipo === 'compra' ? 'IVA recuperable' : 'IVA', d.monto_iva),
    ...amount('IVA no recuperable', d.iva_no_recuperable),
    ...amount('IVA de uso común', d.iva_uso_comun),
    ...amount('IVA no retenido', d.iva_no_retenido),
    ...amount('Activo fijo, neto', d.activo_fijo.neto),
    ...d.otros_impuestos.flatMap(({ codigo, valor }) =>
      amount(`Impuesto ${codigo ?? ''}`.trim(), valor ?? 0),
    ),
    ['Total', formatPesos(d.monto_total)],
    ...(d.saldo !== d.monto_total
      ? ([[d.signo < 0 ? 'Sin vincular' : 'Saldo', formatPesos(d.saldo)]] as const)
      : []),
    ...(d.tipo_compra_glosa ? ([['Tipo de compra', d.tipo_compra_glosa]] as const) : []),
    ...(d.referencia
      ? ([
          ['Se refiere a', `${typeName(d.referencia.tipo_documento)} N° ${d.referencia.folios.join(', ')}`],
        ] as const)
      : []),
    ...at('Ya no está desde', d.ausente_desde),
  ]
}

/** Codes of papers of old, and of what is no tax document, have no name here. */
const typeName = (codigo: string): string =>
  /^\d+$/.test(codigo) ? shortName(Number(codigo)) : `Documento ${codigo}`
