// A sweep of the SII's tables against the reader of requests: for each of the twelve types, every field of every block is
// given a value outside its limits, and every field due is left out (domain/dte §2.1, §9 points 1, 2, 4, 6). Each time
// the fault names that field, so a folio is never taken for it.

import { describe, expect, test } from 'bun:test'
import { codigoObligacion, type Nodo, nodo } from '../../../src/domain/dte/esquema'
import { NOMBRES } from '../../../src/domain/dte/nombres'
import { type TipoDte, tipoDocumento } from '../../../src/domain/dte/tipos'
import { documentoDe, rules } from '../../support/leer'
import { ADUANA, guia, porTipo, type Solicitud } from '../../support/solicitudes'

type Json = Record<string, unknown>

/** Where each block of the schema stands in a request, and the rest of it that a field needs beside itself. */
const BLOQUES: Record<string, { campo: string; en(body: Solicitud, bloque: Json): Solicitud; resto: Json }> =
  {
    'Encabezado/Receptor': {
      campo: 'receptor',
      resto: {},
      en: (body, bloque) => ({ ...body, receptor: { ...(body.receptor as Json), ...bloque } }),
    },
    Detalle: {
      campo: 'detalle[0]',
      resto: {},
      en: (body, bloque) => ({ ...body, detalle: [{ ...(body.detalle as Json[])[0], ...bloque }] }),
    },
    DscRcgGlobal: {
      campo: 'DscRcgGlobal[0]',
      resto: { tipo: 'R', tipo_valor: '%', valor: 1 },
      en: (body, bloque) => ({ ...body, DscRcgGlobal: [bloque] }),
    },
    Referencia: {
      campo: 'referencias[0]',
      resto: {},
      en: (body, bloque) => ({
        ...body,
        referencias: [{ ...((body.referencias as Json[] | undefined)?.[0] ?? REFERENCIA), ...bloque }],
      }),
    },
    'Encabezado/IdDoc/MntPagos': {
      campo: 'pagos[0]',
      resto: { fecha: '2026-12-20', monto: 5 },
      en: (body, bloque) => ({ ...body, forma_pago: 2, pagos: [bloque] }),
    },
    Comisiones: {
      campo: 'liquidacion.comisiones[0]',
      resto: { glosa: 'Comisión', valor_neto: 1000, valor_exento: 0 },
      en: (body, bloque) => ({ ...body, liquidacion: { comisiones: [bloque] } }),
    },
    'Encabezado/Transporte/Aduana': {
      campo: 'exportacion.aduana',
      resto: ADUANA,
      en: (body, bloque) => ({ ...body, exportacion: { ...(body.exportacion as Json), aduana: bloque } }),
    },
  }

const REFERENCIA = { tipo_documento: '801', folio: '1', fecha: '2026-11-03' }

/** Numbered by Timbre whatever the request says, computed by it, or written by it beside what the request says. */
const PROPIOS = new Set(['NroLinDet', 'NroLinDR', 'NroLinRef', 'NroLinCom', 'IndAgente', 'MontoItem'])
/** The request says these elsewhere or in another form; their own tests are in the files of their types. */
const APARTE = new Set(['TotBultos', 'CodPaisRecep'])

/** Due in the document and not in the request, each with who says it then. */
const POR_OMISION = new Set([
  // 1, http §1.
  'Detalle/QtyItem',
  // UN in a guide, http §3.
  'Detalle/UnmdItem',
  // C, http §4; of the two amounts that is 0 which is not told.
  'Comisiones/TipoMovim',
  'Comisiones/ValComNeto',
  'Comisiones/ValComExe',
  // Required by the format, optional in the schema beside a required ValorDR (domain/dte §2.3).
  'DscRcgGlobal/ValorDROtrMnda',
])

const nombreDe = (bloque: string, tag: string): string => {
  const names = (NOMBRES as Record<string, Record<string, string>>)[bloque] ?? {}
  return Object.entries(names).find(([, known]) => known === tag)?.[0] ?? tag
}

