// One document: its state, what may be done with it, what happened to it, how it is printed (dashboard §8, §11).

import { describe, expect, test } from 'bun:test'
import { exchangeRate, priceTitle } from '../../../src/dashboard/documentos/abroad'
import { actionsOf, type Person } from '../../../src/dashboard/documentos/actions'
import { disponibleOf } from '../../../src/dashboard/documentos/disponible'
import { type Documento, estadoPropio } from '../../../src/dashboard/documentos/estado'
import {
  keepPrintOptions,
  lackingOf,
  printBody,
  printQuery,
  readManyOptions,
  readPrintOptions,
} from '../../../src/dashboard/documentos/print-options'
import { stepsOf, type Trabajo } from '../../../src/dashboard/documentos/steps'
import { papersOf } from '../../../src/dashboard/ui/papel'
import { permisosOf, type Rol } from '../../../src/domain/permisos'

const ACEPTADO = {
  tipo_dte: 33,
  folio: 12,
  monto_exento: 0,
  monto_total: 1190,
  saldo: 1190,
  track_id: '7',
  estado: 'completed',
  estado_sii: 'aceptado',
  job_id: 'job_1',
  origen: 'emitido',
  contenido: 'xml',
  created_at: '2026-11-22T10:00:00.000Z',
  firmado_at: '2026-11-22T10:00:01.000Z',
  anulado_por: null,
  referido_por: [],
  notas_del_registro: [],
  facturada_por: null,
  reemplazado_por: null,
  atendido: false,
  historial: [],
  links: { xml: '', pdf: '', emision: '', publico: null },
} as unknown as Documento

const documento = (more: Partial<Documento>): Documento => ({ ...ACEPTADO, ...more })
const who = (rol: Rol, more: Partial<Person> = {}): Person => ({
  puede: (permiso) => permisosOf(rol).has(permiso),
  soloMira: false,
  tipos_dte: [],
  ambiente: 'produccion',
  envia_correo: true,
  ...more,
})
const todo = who('propietario')
const nota = (more: object) =>
  [
    {
      tipo_dte: 61,
      folio: 1,
      fecha_emision: '2026-11-22',
      codigo: 1,
      monto: 1190,
      aplicado: false,
      estado_sii: 'enviado',
      ...more,
    },
  ] as Documento['referido_por']

