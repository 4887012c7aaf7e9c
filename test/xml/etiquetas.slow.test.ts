// Every element that the schema has in receptor, detalle, referencias and DscRcgGlobal is taken by its tag, held to its schema
// and written as given (http §0); what comes out is good for the judge and, where it lies beside us, for the SII's schema.

import { beforeAll, expect, test } from 'bun:test'
import { codigoObligacion, type Nodo, nodo } from '../../src/domain/dte/esquema'
import { TIPOS, type TipoDocumento, type TipoDte } from '../../src/domain/dte/tipos'
import { authorityKey } from '../../src/xml/autoridades'
import { verifyArchivo } from '../../src/xml/verify'
import { fileBytes, issue, wrap } from '../golden/golden'
import { loadSchema } from '../golden/schemas'
import { boleta, factura } from '../support/emisor'
import { describeWithShared } from '../support/shared'
import { compra, exportacion, guia, liquidacion, notaExportacion } from '../support/solicitudes'

type Json = Record<string, unknown>
type Valida = (bytes: Uint8Array) => string[]

const RECEPTOR = {
  RUTRecep: '77123456-9',
  RznSocRecep: 'Ana',
  GiroRecep: 'Venta',
  DirRecep: 'Uno 1',
  CmnaRecep: 'Talca',
}
const REFERENCIA = { TpoDocRef: '801', FolioRef: '7', FchRef: '2026-11-03' }
const MODIFICADO = { ...REFERENCIA, TpoDocRef: '33', CodRef: 3 }
const GLOBAL = { TpoMov: 'D', TpoValor: '%', ValorDR: 2 }

const BASES: Record<TipoDte, Json> = {
  33: factura(),
  34: factura({ tipo_dte: 34 }),
  39: boleta(),
  41: boleta({ tipo_dte: 41 }),
  43: liquidacion(),
  46: compra({ retencion: null }),
  52: guia(),
  56: factura({ tipo_dte: 56 }),
  61: factura({ tipo_dte: 61 }),
  110: exportacion(),
  111: notaExportacion(111),
  112: notaExportacion(112),
}

/** The companions of a tag that another one asks for. */
const JUNTO: Record<string, Json> = {
  ItemEspectaculo: { ItemEspectaculo: 2 },
  InfoTicket: { ItemEspectaculo: 1 },
  Retenedor: { CdgItem: [{ TpoCodigo: 'CPCS', VlrCodigo: '4812' }], QtyRef: 1 },
}
const DE_EVENTO = ['ItemEspectaculo', 'InfoTicket']

/** Values that a table or another field decides. */
const DE_TABLA: Json = { Nacionalidad: '225', IndAgente: 'R', IndExeDR: 1, CodRef: 3, IndExe: 1 }

function valor(n: Nodo, tipo: TipoDte): unknown {
  if (!n.clase) {
    const hijos = n.hijos.filter((h) => codigoObligacion(h, tipo) !== 0)
    const uno = Object.fromEntries(hijos.map((h) => [h.tag, valor(h, tipo)]))
    return n.max > 1 ? [uno] : uno
  }
  if (n.tag === 'CodImpAdic') return tipo === 46 ? 15 : 27
  if (n.tag === 'CodRef' && n.clase === 'texto' && !n.valores) return 'CAJA 3'
  if (n.tag in DE_TABLA) return DE_TABLA[n.tag]
  if (n.valores) return n.clase === 'entero' ? Number(n.valores[0]) : n.valores[0]
  if (n.clase === 'rut') return '77123456-9'
  if (n.clase === 'fecha') return '2026-11-10'
  if (n.clase === 'fechaHora') return '2026-11-10T10:00:00'
  return n.clase === 'decimal' ? 2 : n.clase === 'entero' ? 1 : 'Ab'
}

/** A block by its name in the body and its path in the schema, and the body that has one field of it. */
type Bloque = [nombre: string, ruta: string, cuerpo: (campo: Json) => Json]

