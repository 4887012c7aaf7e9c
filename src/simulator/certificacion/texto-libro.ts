// The books as the text of a set has them (simulator §23.1): what to do with what was issued, or the documents that were bought.

import type { Clase, Compra, Filas } from './filas'
import type { Pluma } from './pluma'
import { COMPRADO } from './tipos'

const RULER = '='.repeat(72)

/** Three lines a document; an amounts line that begins with a separator has no exempt amount. */
function printRegistro({ tipo, folio, observacion, exento, afecto }: Compra, { sep, cola }: Pluma): string[] {
  const montos = `${exento || ''}${exento ? sep() : '\t\t  '}${afecto}`
  return [`${COMPRADO[tipo]}${sep()}${folio}${cola()}`, `${observacion}${cola()}`, `${montos}${cola()}`, '']
}

function printCompras({ compras, factor }: Filas, pluma: Pluma): string[] {
  const { sep, dialecto } = pluma
  const factorText = `0.${factor}`
  const general =
    dialecto === 'actual'
      ? ['EL FACTOR DE PROPORCIONALIDAD DEL IVA USO COMUN', `ES DE ${factorText}`]
      : ['PARA EL IVA USO COMUN CONSIDERE QUE EL FACTOR DE', `PROPORCIONALIDAD DEL IVA ES DE ${factorText}`]
  return [
    RULER,
    `TIPO DOCUMENTO${sep()}FOLIO`,
    'OBSERVACIONES',
    `MONTO EXENTO${sep()}MONTO AFECTO`,
    RULER,
    ...compras.flatMap((compra) => printRegistro(compra, pluma)),
    RULER,
    'OBSERVACIONES GENERALES',
    '',
    ...general,
  ]
}

function printExentos({ compras }: Filas, { sep, cola }: Pluma): string[] {
  const rows = compras.flatMap(({ tipo, folio, exento, afecto, observacion }) => [
    `${[COMPRADO[tipo], folio, exento, afecto].reduce((text, cell) => `${text}${sep()}${cell}`)}${cola()}`,
    `OBS: ${observacion}`,
    '',
  ])
  const head = ['TIPO DOCUMENTO', 'FOLIO', 'MONTO EXENTO', 'MONTO AFECTO']
  return [RULER, head.reduce((text, cell) => `${text}${sep()}${cell}`), RULER, ...rows, RULER]
}

const VENTAS = ['CONSTRUYA EL LIBRO DE VENTAS CON LOS DOCUMENTOS DEL SET BASICO.']
const GUIAS = [
  'CONSTRUYA EL LIBRO DE GUIAS CON LOS DOCUMENTOS DEL SET GUIA DE DESPACHO.',
  '',
  'EL CASO 2 CORRESPONDE A UNA GUIA QUE SE FACTURO EN EL PERIODO',
  'EL CASO 3 CORRESPONDE A UNA GUIA ANULADA',
]

export function printLibro(clase: Clase, filas: Filas, pluma: Pluma): string[] {
  if (clase === 'libro_compras') return printCompras(filas, pluma)
  if (clase === 'libro_compras_exentos') return printExentos(filas, pluma)
  return clase === 'libro_ventas' ? VENTAS : GUIAS
}
