// `timbre emitir`: one document by the API, safe to repeat, to its verdict if asked.

import { createHash } from 'node:crypto'
import { AnswerLost, API_FLAGS, API_USAGE, openApi } from './api-client'
import { readText } from './archivo'
import { type Argumentos, type Comando, Falla, type Io, text, UsoIncorrecto } from './comando'
import { EXIT } from './exit-status'
import {
  isSettled,
  look,
  plazoOf,
  sayDocumento,
  statusOf,
  WAIT_FLAGS,
  WAIT_USAGE,
  waitFor,
} from './veredicto'

interface EnCola {
  job_id: string
  folio: number | null
  tipo_dte: number
  estado: string
  mensaje: string
  advertencias?: { mensaje: string }[]
}

export const issueDocument: Comando = {
  nombre: 'emitir',
  uso: `ARCHIVO.json|- [--tipo TIPO] ${WAIT_USAGE} [--clave-idempotencia CLAVE] ${API_USAGE}`,
  resumen:
    'emite el documento de un archivo, o de la entrada con -, en un servidor en marcha; repetir la orden con el mismo contenido no emite otro, salvo con otra --clave-idempotencia; --esperar sigue hasta el veredicto del SII y termina con él',
  flags: {
    ...API_FLAGS,
    ...WAIT_FLAGS,
    tipo: { type: 'string' },
    'clave-idempotencia': { type: 'string' },
  },
  words: [1, 1],
  async run(args, io) {
    const plazo = plazoOf(args)
    const bytes = await readDocument(args.positionals[0]!, io)
    const body = bodyOf(bytes, args)
    const clave =
      text(args, 'clave-idempotencia') ?? `timbre-${createHash('sha256').update(body).digest('hex')}`
    if (!/^[\x20-\x7e]{1,255}$/.test(clave))
      throw new UsoIncorrecto('--clave-idempotencia tiene de 1 a 255 caracteres sin tildes ni eñes')
    const api = openApi(args, io)
    const given = { clave_idempotencia: clave }
    let accepted: object | null = null
    try {
      const { body: reply, headers } = await api.post<{ data: EnCola }>('/v1/dte/emitir', body, {
        'idempotency-key': clave,
      })
      const repetida = headers.get('idempotent-replayed') === 'true'
      const { data } = reply
      io.out(`${data.mensaje}; trabajo ${data.job_id}, clave de idempotencia ${clave}`)
      if (repetida) io.err('Ya se había pedido con esta clave: es el mismo documento, y no se emitió otro')
      for (const { mensaje } of data.advertencias ?? []) io.err(mensaje)
      accepted = { ...data, ...given, repetida }
      io.result(accepted)
      if (plazo === null) return EXIT.done
      const seen = await waitFor(() => look(api, data.job_id), isSettled, plazo)
      sayDocumento(seen, io)
      io.result({ ...accepted, ...seen })
      return statusOf(seen)
    } catch (fault) {
      if (!(fault instanceof AnswerLost) && !(accepted && fault instanceof Falla)) throw fault
      const unsure = accepted ? 'lo recibió, y su veredicto no se sabe' : 'no se sabe si lo recibió'
      const error = `${fault.message}: ${unsure}. Repita la misma orden: no emite otro`
      io.err(error)
      io.result({ error, ...given, ...accepted })
      return EXIT.unknown
    }
  },
}

const readDocument = async (file: string, io: Io): Promise<string> =>
  file === '-' ? io.readInput() : readText(file)

/** The bytes as they stand, but for the type where the command line gives it. */
function bodyOf(bytes: string, args: Argumentos): string {
  const tipo = text(args, 'tipo')
  let body: unknown
  try {
    body = JSON.parse(bytes)
  } catch (cause) {
    throw new Falla('El documento no es JSON: revise comas, comillas y llaves', { cause })
  }
  if (tipo === undefined) return bytes
  if (!/^\d{2,3}$/.test(tipo))
    throw new UsoIncorrecto(`--tipo es el número de un tipo de documento, no «${tipo}»`)
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Falla('El documento no es un objeto JSON')
  const own = (body as { tipo_dte?: unknown }).tipo_dte
  if (own !== undefined && own !== Number(tipo))
    throw new UsoIncorrecto(`--tipo ${tipo} contradice el tipo_dte ${own} del documento`)
  return JSON.stringify({ ...body, tipo_dte: Number(tipo) })
}
