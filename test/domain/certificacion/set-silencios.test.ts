// Nothing of a set is dropped, nor read as something else, without a word (domain/certificacion §2.1).

import { describe, expect, test } from 'bun:test'
import { readSet } from '../../../src/domain/certificacion/read-set'
import { BASICO, bytesOf, GUIA } from '../../support/textos-set'

/** A text with one piece changed, read. */
function readChanged(text: string, from: string, to: string) {
  expect(text).toContain(from)
  return readSet(bytesOf(text.replace(from, to)))
}

describe('is a fault', () => {
  const RELLENO = 'Relleno AFECTO→→     57→→   2508'
  const A_TRES = 'FACTURA ELECTRONICA CORRESPONDIENTE A CASO 5123401-3'
  const DEVUELTO = 'ITEM 2 AFECTO→→    179\n'
  const GLOBAL = 'DESCUENTO GLOBAL ITEMES AFECTOS→→     12%'
  const cases: [what: string, text: string, from: string, to: string, codigo: string][] = [
    ['a row after a ruler', BASICO, RELLENO, `----------\n${RELLENO}`, 'linea_desconocida'],
    [
      'an amount below a note',
      BASICO,
      RELLENO,
      `${RELLENO}\nNOTA: vea abajo\nRECARGO GLOBAL→→  3%`,
      'columnas',
    ],
    ['no quantity at all', BASICO, RELLENO, 'Relleno AFECTO→→      0→→   2508', 'numero'],
    ['no price at all', BASICO, RELLENO, 'Relleno AFECTO→→     57→→   0', 'numero'],
    ['a discount beyond the line', BASICO, '      9%', '    109%', 'numero'],
    ['a discount beyond the document', BASICO, GLOBAL, GLOBAL.replace('12', '112'), 'porcentaje'],
    ['a global discount of a note', BASICO, DEVUELTO, `${DEVUELTO}\n${GLOBAL}\n`, 'descuento_global'],
    ['a global discount of a guide', GUIA, 'TRASLADO POR', `${GLOBAL}\nTRASLADO POR`, 'descuento_global'],
    [
      'a reference to a document of another kind',
      BASICO,
      A_TRES,
      A_TRES.replace('FACTURA', 'NOTA DE CREDITO'),
      'referencia',
    ],
    ['a reference to two cases', BASICO, A_TRES, `${A_TRES} Y CASO 5123401-4`, 'repetido'],
  ]
  test.each(cases)('%s', (_what, text, from, to, codigo) => {
    expect(readChanged(text, from, to).faltas.map((falta) => falta.codigo)).toContain(codigo)
  })
})

test('what is told not to be exempt is not', () => {
  const { secciones, faltas } = readChanged(BASICO, 'Relleno AFECTO', 'Relleno NO EXENTO')
  expect(faltas).toEqual([])
  expect(secciones[0]!.casos[0]!.items.map(({ exento }) => exento)).toEqual([false, false])
})

test('a letter that a page wrote by its name is asked', () => {
  const { dudas } = readChanged(BASICO, 'Relleno AFECTO', 'Rellenos &amp; Cajas AFECTO')
  expect(dudas.map(({ clave }) => clave)).toEqual(['basico.1.item2.nombre'])
})
