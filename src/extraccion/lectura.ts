// What the thread does with a file, by its kind. A file that cannot be read is an answer (extraccion §1).

import type { Clase } from './clase'
import { FileFault } from './falla'
import { textOf } from './lineas'
import { readPdf } from './pdf-texto'
import { readReglas } from './reglas'
import type { Archivo, EstadoCuenta, Extraccion } from './tipos'
import { unread, unreadEstado } from './unread'

export async function readFactura({ bytes }: Archivo, clase: Clase): Promise<Extraccion> {
  try {
    if (clase === 'pdf') return await readFacturaPdf(bytes)
    return unread('No se pudo leer: complete los datos a mano')
  } catch (fault) {
    if (fault instanceof FileFault) return unread(fault.message, fault.paginas)
    throw fault
  }
}

async function readFacturaPdf(bytes: Uint8Array): Promise<Extraccion> {
  const { paginas, lineas } = await readPdf(bytes)
  const texto = textOf(lineas)
  if (texto === '') return unread('El PDF no tiene texto: es una imagen o un documento escaneado', paginas)
  const leida = readReglas(lineas)
  if (!leida)
    return { ...unread('No se encontró el total impreso: complete los datos a mano', paginas), texto }
  return { metodo: 'reglas', paginas, ...leida, motivo: null }
}

export async function readEstado({ bytes }: Archivo, clase: Clase): Promise<EstadoCuenta> {
  try {
    if (clase === 'pdf') await readPdf(bytes)
    return unreadEstado('No se reconoce el formato del estado de cuenta: suba el CSV que entrega su banco')
  } catch (fault) {
    if (fault instanceof FileFault) return unreadEstado(fault.message, fault.paginas)
    throw fault
  }
}
