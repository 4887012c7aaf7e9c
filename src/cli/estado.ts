// `timbre estado`: one document, or the job that issues it, as the server has it.

import { API_FLAGS, API_USAGE, openApi } from './api-client'
import { type Comando, UsoIncorrecto } from './comando'
import { EXIT } from './exit-status'
import {
  documentoOf,
  isSettled,
  look,
  plazoOf,
  sayDocumento,
  statusOf,
  WAIT_FLAGS,
  WAIT_USAGE,
  waitFor,
} from './veredicto'

export const estado: Comando = {
  nombre: 'estado',
  uso: `TIPO FOLIO | TRABAJO ${WAIT_USAGE} ${API_USAGE}`,
  resumen:
    'dice en qué está un documento, por su tipo y folio o por su trabajo de emisión; --esperar, hasta el veredicto',
  flags: { ...API_FLAGS, ...WAIT_FLAGS },
  words: [1, 2],
  async run(args, io) {
    const plazo = plazoOf(args)
    const [first, second] = args.positionals as [string, string?]
    const named = second === undefined ? null : numbered(first, second)
    const api = openApi(args, io)
    const jobId = named ? (await documentoOf(api, named.tipo, named.folio)).job_id : first
    const seen = await waitFor(() => look(api, jobId), isSettled, plazo ?? 0)
    sayDocumento(seen, io)
    io.result(seen)
    return plazo === null ? EXIT.done : statusOf(seen)
  },
}

interface Numbered {
  tipo: number
  folio: number
}

/** Throws UsoIncorrecto. */
export function numbered(tipo: string, folio: string): Numbered {
  if (!/^\d{2,3}$/.test(tipo)) throw new UsoIncorrecto(`«${tipo}» no es un tipo de documento`)
  if (!/^[1-9]\d{0,9}$/.test(folio)) throw new UsoIncorrecto(`«${folio}» no es un folio`)
  return { tipo: Number(tipo), folio: Number(folio) }
}
