import { describe, expect, test } from 'bun:test'
import { readPdf } from '../../pdf/leer-pdf'
import { testAppWithFolios } from '../../support/test-app'
import { emitir, load, open, RECEPTORES, rowsOf, unzip } from './escena'

const NOMBRE = 'Clavo de acero galvanizado de cabeza ancha para techo'
const lineas = (precio: string) =>
  Array.from({ length: 60 }, (_, i) => `${NOMBRE} ${i} AFECTO\t\t133${precio}`)
/** An invoice of as many lines as there may be, and the note that voids it. */
const LARGO = [
  'SET BASICO - NUMERO DE ATENCION: 5123401',
  ...['', 'CASO 5123401-1', '==============', 'DOCUMENTO\tFACTURA ELECTRONICA', ''],
  ...['ITEM\t\tCANTIDAD\tPRECIO UNITARIO', ...lineas('\t1459')],
  ...['', 'CASO 5123401-2', '==============', 'DOCUMENTO\tNOTA DE CREDITO ELECTRONICA'],
  'REFERENCIA\tFACTURA ELECTRONICA CORRESPONDIENTE A CASO 5123401-1',
  ...['RAZON REFERENCIA\tANULA FACTURA', ''],
].join('\r\n')

describe('the samples of a road (areas/certificacion §8)', () => {
  test('tell in the list what the SII would not take, and bear no mark of a note', async () => {
    const app = await testAppWithFolios({ folios: { 33: 1, 61: 1 } })
    const id = await open(app)
    const muestras = `/v1/certificacion/${id}/muestras`
    await load(app, id, Buffer.from(LARGO))
    expect(await app.post(muestras)).toMatchObject({ status: 409, body: { code: 'CERT_ORDER' } })
    await app.put(`/v1/certificacion/${id}/sets/basico/ajustes`, { receptores: RECEPTORES })
    expect(await emitir(app, id, 'basico')).toMatchObject({ status: 202 })
    await app.settle()
    await app.post(`/v1/certificacion/${id}/sets/basico/veredicto`, { estado: 'SOK' })

    const files = await unzip(app, 'POST', muestras)
    const [tributaria, cedible, nota] = rowsOf(files.get('lista.csv')!)
    expect(tributaria).toMatchObject({ copia: 'tributaria', paginas: '3', folio: '1', caso: '1' })
    expect(tributaria!.reparo).toBe('tiene 3 páginas, y el SII admite 1')
    expect(cedible).toMatchObject({ copia: 'cedible', reparo: tributaria!.reparo })
    expect(nota).toMatchObject({ archivo: 'basico-02_T61F1_tributaria.pdf', tipo_dte: '61' })
    expect(files.size).toBe(4)
    const { paginas } = await readPdf(files.get(tributaria!.archivo!)!)
    expect(paginas).toHaveLength(3)
    expect(JSON.stringify(paginas)).toContain('FACTURA')
    expect(JSON.stringify(paginas)).not.toContain('ANULADO')
    const receipt = JSON.stringify((await readPdf(files.get(cedible!.archivo!)!)).paginas)
    expect(receipt).toContain('CEDIBLE')
  })
})
