// `timbre certificar`: a company's certification on a running server, and its rehearsal with none (areas/certificacion §6).

import { readFileSync, writeFileSync } from 'node:fs'
import { API_FLAGS, API_USAGE, type ApiClient, openApi } from './api-client'
import { whyUnreadable } from './archivo'
import { saveMuestras, saveRespuestas } from './certificar-archivos'
import { type Argumentos, type Comando, Falla, type Io, text, UsoIncorrecto } from './comando'
import { readSets, runEnsayo } from './ensayo'
import { EXIT } from './exit-status'

interface Pendiente {
  quien: string
  accion: string
  enlace: string | null
  datos: Record<string, string>
}

interface Certificacion {
  id: string
  alcance: string
  estado: string
  sets: { clase: string; nombre: string; estado: string }[]
  no_admitidos: { linea: number; mensaje: string }[]
  pendientes: Pendiente[]
}

interface Contexto {
  api: ApiClient
  args: Argumentos
  io: Io
  /** The words behind the verb. */
  words: readonly string[]
}

const QUIEN: Record<string, string> = { persona: 'Usted', timbre: 'Timbre', sii: 'SII' }

/** The road that is open. Throws Falla. */
async function abierta({ api, args }: Contexto): Promise<Certificacion> {
  const alcance = text(args, 'alcance') ?? 'factura'
  const { body } = await api.get<{ data: Certificacion[] }>('/v1/certificacion?limite=100')
  const found = body.data.find((one) => one.alcance === alcance && one.estado !== 'abandonada')
  if (!found) throw new Falla(`No hay una certificación de ${alcance}: ábrala con timbre certificar iniciar`)
  return (await api.get<{ data: Certificacion }>(`/v1/certificacion/${found.id}`)).body.data
}

function say(camino: Certificacion, { out, result }: Io): void {
  const { id, alcance, estado, sets, no_admitidos, pendientes } = camino
  out(`Certificación de ${alcance} ${id}: ${estado}`)
  for (const set of sets) out(`  ${set.clase}: ${set.estado}`)
  for (const { linea, mensaje } of no_admitidos) out(`  NO SE EMITE, línea ${linea}: ${mensaje}`)
  for (const { quien, accion, enlace, datos } of pendientes) {
    out(`${QUIEN[quien] ?? quien}: ${accion}`)
    if (enlace) out(`  ${enlace}`)
    for (const [name, value] of Object.entries(datos)) out(`  ${name}: ${value}`)
  }
  result({ id, alcance, estado, sets, no_admitidos, pendientes })
}

function readText(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (cause) {
    throw new Falla(`${file}: no se puede leer: ${whyUnreadable(cause)}`, { cause })
  }
}

async function act(contexto: Contexto, path: string, body: object): Promise<void> {
  const { id } = await abierta(contexto)
  await contexto.api.post(`/v1/certificacion/${id}/${path}`, JSON.stringify(body), {})
  say(await abierta(contexto), contexto.io)
}

/** By verb: how many words follow it, and what it does. */
const VERBOS: Record<string, { words: number; run(contexto: Contexto): Promise<number> }> = {
  iniciar: {
    words: 0,
    async run(contexto) {
      const { api, args, io } = contexto
      const alcance = text(args, 'alcance') ?? 'factura'
      const { body } = await api.post<{ data: Certificacion }>(
        '/v1/certificacion',
        JSON.stringify({ alcance }),
        {},
      )
      say(body.data, io)
      return EXIT.done
    },
  },
  estado: {
    words: 0,
    async run(contexto) {
      say(await abierta(contexto), contexto.io)
      return EXIT.done
    },
  },
  set: {
    words: 1,
    async run(contexto) {
      const [file = ''] = contexto.words
      const texto_base64 = readText(file).toString('base64')
      await act(contexto, 'sets', { texto_base64, nombre: file.split(/[\\/]/).at(-1)! })
      return EXIT.done
    },
  },
  revisar: {
    words: 0,
    async run(contexto) {
      const { id } = await abierta(contexto)
      const { body } = await contexto.api.get<{
        data: { lista: boolean; puntos: { codigo: string; bien: boolean; mensaje: string }[] }
      }>(`/v1/certificacion/${id}/revision`)
      for (const { bien, mensaje } of body.data.puntos)
        contexto.io.out(`${bien ? 'bien ' : 'FALTA'} ${mensaje}`)
      contexto.io.result(body.data)
      return body.data.lista ? EXIT.done : EXIT.failed
    },
  },
  emitir: {
    words: 1,
    async run(contexto) {
      await act(contexto, `sets/${contexto.words[0]}/emitir`, {})
      return EXIT.done
    },
  },
  declarado: {
    words: 1,
    async run(contexto) {
      await act(contexto, `sets/${contexto.words[0]}/declarado`, {})
      return EXIT.done
    },
  },
  veredicto: {
    words: 2,
    async run(contexto) {
      const [clase, estado = ''] = contexto.words
      const glosa = text(contexto.args, 'glosa')
      await act(contexto, `sets/${clase}/veredicto`, {
        estado: estado.toUpperCase(),
        ...(glosa && { glosa }),
      })
      return EXIT.done
    },
  },
  intercambio: {
    words: 1,
    async run(contexto) {
      const { api, args, words, io } = contexto
      const { id } = await abierta(contexto)
      await saveRespuestas(api, id, words[0]!, text(args, 'salida') ?? '.', io)
      return EXIT.done
    },
  },
  muestras: {
    words: 1,
    async run(contexto) {
      const { id } = await abierta(contexto)
      await saveMuestras(contexto.api, id, contexto.words[0]!, contexto.io)
      return EXIT.done
    },
  },
  evidencia: {
    words: 1,
    async run(contexto) {
      const [file = ''] = contexto.words
      const { id } = await abierta(contexto)
      const { body } = await contexto.api.download(`/v1/certificacion/${id}/evidencia`)
      writeFileSync(file, body)
      contexto.io.out(`Evidencia en ${file}`)
      contexto.io.result({ archivo: file, bytes: body.length })
      return EXIT.done
    },
  },
}

