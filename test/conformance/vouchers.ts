// The vouchers of a month as a spreadsheet (areas/contabilidad §6): its writer is a packed member of the binary, read by a thread.

import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { chileDate } from '../../src/domain/fecha'
import { factura } from '../support/emisor'
import { serve, simulador, withFolder } from './process/binary'
import { type Report, runAlone, until } from './process/check'
import { addCompany, ask, openAccount, RUT_EMISOR } from './process/client'

const PARTES = ['cliente', 'neto', 'exento', 'iva', 'redondeo']
const SCOPES = ['dte:*', 'folios:*', 'contabilidad:*']

export const vouchers = (checks: Report): Promise<void> =>
  withFolder(async (root) => {
    const sim = await simulador(join(root, 'sii'))
    const server = await serve(join(root, 'datos'), sim.url)
    const { url } = server
    try {
      const { key } = await addCompany(url, await openAccount(url), RUT_EMISOR, { 33: 5 }, SCOPES)
      await ask('POST', `${url}/v1/dte/emitir`, key, factura())
      for (const [i, componente] of PARTES.entries())
        await ask('POST', `${url}/v1/contabilidad/reglas`, key, {
          ...{ orden: i, si: { libro: 'ventas', componente }, cuenta: `1-${i}` },
        })
      const listed = () => ask('GET', `${url}/v1/documentos?estado_sii=aceptado`, key)
      await until(async () => (await listed()).body.paginacion.total === 1, 30_000)
      const periodo = chileDate(new Date()).slice(0, 7).replace('-', '')
      const wanted = { formato: 'defontana', archivo: 'xlsx', libros: ['ventas'], alcance: 'nuevos' }
      const made = await ask('POST', `${url}/v1/libros/asientos/${periodo}`, key, {
        ...wanted,
        base: 'emitidos',
      })
      checks.check('a month’s vouchers are exported', made.status === 201, made.body)
      const { id, archivo, debe, haber } = made.body.data
      checks.check('debe is haber', debe === haber && debe > 0, [debe, haber])
      const file = await fetch(`${url}/v1/libros/asientos/exportaciones/${id}/archivo`, { headers: key })
      const bytes = Buffer.from(await file.arrayBuffer())
      const sum = createHash('sha256').update(bytes).digest('hex')
      checks.check('the file is the one that was told', sum === archivo.sha256, archivo)
      checks.check('and a spreadsheet', bytes.subarray(0, 2).toString() === 'PK', bytes.subarray(0, 8))
    } finally {
      await server.kill()
      await sim.kill()
    }
  })

if (import.meta.main) await runAlone('vouchers as a spreadsheet', vouchers)
