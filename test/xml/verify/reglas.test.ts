import { describe, expect, test } from 'bun:test'
import { checkEncabezado, checkReferencias, parseSobre } from '../../../src/xml/verify'
import { archivo, completar, dteDeEjemplo, EJEMPLOS, ejemplo, hacerDte, type Nodo } from './generador'

type Partes = { documento: Nodo; encabezado: Record<string, Nodo>; detalle: Nodo[] }
const con = (numero: number, cambio: (partes: Partes) => void) => {
  const documento = completar(ejemplo(numero))
  cambio({
    documento,
    encabezado: documento.Encabezado as Record<string, Nodo>,
    detalle: documento.Detalle as Nodo[],
  })
  return hacerDte(ejemplo(numero).tipo, documento)
}
const juzgar = (xml: string) => {
  const dte = parseSobre(archivo(xml)).dtes[0]!
  return [...checkEncabezado(dte), ...checkReferencias(dte)]
}
const resumen = (xml: string) =>
  juzgar(xml).map(({ codigo, donde }) => `${codigo} ${donde.replace(/ \(línea.*/, '')}`)
const referencia = (valores: Nodo): Nodo => ({
  NroLinRef: 1,
  TpoDocRef: '33',
  FolioRef: '1',
  FchRef: '2026-10-01',
  ...valores,
})
const conReferencias = (numero: number, ...referencias: Nodo[]) =>
  con(numero, ({ documento }) => {
    documento.Referencia = referencias.map((r, i) => ({ ...r, NroLinRef: i + 1 }))
  })

test.each(EJEMPLOS.map((e) => [e.nombre, e] as const))('%s breaks no rule', (_, e) => {
  expect(juzgar(dteDeEjemplo(e))).toEqual([])
})

describe('header', () => {
  test.each([
    [
      'a wrong check digit of the receptor',
      con(1, ({ encabezado }) => {
        encabezado.Receptor!.RUTRecep = '22222222-3'
      }),
      ['HED-3-923 Encabezado/Receptor/RUTRecep'],
    ],
    [
      'a 33 with no affected line',
      con(1, ({ detalle }) => {
        detalle[0]!.IndExe = 1
      }),
      ['HED-3-924 Detalle'],
    ],
    [
      'a 34 with IVA',
      con(29, ({ encabezado }) => {
        Object.assign(encabezado.Totales!, { MntNeto: 1, TasaIVA: 19, IVA: 1 })
      }),
      [
        'HED-3-925 Encabezado/Totales/MntNeto',
        'HED-3-925 Encabezado/Totales/TasaIVA',
        'HED-3-925 Encabezado/Totales/IVA',
      ],
    ],
    [
      'a 41 with net',
      con(43, ({ encabezado }) => {
        encabezado.Totales!.MntNeto = 1
      }),
      ['HED-3-925 Encabezado/Totales/MntNeto'],
    ],
    [
      'gross amounts with an additional tax (domain/dte §2.2)',
      con(18, ({ encabezado }) => {
        encabezado.IdDoc!.MntBruto = 1
      }),
      ['HED-2-922 Encabezado/IdDoc/MntBruto'],
    ],
    [
      'a factura without the address of the receptor (domain/dte §2.1)',
      con(1, ({ encabezado }) => {
        encabezado.Receptor!.DirRecep = undefined
      }),
      ['HED-2-920 Encabezado/Receptor/DirRecep'],
    ],
    [
      'a guía without IndTraslado (domain/dte §1.2)',
      con(53, ({ encabezado }) => {
        encabezado.IdDoc!.IndTraslado = undefined
      }),
      ['HED-2-920 Encabezado/IdDoc/IndTraslado'],
    ],
    [
      'a guía whose second line has no quantity',
      con(56, ({ detalle }) => {
        detalle[1]!.QtyItem = undefined
      }),
      ['HED-2-920 Detalle/QtyItem'],
    ],
    [
      'a factura with IndTraslado',
      con(1, ({ encabezado }) => {
        encabezado.IdDoc!.IndTraslado = 1
      }),
      ['HED-2-921 Encabezado/IdDoc/IndTraslado'],
    ],
    [
      'a factura with commissions, said once',
      con(1, ({ documento }) => {
        documento.Comisiones = { NroLinCom: 1, TipoMovim: 'C', Glosa: 'x', ValComNeto: 0, ValComExe: 0 }
      }),
      ['HED-2-921 Comisiones'],
    ],
  ])('%s', (_, xml, esperado) => {
    expect(resumen(xml)).toEqual(esperado)
  })

  test('a tourist invoice needs no giro nor Chilean address (domain/dte §3.1)', () => {
    const turista = con(1, ({ encabezado }) => {
      encabezado.IdDoc!.TipoFactEsp = 1
      encabezado.Receptor = {
        RUTRecep: '55555555-5',
        RznSocRecep: 'Extranjero sin RUT',
        Extranjero: { NumId: 'A1', TipoDocID: 1 },
      }
    })
    expect(juzgar(turista)).toEqual([])
  })
})

