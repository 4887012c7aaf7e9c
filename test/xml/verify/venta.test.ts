// The judgement of the newer fields: the buyer of a boleta, its events, the product of a withholding agent,
// the parts of an IVA and an equivalent in another currency (domain/dte §2.2, §3.2, §6.6, §6.7, §9).

import { describe, expect, test } from 'bun:test'
import type { Dte } from '../../../src/domain/dte/dte'
import { authorityKey } from '../../../src/xml/autoridades'
import { signDte } from '../../../src/xml/sign-dte'
import { verifyArchivo } from '../../../src/xml/verify'
import { buildGolden, fileBytes } from '../../golden/golden'
import { cafTimbre, llave, sign } from '../../support/firma'

const opciones = { llaveAutoridad: (idk: number) => authorityKey(idk)?.llave ?? null }

/** `codigo donde` of what is found in a golden document that was changed before it was signed. */
async function juzgar(name: string, change: (dte: Dte) => void): Promise<string[]> {
  const { dte } = await buildGolden(name)
  change(dte)
  const xml = await signDte(dte, cafTimbre(dte.idDoc.tipoDte), llave, sign, '2026-11-20T11:02:12', true)
  const [documento] = verifyArchivo(fileBytes(xml), opciones).documentos
  return documento!.findings.map(({ codigo, donde }) => `${codigo} ${donde.replace(/ \(línea.*/, '')}`)
}

describe('a boleta', () => {
  const GRANDE = '039_006_identificada_por_su_monto'
  const EVENTO = '039_007_espectaculo'

  test('over the threshold lacks its buyer, or how it was paid', async () => {
    expect(await juzgar(GRANDE, () => {})).toEqual([])
    expect(await juzgar(GRANDE, ({ idDoc }) => delete idDoc.medioPago)).toEqual([
      'HED-2-931 Encabezado/IdDoc/MedioPago',
    ])
    expect(
      await juzgar(GRANDE, (dte) => {
        dte.receptor = { rut: '66666666-6' }
      }),
    ).toEqual(['HED-2-931 Encabezado/Receptor/RUTRecep', 'HED-2-931 Encabezado/Receptor/RznSocRecep'])
  })

  test('of a periodic service lacks its client', async () => {
    expect(
      await juzgar('039_001_anonima', ({ idDoc }) => {
        idDoc.indServicio = 1
      }),
    ).toEqual([
      'HED-2-931 Encabezado/Receptor/DirRecep',
      'HED-2-931 Encabezado/Receptor/CmnaRecep',
      'HED-2-931 Encabezado/Receptor/RUTRecep',
    ])
  })

  test('of an event lacks what a line is, or its ticket', async () => {
    expect(await juzgar(EVENTO, () => {})).toEqual([])
    expect(await juzgar(EVENTO, ({ detalle }) => delete detalle[0]!.ticket)).toEqual([
      'DET-2-907 Detalle[1]/InfoTicket',
    ])
    expect(await juzgar(EVENTO, ({ detalle }) => delete detalle[1]!.espectaculo)).toEqual([
      'DET-2-907 Detalle[2]/ItemEspectaculo',
    ])
  })
})

describe('a line of a withholding agent', () => {
  const GANADO = '046_004_agente_retenedor_con_comision'

  test('lacks product, unit or heads', async () => {
    expect(await juzgar(GANADO, () => {})).toEqual([])
    const de = (change: (linea: Dte['detalle'][0]) => void) =>
      juzgar(GANADO, ({ detalle }) => change(detalle[0]!))
    expect(await de((linea) => delete linea.codigo)).toEqual(['DET-2-906 Detalle[1]/CdgItem'])
    expect(
      await de((linea) => {
        linea.unidad = 'TON'
      }),
    ).toEqual(['DET-2-906 Detalle[1]/UnmdItem'])
    expect(await de((linea) => delete linea.QtyRef)).toEqual(['DET-2-906 Detalle[1]/QtyRef'])
  })

  test('adds its commissions up, and takes them from the total', async () => {
    expect(
      await juzgar(GANADO, ({ totales }) => {
        totales.montoTotal = String(Number(totales.montoTotal) + 1)
      }),
    ).toEqual(['HED-2-905 Encabezado/Totales/MntTotal'])
    expect(
      await juzgar(GANADO, ({ comisiones }) => {
        comisiones![0]!.valorNeto = '1'
      }),
    ).toContain('HED-2-912 Encabezado/Totales/Comisiones/ValComNeto')
  })
})

describe('a factura', () => {
  const VENTA = '033_017_campos_comerciales'

  test('splits its IVA into parts that are smaller than it and add up to it', async () => {
    const con = (propio: string, terceros: string) =>
      juzgar(VENTA, ({ totales }) => {
        totales.ivaPropio = propio
        totales.ivaTerceros = terceros
      })
    expect(await con('114000', '76000')).toEqual([])
    expect(await con('114001', '76000')).toEqual(['HED-2-914 Encabezado/Totales/IVAProp'])
    expect(await con('0', '190000')).toEqual(['HED-2-914 Encabezado/Totales/IVAProp'])
  })

  test('tells its equivalent to its last decimal, of which two may be all', async () => {
    const con = (montoTotal: string) =>
      juzgar(VENTA, ({ otraMoneda }) => {
        otraMoneda!.montoTotal = montoTotal
      })
    expect(await con('1258.83')).toEqual([])
    expect(await con('1258.84')).toEqual(['HED-2-929 Encabezado/OtraMoneda/MntTotOtrMnda'])
  })
})
