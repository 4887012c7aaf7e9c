import { describe, expect, test } from 'bun:test'
import type { Control, NombreControl } from '../../../src/simulator/certificacion/control'
import { reviewCasos } from '../../../src/simulator/certificacion/control-envio'
import { CLASES, type Clase } from '../../../src/simulator/certificacion/filas'
import { drawSet } from '../../../src/simulator/certificacion/sorteo'
import { textoEn } from '../../../src/xml/verify/nodo'
import { readXml } from '../../../src/xml/verify/xml-reader'
import { writePapel } from './papeles'

const ATENCION = 5_100_001
const SETS = CLASES.filter((clase) => !clase.startsWith('libro_'))

const papelesOf = (clase: Clase, semilla: string): string[] => {
  const { casos } = drawSet(clase, semilla)
  return casos.map((_, i) => writePapel(casos, i + 1, clase === 'boleta' ? null : ATENCION))
}

function failed(clase: Clase, semilla: string, papeles: readonly string[]): Control[] {
  const vistos = papeles.map((text) => {
    const nodo = readXml(text)
    const of = (path: string): string => textoEn(nodo, `Encabezado/${path}`)
    const [tipo, folio] = [Number(of('IdDoc/TipoDTE')), Number(of('IdDoc/Folio'))]
    return { nodo, tipo, folio, receptor: of('Receptor/RUTRecep') }
  })
  const atencion = clase === 'boleta' ? null : ATENCION
  return reviewCasos(drawSet(clase, semilla).casos, atencion, vistos).filter(({ conforme }) => !conforme)
}

const named = (controles: readonly Control[]): NombreControl[] => [
  ...new Set(controles.map(({ control }) => control)),
]

/** The one check that names each element; the longest ending of its path counts. */
const NOMBRADO: [end: string, control: NombreControl][] = [
  ['IdDoc/TipoDTE', 'tipo'],
  ['IdDoc/Folio', 'referencia_caso'],
  ['IdDoc/FchEmis', 'periodo'],
  ['IdDoc/TipoDespacho', 'indicadores'],
  ['IdDoc/IndTraslado', 'indicadores'],
  ['IdDoc/IndServicio', 'aduana'],
  ['IdDoc/FmaPagExp', 'aduana'],
  ['Receptor/RUTRecep', 'receptor'],
  ['Extranjero/Nacionalidad', 'aduana'],
  ['Totales/TpoMoneda', 'aduana'],
  ['OtraMoneda/TpoMoneda', 'aduana'],
  ['OtraMoneda/TpoCambio', 'aduana'],
  ['OtraMoneda/MntTotOtrMnda', 'aduana'],
  ['Totales/MntNeto', 'encabezado'],
  ['Totales/MntExe', 'encabezado'],
  ['Totales/TasaIVA', 'encabezado'],
  ['Totales/IVA', 'encabezado'],
  ['Totales/IVAProp', 'encabezado'],
  ['Totales/IVATerc', 'encabezado'],
  ['Totales/MntTotal', 'encabezado'],
  ['ImptoReten/TipoImp', 'retencion'],
  ['ImptoReten/MontoImp', 'retencion'],
  ['Comisiones/ValComNeto', 'comisiones'],
  ['Comisiones/ValComExe', 'comisiones'],
  ['Comisiones/ValComIVA', 'comisiones'],
  ['Comisiones/Glosa', 'comisiones'],
  ['Detalle/TpoDocLiq', 'liquidado'],
  ['Detalle/IndExe', 'exento'],
  ['Detalle/NmbItem', 'nombre'],
  ['Detalle/QtyItem', 'cantidad'],
  ['Detalle/UnmdItem', 'unidad'],
  ['Detalle/PrcItem', 'precio'],
  ['Detalle/DescuentoPct', 'descuento'],
  ['Detalle/DescuentoMonto', 'descuento'],
  ['Detalle/RecargoPct', 'recargo'],
  ['Detalle/RecargoMonto', 'recargo'],
  ['Detalle/CodImpAdic', 'retencion'],
  ['Detalle/MontoItem', 'monto'],
]
/** Elements that nobody judges, or that hold the case's own words for nothing. */
const LIBRES =
  /NroLinDet|TasaImp|Emisor\/RUTEmisor|Aduana\/(Tara|PesoBruto|PesoNeto)|CantBultos|Marcas|IdContainer|Sello$/

/** The number of a reference is judged where it is to a case, its words where they name the set's. */
function isFree(path: string, text: string, from: number): boolean {
  const reference = text.slice(text.lastIndexOf('<Referencia>', from), text.indexOf('</Referencia>', from))
  if (path.endsWith('/FolioRef')) return !/<CodRef>\d/.test(reference)
  if (path.endsWith('/RazonRef')) return !/>SET</.test(reference)
  return LIBRES.test(path)
}

