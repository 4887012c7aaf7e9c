// The answers that a form offers are ones that the doubt takes (domain/certificacion §2.3).

import { describe, expect, test } from 'bun:test'
import { buildSolicitudes } from '../../../src/domain/certificacion/build-solicitudes'
import { isNumerica, opcionesOf } from '../../../src/domain/certificacion/opciones'
import { readSet } from '../../../src/domain/certificacion/read-set'
import { TABLAS } from '../../../src/domain/dte/aduana'

const HOY = '2026-11-20'

/** The doubts of a text, its answers given. */
function dudasOf(lines: readonly string[], respuestas: Record<string, string> = {}) {
  const leido = readSet(Buffer.from(lines.join('\r\n'), 'latin1'))
  expect(leido.faltas).toEqual([])
  return leido.secciones.flatMap((seccion) => buildSolicitudes(seccion, { respuestas }, HOY).dudas)
}

const GUIA = [
  'SET GUIA DE DESPACHO - NUMERO DE ATENCION: 5123403',
  'CASO 5123403-1',
  '==============',
  'DOCUMENTO\tGUIA DE DESPACHO ELECTRONICA',
  'MOTIVO:\t\tALGO QUE NADIE CONOCE',
  'ITEM\t\tCANTIDAD\tPRECIO UNITARIO',
  'ITEM 1\t\t394\t4437',
]

const EXPORTACION = [
  'SET BASICO DOCUMENTOS DE EXPORTACION (1) - NUMERO DE ATENCION: 5123406',
  'CASO 5123406-1',
  '==============',
  'DOCUMENTO\tFACTURA DE EXPORTACION ELECTRONICA',
  'ITEM\t\tCANTIDAD\tUNIDAD MEDIDA\tPRECIO UNITARIO',
  'TABLAS DE RAULI\t\t148\tU\t12',
  'REFERENCIA:\t\tPAPEL DESCONOCIDO',
  'MONEDA DE LA OPERACION:\t\tMONEDA RARA',
  'FORMA DE PAGO EXPORTACION:\t\tA LA BUENA DE DIOS',
  'PUERTO DE EMBARQUE:\t\tPUERTO QUE NO ESTA',
  'TIPO DE BULTO:\t\tBULTO QUE NO ESTA',
  'PAIS RECEPTOR Y PAIS DESTINO:\t\tATLANTIDA',
]

describe('each offered answer settles its doubt', () => {
  for (const [name, text] of [
    ['of a guide', GUIA],
    ['of an export', EXPORTACION],
  ] as const)
    test(name, () => {
      const asked = dudasOf(text).flatMap(({ clave }) => {
        const opciones = opcionesOf(clave)
        if (!opciones) return []
        const answers =
          'tabla' in opciones
            ? [...TABLAS[opciones.tabla].codigos.keys()].slice(0, 3).map(String)
            : opciones.lista.map(([answer]) => answer)
        return answers.map((answer) => [clave, answer] as const)
      })
      expect(asked.length).toBeGreaterThan(3)
      for (const [clave, answer] of asked)
        expect(dudasOf(text, { [clave]: answer }).map((duda) => duda.clave)).not.toContain(clave)
    })
})

test('a text that nobody can list is a line, and a number is known as one', () => {
  expect(opcionesOf('basico.5.texto')).toBeNull()
  expect(opcionesOf('exportacion_1.1.referencia2')).toMatchObject({ lista: expect.anything() })
  expect(opcionesOf('exportacion_2.1.puerto_de_embarque')).toEqual({ tabla: 'puerto' })
  expect(isNumerica('exportacion_1.tipo_cambio')).toBe(true)
  expect(isNumerica('basico.5.texto')).toBe(false)
})
