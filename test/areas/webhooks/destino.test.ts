// Where deliveries may go (contract §12, network policy).

import { describe, expect, test } from 'bun:test'
import { isForbidden, readUrl, resolveDestino } from '../../../src/areas/webhooks/destino'

const refusal = (url: string, httpsOnly = false) => {
  const read = readUrl(url, httpsOnly)
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
    expect(readUrl('HTTPS://ERP.Example.cl:443/Hook?a=1#b', false)).toEqual({
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
    ])
      expect([address, isForbidden(address)]).toEqual([address, true])
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
      expect([address, isForbidden(address)]).toEqual([address, false])
  })
})

describe('the way to a receiver', () => {
  test('is refused when any of its name’s addresses is forbidden', async () => {
    const way = resolveDestino('https://erp.example.cl/', async () => ['10.0.0.1', '169.254.169.254'], false)
    await expect(way).rejects.toThrow('enlace local')
  })

  test('is refused when the DNS wraps a forbidden address in IPv6', async () => {
    for (const address of ['::ffff:169.254.169.254', '64:ff9b::a9fe:a9fe', 'fe80::1%eth0', 'fd00:ec2::254']) {
      const way = resolveDestino('https://erp.example.cl/', async () => ['2606:4700::1', address], false)
      await expect(way).rejects.toThrow('enlace local')
    }
  })

  test('of an IP address asks nobody', async () => {
    const way = await resolveDestino('http://127.0.0.1:9/', () => Promise.reject(new Error('asked')), false)
    expect(way.addresses).toEqual(['127.0.0.1'])
  })

  test('of an http URL registered before the server was hardened is refused', async () => {
    await expect(resolveDestino('http://127.0.0.1/', async () => [], true)).rejects.toThrow('https://')
  })
})
