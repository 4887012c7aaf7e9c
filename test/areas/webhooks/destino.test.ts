// Where deliveries may go (http §12.4).

import { describe, expect, test } from 'bun:test'
import { readUrl, resolveDestino } from '../../../src/areas/webhooks/destino'
import { isProhibida } from '../../../src/areas/webhooks/redes'

const LIBRE = { httpsOnly: false, privadas: true }
const PUBLICA = { httpsOnly: false, privadas: false }
const refusal = (url: string, httpsOnly = false) => {
  const read = readUrl(url, { httpsOnly, privadas: true })
  return 'fault' in read ? read.fault.regla : null
}

describe('a URL to register', () => {
  test('may be http and private: self-hosted receivers live there', () => {
    for (const url of [
      'http://127.0.0.1:8080/x',
      'http://192.168.1.4/',
      'http://[::1]:3000/',
      'https://erp.example.cl/hooks',
    ])
      expect([url, refusal(url)]).toEqual([url, null])
  })

  test('is never link-local, in whatever notation', () => {
    for (const host of [
      '169.254.169.254',
      '169.254.0.1',
      '0xA9FEA9FE',
      '2852039166',
      '0251.0376.0251.0376',
      '169.254.169.254.',
      '[fe80::1]',
      '[febf::1]',
      '[fd00:ec2::254]',
      '[::ffff:169.254.169.254]',
      '[::ffff:a9fe:1]',
      '[::169.254.169.254]',
      '[64:ff9b::a9fe:a9fe]',
      '[2002:a9fe:a9fe::1]',
      '[::ffff:0:169.254.169.254]',
      '100.100.100.200',
      '[::ffff:100.100.100.200]',
      '192.0.0.192',
      '168.63.129.16',
      '[fd20:ce::254]',
    ])
      expect([host, refusal(`http://${host}/latest`)]).toEqual([host, 'direccion'])
  })

  test('carries no line breaks, credentials or other schemes', () => {
    expect(refusal('http://a.cl/\r\nX-Evil: 1')).toBe('url')
    expect(refusal('http://a.cl/ b')).toBe('url')
    expect(refusal('ftp://a.cl/')).toBe('url')
    expect(refusal('file:///etc/passwd')).toBe('url')
    expect(refusal('erp.example.cl/hook')).toBe('url')
    expect(refusal('https://u:p@a.cl/')).toBe('credenciales')
  })

  test('is kept in its normal form, without a fragment', () => {
    expect(readUrl('HTTPS://ERP.Example.cl:443/Hook?a=1#b', LIBRE)).toEqual({
      url: 'https://erp.example.cl/Hook?a=1',
    })
  })

  test('is https alone where the server says so', () => {
    expect(refusal('http://erp.example.cl/', true)).toBe('https')
    expect(refusal('https://erp.example.cl/', true)).toBe(null)
  })
})

describe('an address', () => {
  test('is refused when it is link-local, metadata, or nothing understandable', () => {
    for (const address of [
      '169.254.1.1',
      'fe80::1%eth0',
      'fe80::1',
      'fd00:ec2::254',
      'fd20:ce:0:0:0:0:0:254',
      '::ffff:169.254.169.254',
      '64:ff9b::100.100.100.200',
      '2002:6464:64c8::',
      '100.100.100.200',
      'nada',
      '',
      '0251.0376.0251.0376',
      '169.254.169.254%eth0',
      '::169.254.169.254',
      '::ffff:0:169.254.169.254',
      '2001:db8::ffff:0:a9fe:a9fe',
      '64:ff9b:1::169.254.169.254',
      '2002:a9fe:a9fe::1%2',
    ])
      expect([address, isProhibida(address)]).toEqual([address, true])
    for (const address of [
      '127.0.0.1',
      '10.0.0.1',
      '::1',
      'fd00::1',
      '2606:4700::1',
      '8.8.8.8',
      '::ffff:10.0.0.1',
      '100.100.100.201',
      '64:ff9b::10.0.0.1',
      '2002:a00:1::',
    ])
      expect([address, isProhibida(address)]).toEqual([address, false])
  })
})

describe('the way to a receiver', () => {
  test('is refused when any of its name’s addresses is forbidden', async () => {
    const way = resolveDestino('https://erp.example.cl/', async () => ['10.0.0.1', '169.254.169.254'], LIBRE)
    await expect(way).rejects.toThrow('enlace local')
  })

  test('is refused when the DNS wraps a forbidden address in IPv6', async () => {
    for (const address of ['::ffff:169.254.169.254', '64:ff9b::a9fe:a9fe', 'fe80::1%eth0', 'fd00:ec2::254']) {
      const way = resolveDestino('https://erp.example.cl/', async () => ['2606:4700::1', address], LIBRE)
      await expect(way).rejects.toThrow('enlace local')
    }
  })

  test('of an IP address asks nobody', async () => {
    const way = await resolveDestino('http://127.0.0.1:9/', () => Promise.reject(new Error('asked')), LIBRE)
    expect(way.addresses).toEqual(['127.0.0.1'])
  })

  test('of an http URL registered before the server was hardened is refused', async () => {
    await expect(
      resolveDestino('http://127.0.0.1/', async () => [], { ...LIBRE, httpsOnly: true }),
    ).rejects.toThrow('https://')
  })
})

describe('where private networks are forbidden', () => {
  const PRIVADAS = [
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '100.127.255.254',
    '127.0.0.1',
    '127.8.8.8',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.4',
    '192.0.0.8',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:10.0.0.1',
    '::ffff:7f00:1',
    '::127.0.0.1',
    // IPv4-compatible: nobody's on the Internet, whatever it ends in.
    '::8.8.8.8',
    '64:ff9b::10.0.0.1',
    '64:ff9b:1::8.8.8.8',
    '2002:a00:1::',
    '2001:0:a00:1::1',
    '2001:db8::1',
    'fc00::1',
    'fd12:3456::1',
    'fec0::1',
    'ff02::1',
  ]
  const PUBLICAS = [
    '8.8.8.8',
    '172.32.0.1',
    '100.128.0.1',
    '192.1.0.1',
    '200.7.1.1',
    '2800:3f0::1',
    '64:ff9b::8.8.8.8',
  ]

  test.each(PRIVADAS)('%s is none to register, nor one that a name may have', async (address) => {
    const host = address.includes(':') ? `[${address}]` : address
    const read = readUrl(`http://${host}:8080/x`, PUBLICA)
    expect('fault' in read && read.fault.regla).toBe('direccion')
    const named = resolveDestino('https://erp.example.cl/', async () => ['8.8.8.8', address], PUBLICA)
    await expect(named).rejects.toThrow('redes privadas')
  })

  test.each(PUBLICAS)('%s is one', async (address) => {
    const host = address.includes(':') ? `[${address}]` : address
    expect('url' in readUrl(`http://${host}/`, PUBLICA)).toBe(true)
    const found = await resolveDestino('https://erp.example.cl/', async () => [address], PUBLICA)
    expect(found.addresses).toEqual([address])
  })

  test('other notations of an address are that address', () => {
    for (const host of ['2130706433', '0x7f.1', '017700000001', '127.1', '[::ffff:127.0.0.1]'])
      expect([host, 'fault' in readUrl(`http://${host}/`, PUBLICA)]).toEqual([host, true])
  })
})
