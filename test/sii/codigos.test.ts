// Every code that sii §4.4 and its neighbours name has a cause and a remedy.

import { describe, expect, test } from 'bun:test'
import { explain, explainDocumento, verdictOfLibro } from '../../src/sii'
import type { Tabla } from '../../src/sii/codigos/codigo'
import { DUDOSOS, lookUp } from '../../src/sii/codigos/codigos'
import { DETALLE } from '../../src/sii/codigos/detalle'
import { DTE, DTE_AV } from '../../src/sii/codigos/dte'
import { ENVIO } from '../../src/sii/codigos/envio'
import { SEMILLA, TOKEN } from '../../src/sii/codigos/token'
import { REST, UPLOAD } from '../../src/sii/codigos/upload'

const words = (text: string): string[] => text.split(' ')

const BY_STAGE = {
  // sii §3.3, §6.6
  envio: words('0 1 2 3 5 6 7 8 9 99 106 400 401 404 405 SCH-00001'),
  // sii §2.1, §2.2, and the codes with which operations refuse a token
  autenticacion_sii: words('00 01 02 03 04 05 06 07 08 09 10 11 12 21 -3 -07 -1 -2 5 001 002 003 401'),
  // sii §4.2, §4.3, §5.1, §5.2, §6.4
  consulta: words(
    'REC SOK FOK CRT PRD PDR EPR RSC RFR RCT RPR RLV RCH RPT RCO VOF PEN RDC 0 ' +
      'LOK LSO LTC LRH LRS LRC LRF LNC SRH AOK AOR 001 002 003 004 005 007 106 107 ' +
      '-1 -2 -3 -4 -5 -6 -7 -8 -9 -10 -11 -12 -13 -14 DOK DNK FAU FNA FAN EMP TMD TMC MMD MMC AND ANC ' +
      '1 2 3 4 5 6 7 8 9 10 11 12 13 14 404',
  ),
} as const

// sii §4.4
const DETAIL_CODES = words(
  'ENV-3-0 ENV-3-6 CRT-3-19 CRT-3-11 CAF-3-517 DTE-3-100 DTE-3-101 DTE-3-505 DTE-3-601 DTE-1-650 TED-2-510 TED-3-640 ' +
    'TED-1-646 HED-3-305 HED-3-861 HED-3-211 HED-2-804 HED-3-834 HED-2-300 HED-2-302 HED-1-803 REF-3-415 REF-3-750 ' +
    'REF-3-758 REF-2-780 REF-2-781 HED-2-260 HED-3-265',
)

describe('explain', () => {
  test('knows every code of the tables at its stage', () => {
    for (const [etapa, codigos] of Object.entries(BY_STAGE)) {
      const unknown = codigos.filter((codigo) => !explain(codigo, etapa as keyof typeof BY_STAGE))
      expect({ etapa, unknown }).toEqual({ etapa, unknown: [] })
    }
    expect(DETAIL_CODES.filter((codigo) => !explain(codigo))).toEqual([])
  })

  test('tells apart the services that use the same number', () => {
    expect(explain('5', 'envio')!.causa).toContain('autenticación')
    expect(explain('5', 'consulta')!.causa).toContain('parámetros')
    expect(explain('-3', 'autenticacion_sii')!.causa).toContain('certificado')
    expect(explain('-3', 'consulta')!.causa).toContain('RUT')
    expect(explain('5')).toEqual(explain('5', 'envio'))
  })

  test('does not mind the level of a detail code, brackets or zeros', () => {
    expect(explain('(TED-3-640)')).toEqual(explain('TED-2-640')!)
    expect(explain('-07', 'autenticacion_sii')).toEqual(explain('-7', 'autenticacion_sii')!)
  })

  test('is null for what nobody knows, names of Object included', () => {
    for (const codigo of ['XYZ', '', '12345', 'TED-3-999', 'constructor', 'toString'])
      expect(explain(codigo)).toBeNull()
  })

  test('gives text for people: two sentences, neither empty nor ending in a full stop', () => {
    const tablas: Tabla[] = [UPLOAD, REST, TOKEN, SEMILLA, ENVIO, DTE, DTE_AV, DETALLE]
    for (const { causa, solucion } of tablas.flatMap((tabla) => Object.values(tabla))) {
      for (const text of [causa, solucion]) expect(text).toMatch(/^[A-ZÁÉÍÓÚ].{9,}[^.\s]$/)
    }
  })
})

