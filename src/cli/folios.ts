// `timbre folios cargar`: CAF files from the disk, beside a running server (contract §23).

import { readFileSync } from 'node:fs'
import { createEventos } from '../areas/eventos'
import { createFolios } from '../areas/folios'
import { createSuscripciones } from '../areas/webhooks'
import { loadConfig } from '../config'
import { AMBIENTES } from '../domain/ambiente'
import { AppError } from '../domain/errors'
import { createAudit, operador } from '../http/audit'
import { whyUnreadable } from './archivo'
import { openCarpeta } from './carpeta'
import { type Comando, DATA_FLAG, Falla, requireText, text, UsoIncorrecto } from './comando'
import { findEmpresa } from './empresa-de'
import { clock, logTo, newId, random } from './proceso'

export const folios: Comando = {
  nombre: 'folios',
  uso: 'cargar --empresa RUT [--ambiente AMBIENTE] ARCHIVO…',
  resumen: 'carga archivos CAF; cada uno vale por sí solo',
  flags: { ...DATA_FLAG, empresa: { type: 'string' }, ambiente: { type: 'string' } },
  words: [1, 1000],
  async run(args, io) {
    const [action, ...files] = args.positionals
    if (action !== 'cargar') throw new UsoIncorrecto(`«${action}» no es cargar`)
    if (!files.length) throw new UsoIncorrecto('Falta el archivo')
    const wanted = text(args, 'ambiente')
    if (wanted && !AMBIENTES.some((name) => name === wanted))
      throw new UsoIncorrecto(`--ambiente es uno de ${AMBIENTES.join(', ')}`)
    const rut = requireText(args, 'empresa')
    const config = loadConfig(io.env, { data: text(args, 'data') })
    const { store, close } = openCarpeta(config, { clock, random, log: logTo(io.err, config), shared: true })
    try {
      const empresa = findEmpresa(store, rut)
      const ambiente = AMBIENTES.find((name) => name === (wanted ?? empresa.ambiente))!
      // A server beside it delivers what is told here, and its streams may be open.
      const { suscritos } = createSuscripciones({ store, clock, newId })
      const eventos = createEventos({ store, clock, newId, suscritos, isWatched: () => true })
      const { load } = createFolios({ store, clock, newId, eventos })
      const audit = createAudit({ store, clock, newId })
      let failed = 0
      for (const file of files) {
        try {
          const bytes = readCaf(file)
          const { tipoDte, desde, hasta } = audit(
            operador(empresa.cuentaId),
            () => load(bytes, { empresaId: empresa.id, ambiente }, 'carga'),
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
    } finally {
      close()
    }
  },
}

function readCaf(file: string): Uint8Array {
  try {
    return readFileSync(file)
  } catch (cause) {
    throw new Falla(`no se puede leer: ${whyUnreadable(cause)}`, { cause })
  }
}
