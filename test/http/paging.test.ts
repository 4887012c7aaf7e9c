// Pages of a list (http §10.1).

import { describe, expect, test } from 'bun:test'
import { paginate, readInteger, readPage } from '../../src/http/paging'

const fault = (query: Record<string, string>) => {
  try {
    readPage(query)
  } catch (error) {
    return error
  }
}

test('readInteger says the range of a text that is no number, not that it contradicts itself', () => {
  for (const aliases of [{ folio: 'abc' }, { folio: '7', numero: 'abc' }, { folio: 'abc', numero: 'abc' }]) {
    expect(() => readInteger(aliases, 1, 99)).toThrow('debe ser un entero entre 1 y 99')
  }
  expect(readInteger({ folio: '07', numero: '7' }, 1, 99)).toBe(7)
})

describe('readPage', () => {
  test('is the first page of 25 when nothing is said', () => {
    expect(readPage({})).toEqual({ pagina: 1, limite: 25, offset: 0 })
  })

  test('takes the aliases page, limit and per_page', () => {
    expect(readPage({ pagina: '3', limite: '10' })).toEqual({ pagina: 3, limite: 10, offset: 20 })
    expect(readPage({ page: '3', limit: '10' })).toEqual({ pagina: 3, limite: 10, offset: 20 })
    expect(readPage({ page: '2', per_page: '100' })).toEqual({ pagina: 2, limite: 100, offset: 100 })
    expect(readPage({ pagina: '2', page: '2' }).pagina).toBe(2)
  })

  test('refuses what is out of range, and aliases that disagree', () => {
    const bad: Record<string, string>[] = [
      { pagina: '0' },
      { limite: '0' },
      { limite: '101' },
      { per_page: '1000' },
      { page: '-1' },
      { page: '1.5' },
    ]
    for (const query of bad) {
      expect(fault(query)).toMatchObject({ code: 'INVALID_PARAMETER', detalles: [{ regla: 'rango' }] })
    }
    expect(fault({ pagina: '1', page: '2' })).toMatchObject({ detalles: [{ regla: 'contradiccion' }] })
    expect(fault({ pagina: '0', limite: '101' })).toMatchObject({
      code: 'INVALID_PARAMETER',
      detalles: [{ campo: 'pagina' }, { campo: 'limite' }],
    })
  })
})

describe('paginate', () => {
  const page = (pagina: number, limite = 25) => readPage({ pagina: String(pagina), limite: String(limite) })
  const URL = 'http://localhost/v1/documentos?page=1&per_page=25&tipo_dte=33'

  test('counts pages and links the next one with the filters kept', () => {
    expect(paginate(page(1), 312, URL)).toEqual({
      pagina: 1,
      limite: 25,
      total: 312,
      paginas: 13,
      siguiente: '/v1/documentos?tipo_dte=33&pagina=2&limite=25',
    })
  })

  test('has no next page on the last, beyond it, and in an empty list', () => {
    expect(paginate(page(13), 312, URL).siguiente).toBeNull()
    expect(paginate(page(99), 312, URL).siguiente).toBeNull()
    expect(paginate(page(1), 0, URL)).toMatchObject({ total: 0, paginas: 0, siguiente: null })
    expect(paginate(page(1, 100), 100, URL).siguiente).toBeNull()
  })
})
