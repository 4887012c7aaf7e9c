// The mail that explains a verdict bears no signature (areas/recibidos/intercambio §5): a stranger's does not take its place.

import { expect, test } from 'bun:test'
import { correoDelSii } from '../../src/domain/correo-sii'

const mail = (de: string, glosa: string) => ({
  estado: 'correo_sii',
  detalle: `Un correo sin firma ${de && `de ${de} `}que dice ser del SII: ${glosa}`,
})

test('a mail from the SII’s domain explains a document, whoever writes after or before it', () => {
  const genuine = mail('siidte@sii.cl', 'TED-2-510')
  const forged = ['ladron@evil.cl', 'siidte@sii.cl.evil.cl', 'yo@nosii.cl'].map((de) =>
    mail(de, 'llame al +56'),
  )
  expect(correoDelSii([genuine, ...forged])).toBe(genuine.detalle)
  expect(correoDelSii([...forged, genuine])).toBe(genuine.detalle)
  const later = mail('siidte@mail.sii.cl', 'otra')
  expect(correoDelSii([genuine, later])).toBe(later.detalle)
})

test('without one the first that came does, and without any there are no words', () => {
  const [first, second] = [mail('', 'a'), mail('contador@example.cl', 'b')]
  expect(correoDelSii([first, second, { estado: 'rechazado', detalle: null }])).toBe(first.detalle)
  expect(correoDelSii([{ estado: 'rechazado', detalle: 'x' }])).toBeNull()
})
