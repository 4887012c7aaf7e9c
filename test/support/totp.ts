// An authenticator of the tests' own (RFC 6238; RFC 4648 §6), without the server: the browser's suites have it too.

import { createHmac } from 'node:crypto'

/** The code that an authenticator shows at a moment. */
export function codeOf(secret: string, at: Date): string {
  const bits = [...secret]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const key = Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at.getTime() / 30_000)))
  const mac = createHmac('sha1', key).update(counter).digest()
  const number = mac.readUInt32BE(mac.at(-1)! & 15) & 0x7fff_ffff
  return String(number % 1_000_000).padStart(6, '0')
}

/** A code that is none of the three which are good at a moment. */
export function wrongCode(secret: string, at: Date): string {
  const good = [-1, 0, 1].map((step) => codeOf(secret, new Date(at.getTime() + step * 30_000)))
  return ['000000', '111111', '222222', '333333'].find((code) => !good.includes(code))!
}
