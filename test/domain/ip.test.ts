import { describe, expect, test } from 'bun:test'
import { contains, parseIp, parseRed, subscriberOf } from '../../src/domain/ip'

const inside = (red: string, ip: string) => contains(parseRed(red)!, parseIp(ip)!)

describe('parseIp', () => {
  test('reads IPv4 and every form of IPv6 (RFC 4291 §2.2)', () => {
    expect(parseIp('10.0.0.1')).toEqual({ bits: 32, value: 0x0a000001n })
    expect(parseIp('::1')).toEqual({ bits: 128, value: 1n })
    expect(parseIp('::')).toEqual({ bits: 128, value: 0n })
    expect(parseIp('2001:DB8::8:800:200C:417A')).toEqual(parseIp('2001:db8:0:0:8:800:200c:417a'))
    expect(parseIp('64:ff9b::192.0.2.33')).toEqual(parseIp('64:ff9b::c000:221'))
    expect(parseIp('fe80::1%eth0')).toEqual(parseIp('fe80::1'))
  })

  test('takes an IPv4 address inside IPv6 for what it is', () => {
    expect(parseIp('::ffff:10.0.0.1')).toEqual(parseIp('10.0.0.1'))
    expect(parseIp('::ffff:a00:1')).toEqual(parseIp('10.0.0.1'))
  })

  test('knows what is none', () => {
    for (const text of [
      '',
      '1.2.3',
      '1.2.3.256',
      '01.2.3.4',
      '1::2::3',
      ':1',
      '1:2:3:4:5:6:7',
      '12345::',
      'x',
      '::1.2.3',
    ]) {
      expect([text, parseIp(text)]).toEqual([text, null])
    }
  })
})

describe('parseRed', () => {
  test('tells which addresses are within', () => {
    expect(inside('10.1.0.0/16', '10.1.255.7')).toBe(true)
    expect(inside('10.1.0.0/16', '10.2.0.0')).toBe(false)
    expect(inside('0.0.0.0/0', '200.1.2.3')).toBe(true)
    expect(inside('2001:db8::/32', '2001:db8:ffff::1')).toBe(true)
    expect(inside('2001:db8::/32', '2001:db9::')).toBe(false)
    expect(inside('203.0.113.7', '203.0.113.7')).toBe(true)
    expect(inside('203.0.113.7', '203.0.113.8')).toBe(false)
    expect(inside('10.0.0.0/8', '::ffff:10.9.9.9')).toBe(true)
    expect(inside('::/0', '10.0.0.1')).toBe(false)
  })

  test('refuses a range whose address is not its first, and what is no range', () => {
    for (const text of [
      '10.0.0.1/8',
      '10.0.0.0/33',
      '10.0.0.0/-1',
      '10.0.0.0/8/8',
      '::/129',
      '10.0.0.0/',
      'casa/8',
    ]) {
      expect([text, parseRed(text)]).toEqual([text, null])
    }
  })
})

test('a subscriber of IPv6 holds a whole /64', () => {
  const of = (text: string) => subscriberOf(parseIp(text)!)
  expect(of('2001:db8:0:1::1')).toBe(of('2001:db8:0:1:ffff::9'))
  expect(of('2001:db8:0:1::1')).not.toBe(of('2001:db8:0:2::1'))
  expect(of('10.0.0.1')).not.toBe(of('10.0.0.2'))
})
