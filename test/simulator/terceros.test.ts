// The simulator takes what the SII takes of other programs: other white space, order of attributes, prefixes of the signature
// and namespaces, as long as each DTE holds by its own text and SetDTE in its place (xml §3.1, §3.2, simulator §3.2).

import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { GOLDEN_DIR, goldenNames } from '../golden/golden'
import { SII, XSI } from '../xml/verify/generador'
import { type Estilo, escribirComo, sobreComo } from '../xml/verify/terceros'
import { escena } from './escena'

const dorado = (tipo: number): string => {
  const name = goldenNames().find((n) => n.startsWith(String(tipo).padStart(3, '0')))!
  return readFileSync(join(GOLDEN_DIR, `${name}.xml`), 'latin1')
}
// The notes need what they modify in the ledger; their style is no other.
const FACTURAS = [33, 34, 43, 46, 52, 110]
const BOLETAS = [39, 41]

const ESTILOS: readonly [string, Estilo][] = [
  ['base64 in lines of 64', {}],
  ['the signature with a prefix', { prefijo: 'ds' }],
  ['the DTE without namespace of its own', { escribir: (dte) => dte.replace(` ${SII}`, '') }],
  [
    'xsi on the DTE, attributes in apostrophes',
    { escribir: (dte) => dte.replace(/<DTE [^>]*>/, `<DTE version='1.0' ${XSI} ${SII}>`) },
  ],
  ['CR LF and indentation', { escribir: (dte) => dte.replace(/\n/g, '\r\n      ') }],
  ['comments', { escribir: (dte) => dte.replace(/<(Totales|Detalle)>/g, '<!-- caja 3 -->\n<$1>') }],
]

describe('an envelope of another program is accepted whole', () => {
  test.each(ESTILOS)('%s', async (_, estilo) => {
    const e = escena()
    const enviar = (tipos: number[], host: string) => {
      const dtes = tipos.map((tipo) => escribirComo(dorado(tipo), estilo))
      return e.judge(Buffer.from(sobreComo(dtes, tipos, estilo), 'latin1'), { host })
    }
    for (const found of [await enviar(FACTURAS, 'maullin'), await enviar(BOLETAS, 'pangal')]) {
      expect({ estado: found.estado, razones: found.razones }).toEqual({ estado: 'EPR', razones: [] })
      for (const { veredicto, razones } of found.documentos)
        expect({ veredicto, razones }).toEqual({ veredicto: 'aceptado', razones: [] })
    }
  })
})
