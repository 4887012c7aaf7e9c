// Every field that the SII's tables mark I (print) or P (print in words) is on the paper of every type that may carry it
// (pdf §1.1): a document is filled with a value of its own for each such field, and each is looked for.
import { describe, expect, test } from 'bun:test'
import filas from '../../src/domain/dte/datos/esquema.json'
import type { Dte } from '../../src/domain/dte/dte'
import { codigoObligacion, esquema, type Nodo } from '../../src/domain/dte/esquema'
import { TIPOS, type TipoDocumento } from '../../src/domain/dte/tipos'
import { formatRut, rutDv } from '../../src/domain/rut'
import { formatFecha, formatFechaLarga, formatNumero } from '../../src/pdf/formato'
import { renderPdf } from '../../src/pdf/render'
import { impreso } from './ejemplos'
import { readPdf } from './leer-pdf'

const IMPRESION = new Map(filas.map((f) => [`${f.raiz}/${f.ruta}`, 'impresion' in f ? f.impresion : 'N']))

/** A code and its words for each field of print code P. */
const EN_PALABRAS: Readonly<Record<string, [codigo: string | number, palabras: string]>> = {
  IndTraslado: [9, 'Venta para exportación'],
  FmaPago: [2, 'Crédito'],
  FmaPagExp: [32, 'Pago anticipado a la fecha de embarque'],
  MedioPago: ['LT', 'Letra'],
  TpoCtaPago: ['VISTA', 'cuenta vista'],
  CdgTraslado: [2, 'Agente de aduana'],
  CodModVenta: [3, 'En consignación libre'],
  CodClauVenta: [10, 'FCA'],
  CodViaTransp: [6, 'Ferroviario'],
  CodPtoEmbarque: [906, 'SAN ANTONIO'],
  CodPtoDesemb: [563, 'BARCELONA'],
  CodUnidMedTara: [8, 'HL'],
  CodUnidPesoBruto: [6, 'KN'],
  CodUnidPesoNeto: [7, 'GN'],
  CodTpoBultos: [22, 'CAJA DE CARTON'],
  CodPaisRecep: [225, 'U.S.A.'],
  CodPaisDestin: [101, 'SENEGAL'],
  TipoImp: ['24', 'ILA art. 42 letra b'],
  TpoDocRef: ['801', 'Orden de compra'],
  TpoMovim: ['C', ''],
}

/** Values that the page shows in a way of its own. */
const PROPIOS: Readonly<Record<string, string | number>> = {
  TpoMoneda: 'DOLAR USA',
  TipoFactEsp: 1,
  TpoValor: '$',
  TipoDocID: 2,
}

/** The companions of other fields. */
const NECESARIOS: Readonly<Record<string, string | number>> = {
  TpoMov: 'D',
  TipoMovim: 'C',
  TpoCambio: '945.32',
  PesoNeto: '820',
}

function fill(tipo: TipoDocumento) {
  const esperados: { ruta: string; textos: string[] }[] = []
  let n = 0
  const hoja = (nodo: Nodo): unknown => {
    n++
    const say = (...textos: string[]) => esperados.push({ ruta: nodo.ruta, textos })
    if (nodo.tag in PROPIOS) return PROPIOS[nodo.tag]
    if (EN_PALABRAS[nodo.tag]) {
      const [codigo, palabras] = EN_PALABRAS[nodo.tag]!
      say(palabras)
      return codigo
    }
    if (nodo.clase === 'rut') {
      const body = String(70_100_000 + n * 1013)
      say(formatRut(`${body}-${rutDv(body)}`))
      return `${body}-${rutDv(body)}`
    }
    if (nodo.clase === 'fecha' || nodo.clase === 'fechaHora') {
      const fecha = new Date(Date.UTC(2026, 0, n)).toISOString().slice(0, nodo.clase === 'fecha' ? 10 : 19)
      say(formatFecha(fecha), formatFechaLarga(fecha.slice(0, 10)))
      return fecha
    }
    if (nodo.clase === 'hora') {
      say(`12:${String(n % 60).padStart(2, '0')}`)
      return `12:${String(n % 60).padStart(2, '0')}:00`
    }
    if (nodo.clase === 'texto') {
      const palabra = `Q${n.toString(36).padStart(2, '0')}`
      say(palabra)
      return palabra
    }
    const small = (nodo.hasta !== undefined && Number(nodo.hasta) < 1000) || (nodo.digitos ?? 9) <= 5
    const numero = small ? 10 + (n % 89) : 100_000 + n * 17
    say(formatNumero(String(numero)), String(numero))
    return nodo.tag === 'Folio' || nodo.tag === 'FolioAut' || nodo.tag === 'CantBultos'
      ? numero
      : String(numero)
  }
  const grupo = (nodos: readonly Nodo[]): Record<string, unknown> => {
    const out: Record<string, unknown> = {}
    for (const nodo of nodos) {
      if (codigoObligacion(nodo, tipo.codigo) === 0 || ['TED', 'TmstFirma'].includes(nodo.tag)) continue
      // The API takes another currency in exports alone (http §1, §2).
      if (nodo.tag === 'OtraMoneda' && tipo.raiz !== 'Exportaciones') continue
      let valor: unknown
      if (!nodo.clase) valor = grupo(nodo.hijos)
      else if (['I', 'P'].includes(IMPRESION.get(`${tipo.raiz}/${nodo.ruta}`)!)) valor = hoja(nodo)
      else if (nodo.tag in NECESARIOS) valor = NECESARIOS[nodo.tag]
      else continue
      if (!nodo.clase && Object.keys(valor as object).length === 0) continue
      out[nodo.key] = nodo.max > 1 ? [valor] : valor
    }
    return out
  }
  const { Encabezado, ...resto } = grupo(esquema(tipo.raiz)) as { Encabezado: object }
  const dte = { dscRcgGlobal: [], referencias: [], ...Encabezado, ...resto } as unknown as Dte
  const base = impreso(tipo.codigo).dte
  dte.idDoc.tipoDte = tipo.codigo
  dte.emisor = { ...base.emisor, ...dte.emisor }
  dte.receptor = { ...base.receptor, ...dte.receptor }
  return { dte, esperados: esperados.filter(({ ruta }) => !ruta.endsWith('/TipoDTE')) }
}

describe.each(['carta', '80mm', '57mm'] as const)('on %s', (formato) => {
  test.each(TIPOS.map((t) => [t.codigo, t] as const))(
    'type %d prints all its fields of code I and P',
    async (_, tipo) => {
      const { dte, esperados } = fill(tipo)
      expect(esperados.length).toBeGreaterThan(10)
      const base = impreso(tipo.codigo)
      const bytes = renderPdf({ ...base, dte, emisor: {} }, { formato, cedible: false })
      const said = (await readPdf(bytes)).paginas.map((p) => p.texto).join(' ')
      const missing = esperados.filter(({ textos }) => !textos.some((text) => said.includes(text)))
      expect(missing).toEqual([])
    },
  )
})