describe('what may be done', () => {
  test('an accepted factura is repeated, noted, voided, mailed and asked for', () =>
    expect(actionsOf(ACEPTADO, todo)).toEqual({
      archivos: true,
      sobre: true,
      correo: true,
      publico: null,
      nota: '/emitir/61?desde=33-12',
      duplicar: true,
      serie: '/recurrentes/nueva?desde=33-12',
      repetir: '/emitir/33?desde=33-12',
      atender: null,
      corregir: null,
      anular: 'nota',
      preguntar: true,
    }))

  test('a rejected one is corrected until it is issued again, and its rejection may be seen to', () => {
    const rechazada = documento({ estado_sii: 'rechazado' })
    expect(actionsOf(rechazada, todo)).toMatchObject({
      corregir: '/emitir/33?desde=33-12',
      atender: 'visto',
    })
    expect(actionsOf({ ...rechazada, atendido: true }, todo).atender).toBe('por_ver')
    const reemplazada = { ...rechazada, atendido: true, reemplazado_por: { tipo_dte: 33, folio: 13 } }
    expect(actionsOf(reemplazada, todo)).toMatchObject({ corregir: null, atender: null })
    expect(actionsOf(documento({ estado_sii: 'aceptado_con_reparos' }), who('lector')).atender).toBeNull()
  })

  test.each(['failed', 'dlq'] as const)('on one whose emission stopped (%s) no note is offered', (estado) =>
    expect(actionsOf(documento({ estado, estado_sii: 'no_enviado', track_id: null }), todo)).toMatchObject({
      archivos: true,
      nota: null,
      anular: null,
    }),
  )

  test('a lector reads its files and no more', () =>
    expect(actionsOf(ACEPTADO, who('lector'))).toMatchObject({
      archivos: true,
      sobre: true,
      correo: false,
      nota: null,
      repetir: null,
      anular: null,
      preguntar: false,
    }))

  test('in another environment than the company works in nothing is issued', () =>
    expect(actionsOf(ACEPTADO, who('propietario', { soloMira: true }))).toMatchObject({
      archivos: true,
      correo: false,
      nota: null,
      repetir: null,
      anular: null,
      preguntar: true,
    }))

  test('a rejected one is corrected and never voided (dashboard §8)', () => {
    const rechazado = documento({ estado_sii: 'rechazado', saldo: 0 })
    expect(actionsOf(rechazado, todo)).toMatchObject({
      corregir: '/emitir/33?desde=33-12',
      anular: null,
      nota: null,
      repetir: null,
      correo: false,
    })
  })

  test('a rejected note is made anew on what it acted on', () => {
    const rejected = (referencias: object[]) =>
      actionsOf(
        documento({
          tipo_dte: 61,
          estado_sii: 'rechazado',
          referencias: referencias as Documento['referencias'],
        }),
        todo,
      ).corregir
    expect(
      rejected([
        { linea: 1, tipo_documento: '801', folio: 'OC-1' },
        { linea: 2, tipo_documento: '33', folio: '12', codigo: 3 },
      ]),
    ).toBe('/emitir/61?desde=33-12&respuesta=montos&reemplaza=61-12')
    expect(rejected([])).toBeNull()
  })

  test('a person bound to some types is offered those alone', () => {
    const only = (...tipos_dte: number[]) => actionsOf(ACEPTADO, who('emisor', { tipos_dte }))
    expect(only(33)).toMatchObject({ repetir: '/emitir/33?desde=33-12', nota: null, anular: null })
    expect(only(61)).toMatchObject({ repetir: null, nota: '/emitir/61?desde=33-12', anular: 'nota' })
  })

  test.each<[string, Partial<Documento>, 'nota' | 'guia' | null]>([
    ['voided', { anulado_por: { tipo_dte: 61, folio: 1 }, saldo: 0 }, null],
    ['being voided', { referido_por: nota({}) }, null],
    ['with a void that was rejected', { referido_por: nota({ estado_sii: 'rechazado' }) }, 'nota'],
    ['with a note of text on its way', { referido_por: nota({ codigo: 2, monto: 0 }) }, 'nota'],
    ['in part credited', { saldo: 190 }, null],
    ['stopped', { estado: 'dlq', estado_sii: 'no_enviado' }, null],
    ['discarded', { estado: 'discarded', estado_sii: 'no_enviado' }, null],
    ['on its way', { estado: 'pending', estado_sii: 'no_enviado' }, 'nota'],
    ['guide', { tipo_dte: 52 }, 'guia'],
    ['guide that was invoiced', { tipo_dte: 52, facturada_por: { tipo_dte: 33, folio: 1 } }, null],
    ['guide not at the SII yet', { tipo_dte: 52, estado_sii: 'no_enviado', estado: 'pending' }, null],
    ['liquidación, which no note voids', { tipo_dte: 43 }, null],
    ['export that is never paid', { tipo_dte: 110, monto_total: 0, monto_exento: 500, saldo: 500 }, 'nota'],
  ])('a document %s', (_, more, way) => expect(actionsOf(documento(more), todo).anular).toBe(way))

  test('a note of each type is of the kind that undoes it, and is not repeated', () => {
    const notes = [33, 61, 56, 110, 112, 52].map((tipo_dte) => actionsOf(documento({ tipo_dte }), todo))
    expect(notes.map((one) => one.nota?.slice(0, 12) ?? null)).toEqual([
      '/emitir/61?d',
      '/emitir/56?d',
      '/emitir/61?d',
      '/emitir/112?',
      '/emitir/111?',
      null,
    ])
    expect(actionsOf(documento({ tipo_dte: 61 }), todo).repetir).toBeNull()
  })
})

test('one state is shown: the verdict, unless the document is void, given up or stopped', () => {
  const word = (more: Partial<Documento>, anulado = false) =>
    estadoPropio(documento(more), anulado)?.word ?? null
  expect(word({})).toBeNull()
  expect(word({}, true)).toBe('Anulado')
  expect(word({ estado_sii: 'rechazado' }, true)).toBeNull()
  expect(word({ estado: 'failed', estado_sii: 'no_enviado' })).toBe('Detenido')
  expect(word({ estado: 'discarded', estado_sii: 'no_enviado' })).toBe('Descartado')
  expect(word({ estado: 'discarded', estado_sii: 'aceptado' })).toBeNull()
})