interface Hoja {
  path: string
  /** Where its text begins and ends. */
  from: number
  to: number
}

function leavesOf(text: string): Hoja[] {
  const stack: string[] = []
  const leaves: Hoja[] = []
  for (const match of text.matchAll(/<(\/?)(\w+)>([^<]*)/g)) {
    const [whole, slash, name, content] = match
    if (slash) stack.pop()
    else {
      stack.push(name!)
      const to = match.index + whole.length
      if (text.startsWith(`</${name}>`, to))
        leaves.push({ path: stack.join('/'), from: to - content!.length, to })
    }
  }
  return leaves
}

/** Another value of the same kind. */
const spoiled = (text: string): string =>
  text === '2026-03-02'
    ? '2026-02-27'
    : /^-?\d+(\.\d+)?$/.test(text)
      ? String(Number((Number(text) + 1).toFixed(4)))
      : `${text}x`

describe('the review of an envelope (simulator §23.3)', () => {
  test('finds nothing in the documents of any set, by ten seeds', () => {
    for (const clase of SETS)
      for (let semilla = 0; semilla < 10; semilla++)
        expect(failed(clase, `s${semilla}`, papelesOf(clase, `s${semilla}`))).toEqual([])
  })

  for (const clase of SETS)
    test(`of ${clase} finds each datum that is changed by the one check that names it`, () => {
      const good = papelesOf(clase, 'uno')
      const { casos } = drawSet(clase, 'uno')
      for (const [i, text] of good.entries())
        for (const { path, from, to } of leavesOf(text)) {
          if (isFree(path, text, from) || (clase === 'boleta' && /IndServicio|RUTRecep|TasaIVA/.test(path)))
            continue
          // A text correction may have any words and neither quantity nor price; nobody may refer to this one's folio.
          if (path.endsWith('NmbItem') && text.includes('Donde dice')) continue
          if (path.endsWith('IndExe') && text.includes('Donde dice')) continue
          if (/Folio$|RUTRecep/.test(path) && !casos.some(({ referencia }) => referencia?.caso === i + 1))
            if (path.endsWith('Folio') || !(casos[i]!.referencia || casos[i]!.traslado?.por === null))
              continue
          const changed = good.with(i, text.slice(0, from) + spoiled(text.slice(from, to)) + text.slice(to))
          const found = named(failed(clase, 'uno', changed))
          const wanted = path.includes('/Aduana/')
            ? 'aduana'
            : path.includes('DscRcgGlobal/')
              ? casos[i]!.aduana || clase.startsWith('export')
                ? 'recargo_global'
                : 'descuento_global'
              : path.includes('Referencia/')
                ? ['referencia_set', 'referencia_caso', 'aduana'].find((one) => found[0] === one)
                : NOMBRADO.find(([end]) => path.endsWith(end))?.[1]
          expect({ path, found }).toEqual({ path, found: [wanted as NombreControl] })
        }
    })

  test('finds a document that is missing, one that is a stranger, and another order', () => {
    const good = papelesOf('basico', 'uno')
    expect(named(failed('basico', 'uno', good.slice(0, -1)))).toEqual(['documentos'])
    const stranger = papelesOf('guia', 'uno')[1]!.replace(/<Referencia>.*?<\/Referencia>/, '')
    expect(named(failed('basico', 'uno', [...good, stranger]))).toEqual(['ajenos'])
    expect(named(failed('basico', 'uno', [good[1]!, good[0]!, ...good.slice(2)]))).toEqual(['orden'])
  })

  test('finds a line, a reference or a surcharge too many or too few', () => {
    const good = papelesOf('exportacion_2', 'uno')
    const without = (i: number, group: string) =>
      good.with(i, good[i]!.replace(new RegExp(`<${group}>.*?</${group}>`), ''))
    expect(failed('exportacion_2', 'uno', without(1, 'Detalle'))[0]).toMatchObject({
      ...{
        control: 'lineas',
        caso: 2,
        glosa: 'Debe Tener 2 Linea(s) de Detalle',
        esperado: '2',
        encontrado: '1',
      },
    })
    expect(failed('exportacion_2', 'uno', without(1, 'DscRcgGlobal')).map(({ glosa }) => glosa)).toEqual([
      'Debe Tener 3 Linea(s) de Recargo Global',
    ])
    expect(failed('exportacion_2', 'uno', without(1, 'Referencia')).map(({ glosa }) => glosa)).toEqual([
      'Debe Tener 2 Linea(s) de Referencia',
    ])
  })
})
