// `timbre folios cargar|conciliar|saltar`: CAF files from the disk, and folios that other documents bear, beside a running
// server (http §23).

import { readFileSync } from 'node:fs'
import { createEventos } from '../areas/eventos'
import { createFolios } from '../areas/folios'
import { createEnqueue } from '../areas/trabajos'
import { createSubscribers } from '../areas/webhooks'
import { loadConfig } from '../config'
import { AMBIENTES } from '../domain/ambiente'
import { isTipoDte } from '../domain/dte/tipos'
import { AppError } from '../domain/errors'
import { createAudit, operador } from '../http/audit'
import { whyUnreadable } from './archivo'
import { openCarpeta } from './carpeta'
import { type Argumentos, type Comando, DATA_FLAG, Falla, requireText, text, UsoIncorrecto } from './comando'
import { findEmpresa } from './empresa-de'
import { conciliar, type Pedido } from './folios-conciliar'
import { clock, logTo, newId, random } from './proceso'

const ACCIONES = ['cargar', 'conciliar', 'saltar'] as const

export const folios: Comando = {
  nombre: 'folios',
  uso:
    'cargar --empresa RUT ARCHIVO… | conciliar --empresa RUT | ' +
    'saltar --empresa RUT --tipo TIPO --hasta FOLIO  [--ambiente AMBIENTE]',
  resumen:
    'carga archivos CAF; pregunta al SII qué folios tiene que aquí no constan; salta a mano los que otro documento lleva',
  flags: {
    ...DATA_FLAG,
    empresa: { type: 'string' },
    ambiente: { type: 'string' },
    tipo: { type: 'string' },
    hasta: { type: 'string' },
  },
  words: [1, 1000],
  async run(args, io) {
    const [word, ...files] = args.positionals
    const action = ACCIONES.find((name) => name === word)
    if (!action) throw new UsoIncorrecto(`«${word}» no es ${ACCIONES.join(', ')}`)
    if (action === 'cargar' && !files.length) throw new UsoIncorrecto('Falta el archivo')
    if (action !== 'cargar' && files.length) throw new UsoIncorrecto(`Sobra «${files[0]}»`)
    const wanted = text(args, 'ambiente')
    if (wanted && !AMBIENTES.some((name) => name === wanted))
      throw new UsoIncorrecto(`--ambiente es uno de ${AMBIENTES.join(', ')}`)
    const rut = requireText(args, 'empresa')
    const tipo = readTipo(args)
    const hasta = action === 'saltar' ? readHasta(args, tipo) : 0
    const config = loadConfig(io.env, { data: text(args, 'data') })
    const { store, close } = openCarpeta(config, { clock, random, log: logTo(io.err, config), shared: true })
    try {
      const empresa = findEmpresa(store, rut)
      const ambiente = AMBIENTES.find((name) => name === (wanted ?? empresa.ambiente))!
      // A server beside it delivers what is told here, and its streams may be open.
      const { subscribers } = createSubscribers({ store, clock, newId })
      const eventos = createEventos({ store, clock, newId, subscribers, isWatched: () => true })
      // What asks by itself spends nothing when it is queued.
      const enqueue = createEnqueue({ client: store.client, clock, newId, requireUnits: () => {} })
      const folios = createFolios({ store, clock, newId, eventos, enqueue })
      const audit = createAudit({ store, clock, newId })
      const pedido = { config, store, folios, audit, empresa, ambiente, io }
      if (action === 'cargar') return load(pedido, files)
      return action === 'saltar' ? skip(pedido, tipo!, hasta) : await conciliar(pedido)
    } finally {
      close()
    }
  },
}

function readTipo(args: Argumentos): number | null {
  const tipo = text(args, 'tipo')
  if (tipo === undefined) return null
  if (!isTipoDte(Number(tipo))) throw new UsoIncorrecto(`--tipo: no hay un tipo de documento ${tipo}`)
  return Number(tipo)
}

function readHasta(args: Argumentos, tipo: number | null): number {
  if (tipo === null) throw new UsoIncorrecto('Falta --tipo')
  const hasta = Number(requireText(args, 'hasta'))
  if (!Number.isInteger(hasta) || hasta < 1) throw new UsoIncorrecto('--hasta es un número de folio')
  return hasta
}

function load({ folios, audit, empresa, ambiente, io }: Pedido, files: readonly string[]): number {
  let failed = 0
  for (const file of files) {
    try {
      const bytes = readCaf(file)
      const { tipoDte, desde, hasta } = audit(
        operador(empresa.cuentaId),
        () => folios.load(bytes, { empresaId: empresa.id, ambiente }, 'carga'),
        (rango) => ({
          accion: 'folios.cargados',
          objeto: rango.id,
          empresaId: empresa.id,
          detalle: { tipo_dte: rango.tipoDte, desde: rango.desde, hasta: rango.hasta },
        }),
      )
      io.out(`${file}: tipo ${tipoDte}, folios ${desde} a ${hasta}, en ${ambiente}`)
    } catch (fault) {
      if (!(fault instanceof AppError || fault instanceof Falla)) throw fault
      failed++
      io.err(`${file}: ${fault.message}`)
    }
  }
  return failed ? 1 : 0
}

function skip({ folios, audit, empresa, ambiente, io }: Pedido, tipoDte: number, hasta: number): number {
  const { desde, saltados, disponibles } = audit(
    operador(empresa.cuentaId),
    () => folios.saltar({ empresaId: empresa.id, ambiente }, tipoDte, hasta),
    (saltado) => ({
      accion: 'folios.saltados',
      empresaId: empresa.id,
      detalle: { tipo_dte: tipoDte, desde: saltado.desde, hasta, saltados: saltado.saltados },
    }),
  )
  io.out(
    `Tipo ${tipoDte} en ${ambiente}: ${saltados} folios saltados, ${desde} a ${hasta}; quedan ${disponibles}`,
  )
  return 0
}

function readCaf(file: string): Uint8Array {
  try {
    return readFileSync(file)
  } catch (cause) {
    throw new Falla(`no se puede leer: ${whyUnreadable(cause)}`, { cause })
  }
}
