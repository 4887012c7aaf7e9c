// `timbre servicio`: the file with which this system keeps the server running, and the lines that register it. It changes nothing but
// the file that it is told to write.

import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { whyUnwritable } from './archivo'
import { type Comando, Falla, text, UsoIncorrecto } from './comando'
import { CARPETA, isOfPackage, PROGRAMA_DE_PAQUETE, PROGRAMA_INSTALADO, UNIDAD, unitFile } from './servicio'
import { CARPETA_WINDOWS, encodeTask, registerLines, writeTask } from './tarea'

interface ServiceFile {
  contenido: string
  bytes: Uint8Array
  /** The lines that an administrator then runs, where the file is `archivo`. */
  lineas(archivo: string): string[]
}

/** The unit of Linux or the task of Windows, for the data folder that a person names. Throws Falla for another system, and UsoIncorrecto. */
export function serviceFileOf(
  platform: string,
  { programa, datos }: { programa: string; datos: string | undefined },
): ServiceFile {
  if (platform === 'win32') {
    const carpeta = datos ?? CARPETA_WINDOWS
    const contenido = writeTask({ programa, datos: carpeta })
    return {
      contenido,
      bytes: encodeTask(contenido),
      lineas: (archivo) => registerLines(archivo, carpeta),
    }
  }
  if (platform !== 'linux')
    throw new Falla('Para este sistema no hay archivo de servicio: ejecute timbre serve como él lo haga')
  if (datos !== undefined && datos !== CARPETA)
    throw new UsoIncorrecto(`La unidad de systemd tiene sus datos en ${CARPETA}: --data va en Windows`)
  const contenido = unitFile(isOfPackage(programa) ? PROGRAMA_DE_PAQUETE : PROGRAMA_INSTALADO)
  return {
    contenido,
    bytes: Buffer.from(contenido),
    lineas: (archivo) => [
      ...(archivo === UNIDAD ? [] : [`install -m 644 ${archivo} ${UNIDAD}`]),
      'systemctl daemon-reload',
      'systemctl enable --now timbre',
    ],
  }
}

export const servicio: Comando = {
  nombre: 'servicio',
  uso: '[--salida ARCHIVO] [--data DIR]',
  resumen:
    'muestra el archivo con que el sistema mantiene el servidor en marcha, o lo guarda y dice cómo se registra: en Linux la unidad de systemd que instalar deja, en Windows una tarea del Programador de tareas',
  flags: { salida: { type: 'string' }, data: { type: 'string' } },
  words: [0, 0],
  async run(args, io) {
    const named = text(args, 'data')
    const { contenido, bytes, lineas } = serviceFileOf(process.platform, {
      programa: process.execPath,
      datos: named && resolve(named),
    })
    const salida = text(args, 'salida')
    if (salida === undefined) {
      io.result({ contenido, archivo: null })
      io.out(contenido.trimEnd())
      io.err('Con --salida ARCHIVO se guarda, y dice cómo se registra')
      return 0
    }
    const archivo = resolve(salida)
    try {
      writeFileSync(archivo, bytes)
    } catch (cause) {
      throw new Falla(`No se puede escribir ${archivo}: ${whyUnwritable(cause)}`, { cause })
    }
    io.result({ contenido, archivo, ordenes: lineas(archivo) })
    io.out(`${archivo}: regístrelo como administrador con`)
    for (const line of lineas(archivo)) io.out(`  ${line}`)
    return 0
  },
}
