// `timbre verificar-descarga`: whether the files of a release are those that were made, by their sums and the signature over these.

import { type Comando, Falla } from './comando'
import { CLAVE_FLAGS, FIRMA, keyFor, type Revisado, requireFirma, reviewFiles, SUMAS } from './descarga'

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
  flags: CLAVE_FLAGS,
  words: [1, 1],
  async run(args, io) {
    const [dir] = args.positionals as [string]
    const key = keyFor(args)
    const reviewed = await reviewFiles(dir)
    if (key) {
      requireFirma(dir, key)
      io.out(`bien   ${FIRMA}: ${SUMAS} es de quien tiene la clave`)
    } else {
      io.out(
        `AVISO  ${SUMAS}: no se revisó quién lo firmó; sus sumas dicen sólo que nada se dañó en el camino`,
      )
    }
    for (const { nombre, estado } of reviewed) io.out(`${WORDS[estado]} ${nombre}${REASONS[estado]}`)
    if (reviewed.length === 0) throw new Falla(`En ${dir} no hay ningún archivo de la entrega`)
    io.result({ firmada: key !== null, archivos: reviewed })
    return reviewed.every(({ estado }) => estado === 'bien') ? 0 : 1
  },
}