/** A value just outside what an element admits. */
function beyond({ clase, largoMax, valores, decimales }: Nodo): unknown {
  if (clase === 'rut') return '77123456-0'
  if (clase === 'fecha') return '2026-02-30'
  if (clase === 'entero') return 1.5
  if (clase === 'decimal') return `1.${'0'.repeat(decimales ?? 6)}1`
  return valores ? 'ZZ' : 'x'.repeat((largoMax ?? 80) + 1)
}

/** `[path, body]` for every element below a block: leaves with a value beyond, groups with one such member. */
function* cases(tipo: TipoDte, body: Solicitud): Generator<[string, number, Solicitud]> {
  const { raiz } = tipoDocumento(tipo)
  for (const [ruta, { campo, en, resto }] of Object.entries(BLOQUES)) {
    const parent = nodo(raiz, ruta)
    if (!parent || (ruta === 'Encabezado/Transporte/Aduana' && !body.exportacion)) continue
    for (const n of parent.hijos) {
      if (PROPIOS.has(n.tag) || APARTE.has(n.tag)) continue
      const name = nombreDe(parent.tag, n.tag)
      const code = codigoObligacion(n, tipo)
      const wrapped = (value: unknown) => (n.max > 1 && !n.clase ? [value] : value)
      const inner = n.hijos.filter((h) => h.clase && !PROPIOS.has(h.tag))
      const values = n.clase
        ? [beyond(n)]
        : inner.map((h) => wrapped({ [nombreDe(n.tag, h.tag)]: beyond(h) }))
      for (const value of values) yield [`${campo}.${name}`, code, en(body, { ...resto, [name]: value })]
    }
  }
}

describe.each(porTipo().map((body) => [body.tipo_dte as TipoDte, body] as const))('a %d', (tipo, body) => {
  test('of which these tests are made is good', () => expect(rules(body)).toEqual([]))

  test('refuses every field beyond its limits, and every field that it must not carry, by its path', () => {
    const missed: string[] = []
    let tried = 0
    for (const [campo, code, broken] of cases(tipo, body)) {
      tried++
      const found = rules(broken)
      const own = found.filter((fault) => fault.startsWith(campo))
      const barred = found.some(
        (fault) => fault.endsWith(' desconocido') && campo.startsWith(fault.split(' ')[0]!),
      )
      if (code === 0 ? !barred : !own.length && !barred)
        missed.push(`${campo}: ${found.join(', ') || 'accepted'}`)
    }
    expect(missed).toEqual([])
    expect(tried).toBeGreaterThan(30)
  })

  test('refuses to be without any field that is due and that only its client knows', () => {
    const missed: string[] = []
    for (const [ruta, { campo, en, resto }] of Object.entries(BLOQUES)) {
      const parent = nodo(tipoDocumento(tipo).raiz, ruta)
      // A boleta's buyer may be nobody, and its references are of the shop's own (http §1).
      if (!parent || tipoDocumento(tipo).raiz === 'Boleta' || ruta.startsWith('Encabezado/Transporte'))
        continue
      if (codigoObligacion(parent, tipo) === 0 || (ruta === 'Comisiones' && !body.liquidacion)) continue
      for (const n of parent.hijos) {
        if (codigoObligacion(n, tipo) !== 1 || PROPIOS.has(n.tag) || POR_OMISION.has(`${ruta}/${n.tag}`))
          continue
        if (n.tag === 'RUTRecep' && tipoDocumento(tipo).rutPorOmision) continue
        const name = nombreDe(parent.tag, n.tag)
        const found = rules(en(body, { ...resto, [name]: null }))
        if (!found.includes(`${campo}.${name} requerido`))
          missed.push(`${campo}.${name}: ${found.join(', ')}`)
      }
    }
    expect(missed).toEqual([])
  })
})

test('a guide that moves things without a price still tells how many: one, unless it says otherwise', () => {
  const body = guia({}, { detalle: [{ nombre: 'Muestra' }] })
  expect(documentoDe(body).dte.detalle[0]).toMatchObject({ cantidad: '1' })
})
