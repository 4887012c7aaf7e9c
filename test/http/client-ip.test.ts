import { describe, expect, test } from 'bun:test'
import { parseRed } from '../../src/base/ip'
import { clientIp, LOOPBACK } from '../../src/http/client-ip'

describe('the address of a client', () => {
  test('is the peer’s own when that is no trusted proxy, whatever it claims', () => {
    expect(clientIp('203.0.113.9', '198.51.100.1', LOOPBACK)).toBe('203.0.113.9')
    expect(clientIp('203.0.113.9', null, LOOPBACK)).toBe('203.0.113.9')
  })

  test('is the last one that a trusted proxy did not write itself: what a client puts before is not believed', () => {
    expect(clientIp('127.0.0.1', '198.51.100.1', LOOPBACK)).toBe('198.51.100.1')
    expect(clientIp('::1', '1.1.1.1, 198.51.100.1', LOOPBACK)).toBe('198.51.100.1')
    expect(clientIp('::ffff:127.0.0.1', '2001:db8::7', LOOPBACK)).toBe('2001:db8::7')
    const trusted = [...LOOPBACK, parseRed('10.0.0.0/8')!]
    expect(clientIp('10.0.0.2', '1.1.1.1, 198.51.100.1, 10.0.0.3', trusted)).toBe('198.51.100.1')
  })

  test('is the proxy’s when the header says nothing readable', () => {
    expect(clientIp('127.0.0.1', null, LOOPBACK)).toBe('127.0.0.1')
    expect(clientIp('127.0.0.1', 'unknown', LOOPBACK)).toBe('127.0.0.1')
    expect(clientIp('127.0.0.1', '198.51.100.1:4711', LOOPBACK)).toBe('198.51.100.1')
    expect(clientIp('127.0.0.1', '[2001:db8::7]:4711', LOOPBACK)).toBe('2001:db8::7')
  })

  test('is never reached past a hop that only looks like a trusted proxy', () => {
    for (const hop of [
      '127.1',
      '0x7f.0.0.1',
      '0177.0.0.1',
      '2130706433',
      '::ffff:0x7f.0.0.1',
      '127.0.0.1%eth0',
    ])
      expect([hop, clientIp('127.0.0.1', `198.51.100.1, ${hop}`, LOOPBACK)]).toEqual([hop, '127.0.0.1'])
    for (const hop of ['::127.0.0.1', '64:ff9b::127.0.0.1', '128.0.0.1', '::2'])
      expect([hop, clientIp('::1', `198.51.100.1, ${hop}`, LOOPBACK)]).toEqual([hop, hop])
    for (const hop of [
      '::ffff:127.0.0.1',
      '::ffff:7fff:ffff',
      '0:0:0:0:0:0:0:1',
      '::1%lo',
      '127.255.255.255',
    ])
      expect([hop, clientIp('::1', `198.51.100.1, ${hop}`, LOOPBACK)]).toEqual([hop, '198.51.100.1'])
  })
})
