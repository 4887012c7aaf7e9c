// The last page of a grant: the CAF itself (sii §15.2). The range is granted by then, so what fails here is asked for again.

import { AppError } from '../../domain/errors'
import { textOf } from '../portal/html'
import type { Pagina } from '../portal/pages'
import { type FoliosSession, strange } from './paginas'

/** The file could not be made though the range stands; again after these. */
const OFGA = /DTE-OFGA/
const ESPERAS_MS = [3000, 6000, 9000]

const isCaf = ({ html }: Pagina): boolean => /<AUTORIZACION[\s>]/.test(html)

/** The bytes of the file that `ask` brings. Throws SII_UNAVAILABLE while the SII cannot make it. */
export async function fetchCaf(
  session: FoliosSession,
  operacion: string,
  ask: () => Promise<Pagina>,
): Promise<Uint8Array> {
  for (const wait of [...ESPERAS_MS, null]) {
    const pagina = await ask()
    if (isCaf(pagina)) return pagina.bytes
    if (!OFGA.test(textOf(pagina.html)))
      throw strange(session, pagina, operacion, 'archivo', 'el archivo de folios (AUTORIZACION)')
    if (wait !== null) await session.sleep(wait)
  }
  throw new AppError(
    'SII_UNAVAILABLE',
    'El SII otorgó los folios y aún no puede generar su archivo (DTE-OFGA)',
  )
}

/** Whether a page says that the range stands though its file could not be made. */
export const isOfga = ({ html }: Pagina): boolean => OFGA.test(textOf(html))