describe('references of a note (domain/dte §7.1)', () => {
  test.each([
    ['none', conReferencias(61), ['REF-3-415 Referencia']],
    [
      'only a purchase order',
      conReferencias(61, referencia({ TpoDocRef: '801', CodRef: 3 })),
      ['REF-3-415 Referencia'],
    ],
    ['without CodRef', conReferencias(57, referencia({})), ['REF-3-758 Referencia[1]/CodRef']],
    [
      'two, one annulled',
      conReferencias(61, referencia({ CodRef: 1 }), referencia({ CodRef: 3 })),
      ['REF-3-901 Referencia[1]/CodRef'],
    ],
    [
      'two, one text corrected',
      conReferencias(60, referencia({ CodRef: 3 }), referencia({ CodRef: 2 })),
      ['REF-3-901 Referencia[2]/CodRef'],
    ],
    [
      'annuls a guía',
      conReferencias(61, referencia({ TpoDocRef: '52', CodRef: 1 })),
      ['REF-3-415 Referencia[1]/TpoDocRef'],
    ],
    [
      'a debit note that annuls an invoice',
      conReferencias(57, referencia({ CodRef: 1 })),
      ['REF-2-903 Referencia[1]/TpoDocRef'],
    ],
    [
      'text corrected with amounts',
      conReferencias(61, referencia({ CodRef: 2 })),
      ['REF-2-902 Encabezado/Totales/MntTotal'],
    ],
    ['an export note without any', conReferencias(72), ['REF-3-415 Referencia']],
  ])('%s', (_, xml, esperado) => {
    expect(resumen(xml)).toEqual(esperado)
  })

  test('may stand beside a purchase order or a test case', () => {
    const caso = referencia({ TpoDocRef: 'SET', FolioRef: '1', RazonRef: 'CASO 1-1' })
    expect(juzgar(conReferencias(61, caso, referencia({ CodRef: 1 })))).toEqual([])
  })

  test('several may be corrected at once with CodRef 3', () => {
    expect(
      juzgar(conReferencias(61, referencia({ CodRef: 3 }), referencia({ FolioRef: '2', CodRef: 3 }))),
    ).toEqual([])
  })
})

describe('other references', () => {
  test('a global one says folio 0 and why (domain/dte §7.2)', () => {
    const sinRazon = referencia({ TpoDocRef: '52', IndGlobal: 1, FolioRef: '0' })
    expect(resumen(conReferencias(1, sinRazon))).toEqual(['REF-2-904 Referencia[1]'])
    expect(resumen(conReferencias(1, { ...sinRazon, RazonRef: 'Guías', FolioRef: '7' }))).toEqual([
      'REF-2-904 Referencia[1]',
    ])
    expect(resumen(conReferencias(1, { ...sinRazon, RazonRef: 'Guías' }))).toEqual([])
  })

  test('the test case of a boleta goes without type and folio: HED-3-211 (sii §3.2)', () => {
    const caso: Nodo = { NroLinRef: 1, CodRef: 'SET', RazonRef: 'CASO-1' }
    expect(resumen(conReferencias(33, caso))).toEqual([])
    expect(resumen(conReferencias(33, { ...caso, TpoDocRef: '33', FolioRef: '1' }))).toEqual([
      'HED-3-211 Referencia[1]',
    ])
  })
})
