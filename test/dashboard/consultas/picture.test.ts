import { expect, test } from 'bun:test'
import { Fault } from '../../../src/dashboard/api/fault'
import { pictureOf } from '../../../src/dashboard/consultas/picture'

const fault = (code: 'CAPTCHA_REQUIRED' | 'SII_ERROR', datos: Record<string, unknown>) =>
  new Fault(code, 'Lea la imagen', { detalles: [{ campo: '', mensaje: '', regla: '', datos }] })

test('a refusal that brings a picture is one to be read, byte for byte', async () => {
  const datos = {
    captcha_id: 'cap_1',
    imagen_base64: Buffer.from([66, 77, 255, 0]).toString('base64'),
    tipo: 'image/bmp',
  }
  const picture = pictureOf(fault('CAPTCHA_REQUIRED', datos))!
  expect([picture.id, picture.message, picture.file.type]).toEqual(['cap_1', 'Lea la imagen', 'image/bmp'])
  expect([...new Uint8Array(await picture.file.arrayBuffer())]).toEqual([66, 77, 255, 0])
})

test('any other failure is none', () => {
  expect(pictureOf(fault('SII_ERROR', { captcha_id: 'cap_1', imagen_base64: '' }))).toBeNull()
  expect(pictureOf(fault('CAPTCHA_REQUIRED', {}))).toBeNull()
  expect(pictureOf(new Fault('CAPTCHA_REQUIRED', 'x'))).toBeNull()
})
