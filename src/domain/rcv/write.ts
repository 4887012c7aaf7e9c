// Writes a register's file as the SII's page does, to the byte (domain/rcv §2).

import { chileTimestamp } from '../fecha'
import { type Clase, type DocumentoRcv, type Forma, REPETIDOS } from './columnas'
import { isNotaCredito } from './tipos'

type Valor = number | string | null | undefined

const day = (date: string): string => `${date.slice(8, 10)}/${date.slice(5, 7)}/${date.slice(0, 4)}`

function instante(value: string): string {
  const local = chileTimestamp(new Date(value))
  return `${day(local)} ${local.slice(11)}`
}

function cell(value: Valor, clase: Clase): string {
  if (value === null || value === undefined) return ''
  if (clase === 'fecha') return day(value as string)
  if (clase === 'instante') return instante(value as string)
  const text = String(value)
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The header, with its end. */
export const writeCabecera = ({ columnas }: Forma): string =>
  `${columnas.map(({ nombre }) => nombre).join(';')}\r\n`

/** The lines of a document without its running number, which stands before the first of them, and without the last one's end. */
export function writeDocumento({ columnas }: Forma, documento: DocumentoRcv): string {
  const { datos, crudo } = documento
  if (crudo !== null) return crudo
  const values = documento as unknown as Record<string, Valor>
  const [uno, ...otros] = datos.otrosImpuestos ?? []
  const last = columnas.length - 3
  let line = ''
  for (let i = 1; i < columnas.length; i++) {
    const { campo, clase, vacio } = columnas[i]!
    const value: Valor =
      i >= last ? uno?.[campo as 'codigo'] : (values[campo] ?? (datos[campo as keyof typeof datos] as Valor))
    const empty = value === null || value === undefined
    // The page says so of a note that has no claim, and of who settles nothing for others.
    const said = vacio === '-' || (campo === 'fechaReclamo' && isNotaCredito(documento.tipoDte)) ? vacio! : ''
    line += `${empty ? said : cell(value, clase)};`
  }
  for (const otro of otros) {
    line += '\r\n;'
    for (let i = 1; i < columnas.length; i++) {
      const { campo, clase } = columnas[i]!
      const repeated = REPETIDOS.has(campo) && campo !== 'tipoTransaccion'
      line += `${i >= last ? cell(otro[campo as 'codigo'], clase) : repeated ? cell(values[campo], clase) : ''};`
    }
  }
  return line
}

/** The same with its running number and its end. */
export const writeNumerado = (forma: Forma, documento: DocumentoRcv, nro: number): string =>
  `${nro};${writeDocumento(forma, documento)}\r\n`
