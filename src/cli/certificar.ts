// `timbre certificar`: a company's certification on a running server, and its rehearsal with none (areas/certificacion §6).

import { API_FLAGS, API_USAGE, openApi } from './api-client'
import { readBytes } from './archivo'
import { settleSet } from './certificar-ajustes'
import { saveEvidencia, saveMuestras, saveRespuestas } from './certificar-archivos'
import { abierta, act, type Certificacion, type Contexto, say } from './certificar-camino'
import { askFolios, readSimulacion, sendRcof } from './certificar-folios'
import { type Argumentos, type Comando, type Io, text, UsoIncorrecto } from './comando'
import { readSets, runEnsayo } from './ensayo'
import { EXIT, type ExitStatus } from './exit-status'

/** By verb: how many words follow it, whether more may, and what it does. */
const VERBOS: Record<string, { words: number; more?: true; run(contexto: Contexto): Promise<ExitStatus> }> = {
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
      const texto_base64 = readBytes(file).toString('base64')
      return act(contexto, 'sets', { texto_base64, nombre: file.split(/[\\/]/).at(-1)! })
    },
  },
  revisar: {
    words: 0,
    async run(contexto) {
      const { id } = await abierta(contexto)
      const { body } = await contexto.api.get<{
        data: { lista: boolean; puntos: { codigo: string; bien: boolean | null; mensaje: string }[] }
      }>(`/v1/certificacion/${id}/revision`)
      for (const { bien, mensaje } of body.data.puntos)
        contexto.io.out(`${bien === null ? '  ?  ' : bien ? 'bien ' : 'FALTA'} ${mensaje}`)
      contexto.io.result(body.data)
      return body.data.lista ? EXIT.done : EXIT.failed
    },
  },
  ajustes: {
    words: 1,
    more: true,
    async run({ api, args, io, words }) {
      const { id } = await abierta({ api, args, io, words })
      return settleSet(api, id, words, io)
    },
  },
  folios: { words: 0, more: true, run: askFolios },
  emitir: {
    words: 1,
    async run(contexto) {
      return act(contexto, `sets/${contexto.words[0]}/emitir`, {})
    },
  },
  declarado: {
    words: 1,
    async run(contexto) {
      return act(contexto, `sets/${contexto.words[0]}/declarado`, {})
    },
  },
  veredicto: {
    words: 2,
    async run(contexto) {
      const [clase, estado = ''] = contexto.words
      const glosa = text(contexto.args, 'glosa')
      return act(contexto, `sets/${clase}/veredicto`, {
        estado: estado.toUpperCase(),
        ...(glosa && { glosa }),
      })
    },
  },
  deshacer: {
    words: 0,
    more: true,
    async run(contexto) {
      const [clase, extra] = contexto.words
      if (extra !== undefined) throw new UsoIncorrecto(`Sobra «${extra}»`)
      const motivo = text(contexto.args, 'motivo')
      if (!motivo?.trim())
        throw new UsoIncorrecto('Falta --motivo: por qué se deshace, que queda en la auditoría')
      return act(contexto, 'deshacer', { ...(clase && { clase }), motivo })
    },
  },
  rcof: { words: 0, run: sendRcof },
  simulacion: {
    words: 0,
    more: true,
    async run(contexto) {
      return act(contexto, 'simulacion', readSimulacion(contexto))
    },
  },
  avanzar: {
    words: 1,
    async run(contexto) {
      return act(contexto, 'avanzar', { etapa: contexto.words[0] })
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
      const { api, args, words, io } = contexto
      const forzar = args.flags.forzar === true
      await saveEvidencia(api, async () => (await abierta(contexto)).id, words[0]!, { forzar, io })
      return EXIT.done
    },
  },
}

/** The flags of some verbs alone. */
const DE_VERBO: Readonly<Record<string, readonly string[]>> = {
  glosa: ['veredicto'],
  motivo: ['deshacer'],
  cantidad: ['simulacion', 'folios'],
  completar: ['simulacion', 'folios'],
  forzar: ['evidencia', 'rcof'],
}
const DE_ENSAYO = ['sets', 'semilla', 'dialecto', 'salida'] as const

