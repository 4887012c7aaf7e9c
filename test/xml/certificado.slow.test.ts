import { describe, expect, test } from 'bun:test'
import { createPrivateKey, sign, verify, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import forge from 'node-forge'
import { toFirmante } from '../../src/sii/firmante'
import { issueCertificate } from '../../src/simulator/certificados'
import { readPfx, readRut } from '../../src/xml/certificado'
import { refusal } from '../support/faults'

// Made by OpenSSL, Java and NSS: see test/fixtures/pfx/generar.sh.
const pfx = (name: string): Buffer =>
  Buffer.from(readFileSync(join(import.meta.dir, `../fixtures/pfx/${name}.b64`), 'latin1'), 'base64')

const CLAVE = 'clave123'
const AHORA = new Date('2026-11-20T12:00:00Z')
const read = (name: string, clave = CLAVE) => readPfx(pfx(name), clave, AHORA)
const regla = (bytes: Uint8Array, clave = CLAVE) => refusal(() => readPfx(bytes, clave, AHORA))

const TITULAR = {
  rutTitular: '11111111-1',
  nombre: 'María Ñúñez Peña',
  emisor: 'CA Intermedia de ejemplo',
  validoDesde: '2025-01-01T00:00:00Z',
  validoHasta: '2099-12-31T23:59:59Z',
}

describe('readPfx opens every common encryption', () => {
  for (const [name, how] of [
    ['moderno-aes256', 'AES-256 under PBES2, MAC SHA-256: OpenSSL 3 and Windows 10'],
    ['aes128-sha512', 'AES-128 and AES-192, MAC SHA-512'],
    ['pbes2-3des', '3DES under PBES2'],
    ['triple-des', '3DES, MAC SHA-1: Windows before 10'],
    ['antiguo-rc2-40', 'RC2-40 and 3DES: the old default everywhere'],
    ['antiguo-rc2-128', 'RC2-128 and two-key 3DES'],
    ['antiguo-rc4', 'RC4-128'],
    ['mac-md5', 'MAC MD5'],
    ['iteraciones', '600,000 rounds'],
    ['sin-mac', 'no MAC at all'],
    ['sin-cifrar', 'no encryption, only a MAC'],
    ['java-moderno', 'Java 12 and later'],
    ['java-antiguo', 'Java before 12'],
    ['nss-ber', 'NSS, in BER with indefinite lengths'],
    ['nss-ber-antiguo', 'NSS with RC2-40'],
  ] as const) {
    test(`${how} (${name})`, () => {
      expect(read(name)).toMatchObject(TITULAR)
      if (name !== 'sin-cifrar') expect(regla(pfx(name), 'otra').reglas).toEqual(['clave_incorrecta'])
    })
  }

  for (const name of ['clave-acentos', 'clave-acentos-3des']) {
    test(`with a password outside ASCII (${name})`, () => {
      expect(read(name, 'contraseña')).toMatchObject(TITULAR)
      expect(regla(pfx(name), 'contrasena').reglas).toEqual(['clave_incorrecta'])
    })
  }

  for (const name of ['clave-vacia', 'clave-vacia-3des']) {
    test(`with an empty password (${name})`, () => {
      expect(read(name, '')).toMatchObject(TITULAR)
      expect(regla(pfx(name), ' ').reglas).toEqual(['clave_incorrecta'])
    })
  }

  test('and what the simulator hands out', async () => {
    const issued = await issueCertificate({
      rut: '12345670-K',
      nombre: 'Persona Simulada',
      now: AHORA,
      clave: 'ñandú',
      random: (size) => new Uint8Array(size).fill(7),
    })
    expect(readPfx(issued.pfx, 'ñandú', AHORA)).toMatchObject({
      rutTitular: '12345670-K',
      nombre: 'Persona Simulada',
      validoHasta: '2027-11-20T12:00:00Z',
    })
  })
})

describe('readPfx', () => {
  test('gives a key and a certificate that belong together, and the certificate’s fingerprint', () => {
    const certificado = read('moderno-aes256')
    const x509 = new X509Certificate(certificado.certificadoPem)
    const signature = sign('RSA-SHA1', Buffer.from('x'), createPrivateKey(certificado.llavePem))
    expect(verify('RSA-SHA1', Buffer.from('x'), x509.publicKey, signature)).toBe(true)
    expect(certificado.huella).toBe(x509.fingerprint256.replaceAll(':', '').toLowerCase())
  })

  test('picks the holder’s certificate wherever it stands in the chain (xml §6)', () => {
    const plain = pfx('persona-sin-cifrar')
    const reversed = rewrite([plain], (bags) => bags.reverse())
    expect(reversed.equals(plain)).toBe(false)
    expect(readPfx(reversed, CLAVE)).toMatchObject(TITULAR)
  })

  test('of several pairs takes the one with a RUT, then the one in force, in any order', () => {
    const pairs = ['vencido', 'sin-rut', 'puntos'].map((name) => pfx(`${name}-sin-cifrar`))
    for (const files of [pairs, pairs.toReversed()]) {
      expect(readPfx(rewrite(files), CLAVE, AHORA).rutTitular).toBe('12345670-K')
      expect(readPfx(rewrite(files), CLAVE, new Date('2021-06-01T00:00:00Z')).nombre).toBe('Persona Vencida')
    }
  })

  test('reads an expired certificate: its dates are for the caller to judge', () => {
    expect(read('vencido').validoHasta).toBe('2022-01-01T12:00:00Z')
  })

  describe('finds the RUT of the holder (xml §6)', () => {
    test('normalised: no dots, no leading zeros, K in capitals', () => {
      expect(read('puntos').rutTitular).toBe('12345670-K')
    })

    test('in the subject’s serialNumber when there is no otherName', () => {
      expect(read('serie').rutTitular).toBe('22222222-2')
    })

    test('in the otherName rather than in serialNumber', () => {
      expect(read('ambos').rutTitular).toBe('11111111-1')
    })

    test('never the issuer’s, which stands in issuerAltName', () => {
      expect(regla(pfx('sin-rut'))).toMatchObject({ code: 'CERTIFICATE_INVALID', reglas: ['sin_rut'] })
    })

    test('never one with a wrong check digit', () => {
      expect(regla(pfx('digito-malo')).reglas).toEqual(['sin_rut'])
    })
  })
})

describe('readPfx says what is wrong', () => {
  test('a wrong password is told from a wrong file, and points at its field', () => {
    expect(() => read('moderno-aes256', 'otra')).toThrow(
      expect.objectContaining({
        code: 'CERTIFICATE_INVALID',
        detalles: [expect.objectContaining({ campo: 'clave', regla: 'clave_incorrecta' })],
      }),
    )
    for (const bytes of [
      Buffer.alloc(0),
      Buffer.from('esto no es un certificado'),
      Buffer.from(read('moderno-aes256').certificadoPem),
      pfx('moderno-aes256').subarray(0, 900),
      Buffer.alloc(4000, 0x30),
    ]) {
      expect(regla(bytes)).toMatchObject({ code: 'CERTIFICATE_INVALID', reglas: ['no_es_pfx'] })
    }
  })

  test('a file cut anywhere is told as damaged', () => {
    const whole = pfx('antiguo-rc2-40')
    for (let length = 0; length < whole.length; length += 61) {
      expect(regla(whole.subarray(0, length)).reglas).toEqual(['no_es_pfx'])
    }
  })

  test('a byte changed anywhere is refused, or changes nothing that is read; never an internal fault', () => {
    const whole = pfx('antiguo-rc2-40')
    const original = read('antiguo-rc2-40')
    let refused = 0
    for (let at = 0; at < whole.length; at += 31) {
      const changed = Buffer.from(whole)
      changed[at] = changed[at]! ^ 0x55
      try {
        expect(readPfx(changed, CLAVE, AHORA)).toEqual(original)
      } catch (fault) {
        expect(fault).toMatchObject({ code: 'CERTIFICATE_INVALID' })
        refused++
      }
    }
    expect(refused).toBeGreaterThan(100)
  })

  test('a file without a private key', () => {
    expect(regla(pfx('sin-llave')).reglas).toEqual(['sin_llave'])
  })

  test('a key without its certificate', () => {
    const orphan = rewrite([pfx('puntos-sin-cifrar'), pfx('vencido-sin-cifrar')], (bags) => [
      bags[0]!,
      bags[3]!,
    ])
    expect(regla(orphan).reglas).toEqual(['sin_certificado'])
  })

  test('a key that is not RSA, which the SII does not take', () => {
    expect(regla(pfx('curva')).reglas).toEqual(['llave_no_rsa'])
  })

  test('a key that is too short', () => {
    expect(regla(pfx('corta')).reglas).toEqual(['llave_corta'])
  })

  test('an encryption that nobody uses any more', () => {
    expect(regla(pfx('des-no-soportado')).reglas).toEqual(['cifrado_no_soportado'])
  })

  test('a number of rounds that would stop the server', () => {
    const plain = pfx('iteraciones')
    // 600,000 is 0x0927C0 wherever it stands.
    const rounds = Buffer.from([0x02, 0x03, 0x09, 0x27, 0xc0])
    const hostile = Buffer.from(plain)
    for (let at = hostile.indexOf(rounds); at >= 0; at = hostile.indexOf(rounds, at + 1)) {
      hostile.set([0x02, 0x03, 0x7f, 0xff, 0xff], at)
    }
    expect(hostile.equals(plain)).toBe(false)
    expect(regla(hostile).reglas).toEqual(['demasiado_trabajo'])
  })
})

describe('readRut', () => {
  test('reads PEM and DER', () => {
    const { certificadoPem } = read('puntos')
    expect(readRut(certificadoPem)).toBe('12345670-K')
    expect(readRut(new X509Certificate(certificadoPem).raw)).toBe('12345670-K')
  })

  test('gives null for a certificate without RUT and for what is none', () => {
    const ca = new X509Certificate(read('moderno-aes256').certificadoPem)
    expect(readRut(ca.raw.subarray(0, 200))).toBeNull()
    expect(readRut('nada')).toBeNull()
  })
})

describe('toFirmante', () => {
  test('parses what the store keeps: a key that signs and base64 DER without line breaks', () => {
    const { rutTitular, certificadoPem, llavePem, huella } = read('moderno-aes256')
    const firmante = toFirmante({ rutTitular, certificadoPem, llavePem })
    expect(firmante).toMatchObject({ id: huella, rut: '11111111-1' })
    expect(firmante.certificado).toBe(new X509Certificate(certificadoPem).raw.toString('base64'))
    const signature = sign('RSA-SHA1', Buffer.from('x'), firmante.llave)
    expect(
      verify('RSA-SHA1', Buffer.from('x'), new X509Certificate(certificadoPem).publicKey, signature),
    ).toBe(true)
  })
})

/** One PFX, without MAC, with the bags of several unencrypted ones, changed as `change` says. */
function rewrite(
  files: Buffer[],
  change: (bags: forge.asn1.Asn1[]) => forge.asn1.Asn1[] = (bags) => bags,
): Buffer {
  const { Class, Type, create, fromDer, toDer } = forge.asn1
  const parts = (node: forge.asn1.Asn1) => node.value as forge.asn1.Asn1[]
  const parse = (binary: string) => fromDer(binary, { decodeBitStrings: false } as unknown as boolean)
  const octets = (node: forge.asn1.Asn1) => parts(parts(node)[1]!)[0]!.value as string
  const data = (content: forge.asn1.Asn1) => {
    const oid = create(
      Class.UNIVERSAL,
      Type.OID,
      false,
      forge.asn1.oidToDer('1.2.840.113549.1.7.1').getBytes(),
    )
    const string = create(Class.UNIVERSAL, Type.OCTETSTRING, false, toDer(content).getBytes())
    return create(Class.UNIVERSAL, Type.SEQUENCE, true, [
      oid,
      create(Class.CONTEXT_SPECIFIC, 0, true, [string]),
    ])
  }
  const sequence = (nodes: forge.asn1.Asn1[]) => create(Class.UNIVERSAL, Type.SEQUENCE, true, nodes)
  const bags = files.flatMap((file) => {
    const safe = parse(octets(parts(parse(file.toString('latin1')))[1]!))
    return parts(safe).flatMap((contentInfo) => parts(parse(octets(contentInfo))))
  })
  const version = create(Class.UNIVERSAL, Type.INTEGER, false, forge.asn1.integerToDer(3).getBytes())
  const pfx = sequence([version, data(sequence([data(sequence(change(bags)))]))])
  return Buffer.from(toDer(pfx).getBytes(), 'latin1')
}