const DE_ENSAYO = ['sets', 'semilla', 'dialecto', 'salida'] as const

/** Throws UsoIncorrecto for flags of the other half. */
function checkFlags(args: Argumentos, verb: string): void {
  const isEnsayo = verb === 'ensayo'
  const wrong = isEnsayo
    ? [...Object.keys(API_FLAGS), 'alcance', 'glosa'].find((name) => args.flags[name] !== undefined)
    : DE_ENSAYO.find(
        (name) => args.flags[name] !== undefined && !(name === 'salida' && verb === 'intercambio'),
      )
  if (wrong) throw new UsoIncorrecto(isEnsayo ? `--${wrong} no va en ensayo` : `--${wrong} es de ensayo`)
}

async function ensayar(args: Argumentos, io: Io): Promise<number> {
  const dialecto = text(args, 'dialecto') ?? 'actual'
  if (!['actual', 'antiguo'].includes(dialecto)) throw new UsoIncorrecto('--dialecto es actual o antiguo')
  const semilla = text(args, 'semilla') ?? '1'
  const sets = readSets(text(args, 'sets'))
  const good = await runEnsayo({ sets, semilla, dialecto, salida: text(args, 'salida') ?? null }, io)
  return good ? EXIT.done : EXIT.failed
}

export const certificar: Comando = {
  nombre: 'certificar',
  uso: `ensayo [--sets CLASE,…] [--semilla N] [--dialecto actual|antiguo] [--salida DIR] | iniciar | set ARCHIVO | revisar | emitir CLASE | estado | declarado CLASE | veredicto CLASE SOK|SRH [--glosa TEXTO] | intercambio ARCHIVO [--salida DIR] | muestras DIR | evidencia ARCHIVO.zip [--alcance factura|boleta] ${API_USAGE}`,
  resumen:
    'lleva la certificación de una empresa ante el SII y dice qué sigue; ensayo la recorre entera ante el SII simulado, sin servidor, red ni certificado, y termina bien sólo si cada set queda SOK',
  flags: {
    ...API_FLAGS,
    alcance: { type: 'string' },
    glosa: { type: 'string' },
    sets: { type: 'string' },
    semilla: { type: 'string' },
    dialecto: { type: 'string' },
    salida: { type: 'string' },
  },
  words: [1, 3],
  async run(args, io) {
    const [verb = '', ...words] = args.positionals
    checkFlags(args, verb)
    if (verb === 'ensayo') {
      if (words.length) throw new UsoIncorrecto(`Sobra «${words[0]}»`)
      return ensayar(args, io)
    }
    const verbo = VERBOS[verb]
    if (!verbo) throw new UsoIncorrecto(`«${verb}» no es ensayo ni ${Object.keys(VERBOS).join(', ')}`)
    if (words.length !== verbo.words)
      throw new UsoIncorrecto(
        `certificar ${verb} lleva ${verbo.words === 0 ? 'ninguna palabra' : verbo.words} más`,
      )
    return verbo.run({ api: openApi(args, io), args, io, words })
  },
}
