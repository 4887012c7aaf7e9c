import { describe, expect, test } from 'bun:test'
import { BlockList, isIP } from 'node:net'
import fc from 'fast-check'
import { contains, parseIp, parseRed, parseRedes, subscriberOf, v4Inside } from '../../src/base/ip'

const hex = (group: number) => group.toString(16)
const isMapped = (text: string) => text.includes(':') && parseIp(text)!.kind() === 'ipv4'

/** The first address of a range, by arithmetic on its bits. */
function firstOf(text: string, prefix: number): string {
  const bytes = parseIp(text)!.toByteArray()
  const kept = bytes.map((byte, i) => byte & (0xff00 >> Math.min(8, Math.max(0, prefix - i * 8))))
  if (bytes.length === 4) return kept.join('.')
  return Array.from({ length: 8 }, (_, i) => hex(kept[i * 2]! * 256 + kept[i * 2 + 1]!)).join(':')
}

const inside = (red: string, ip: string) => contains(parseRed(red)!, parseIp(ip)!)

describe('parseIp', () => {
  test('reads IPv4 and every form of IPv6 (RFC 4291 §2.2)', () => {
    expect(parseIp('10.0.0.1')!.toByteArray()).toEqual([10, 0, 0, 1])
    expect(parseIp('::1')!.toByteArray()).toEqual([...Array(15).fill(0), 1])
    expect(parseIp('::')!.toByteArray()).toEqual(Array(16).fill(0))
    expect(parseIp('2001:DB8::8:800:200C:417A')).toEqual(parseIp('2001:db8:0:0:8:800:200c:417a'))
    expect(parseIp('64:ff9b::192.0.2.33')).toEqual(parseIp('64:ff9b::c000:221'))
    expect(parseIp('fe80::1%eth0')).toEqual(parseIp('fe80::1'))
  })

  test('takes an IPv4 address inside IPv6 for what it is', () => {
    expect(parseIp('::ffff:10.0.0.1')).toEqual(parseIp('10.0.0.1'))
    expect(parseIp('::ffff:a00:1')).toEqual(parseIp('10.0.0.1'))
    expect(parseIp('0:0:0:0:0:FFFF:10.0.0.1%eth0')).toEqual(parseIp('10.0.0.1'))
  })

  test('takes no other IPv6 address for IPv4, though it ends in one', () => {
    for (const text of ['::10.0.0.1', '::ffff:0:10.0.0.1', '64:ff9b::10.0.0.1', '1::ffff:10.0.0.1'])
      expect([text, parseIp(text)!.kind()]).toEqual([text, 'ipv6'])
    expect(parseIp('::10.0.0.1')).toEqual(parseIp('::a00:1'))
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
      '127.1',
      '2130706433',
      '0x7f.0.0.1',
      '0177.0.0.1',
      '1.2.3.4.5',
      '1.2.3.4 ',
      '1.2.3.4%eth0',
      '１.2.3.4',
      '::ffff:0x7f.0.0.1',
      '::ffff:010.0.0.1',
      '::ffff:1.2.3.256',
      '::1.2.3.4:5',
      '1.2.3.4::',
      '1:2:3:4:5:6:7:8:9',
      '1:2:3:4:5:6:7:8::',
      '1:2:3:4:5:6:7:1.2.3.4',
      '1:',
      ':::',
      '::1%',
      '::1%eth 0',
      '::1%a%b',
      '[::1]',
      ':'.repeat(100_000),
      '1.'.repeat(100_000),
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
    expect(inside('0.0.0.0/0', '::1')).toBe(false)
    expect(inside('::ffff:10.0.0.0/104', '10.9.9.9')).toBe(true)
    expect(inside('fe80::/10', 'febf::1%eth0')).toBe(true)
    expect(inside('fe80::/10', 'fec0::1')).toBe(false)
  })

  test('agrees with another hand about every address and prefix', () => {
    const byte = fc.integer({ min: 0, max: 255 })
    const v4 = fc.array(byte, { minLength: 4, maxLength: 4 }).map((bytes) => bytes.join('.'))
    const group = fc.oneof(
      fc.constantFrom('0', 'ffff', '64', 'ff9b'),
      fc.integer({ min: 0, max: 0xffff }).map(hex),
    )
    const v6 = fc
      .tuple(fc.array(group, { minLength: 8, maxLength: 8 }), fc.nat(8), fc.nat(8))
      .map(([groups, from, count]) =>
        from + count > 7 || count === 0
          ? groups.join(':')
          : `${groups.slice(0, from).join(':')}::${groups.slice(from + count + 1).join(':')}`,
      )
    const one = fc.oneof(v4, v6)
    fc.assert(
      fc.property(one, one, fc.nat(32), (base, other, cut) => {
        const bits = isIP(base) === 4 ? 32 : 128
        // Few bits fixed, or all but a few, so that both answers come up.
        for (const prefix of [cut % 5, bits - (cut % 9)]) {
          const red = parseRed(`${firstOf(base, prefix)}/${prefix}`)!
          for (const address of [base, other]) {
            const list = new BlockList()
            list.addSubnet(base, prefix, bits === 32 ? 'ipv4' : 'ipv6')
            const kind = isIP(address) === 4 ? 'ipv4' : 'ipv6'
            if (isMapped(base) || isMapped(address)) continue
            const expected = kind === (bits === 32 ? 'ipv4' : 'ipv6') && list.check(address, kind)
            expect([base, prefix, address, contains(red, parseIp(address)!)]).toEqual([
              base,
              prefix,
              address,
              expected,
            ])
          }
        }
      }),
    )
  })

  test('is null for a list with anything else in it', () => {
    expect(parseRedes('10.0.0.0/8, ::1')).toHaveLength(2)
    for (const text of ['', '10.0.0.0/8,', '10.0.0.0/8;::1', '10.0.0.0/8,casa'])
      expect([text, parseRedes(text)]).toEqual([text, null])
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
      '/8',
      '10.0.0.0/1e1',
      '10.0.0.0/+8',
      '10.0.0.0/ 8',
      '10.0.0.0/0008',
      '10/8',
      '0x0a.0.0.0/8',
      '::ffff:10.0.0.0/8',
      '::ffff:10.0.0.1/104',
      '2001:db8::1/64',
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

test('an IPv4 address is read from within an IPv6 one', () => {
  expect(v4Inside(parseIp('64:ff9b::8.8.4.4')!, 12)).toEqual(parseIp('8.8.4.4')!)
  expect(v4Inside(parseIp('2002:808:404::1')!, 2)).toEqual(parseIp('8.8.4.4')!)
})
