// The golden documents: what the builder writes today is byte for byte what it wrote when `make golden` last saved it, it is
// canonical as it stands (xml §3.2), and two signature checkers that are not ours accept it.

import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { XmlDocument, type XmlElement } from 'libxml2-wasm'
import { SignedXml } from 'xml-crypto'
import { TIPOS, tipoDocumento } from '../../src/domain/dte/tipos'
import { buildGolden, DECLARATION, fileBytes, GOLDEN_DIR, goldenNames, wrap } from '../golden/golden'
import { certificadoBase64 } from '../support/firma'

const golden = await Promise.all(goldenNames().map(async (name) => ({ name, ...(await buildGolden(name)) })))
const certificado = `-----BEGIN CERTIFICATE-----\n${certificadoBase64}\n-----END CERTIFICATE-----`

/** Canonical text of the element at `path` in its place, by libxml2. */
function canonical(bytes: Uint8Array, path: string): string {
  const doc = XmlDocument.fromBuffer(bytes)
  try {
    return (doc.get(path) as XmlElement).canonicalizeToString()
  } finally {
    doc.dispose()
  }
}

/** Digest and signature of the last `Signature` of a text, by xml-crypto. */
function verifies(xml: string): boolean {
  const signature = xml.slice(
    xml.lastIndexOf('<Signature '),
    xml.lastIndexOf('</Signature>') + '</Signature>'.length,
  )
  const verifier = new SignedXml({ publicCert: certificado })
  verifier.loadSignature(signature)
  return verifier.checkSignature(xml)
}

const element = (name: string): string => `//*[local-name()='${name}']`

describe('golden documents', () => {
  test('there are at least three of every type, and each has its saved XML', () => {
    for (const { codigo } of TIPOS) {
      const prefix = `${String(codigo).padStart(3, '0')}_`
      expect(golden.filter(({ name }) => name.startsWith(prefix)).length).toBeGreaterThanOrEqual(3)
    }
    const saved = readdirSync(GOLDEN_DIR).filter((file) => file.endsWith('.xml'))
    expect(saved.sort()).toEqual(golden.map(({ name }) => `${name}.xml`))
  })

  test.each(golden.map((g) => [g.name, g] as const))('%s', (name, { xml, dte }) => {
    const path = join(GOLDEN_DIR, `${name}.xml`)
    expect(existsSync(path)).toBe(true)
    expect(fileBytes(xml).equals(readFileSync(path))).toBe(true)
    expect(xml).toBe(canonical(fileBytes(xml), '/*'))
    expect(verifies(DECLARATION + xml)).toBe(true)
    expect(verifies(DECLARATION + xml.replace(`<Folio>${dte.idDoc.folio}<`, '<Folio>999<'))).toBe(false)
    // The SII's gate breaks on lines over 4090 characters (xml §1.2).
    expect(Math.max(...xml.split('\n').map((line) => line.length))).toBeLessThan(4090)
  })
})

describe('envelopes of the golden documents (xml §2.1–3.3)', () => {
  test.each(['EnvioDTE', 'EnvioBOLETA'] as const)('%s', async (sobre) => {
    const documentos = golden.filter(({ dte }) => tipoDocumento(dte.idDoc.tipoDte).sobre === sobre)
    const bytes = await wrap(documentos)
    const text = bytes.toString('latin1')
    expect(text.startsWith(DECLARATION)).toBe(true)
    // The documents are in it byte for byte, and each still verifies when it is cut out of the text (xml §3.2).
    const cut = [...text.matchAll(/<DTE[\s>][\s\S]*?<\/DTE>/g)].map(([xml]) => xml)
    expect(cut).toEqual(documentos.map(({ xml }) => xml))
    expect(cut.every((xml) => verifies(DECLARATION + xml))).toBe(true)
    // The set is digested in place, with xsi in scope (xml §3.2).
    expect(verifies(text)).toBe(true)
    expect(canonical(bytes, element('SetDTE'))).toStartWith(
      '<SetDTE xmlns="http://www.sii.cl/SiiDte" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ID="SetDoc">',
    )
    expect(verifies(text.replace('<NroResol>0<', '<NroResol>1<'))).toBe(false)
  })
})
