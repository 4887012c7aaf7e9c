// ZIP archives of strangers (areas/recibidos §1).

import { describe, expect, test } from 'bun:test'
import { createUnzip, isZip } from '../../src/mail/unzip'
import { zipOf } from '../support/zip'

const MIB = 1024 * 1024
const bytes = (text: string) => Buffer.from(text)
const open = async (zip: Buffer, unzip = createUnzip()) =>
  (await unzip('a.zip', zip)).map(({ nombre, bytes, motivo }) => [
    nombre,
    bytes && Buffer.from(bytes).toString('latin1'),
    motivo,
  ])

describe('an archive', () => {
  test.each([true, false])('gives its files back, without folders (compressed: %p)', async (compress) => {
    const zip = await zipOf({ 'dte/F1.xml': bytes('<DTE/>'), '../../F2.xml': bytes('<a/>') }, compress)
    expect(isZip(zip)).toBe(true)
    expect(await open(zip)).toEqual([
      ['F1.xml', '<DTE/>', null],
      ['F2.xml', '<a/>', null],
    ])
  })

  test('that was changed, cut or locked is told, file by file where that can be', async () => {
    const zip = await zipOf({ 'F1.xml': bytes('<DTE/>'), 'F2.xml': bytes('<a/>') }, false)
    const at = zip.indexOf('<DTE/>')
    const changed = Buffer.from(zip)
    changed.write('<XXX/>', at)
    expect(await open(changed)).toEqual([
      ['a.zip/F1.xml', null, 'Está dañado dentro del ZIP'],
      ['F2.xml', '<a/>', null],
    ])
    for (const broken of [zip.subarray(0, -30), zip.subarray(0, 60), zip.subarray(0, 4)])
      expect(await open(broken)).toEqual([['a.zip', null, 'El ZIP está dañado']])
    const locked = Buffer.from(zip)
    locked[zip.indexOf(Buffer.from('PK\x01\x02')) + 8]! |= 1
    expect((await open(locked))[0]).toEqual(['a.zip/F1.xml', null, 'Viene con clave dentro del ZIP'])
  })

  test('of zeros without end stops at ten MiB a file, and at 25 of all archives of a letter', async () => {
    const bomb = await zipOf({ 'b.xml': Buffer.alloc(11 * MIB, 0x20) })
    expect(bomb.length).toBeLessThan(MIB)
    expect(await open(bomb)).toEqual([['a.zip/b.xml', null, expect.stringContaining('descomprimido')]])
    const unzip = createUnzip()
    const ten = await zipOf({ 'a.xml': Buffer.alloc(9 * MIB, 0x20) })
    const taken = []
    for (let i = 0; i < 4; i++) taken.push((await unzip('a.zip', ten))[0]!.bytes?.length ?? null)
    expect(taken).toEqual([9 * MIB, 9 * MIB, null, null])
  })

  /** An archive of one file, that stands in its list `times` over, with another checksum. */
  async function repeated(content: Buffer, compress: boolean, times: number): Promise<Buffer> {
    const one = await zipOf({ 'a.xml': content }, compress)
    const list = one.indexOf(Buffer.from('PK\x01\x02'))
    const end = one.indexOf(Buffer.from('PK\x05\x06'))
    const entry = Buffer.from(one.subarray(list, end))
    entry.writeUInt32LE(1, 16)
    const tail = Buffer.from(one.subarray(end))
    for (const at of [8, 10]) tail.writeUInt16LE(times, at)
    tail.writeUInt32LE(times * entry.length, 12)
    return Buffer.concat([one.subarray(0, list), ...Array(times).fill(entry), tail])
  }

  test('of which many names stand for the same bytes is no more work than its bytes may be', async () => {
    const zip = await repeated(Buffer.alloc(4 * MIB, 0x20), false, 100)
    let turns = 0
    const found = await open(
      zip,
      createUnzip(() => void turns++),
    )
    const told = found.map(([, , motivo]) => String(motivo).slice(0, 4))
    expect([told.filter((text) => text === 'Está').length, told.length, turns]).toEqual([6, 100, 100])
  })

  test('nor is one of which many names stand for a file that is too long, or breaks within', async () => {
    const long = await repeated(Buffer.alloc(11 * MIB, 0x20), true, 150)
    const broken = await repeated(Buffer.alloc(9 * MIB, 0x20), true, 150)
    broken.fill(0xff, 8000, 9000)
    const small = await zipOf({ 'F1.xml': bytes('<DTE/>') })
    for (const zip of [long, broken]) {
      const unzip = createUnzip()
      expect(new Set((await open(zip, unzip)).map(([, content]) => content))).toEqual(new Set([null]))
      // Three of them used up the letter's budget.
      expect(await open(small, unzip)).toEqual([['a.zip/F1.xml', null, expect.stringContaining('Pasa')]])
    }
  })

  test('of more than two hundred files is read as far as that', async () => {
    const many = await zipOf(
      Object.fromEntries(Array.from({ length: 201 }, (_, i) => [`${i}.xml`, bytes('<a/>')])),
    )
    const found = await open(many)
    expect([found.length, found.at(-1)![2]]).toEqual([201, expect.stringContaining('más de 200')])
  })

  test('in which every byte was hit once throws nothing', async () => {
    const zip = await zipOf({ 'F1.xml': bytes('<DTE>uno</DTE>') })
    for (let i = 0; i < zip.length; i++) {
      const hit = Buffer.from(zip)
      hit[i] = 255 - hit[i]!
      for (const [, content] of await open(hit)) expect([null, '<DTE>uno</DTE>']).toContain(content as never)
    }
  })
})
