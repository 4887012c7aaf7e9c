// The references of a document, in both directions, and its guides, with links to ours.

import { Link } from 'wouter'
import { GUIA, isTipoDte } from '../../domain/dte/tipos'
import { formatDate, formatPesos } from '../ui/format'
import { otherName } from '../ui/referencia'
import { SiiStatus } from '../ui/status'
import { shortName } from '../ui/tipo'
import type { Documento } from './estado'

const CODIGO: Readonly<Record<string, string>> = {
  1: 'lo anula',
  2: 'le corrige un texto',
  3: 'le corrige los montos',
}

export function Related({ documento }: { documento: Documento }) {
  const { referencias, referido_por, anulado_por, facturada_por, otras_facturas, guias } = documento
  const { reemplaza, reemplazado_por, notas_del_registro } = documento
  const replaces = reemplaza || reemplazado_por
  const invoices = [...(facturada_por ? [facturada_por] : []), ...otras_facturas]
  if (
    !replaces &&
    !referencias.length &&
    !referido_por.length &&
    !notas_del_registro.length &&
    !invoices.length &&
    !guias.length &&
    !anulado_por
  )
    return null
  return (
    <section className="seccion hoja" aria-labelledby="relacionados">
      <h2 id="relacionados">Documentos relacionados</h2>
      <ul className="relacionados">
        {reemplaza && (
          <li>
            Reemplaza a <To {...reemplaza} />, que el SII rechazó
          </li>
        )}
        {reemplazado_por && (
          <li>
            Emitido de nuevo como <To {...reemplazado_por} />
          </li>
        )}
        {referencias.map((referencia) => (
          <li key={`a-${referencia.linea}`}>
            Se refiere a <Referred referencia={referencia} />
            {referencia.codigo && CODIGO[referencia.codigo] && ` · ${CODIGO[referencia.codigo]}`}
            {referencia.fecha && ` · ${formatDate(referencia.fecha)}`}
            {referencia.razon && ` · ${referencia.razon}`}
          </li>
        ))}
        {referido_por.map((nota) => (
          <li key={`de-${nota.tipo_dte}-${nota.folio}`}>
            <To {...nota} /> {CODIGO[nota.codigo] ?? 'lo nombra'}
            {nota.monto !== 0 && `: ${changeOf(nota.monto)}`} · {formatDate(nota.fecha_emision)} ·{' '}
            <SiiStatus estado={nota.estado_sii} />
            {!nota.aplicado && nota.estado_sii !== 'rechazado' && (
              <small> · aún no rebaja lo disponible</small>
            )}
          </li>
        ))}
        {notas_del_registro.map(({ tipo_dte, folio, fecha_emision, monto }) => (
          <li key={`registro-${tipo_dte}-${folio}`}>
            {shortName(tipo_dte)} N° {folio}, emitida en otra parte según el registro: {changeOf(monto)} ·{' '}
            {formatDate(fecha_emision)}
          </li>
        ))}
        {invoices.map((factura) => (
          <li key={`por-${factura.tipo_dte}-${factura.folio}`}>
            Facturada por <To {...factura} />
          </li>
        ))}
        {guias.map((folio) => (
          <li key={`guia-${folio}`}>
            Cubre la <To tipo_dte={GUIA} folio={folio} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** An amount that a note takes from the balance is positive, one that it adds negative. */
const changeOf = (monto: number): string => `${monto > 0 ? '−' : '+'}\u2060${formatPesos(Math.abs(monto))}`

export const To = ({ tipo_dte, folio }: { tipo_dte: number; folio: number }) => (
  <Link href={`/documentos/${tipo_dte}/${folio}`}>
    {shortName(tipo_dte)} N° {folio}
  </Link>
)

/** Another's paper, an order or a contract, has no page here. */
function Referred({ referencia }: { referencia: Documento['referencias'][number] }) {
  const { tipo_documento = '', folio = '', rut_otro, global } = referencia
  const tipo = Number(tipo_documento)
  if (isTipoDte(tipo) && /^\d{1,10}$/.test(folio) && !rut_otro && !global)
    return <To tipo_dte={tipo} folio={Number(folio)} />
  const name = isTipoDte(tipo) ? shortName(tipo) : otherName(tipo_documento)
  return (
    <>
      {name} {folio && folio !== '0' && `N° ${folio}`}
    </>
  )
}
