// The table of columns in short, for the page of the interface: each column, the codes that it reaches and its sources. The whole of it,
// by class of document, is the README's (domain/rcv §6).

import { formaOf, type Lado } from './columnas'
import { CLASES, lineaOf } from './f29-clases'
import { DESTINOS } from './f29-columnas'
import type { Destino } from './f29-destino'
import { FUENTES } from './f29-fuentes'
import { type ClaveLinea, LINEAS, type Linea } from './f29-lineas'
import { DERIVADOS } from './f29-valores'

/** The lines that one row of the table feeds, in every class that it names. */
function reachOf(lado: Lado, { clases, linea, como, signo, aviso }: Destino): string[] {
  if (linea === null) return aviso ? [`aviso \`${aviso.code}\``] : []
  const lineas: (ClaveLinea | null)[] =
    linea === 'casa'
      ? (clases ?? (Object.keys(CLASES[lado]) as never[])).map((clase) => lineaOf(lado, clase))
      : [linea]
  return lineas.flatMap((clave) => {
    if (clave === null) return []
    const { codigos, monto }: Linea = LINEAS[clave]
    if (!codigos) return [`\`${clave.slice(clave.indexOf('/') + 1)}\` sin código`]
    // If the line's code holds the other amount, this one is told beside the code.
    return [monto === como ? `${signo < 0 ? '−' : ''}${codigos.monto}` : 'sólo informa']
  })
}

function rowsOf(lado: Lado): string[] {
  const nombres = new Map<string, string>(formaOf(lado, 'REGISTRO').columnas.map((c) => [c.campo, c.nombre]))
  return [...Map.groupBy(DESTINOS[lado], ({ columna }) => columna)].flatMap(([columna, rows]) => {
    const reach = [...new Set(rows.flatMap((one) => reachOf(lado, one)))]
    const fuentes = [...new Set(rows.map(({ fuente }) => FUENTES[fuente]))]
    // Only the README tells what several columns say together.
    if (!nombres.has(columna) || columna in DERIVADOS) return []
    return [`* ${nombres.get(columna)}: ${reach.join(', ') || 'no se declara'} (${fuentes.join(', ')})`]
  })
}

export const COLUMNAS_F29 = (['venta', 'compra'] as const)
  .map(
    (lado) => `De ${lado}s, cada columna, los códigos a que llega y su fuente:\n${rowsOf(lado).join('\n')}`,
  )
  .join('\n\n')
