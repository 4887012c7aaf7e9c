// The company's own documents for its simulación, out of a table (areas/certificacion §3).

import { describe, expect, test } from 'bun:test'
import { Fault } from '../../../src/dashboard/api/fault'
import { refusedOf, requestsOf, typesLacking } from '../../../src/dashboard/certificacion/propios'
import { readBatch } from '../../../src/dashboard/shell/planilla/documents'

function documentsOf(text: string) {
  const read = readBatch(text)
  if ('error' in read) throw new Error(read.error)
  return read.documentos
}

const HEAD =
  'documento;tipo_dte;fecha;vencimiento;rut;item;precio;ref_tipo;ref_folio;ref_fecha;ref_codigo;ref_razon'
const TABLE = documentsOf(
  [
    HEAD,
    'F1;33;02-11-2026;30-11-2026;77.123.456-9;Flete;45.000;801;OC-7;01-11-2026;;',
    'F1;;;;;Peaje;3.000;;;;;',
    'N1;61;03-11-2026;;77.123.456-9;Flete;45.000;33;F1;;1;ANULA',
    'N2;61;;;77.123.456-9;Flete;45.000;33;F9;05-11-2026;1;ANULA',
  ].join('\n'),
)

describe('a table', () => {
  test('is issued today, whatever its days, and in its order', () => {
    const [factura, ...notas] = requestsOf(TABLE)
    expect(factura).toMatchObject({
      ...{ tipo_dte: 33, receptor: { rut: '77123456-9' } },
      detalle: [{ nombre: 'Flete' }, { nombre: 'Peaje' }],
      referencias: [{ tipo_documento: '801', folio: 'OC-7', fecha: '2026-11-01' }],
    })
    for (const one of [factura, ...notas]) expect(Object.keys(one!)).not.toContain('fecha_emision')
    expect(factura).not.toHaveProperty('fecha_vencimiento')
  })

  test('has its notes refer to the documents that stand before them, and else as the table says', () => {
    const [, known, unknown] = requestsOf(TABLE)
    expect(known!.referencias).toEqual([{ caso: 1, codigo: 1, razon: 'ANULA' }])
    expect(unknown!.referencias).toMatchObject([{ tipo_documento: '33', folio: 'F9', fecha: '2026-11-05' }])
  })

  test('says which of the types to be certified it has not', () => {
    const sets = [
      { folios: [{ tipo_dte: 33 }, { tipo_dte: 61 }, { tipo_dte: 56 }] },
      { folios: [{ tipo_dte: 56 }] },
    ]
    expect(typesLacking(sets, TABLE)).toEqual([56])
  })
})

test('a refusal stands at the rows of its document, and what is of none is left to be told', () => {
  const fault = new Fault('VALIDATION_ERROR', 'La solicitud tiene 2 errores', {
    status: 422,
    detalles: [
      ...[
        {
          campo: 'documentos[0].detalle[1].precio',
          regla: 'numero',
          mensaje: 'documentos[0]: detalle[1].precio debe ser un número',
          datos: {},
        },
      ],
      ...[
        {
          campo: 'documentos[1].receptor.giro',
          regla: 'requerido',
          mensaje: 'documentos[1]: Falta receptor.giro',
          datos: {},
        },
      ],
      ...[{ campo: 'caso 22', regla: 'documento', mensaje: 'caso 22: no se puede', datos: {} }],
    ],
  })
  const { outcomes, fields } = refusedOf(fault, TABLE)
  expect([...outcomes]).toEqual([
    [0, { faults: [{ fila: 3, columna: 'precio', texto: 'Debe ser un número' }] }],
    [1, { faults: [{ fila: 4, columna: 'giro', texto: 'Falta este dato' }] }],
  ])
  expect(fields).toEqual(['documentos[0].detalle[1].precio', 'documentos[1].receptor.giro'])
  expect(refusedOf(null, TABLE).outcomes.size).toBe(0)
})