describe('explainDocumento', () => {
  const ESTADOS = ['no_enviado', 'enviado', 'en_proceso', 'aceptado', 'aceptado_con_reparos', 'rechazado']

  test('is null without a code and for one that nobody knows, whatever the verdict', () => {
    for (const estado of ESTADOS)
      expect([explainDocumento(estado, null), explainDocumento(estado, 'XYZ')]).toEqual([null, null])
  })

  test('says what the code says, where that is of the document', () => {
    for (const [estado, codigo] of [
      ['aceptado', 'DOK'],
      ['aceptado_con_reparos', 'RLV'],
      ['aceptado_con_reparos', 'HED-2-804'],
      ['rechazado', 'RSC'],
      ['rechazado', 'DTE-3-101'],
      ['en_proceso', 'REC'],
      ['no_enviado', 'RFR'],
    ] as const)
      expect(explainDocumento(estado, codigo)).toEqual(explain(codigo, 'consulta')!)
  })

  test('never calls a rejected document received or in doubt, nor one with objections free of them', () => {
    for (const codigo of ['EPR', 'DNK', 'FAU']) {
      const { causa, solucion } = explainDocumento('rechazado', codigo)!
      expect(causa).not.toContain('coinciden')
      expect(solucion).toMatch(/emita otra vez con un folio nuevo/i)
      expect(solucion).not.toMatch(/espere|no es un rechazo/i)
    }
    for (const codigo of ['EPR', 'DOK']) {
      expect(explainDocumento('aceptado_con_reparos', codigo)!.causa).toContain('reparos')
      expect(explainDocumento('aceptado_con_reparos', codigo)!.solucion).toContain('correo del SII')
    }
    expect(explainDocumento('aceptado', 'EPR')).toEqual({
      causa: 'El SII aceptó el documento',
      solucion: 'No requiere acción',
    })
  })

  test('never asks to issue again what travels again by itself, or what the SII has already', () => {
    for (const codigo of ['RSC', 'RCO'])
      expect(explainDocumento('no_enviado', codigo)!.solucion).toMatch(/^Espere: el mismo documento/)
    expect(explainDocumento('no_enviado', 'DOK')!.solucion).toStartWith('No lo emita de nuevo')
    expect(explainDocumento('no_enviado', 'DNK')!.causa).toContain('en otro documento')
  })

  test('does not repeat an answer that denied itself', () => {
    expect(explainDocumento('en_proceso', 'RCH')!.causa).toBe('La respuesta del SII se contradice')
    expect(explainDocumento('en_proceso', 'SOK')!.causa).toBe('El esquema del envío es correcto')
  })
})

describe('what is doubtful', () => {
  test('is listed once and exists', () => {
    const known = new Set([UPLOAD, TOKEN, ENVIO, DTE, DTE_AV, DETALLE].flatMap((tabla) => Object.keys(tabla)))
    expect([...DUDOSOS].filter((codigo) => !known.has(codigo))).toEqual([])
  })
})

describe('the state of a book', () => {
  const verdict = (codigo: string) =>
    verdictOfLibro({
      codigo,
      glosa: '',
      final: lookUp(ENVIO, codigo)?.final ?? false,
      resumen: [],
      detalle: [],
    })

  test('is good or bad once it is closed, and open before or where it is no answer about a book (sii §4.3)', () => {
    expect(['LOK', 'LTC'].map(verdict)).toEqual(['aceptado', 'aceptado'])
    for (const bad of ['LRH', 'LRS', 'LRC', 'LRF', 'LNC', 'RSC', 'RFR'])
      expect([bad, verdict(bad)]).toEqual([bad, 'rechazado'])
    for (const open of ['LSO', 'REC', 'SOK', '-11', 'EPR', 'XYZ'])
      expect([open, verdict(open)]).toEqual([open, null])
  })
})
