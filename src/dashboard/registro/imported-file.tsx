// A file to be imported: what it would change, what should be looked at, or every line that is wrong.

import type { DataOf } from '../api/client'
import { type Fault, withoutPath } from '../api/fault'
import { formatNumber, formatPesos, plural } from '../ui/format'
import { Notice } from '../ui/notice'
import { nameOfTramo } from './words'

export interface Importable {
  id: number
  file: File
  estado: 'probando' | 'lista' | 'hecha' | 'fallo'
  data: DataOf<'POST /v1/rcv/:periodo/importar'> | null
  fault: Fault | null
}

export function ImportedFile({ file, estado, data, fault }: Importable) {
  if (fault) return <Wrong name={file.name} fault={fault} />
  if (!data) return <p>{file.name}: leyendo…</p>
  const { advertencias } = data
  return (
    <Notice
      tone={advertencias.length ? 'aviso' : 'bien'}
      title={`${file.name}: ${nameOfTramo(data.tipo, data.estado)}`}
      quiet
    >
      <p>
        {data.totales.length
          ? `Resumen del mes: ${sumsOf(data.totales)}`
          : `${plural(data.documentos, 'documento')}${estado === 'hecha' ? ', importados: ' : '. Al importar: '}${wordsOf(data)}`}
        .
      </p>
      {advertencias.map(({ code, mensaje }) => (
        <p key={code + mensaje}>{mensaje}</p>
      ))}
    </Notice>
  )
}

/** The sums of a summary, by type. */
const sumsOf = (totales: NonNullable<Importable['data']>['totales']): string =>
  totales
    .map(
      (one) => `${formatNumber(one.documentos)} del tipo ${one.tipo_dte} por ${formatPesos(one.monto_total)}`,
    )
    .join('; ')

function wordsOf({ nuevos, modificados, ausentes, movidos }: NonNullable<Importable['data']>): string {
  const said = [
    nuevos && plural(nuevos, 'nuevo'),
    modificados && `${formatNumber(modificados)} con cambios`,
    movidos && `${formatNumber(movidos)} vienen de otro mes`,
    ausentes && `${formatNumber(ausentes)} ya no están`,
  ].filter(Boolean)
  return said.length ? said.join(', ') : 'nada cambia'
}

function Wrong({ name, fault }: { name: string; fault: Fault }) {
  // One alone is what the refusal says already.
  const lines = fault.detalles.filter(({ mensaje }) => mensaje && !fault.message.startsWith(mensaje))
  return (
    <Notice tone="mal" title={`${name}: no se puede importar`}>
      <p>{fault.message}</p>
      {lines.length > 0 && (
        <ul className="faltas-archivo" aria-label={`Faltas de ${name}`}>
          {lines.map((one) => (
            <li key={`${one.campo} ${one.mensaje}`}>{withoutPath(one)}</li>
          ))}
        </ul>
      )}
      {fault.omitidos > 0 && <p>Y {formatNumber(fault.omitidos)} más.</p>}
    </Notice>
  )
}
