// `timbre xml` and `timbre pdf`: the files of a document.

import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { API_FLAGS, API_USAGE, openApi } from './api-client'
import { whyUnwritable } from './archivo'
import { type Argumentos, type Comando, Falla, type Io, text, UsoIncorrecto } from './comando'
import { numbered } from './estado'
import { EXIT, type ExitStatus } from './exit-status'

const SALIDA = { salida: { type: 'string' } } as const

export const xml: Comando = {
  nombre: 'xml',
  uso: `TIPO FOLIO [--salida ARCHIVO|-] ${API_USAGE}`,
  resumen:
    'guarda el XML firmado de un documento, byte por byte, con su nombre o en --salida; - es la salida',
  flags: { ...API_FLAGS, ...SALIDA },
  words: [2, 2],
  run: (args, io) => save(args, 'xml', '', io),
}

export const pdf: Comando = {
  nombre: 'pdf',
  uso: `TIPO FOLIO [--cedible] [--salida ARCHIVO|-] ${API_USAGE}`,
  resumen:
    'guarda el papel de un documento, con su nombre o en --salida; - es la salida; --cedible agrega esa copia',
  flags: { ...API_FLAGS, ...SALIDA, cedible: { type: 'boolean' } },
  words: [2, 2],
  run: (args, io) => save(args, 'pdf', args.flags.cedible ? '?cedible=true' : '', io),
}

async function save(args: Argumentos, kind: 'xml' | 'pdf', query: string, io: Io): Promise<ExitStatus> {
  const [first, second] = args.positionals as [string, string]
  const { tipo, folio } = numbered(first, second)
  const salida = text(args, 'salida')
  if (salida === '-' && args.flags.json) throw new UsoIncorrecto('--json no va con --salida -')
  const { body, headers } = await openApi(args, io).download(`/v1/dte/${kind}/${tipo}/${folio}${query}`)
  if (salida === '-') {
    io.bytes(body)
    return EXIT.done
  }
  const archivo = salida ?? nameOf(headers) ?? `T${tipo}F${folio}.${kind}`
  try {
    writeFileSync(archivo, body)
  } catch (cause) {
    throw new Falla(`No se puede escribir ${archivo}: ${whyUnwritable(cause)}`, { cause })
  }
  io.out(`${archivo}: ${body.length} bytes`)
  io.result({ archivo, bytes: body.length, sha256: createHash('sha256').update(body).digest('hex') })
  return EXIT.done
}

/** The file name that the server gives it, never a path. */
const nameOf = (headers: Headers): string | null =>
  /filename="([\w.-]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? null