/** Throws UsoIncorrecto for flags of the other half. */
function checkFlags(args: Argumentos, verb: string): void {
  const isEnsayo = verb === 'ensayo'
  const wrong = isEnsayo
    ? [...Object.keys(API_FLAGS), 'alcance', ...Object.keys(DE_VERBO)].find(
        (name) => args.flags[name] !== undefined,
      )
    : DE_ENSAYO.find(
        (name) => args.flags[name] !== undefined && !(name === 'salida' && verb === 'intercambio'),
      )
  const alien = Object.entries(DE_VERBO).find(
    ([name, own]) => args.flags[name] !== undefined && !own.includes(verb),
  )
  if (!wrong && alien) throw new UsoIncorrecto(`--${alien[0]} es de ${alien[1].join(' y ')}`)
  if (wrong) throw new UsoIncorrecto(isEnsayo ? `--${wrong} no va en ensayo` : `--${wrong} es de ensayo`)
}

async function ensayar(args: Argumentos, io: Io): Promise<ExitStatus> {
  const dialecto = text(args, 'dialecto') ?? 'actual'
  if (!['actual', 'antiguo'].includes(dialecto)) throw new UsoIncorrecto('--dialecto es actual o antiguo')
  const semilla = text(args, 'semilla') ?? '1'
  if (!/^\d{1,9}$/.test(semilla))
    throw new UsoIncorrecto(`--semilla es un número de 0 a 999999999, como 7: no «${semilla}»`)
  const sets = readSets(text(args, 'sets'))
  const good = await runEnsayo({ sets, semilla, dialecto, salida: text(args, 'salida') ?? null }, io)
  return good ? EXIT.done : EXIT.failed
}

export const certificar: Comando = {
  nombre: 'certificar',
  uso: `ensayo [--sets CLASE,…] [--semilla N] [--dialecto actual|antiguo] [--salida DIR] | iniciar | set ARCHIVO | ajustes CLASE [ARCHIVO|CLAVE=VALOR…] | revisar | folios [ARCHIVO] [--completar] [--cantidad N] | emitir CLASE | estado | declarado CLASE | veredicto CLASE SOK|SRH [--glosa TEXTO] | deshacer [CLASE] --motivo TEXTO | rcof [--forzar] | simulacion [ARCHIVO] [--completar] [--cantidad N] | avanzar ETAPA | intercambio ARCHIVO [--salida DIR] | muestras DIR | evidencia ARCHIVO.zip [--forzar] [--alcance factura|boleta] ${API_USAGE}`,
  resumen:
    'lleva la certificación de una empresa ante el SII y dice qué sigue; ensayo la recorre entera ante el SII simulado, hasta autorizada, sin servidor, red ni certificado, y termina bien sólo si cada paso queda conforme',
  flags: {
    ...API_FLAGS,
    alcance: { type: 'string' },
    glosa: { type: 'string' },
    motivo: { type: 'string' },
    cantidad: { type: 'string' },
    completar: { type: 'boolean' },
    forzar: { type: 'boolean' },
    sets: { type: 'string' },
    semilla: { type: 'string' },
    dialecto: { type: 'string' },
    salida: { type: 'string' },
  },
  words: [1, 40],
  async run(args, io) {
    const [verb = '', ...words] = args.positionals
    checkFlags(args, verb)
    if (verb === 'ensayo') {
      if (words.length) throw new UsoIncorrecto(`Sobra «${words[0]}»`)
      return ensayar(args, io)
    }
    const verbo = VERBOS[verb]
    if (!verbo) throw new UsoIncorrecto(`«${verb}» no es ensayo ni ${Object.keys(VERBOS).join(', ')}`)
    if (verbo.more ? words.length < verbo.words : words.length !== verbo.words)
      throw new UsoIncorrecto(
        `certificar ${verb} lleva ${verbo.words === 0 ? 'ninguna palabra' : verbo.words} más`,
      )
    return verbo.run({ api: openApi(args, io), args, io, words })
  },
}
