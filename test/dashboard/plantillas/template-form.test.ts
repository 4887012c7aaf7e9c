// The body of the form of the company's paper (http §22.2), and the places of its faults.

import { describe, expect, test } from 'bun:test'
import { Fault } from '../../../src/dashboard/api/fault'
import {
  bodyOf,
  configOf,
  draftOf,
  faultAt,
  missing,
  placed,
  rowPath,
  type TemplateDraft,
  type Version,
} from '../../../src/dashboard/plantillas/template-form'

const draft = (over: Partial<TemplateDraft> = {}): TemplateDraft => ({
  ...draftOf(),
  nombre: 'Papel',
  ...over,
})
const fila = (id: string, dato: string, etiqueta = '') =>
  ({ id, dato, etiqueta, lugar: 'documento' }) as const

const CONFIG: Version['config'] = {
  colores: { recuadro: 'negro', acento: '#0a4d8c' },
  columnas: { linea: true, codigo: false },
  mostrar: { telefono: false, ciudad: false },
  textos: { encabezado: 'A & B', nota: '<script>alert(1)</script>', leyenda: 'Gracias' },
  filas: [
    { dato: 'Orden interna', etiqueta: 'OT', lugar: 'documento' },
    { dato: 'Obra', lugar: 'receptor' },
  ],
  logo: { posicion: 'arriba', alto_mm: 22 },
}
const VERSION: Version = {
  id: 'pla_1',
  version: 3,
  nombre: 'Verano',
  activa: false,
  tipos_dte: [33, 34],
  tipos_activos: [],
  formato: 'carta',
  creada_por: 'demo@example.cl',
  created_at: '2026-11-22T12:00:00Z',
  config: CONFIG,
}

describe('the body', () => {
  test('of a form as it begins is the ordinary paper, for every type', () => {
    expect(bodyOf(draft())).toEqual({ nombre: 'Papel', formato: 'carta', config: {} })
  })

  test('of a form begun from a version is that version, every field of it', () => {
    expect(bodyOf(draftOf(VERSION))).toEqual({
      nombre: 'Verano',
      formato: 'carta',
      tipos_dte: [33, 34],
      config: CONFIG,
    })
    const hidden: Version = { ...VERSION, config: { logo: { mostrar: false } } }
    expect(configOf(draftOf(hidden))).toEqual({ logo: { mostrar: false } })
  })

  test('of a roll has nothing that a roll cannot show, and gets it back on the letter page', () => {
    const onRoll: TemplateDraft = { ...draftOf(VERSION), formato: '80mm' }
    expect(configOf(onRoll)).toEqual({
      ...{ mostrar: CONFIG.mostrar, textos: CONFIG.textos, filas: CONFIG.filas },
      logo: { alto_mm: 22 },
    } as Version['config'])
    expect(configOf({ ...onRoll, formato: 'carta' })).toEqual(CONFIG)
  })

  test('names only the types its paper admits', () => {
    const chosen = draft({ todos: false, tipos: [33, 39], formato: '57mm' })
    expect(bodyOf(chosen).tipos_dte).toEqual([39])
    expect(draftOf({ ...VERSION, formato: '57mm', tipos_dte: [39, 41] }).todos).toBe(true)
  })

  test('carries what is no number as it was typed, for the API to say what is wrong', () => {
    expect(configOf(draft({ alto: '18' })).logo).toEqual({ alto_mm: 18 })
    expect(configOf(draft({ alto: '18,5' })).logo).toEqual({ alto_mm: '18,5' as unknown as number })
  })

  test('leaves out rows without text, and texts of blanks', () => {
    expect(configOf(draft({ filas: [fila('a', ' '), fila('b', ' Obra ')], nota: '  ' }))).toEqual({
      filas: [{ dato: 'Obra', lugar: 'documento' }],
    })
  })
})

test('a name and at least one type are asked for before anything is sent', () => {
  expect(missing(draft())).toEqual({})
  expect(Object.keys(missing(draft({ nombre: ' ', todos: false, tipos: [] })))).toEqual(['nombre', 'tipos'])
  // A factura is none that a roll of 57 mm is for.
  expect(Object.keys(missing(draft({ todos: false, tipos: [33], formato: '57mm' })))).toEqual(['tipos'])
})

describe('a fault', () => {
  const fault = new Fault('VALIDATION_ERROR', 'Hay campos con errores', {
    detalles: [
      {
        campo: 'config.colores.acento',
        regla: 'contraste',
        mensaje: 'config.colores.acento es muy claro para leerse sobre papel blanco',
        datos: {},
      },
      { campo: 'config.filas[1].dato', regla: 'requerido', mensaje: 'Falta config.filas[1].dato', datos: {} },
      { campo: 'config', regla: 'largo_max', mensaje: 'config tiene 17000 caracteres', datos: {} },
    ],
  })

  test('is said at its field without its path', () => {
    expect(faultAt(fault, 'config.colores.acento')).toBe('Es muy claro para leerse sobre papel blanco')
    expect(faultAt(fault, 'nombre')).toBeUndefined()
    expect(faultAt(null, 'nombre')).toBeUndefined()
  })

  test('of a row is found past the rows that were not sent', () => {
    const filas = [fila('a', 'Obra'), fila('b', ''), fila('c', '', 'OT')]
    expect(rowPath({ filas }, 'c', 'dato')).toBe('config.filas[1].dato')
    expect(faultAt(fault, rowPath({ filas }, 'c', 'dato'))).toBe('Falta este dato')
    expect(faultAt(fault, rowPath({ filas }, 'b', 'dato'))).toBeUndefined()
  })

  test('of the whole has no field', () => {
    expect(placed(fault)).toEqual(['config.colores.acento', 'config.filas[1].dato'])
  })
})
