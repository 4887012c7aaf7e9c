// Three companies come with a past of other programs (areas/historia): their archives by the command, the month's register and its return,
// and the way out again, held against its own index.

import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chileDate } from '../../src/domain/fecha'
import { runToEnd, serve, simulador, withFolder } from './process/binary'
import { ENV } from './process/business'
import { type Report, runAlone, until } from './process/check'
import { addCompany, ask, type Company, OWNER, openAccount } from './process/client'
import { finished, queue } from './process/operation'

const PASADOS = [
  ['76543210-3', 'libredte'],
  ['77123456-9', 'portal'],
  ['76192083-9', 'openfactura'],
] as const
const DOCUMENTOS = 36
const SCOPES = ['dte:*', 'folios:*', 'rcv:*', 'historia:*']

/** The month before this one, as dates and as the register names it. */
function lastMonth() {
  const first = `${chileDate(new Date()).slice(0, 7)}-01`
  const hasta = new Date(Date.parse(first) - 86_400_000).toISOString().slice(0, 10)
  return { desde: `${hasta.slice(0, 7)}-01`, hasta, periodo: hasta.slice(0, 7).replace('-', '') }
}

export const movedIn = (checks: Report): Promise<void> =>
  withFolder(async (root) => {
    const sim = await simulador(join(root, 'sii'))
    const data = join(root, 'datos')
    const server = await serve(data, sim.url, ENV)
    const { url } = server
    const month = lastMonth()
    try {
      const session = await openAccount(url)
      const cuentaId = (await ask('GET', `${url}/v1/cuenta`, session)).body.data.id as string
      const owner = { 'x-simulador-dueno': cuentaId }

      async function moveIn(company: Company, programa: string): Promise<void> {
        const { rut, key } = company
        const wanted = { documentos: DOCUMENTOS, desde: month.desde, hasta: month.hasta, programa }
        const zip = await fetch(`${sim.url}/simulador/historia?rut=${rut}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...owner },
          body: JSON.stringify(wanted),
        })
        checks.check(`${programa}: the simulator gives its archive`, zip.status === 200, zip.status)
        const path = join(root, `${programa}.zip`)
        writeFileSync(path, Buffer.from(await zip.arrayBuffer()))
        const env = { TIMBRE_LLAVE: key['x-api-key']!, TIMBRE_URL: url }
        const sent = await runToEnd(['historia', 'importar', path, '--json'], env)
        checks.check(`${programa}: the command sends it`, sent.status === 0, sent)
        const imported = async () => (await ask('GET', `${url}/v1/historia`, key)).body.data[0]
        await until(async () => ['terminada', 'detenida'].includes((await imported()).estado), 60_000)
        const { estado, documentos } = await imported()
        const whole = estado === 'terminada' && documentos.nuevo === DOCUMENTOS
        checks.check(`${programa}: every document is the company’s`, whole, [estado, documentos])
        const job = await queue(url, company, `/v1/rcv/${month.periodo}/sync?esperar=0`, {})
        const read = await finished(url, company, '/v1/rcv', job, 60_000)
        checks.check(`${programa}: the register is read`, read.result?.estado === 'sincronizado', read)
        const confirmed = `${url}/v1/documentos?limite=1&estado_sii=aceptado&origen=importado`
        const { total } = (await ask('GET', confirmed, key)).body.paginacion
        // Out of twelve: three receipts are told as a sum, a guide is in no register.
        checks.check(`${programa}: it confirms all that it has`, total === (DOCUMENTOS * 8) / 12, total)
        const f29 = await ask('GET', `${url}/v1/rcv/${month.periodo}/f29`, key)
        checks.check(`${programa}: the month has its return`, f29.status === 200, f29.body)
      }

      for (const [rut, programa] of PASADOS)
        await moveIn(await addCompany(url, session, rut, {}, SCOPES), programa)

      const archive = join(root, 'cuenta.zip')
      const out = await runToEnd(['cuenta', 'exportar', '--cuenta', OWNER.email, '--data', data, archive])
      checks.check('the account leaves as one archive', out.status === 0 && existsSync(archive), out)
      const verified = await runToEnd(['cuenta', 'verificar', archive])
      checks.check('which is what its index says', verified.status === 0, verified)
    } finally {
      await server.kill()
      await sim.kill()
    }
  })

if (import.meta.main) await runAlone('three companies come with a past of elsewhere', movedIn)
