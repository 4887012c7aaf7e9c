// `timbre folios listar|cargar|conciliar|saltar|retomar`: CAF files from the disk, and folios that other documents bear, beside a running
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
import { advertenciaSiguiente } from '../domain/folios/existencias'
import { createAudit, operador } from '../http/audit'
import { API_FLAGS, API_USAGE } from './api-client'
import { whyUnreadable } from './archivo'
import { openCarpeta } from './carpeta'
import { type Argumentos, type Comando, Falla, requireText, text, UsoIncorrecto } from './comando'
import { findEmpresa } from './empresa-de'
import type { ExitStatus } from './exit-status'
import { askFor, asking, conciliar, type Pedido } from './folios-conciliar'
import { listFolios } from './folios-stock'
import { clock, logTo, newId, random } from './proceso'

const ACCIONES = ['listar', 'cargar', 'conciliar', 'saltar', 'retomar'] as const

export const folios: Comando = {
  nombre: 'folios',
  uso:
    `listar ${API_USAGE} | ` +
    'cargar --empresa RUT ARCHIVO… [--siguiente FOLIO] | conciliar --empresa RUT | ' +
    'saltar --empresa RUT --tipo TIPO --hasta FOLIO [--motivo TEXTO] | ' +
    'retomar --empresa RUT --tipo TIPO --desde FOLIO --hasta FOLIO  [--ambiente AMBIENTE]',
  resumen:
    'muestra los que quedan, también sin palabra, preguntando al servidor; carga archivos CAF (--siguiente: el primero que nadie usó; si falta, lo dice el SII); pregunta al SII qué folios tiene que aquí no constan; salta los que otro documento lleva, según el SII o por un motivo; retoma los que se dieron por usados y el SII no conoce',
  flags: {
    ...API_FLAGS,
    tipo: { type: 'string' },
    desde: { type: 'string' },
    hasta: { type: 'string' },
    siguiente: { type: 'string' },
    motivo: { type: 'string' },
  },
  words: [0, 1000],
  async run(args, io) {
    const [word = 'listar', ...files] = args.positionals
    const action = ACCIONES.find((name) => name === word)
    if (!action) throw new UsoIncorrecto(`«${word}» no es ${ACCIONES.join(', ')}`)
    if (action === 'cargar' && !files.length) throw new UsoIncorrecto('Falta el archivo')
    if (action !== 'cargar' && files.length) throw new UsoIncorrecto(`Sobra «${files[0]}»`)
    const asked = ['url', 'llave-archivo'].find((name) => text(args, name) !== undefined)
    if (asked && action !== 'listar') throw new UsoIncorrecto(`--${asked} va con listar`)
    if (action === 'listar') return listFolios(args, io)
    const wanted = text(args, 'ambiente')
    if (wanted && !AMBIENTES.some((name) => name === wanted))
      throw new UsoIncorrecto(`--ambiente es uno de ${AMBIENTES.join(', ')}`)
    const rut = requireText(args, 'empresa')
    const tipo = readTipo(args)
    const hasta = action === 'saltar' || action === 'retomar' ? readHasta(args, tipo) : 0
    if (action === 'retomar') requireText(args, 'desde')
    const desde = readFolio(args, 'desde')
    if (desde !== null && action !== 'retomar') throw new UsoIncorrecto('--desde va con retomar')
    if (desde !== null && desde > hasta) throw new UsoIncorrecto('--desde no puede ser mayor que --hasta')
    const siguiente = readFolio(args, 'siguiente')
    const motivo = text(args, 'motivo')
    if (siguiente !== null && (action !== 'cargar' || files.length > 1))
      throw new UsoIncorrecto('--siguiente va con cargar y un solo archivo')
    if (motivo !== undefined && action !== 'saltar') throw new UsoIncorrecto('--motivo va con saltar')
    const config = loadConfig(io.env, { data: text(args, 'data') })
    const { store, close } = openCarpeta(config, { clock, random, log: logTo(io.err, config), shared: true })
    try {
      const empresa = findEmpresa(store, rut)
      const ambiente = AMBIENTES.find((name) => name === (wanted ?? empresa.ambiente))!
      // A server beside it delivers what is told here, and its streams may be open.
      const { subscribers } = createSubscribers({ store, clock, newId })
      const eventos = createEventos({ store, clock, newId, subscribers, isWatched: () => true })
      // An automatic request spends nothing when it is queued.
      const enqueue = createEnqueue({ client: store.client, clock, newId, requireUnits: () => {} })
      const folios = createFolios({ store, clock, newId, eventos, enqueue })
      const audit = createAudit({ store, clock, newId })
      const pedido = { config, store, folios, audit, empresa, ambiente, io }
      if (action === 'cargar') return await load(pedido, files, siguiente)
      if (action === 'retomar') return await retake(pedido, { tipoDte: tipo!, desde: desde!, hasta })
      return await (action === 'saltar' ? skip(pedido, tipo!, hasta, motivo) : conciliar(pedido))
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
  requireText(args, 'hasta')
  return readFolio(args, 'hasta')!
}

function readFolio(args: Argumentos, name: 'desde' | 'hasta' | 'siguiente'): number | null {
  const given = text(args, name)
  if (given === undefined) return null
  const folio = Number(given)
  if (!Number.isInteger(folio) || folio < 1) throw new UsoIncorrecto(`--${name} es un número de folio`)
  return folio
}

async function load(pedido: Pedido, files: readonly string[], siguiente: number | null): Promise<ExitStatus> {
  const { folios, audit, empresa, ambiente, io } = pedido
  const cargados: object[] = []
  const errores: object[] = []
  const wanted = new Set<number>()
  for (const file of files) {
    try {
      const bytes = readCaf(file)
      const titular = { empresaId: empresa.id, ambiente }
      const said =
        siguiente === null
          ? null
          : await asking(pedido, (preguntas) => preguntas.adelante(titular, bytes, siguiente))
      const [adelante, dicho] = typeof said === 'string' ? [null, said] : [said, null]
      const loaded = audit(
        operador(empresa.cuentaId),
        () => folios.load(bytes, titular, 'carga', siguiente ?? 'sii', adelante),
        (rango) => ({
          accion: 'folios.cargados',
          objeto: rango.id,
          empresaId: empresa.id,
          detalle: {
            ...{ tipo_dte: rango.tipoDte, desde: rango.desde, hasta: rango.hasta },
            ...(siguiente !== null && { siguiente }),
          },
        }),
      )
      const { tipoDte, desde, hasta, porConciliar } = loaded
      cargados.push({ archivo: file, tipo_dte: tipoDte, desde, hasta, ambiente })
      io.out(`${file}: tipo ${tipoDte}, folios ${desde} a ${hasta}, en ${ambiente}`)
      const advertencia = siguiente === null ? null : advertenciaSiguiente(loaded, siguiente, dicho)
      if (advertencia) io.err(`${file}: ${advertencia.mensaje}`)
      if (porConciliar) wanted.add(tipoDte)
    } catch (fault) {
      if (!(fault instanceof AppError || fault instanceof Falla)) throw fault
      errores.push({ archivo: file, error: fault.message })
      io.err(`${file}: ${fault.message}`)
    }
  }
  // They are loaded whether the SII answers or not.
  const conciliados = wanted.size ? (await askFor(pedido, [...wanted])).conciliados : []
  io.result({ cargados, errores, conciliados })
  return errores.length ? 1 : 0
}

async function skip(
  pedido: Pedido,
  tipoDte: number,
  hasta: number,
  motivo: string | undefined,
): Promise<ExitStatus> {
  const { folios, audit, empresa, ambiente, io } = pedido
  const titular = { empresaId: empresa.id, ambiente }
  const palabra =
    motivo === undefined
      ? {
          vistos: await asking(pedido, (preguntas) =>
            preguntas.vistos(titular, tipoDte, folios.saltar.asked(titular, tipoDte, hasta), 'saltar'),
          ),
        }
      : { motivo }
  const { desde, saltados, emitidosFuera, disponibles } = audit(
    operador(empresa.cuentaId),
    () => folios.saltar.skip(titular, tipoDte, hasta, palabra),
    (saltado) => ({
      accion: 'folios.saltados',
      empresaId: empresa.id,
      detalle: {
        ...{ tipo_dte: tipoDte, desde: saltado.desde, hasta, saltados: saltado.saltados },
        ...{ emitidos_fuera: saltado.emitidosFuera, ...(motivo !== undefined && { motivo }) },
      },
    }),
  )
  io.result({
    ...{ tipo_dte: tipoDte, ambiente, desde, hasta, saltados },
    ...{ emitidos_fuera: emitidosFuera, disponibles },
  })
  const fuera = emitidosFuera ? `, ${emitidosFuera} de ellos emitidos en otra parte` : ''
  io.out(
    `Tipo ${tipoDte} en ${ambiente}: ${saltados} folios saltados, ${desde} a ${hasta}${fuera}; quedan ${disponibles}`,
  )
  return 0
}

async function retake(
  pedido: Pedido,
  tramo: { tipoDte: number; desde: number; hasta: number },
): Promise<ExitStatus> {
  const { folios, audit, empresa, ambiente, io } = pedido
  const titular = { empresaId: empresa.id, ambiente }
  const { tipoDte, desde, hasta } = tramo
  const vistos = await asking(pedido, (preguntas) =>
    preguntas.vistos(titular, tipoDte, folios.retomar.asked(titular, tramo), 'retomar'),
  )
  const { retomados, emitidosFuera, anulados, porAnular, disponibles } = audit(
    operador(empresa.cuentaId),
    () => folios.retomar.record(titular, tramo, vistos),
    (done) => ({
      accion: 'folios.retomados',
      empresaId: empresa.id,
      detalle: {
        ...{ tipo_dte: tipoDte, desde, hasta, retomados: done.retomados },
        ...{ emitidos_fuera: done.emitidosFuera, anulados: done.anulados, por_anular: done.porAnular },
      },
    }),
  )
  io.result({
    ...{ tipo_dte: tipoDte, ambiente, desde, hasta, retomados, emitidos_fuera: emitidosFuera },
    ...{ anulados, por_anular: porAnular, disponibles },
  })
  const huecos = porAnular
    ? `; ${porAnular} quedan por anular: el SII puede haberlos gastado en documentos rechazados`
    : ''
  io.out(
    `Tipo ${tipoDte} en ${ambiente}: ${retomados} folios retomados; el SII tiene ${emitidosFuera} y anulados ${anulados}${huecos}; quedan ${disponibles}`,
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
