// Asked by the image's health check, for it has no curl: whether the server of this environment answers.

import { loadConfig } from '../config'
import { type Comando, DATA_FLAG, Falla, text } from './comando'
import { fetchOwn, ownAddress } from './listen'

export const LATIDO = 'latido'
const PATIENCE_MS = 5000

/** `timbre latido`, in no help. */
export const askHealth: Comando = {
  nombre: LATIDO,
  uso: '',
  resumen: 'pregunta al servidor si vive',
  flags: DATA_FLAG,
  words: [0, 0],
  async run(args, io) {
    const { addr } = loadConfig(io.env, { data: text(args, 'data') })
    const url = `http://${ownAddress(addr)}/salud`
    const answer = await fetchOwn(url, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch((cause) => {
      throw new Falla(`${url} no responde`, { cause })
    })
    if (!answer.ok) throw new Falla(`${url} respondió ${answer.status}`)
    return 0
  },
}