describe('what happened', () => {
  const paso = (estado: string, fecha: string, more: object = {}) =>
    ({
      estado,
      fecha,
      codigo_sii: null,
      sii_codigo: null,
      detalle: null,
      explicacion: null,
      ...more,
    }) as Documento['historial'][number]
  const titles = (doc: Documento, trabajo?: Partial<Trabajo>) =>
    stepsOf(doc, trabajo as Trabajo | undefined).map(({ titulo }) => titulo)

  test('a document that the SII received is not said to be accepted (dashboard §8)', () => {
    const recibido = documento({
      estado_sii: 'enviado',
      historial: [
        paso('enviado', '2026-11-22T10:00:02.000Z', { detalle: 'Recibido por el SII con Track ID 7' }),
      ],
    })
    expect(titles(recibido)).toEqual([
      'Recibido por Timbre',
      'Firmado',
      'El SII lo recibió',
      'Veredicto del SII',
    ])
    expect(stepsOf(recibido, undefined)[2]).toMatchObject({ trackId: '7', detalle: null })
    expect(stepsOf(recibido, undefined).at(-1)?.at).toBeNull()
  })

  test('a verdict tells the words of the SII apart from ours', () => {
    const explicacion = { causa: 'No dice por qué', solucion: 'Lea el correo' }
    const rechazado = documento({
      estado_sii: 'rechazado',
      historial: [
        paso('rechazado', '2026-11-22T10:00:03.000Z', {
          codigo_sii: 'EPR',
          sii_codigo: 'EPR',
          detalle: 'Procesado',
          explicacion,
        }),
      ],
    })
    expect(stepsOf(rechazado, undefined).at(-1)).toMatchObject({
      titulo: 'Rechazado por el SII',
      tone: 'mal',
      sii: { codigo: 'EPR', glosa: 'Procesado' },
      explicacion,
    })
  })

  test('a stopped emission says why and what to do', () => {
    const error = {
      code: 'CERTIFICATE_EXPIRED',
      error: 'El certificado venció',
      etapa: 'firma',
      reintentable: false,
      sii: null,
      accion: 'Cargue un certificado vigente y reintente el trabajo',
    } as const
    const stopped = documento({ estado: 'dlq', estado_sii: 'no_enviado', firmado_at: null })
    expect(
      stepsOf(stopped, { error, failed_at: '2026-11-22T10:01:00.000Z' } as Trabajo).at(-1),
    ).toMatchObject({
      titulo: 'La emisión se detuvo',
      detalle: 'El certificado venció',
      explicacion: { causa: null, solucion: error.accion },
      trabajo: 'job_1',
    })
  })

  test('what the SII said is not said again as its cause', () => {
    const causa = 'La persona no tiene permiso'
    const sii = { codigo: '1', glosa: causa, causa, solucion: 'Otórguelo' }
    const error = { error: `El SII no recibió el envío: ${causa}`, sii, accion: null } as Trabajo['error']
    const stopped = documento({ estado: 'failed', estado_sii: 'no_enviado' })
    const { explicacion } = stepsOf(stopped, { error } as Trabajo).at(-1) ?? {}
    expect(explicacion).toEqual({ causa: null, solucion: 'Otórguelo' })
  })

  test('one that waits for another try says so, one that was given up ends there', () => {
    const waiting = documento({ estado: 'pending', estado_sii: 'no_enviado' })
    expect(titles(waiting)).toContain('Envío al SII')
    const error = { error: 'El SII no responde', sii: null, accion: null } as Trabajo['error']
    expect(titles(waiting, { error, proximo_intento: '2026-11-22T10:05:00.000Z' })).toContain(
      'Espera otro intento de envío',
    )
    const given = documento({
      estado: 'discarded',
      estado_sii: 'no_enviado',
      historial: [paso('descartado', '2026-11-22T10:00:03.000Z')],
    })
    expect(titles(given).at(-1)).toBe('Descartado')
  })
})

