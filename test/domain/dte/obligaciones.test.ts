// The SII's table of obligations (domain/dte §2.1) against what is built: in the golden documents and in random ones of
// every type nothing due is missing and nothing barred is there. And two laws of their arithmetic: the order of lines does
// not matter, and no amount was ever a float.

import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Dte } from '../../../src/domain/dte/dte'
import { codigoObligacion, esquema, type Nodo } from '../../../src/domain/dte/esquema'
import { TIPOS, tipoDocumento } from '../../../src/domain/dte/tipos'
import { randomRequests } from '../../conformance/random-requests'
import { GOLDEN_DIR, goldenNames } from '../../golden/golden'
import { documentoDe, rules } from '../../support/leer'

type Json = Record<string, unknown>

const golden = goldenNames().map((name) => JSON.parse(readFileSync(join(GOLDEN_DIR, `${name}.json`), 'utf8')))
const random = randomRequests(20 * TIPOS.length, 11) as Json[]
const requests: Json[] = [...golden, ...random]

/** Where the table contradicts itself or its schema, or the element is the signer's. */
const EXCEPCIONES = [
  // Format: required; schema: optional beside a required ValorDR (domain/dte §2.3).
  /^DscRcgGlobal\/ValorDROtrMnda$/,
  // Code 0 in the zone table of 52, admitted by its own table and the schema (domain/dte §1.2).
  /^DscRcgGlobal$/,
  // Required of a guide, and only where there is a trailer (domain/dte §4.1).
  /^Encabezado\/Transporte\/PatenteCarro$/,
  // A boleta without IVA must omit it (domain/dte §6.9), and its lines may be all exempt.
  /^Encabezado\/Totales\/(MntNeto|IVA)$/,
  // An order or contract beside what a note modifies is not modified (domain/dte §7.1, checked in reglas-referencias.ts).
  /^Referencia\/CodRef$/,
  // A service has no packages: worked example 69 has none. Of goods it is demanded (solicitud-exportacion.test.ts).
  /^Encabezado\/Transporte\/Aduana\/TotBultos$/,
  /^(TED|TmstFirma)\b/,
]

function faults(dte: Dte): string[] {
  const tipo = tipoDocumento(dte.idDoc.tipoDte)
  const found: string[] = []
  const walk = (n: Nodo, value: unknown): void => {
    if (EXCEPCIONES.some((e) => e.test(n.ruta))) return
    const code = codigoObligacion(n, tipo.codigo)
    const absent = value === undefined || (Array.isArray(value) && value.length === 0)
    if (absent && (code === 1 || n.min > 0)) found.push(`falta ${n.ruta}`)
    if (!absent && code === 0) found.push(`sobra ${n.ruta}`)
    if (absent) return
    for (const item of Array.isArray(value) ? value : [value]) {
      if (typeof item !== 'object') continue
      for (const child of n.hijos) walk(child, (item as Json)[child.key])
    }
  }
  for (const n of esquema(tipo.raiz)) {
    if (n.tag === 'Encabezado') for (const child of n.hijos) walk(child, dte[child.key])
    else walk(n, dte[n.key])
  }
  return [...new Set(found)]
}

describe('documents that are built', () => {
  test('have everything due to their type and nothing barred from it', () => {
    const found = requests.map((request) => ({
      tipo: request.tipo_dte,
      faults: faults(documentoDe(request).dte),
    }))
    expect(found.filter((f) => f.faults.length)).toEqual([])
  })

  test('total the same in any order of lines', () => {
    for (const request of requests) {
      const reversed = { ...request, detalle: [...(request.detalle as unknown[])].reverse() }
      expect(documentoDe(reversed).dte.totales).toEqual(documentoDe(request).dte.totales)
    }
  })

  test('hold every amount as an exact decimal of as many places as their currency has', () => {
    for (const request of requests) {
      const { dte } = documentoDe(request)
      const places = dte.totales.moneda && dte.totales.moneda !== 'PESO CL' ? '(\\.\\d{1,4})?' : ''
      const amounts = [
        ...dte.detalle.map(({ monto }) => monto),
        dte.totales.montoTotal,
        dte.totales.montoExento,
        dte.totales.montoNeto,
        dte.totales.montoIva,
      ]
      for (const amount of amounts)
        if (amount !== undefined) expect(amount).toMatch(new RegExp(`^-?\\d+${places}$`))
    }
  })
})

test('a field of another type is told from a misspelt one', () => {
  const request = golden.find(({ tipo_dte }) => tipo_dte === 34)
  expect(rules({ ...request, exportacion: {}, sin_derecho_rebaja: true })).toEqual([
    'exportacion desconocido',
    'sin_derecho_rebaja desconocido',
  ])
})
