import { describe, expect, test } from 'bun:test'
import { unidadSii } from '../../src/domain/comunas'

describe('unidadSii', () => {
  test('a comuna has its SII office whatever its accents and case', () => {
    for (const name of ['Ñuñoa', 'ÑUÑOA', 'nunoa', ' Ñuñoa ']) expect(unidadSii(name)).toBe('ÑUÑOA')
    expect(unidadSii('Padre Hurtado')).toBe('MAIPÚ')
    expect(unidadSii('padre  hurtado')).toBe('MAIPÚ')
  })

  test('an unknown comuna, or one without office in the table, has none', () => {
    expect(unidadSii('Atlantis')).toBeNull()
    expect(unidadSii('Navidad')).toBeNull()
  })
})
