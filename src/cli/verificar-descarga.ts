// `timbre verificar-descarga`: whether the files of a release are those that were made, by their sums and the signature over these.

import { readFileSync } from 'node:fs'
import { type Comando, Falla, text } from './comando'
import { FIRMA, ownKey, type Revisado, readKey, requireFirma, reviewFiles, SUMAS } from './descarga'

const WORDS: Record<Revisado['estado'], string> = {
  bien: 'bien  ',
  distinto: 'FALLA ',
  ajeno: 'FALLA ',
}

const REASONS: Record<Revisado['estado'], string> = {
  bien: '',
  distinto: `: no es el archivo de ${SUMAS}; descárguelo de nuevo`,
  ajeno: `: no está en ${SUMAS}; no es de esta entrega`,
}

export const descargaVerificada: Comando = {
  nombre: 'verificar-descarga',
  uso: 'CARPETA [--clave ARCHIVO.pem | --sin-firma]',
  resumen:
    'revisa los archivos de una entrega por sus sumas y su firma, con la clave que este programa lleva dentro o la de --clave; --sin-firma, sólo las sumas',
  flags: { clave: { type: 'string' }, 'sin-firma': { type: 'boolean' } },
  words: [1, 1],
  async run(args, io) {
    const [dir] = args.positionals as [string]
    const path = text(args, 'clave')
    const reviewed = await reviewFiles(dir)
    if (args.flags['sin-firma'] === true) {
      io.out(
        `AVISO  ${SUMAS}: no se revisó quién lo firmó; sus sumas dicen sólo que nada se dañó en el camino`,
      )
    } else {
      const key = path === undefined ? ownKey() : readKey(readFileSync(path, 'utf8'), path)
      if (!key)
        throw new Falla(
          'Este programa no es de una entrega firmada y no lleva clave con qué revisar otra: indíquela con --clave, o use --sin-firma',
        )
      requireFirma(dir, key)
      io.out(`bien   ${FIRMA}: ${SUMAS} es de quien tiene la clave`)
    }
    for (const { nombre, estado } of reviewed) io.out(`${WORDS[estado]} ${nombre}${REASONS[estado]}`)
    if (reviewed.length === 0) throw new Falla(`En ${dir} no hay ningún archivo de la entrega`)
    io.result({ firmada: args.flags['sin-firma'] !== true, archivos: reviewed })
    return reviewed.every(({ estado }) => estado === 'bien') ? 0 : 1
  },
}