describe('printing', () => {
  const USUAL = { formato: 'carta', copias: 1, cedible: false, alEmitir: false } as const

  const storage = () => {
    const kept = new Map<string, string>()
    return {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    }
  }

  test('is remembered by type, as far as the type has it', () => {
    const kept = storage()
    expect(readPrintOptions(33, kept)).toEqual(USUAL)
    expect(readPrintOptions(39, kept).formato).toBe('80mm')
    const chosen = { formato: '80mm', copias: 3, cedible: true, alEmitir: true } as const
    keepPrintOptions(33, chosen, kept)
    expect(readPrintOptions(33, kept)).toEqual(chosen)
    expect(readPrintOptions(34, kept).formato).toBe('carta')
    kept.setItem('timbre:impresion:39', '{"formato":"A4","copias":99,"cedible":true}')
    expect(readPrintOptions(39, kept)).toEqual({ ...USUAL, formato: '80mm', copias: 10 })
    kept.setItem('timbre:impresion:39', '{')
    expect(readPrintOptions(39, kept).copias).toBe(1)
  })

  test('57 mm is for boletas alone, and cedible is asked only when it is wanted (http §11)', () => {
    expect(papersOf(33).map(([papel]) => papel)).toEqual(['carta', '80mm'])
    expect(papersOf(41).map(([papel]) => papel)).toEqual(['carta', '80mm', '57mm'])
    expect(printQuery({ formato: 'carta', copias: 2, cedible: false })).toEqual({
      formato: 'carta',
      copias: 2,
    })
  })

  test('of several is what was chosen of their type; of several types, what all of them have', () => {
    const kept = storage()
    const chosen = { formato: '80mm', copias: 3, cedible: true, alEmitir: true } as const
    keepPrintOptions(33, chosen, kept)
    expect(readManyOptions([33], kept)).toEqual(chosen)
    expect(readManyOptions([33, 34], kept)).toEqual(USUAL)
    expect(readManyOptions([39, 41], kept)).toEqual({ ...USUAL, formato: '80mm' })
    expect(papersOf(39, 41).map(([papel]) => papel)).toEqual(['carta', '80mm', '57mm'])
    expect(papersOf(39, 33).map(([papel]) => papel)).toEqual(['carta', '80mm'])
    expect(printBody(chosen)).toEqual({ papel: '80mm', copias: 3, cedible: true })
  })

  test('a refusal names the documents by their places, and nothing else by one', () => {
    const detalle = (campo: string) => ({ campo, mensaje: '', regla: '', datos: {} })
    const campos = ['documentos[3]', 'documentos[12].tipo_dte', 'copias', 'documentos', 'otros[1]']
    expect([...lackingOf({ detalles: campos.map(detalle) })]).toEqual([3, 12])
    expect(lackingOf(null).size).toBe(0)
  })
})

describe('what the prices are in', () => {
  const title = (more: object): string => priceTitle(documento({ totales: {} as never, ...more }))

  test('of an export, in its currency', () => {
    expect(title({ tipo_dte: 110, exportacion: { moneda: 'USD' } })).toBe('Precio en USD')
    expect(title({ tipo_dte: 112 })).toBe('Precio')
  })

  test('net or with IVA only where something bears it', () => {
    expect(title({ tipo_dte: 33, precio_incluye_iva: false })).toBe('Precio neto')
    expect(title({ tipo_dte: 39, precio_incluye_iva: true })).toBe('Precio con IVA')
    expect(title({ tipo_dte: 34 })).toBe('Precio')
  })

  test('the rate, which only a document in another currency has', () => {
    expect(exchangeRate(documento({ exportacion: { moneda: 'USD', tipo_cambio: 945.5 } as never }))).toBe(
      '$945,5 por USD',
    )
    expect(exchangeRate(documento({}))).toBeUndefined()
  })
})

describe('what notes may still take', () => {
  test.each([
    ['a factura', {}, 1190],
    ['one voided', { saldo: 0 }, 0],
    ['an export', { tipo_dte: 110, saldo: 500 }, 500],
    ['a rejected one', { estado_sii: 'rechazado', saldo: 0 }, null],
    ['a guide, that no note takes from', { tipo_dte: 52 }, null],
    ['a note', { tipo_dte: 61 }, null],
  ] as const)('of %s', (_, more, left) => expect(disponibleOf(documento(more))).toBe(left))
})

test('mail is offered where the server sends any, and in simulacion, whose simulator takes it', () => {
  const correo = (more: Partial<Person>): boolean => actionsOf(ACEPTADO, who('propietario', more)).correo
  expect(correo({})).toBe(true)
  expect(correo({ envia_correo: false })).toBe(false)
  expect(correo({ envia_correo: false, ambiente: 'simulacion' })).toBe(true)
})
