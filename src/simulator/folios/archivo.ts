// The file of a range (simulator §14.1): made when it is first asked for, and the same ever after.

import { issueCaf } from '../caf'
import type { Sim } from '../sim'
import type { Rango } from './statements'

const place = ({ lado, rut, tipoDte, desde, hasta }: Rango) => ({
  table: 'sim_caf_archivo',
  column: 'xml',
  id: [lado, rut, tipoDte, desde, hasta].join('\0'),
})

/** The file of a granted range; `fecha`, its FA, and the name are those of whoever asked first. */
export async function fileOf(
  { db, sql: { folios }, cifrado }: Sim,
  rango: Rango,
  { fecha, razonSocial }: { fecha: string; razonSocial: string },
): Promise<string> {
  const kept = () => {
    const sealed = folios.archivo.find.get(rango)
    return sealed && cifrado.open(place(rango), sealed).toString('latin1')
  }
  const known = kept()
  if (known) return known
  const { xml, modulo } = await issueCaf({ ...rango, fecha, razonSocial })
  db.transaction(() => {
    const sealed = cifrado.seal(place(rango), Buffer.from(xml, 'latin1'))
    // Another request at the same time may have been faster.
    if (folios.archivo.save.run({ ...rango, xml: sealed }).changes)
      folios.archivo.complete.run({ ...rango, modulo })
  })()
  return kept()!
}