function bloquesDe(tipo: TipoDocumento): Bloque[] {
  const { codigo, raiz, monedaExtranjera, nota } = tipo
  const conSigno = { TpoDocLiq: '33', MontoItem: 90_000 }
  const linea = { NmbItem: 'Cosa', ...(raiz === 'Liquidacion' ? conSigno : { QtyItem: 10, PrcItem: 9000 }) }
  const exenta = { ...linea, ...(monedaExtranjera ? {} : { IndExe: 1 }) }
  const detalle = [linea, exenta]
  const modificado = { ...MODIFICADO, TpoDocRef: monedaExtranjera ? '110' : '33' }
  const nombrado = { ...RECEPTOR, ...(monedaExtranjera && { RUTRecep: '55555555-5', CiudadRecep: 'Lima' }) }
  const { GiroRecep, ...corto } = nombrado
  const bloques: Bloque[] = [
    [
      'detalle',
      'Detalle',
      (campo) => {
        // A line says a price or an amount.
        const sobra = 'MontoItem' in campo ? ['QtyItem', 'PrcItem'] : 'PrcItem' in campo ? ['MontoItem'] : []
        const resto = Object.entries(linea).filter(([tag]) => !sobra.includes(tag))
        const [tag = ''] = Object.keys(campo)
        const evento = DE_EVENTO.includes(tag)
        const otras = evento ? detalle.map((d) => ({ ...d, ItemEspectaculo: 2 })) : detalle
        return {
          ...(evento && { ind_servicio: 4 }),
          detalle: [{ ...Object.fromEntries(resto), ...campo, ...JUNTO[tag] }, ...otras],
        }
      },
    ],
    [
      'receptor',
      'Encabezado/Receptor',
      (campo) => ({ detalle, receptor: { ...(raiz === 'Boleta' ? corto : nombrado), ...campo } }),
    ],
    [
      'referencias',
      'Referencia',
      (campo) => ({
        detalle,
        referencias: [
          {
            ...(nota ? modificado : raiz === 'Boleta' ? {} : REFERENCIA),
            ...campo,
            // A tax document is known by its number.
            ...('FolioRef' in campo && nota && { FolioRef: 7 }),
            ...('IndGlobal' in campo && { FolioRef: 0, RazonRef: 'Todas' }),
            ...('TpoDocRef' in campo && nota && { TpoDocRef: modificado.TpoDocRef }),
          },
        ],
      }),
    ],
    ['DscRcgGlobal', 'DscRcgGlobal', (campo) => ({ detalle, DscRcgGlobal: [{ ...GLOBAL, ...campo }] })],
  ]
  return bloques.map(([nombre, ruta, cuerpo]) => [
    nombre,
    ruta,
    (campo) => ({ ...BASES[codigo], ...(nota && { referencias: [modificado] }), ...cuerpo(campo) }),
  ])
}

const opciones = { llaveAutoridad: (idk: number) => authorityKey(idk)?.llave ?? null }

interface Escrito {
  where: string
  tag: string
  xml: string
  /** The file of the type's schema: the document, or of a boleta its envelope. */
  archivo: Uint8Array
}

async function escribir(tipo: TipoDocumento): Promise<Escrito[]> {
  const { codigo } = tipo
  const escritos: Escrito[] = []
  for (const [nombre, ruta, cuerpo] of bloquesDe(tipo)) {
    for (const n of nodo(tipo.raiz, ruta)?.hijos ?? []) {
      const barrado = codigoObligacion(n, codigo) === 0 || /^NroLin/.test(n.tag)
      const campo = { [n.tag]: valor(n, codigo) }
      const vacio = !n.clase && Object.keys([campo[n.tag]].flat()[0] as Json).length === 0
      if (barrado || vacio || n.tag === 'IndExe' || (codigo === 34 && n.tag === 'CodImpAdic')) continue
      const { dte, xml } = await issue(cuerpo(campo), 7)
      const archivo = tipo.raiz === 'Boleta' ? await wrap([{ dte, xml }]) : fileBytes(xml)
      escritos.push({ where: `${codigo} ${nombre}.${n.tag}`, tag: n.tag, xml, archivo })
    }
  }
  expect(escritos.length).toBeGreaterThan(20)
  return escritos
}

/** A document for each tag of a type; written once for both judges, since signing takes the time. */
const escritos = new Map<TipoDte, Promise<Escrito[]>>()
function escritosDe(tipo: TipoDocumento): Promise<Escrito[]> {
  const hechos = escritos.get(tipo.codigo) ?? escribir(tipo)
  escritos.set(tipo.codigo, hechos)
  return hechos
}

const CADA_TIPO = TIPOS.map((tipo) => [tipo.codigo, tipo] as const)

test.each(CADA_TIPO)('each tag of a %i is written, and good for our judge', async (_, tipo) => {
  for (const { where, tag, xml } of await escritosDe(tipo)) {
    expect({ where, written: xml.includes(`<${tag}>`) }).toEqual({ where, written: true })
    const { documentos } = verifyArchivo(fileBytes(xml), opciones)
    expect({ where, found: documentos[0]!.findings }).toEqual({ where, found: [] })
  }
})

describeWithShared("by the SII's schema", () => {
  let esDte: Valida
  let esEnvioBoleta: Valida
  beforeAll(async () => {
    esDte = await loadSchema('DTE')
    esEnvioBoleta = await loadSchema('EnvioBOLETA')
  })

  test.each(CADA_TIPO)('each tag of a %i is valid', async (_, tipo) => {
    for (const { where, archivo } of await escritosDe(tipo)) {
      const faults = tipo.raiz === 'Boleta' ? esEnvioBoleta(archivo) : esDte(archivo)
      expect({ where, faults }).toEqual({ where, faults: [] })
    }
  })
})
