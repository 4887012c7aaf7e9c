// The thread's treatment of a file, by its kind. A file that cannot be read is an answer (extraccion §1).

import { AppError } from '../domain/errors'
import { readEml } from '../mail/eml'
import { createDudas } from './candidatos'
import { type Clase, claseOf } from './clase'
import { readCsv } from './estado-csv'
import { readEstadoPdf } from './estado-pdf'
import { FileFault } from './falla'
import { textOf } from './lineas'
import { compare } from './numeros'
import { readImagenes } from './pdf-imagenes'
import { readPdf } from './pdf-texto'
import { readReglas } from './reglas'
import {
  type Archivo,
  type CampoDudoso,
  camposOf,
  type EstadoCuenta,
  type Extraccion,
  type PaginasEscaneadas,
} from './tipos'
import { unread, unreadEstado } from './unread'
import { readXmlFactura } from './xml-factura'

export async function readFactura({ bytes }: Archivo, clase: Clase): Promise<Extraccion> {
  try {
    if (clase === 'pdf') return await readFacturaPdf(bytes)
    if (clase === 'eml') return await readMensaje(bytes)
    return { ...readXmlFactura(bytes), paginas: null, texto: null, motivo: null }
  } catch (fault) {
    if (fault instanceof FileFault) return unread(fault.message, fault.paginas)
    throw fault
  }
}

async function readFacturaPdf(bytes: Uint8Array): Promise<Extraccion> {
  const { paginas, lineas, oculto, xml } = await readPdf(bytes)
  const texto = textOf(lineas) || null
  const read = readReglas(lineas)
  const leida = read && oculto ? { ...read, camposDudosos: allDudosos(read) } : read
  for (const one of xml) {
    const inside = attached(one)
    if (!inside) continue
    return { ...inside, camposDudosos: againstPaper(inside, leida), paginas, texto, motivo: null }
  }
  if (leida) return { metodo: 'reglas', paginas, ...leida, motivo: null }
  if (texto === null) return unread('El PDF no tiene texto: es una imagen o un documento escaneado', paginas)
  return { ...unread('No se encontró el total impreso: complete los datos a mano', paginas), texto }
}

type Leido = Pick<Extraccion, 'propuesta' | 'camposDudosos'>

/** The doubts of an invoice inside of a paper: the paper is what a person sees and signs for, so what it says otherwise is one. */
function againstPaper(xml: Leido, papel: Leido | null): CampoDudoso[] {
  if (!papel) return xml.camposDudosos
  const dudas = createDudas()
  for (const { campo, motivo, alternativas } of xml.camposDudosos) dudas.add(campo, motivo, alternativas)
  const inXml = new Map(camposOf(xml.propuesta))
  const unsure = new Set(papel.camposDudosos.map(({ campo }) => campo))
  for (const [campo, printed] of camposOf(papel.propuesta)) {
    const value = inXml.get(campo) ?? null
    if (printed === null || (campo !== 'monto' && unsure.has(campo))) continue
    const differs =
      campo === 'monto'
        ? value === null || compare(printed, value) !== 0
        : (campo === 'moneda' || campo === 'fecha') && value !== null && value !== printed
    if (differs) dudas.add(campo, MOTIVO_PAPEL, [printed])
  }
  return dudas.list()
}
const MOTIVO_PAPEL = 'El XML adjunto y el papel dicen algo distinto'

/** All text in invisible letters is doubtful. */
function allDudosos({ propuesta, camposDudosos }: Leido): CampoDudoso[] {
  const known = new Set(camposDudosos.map(({ campo }) => campo))
  const told = camposOf(propuesta).filter(([campo, value]) => value !== null && !known.has(campo))
  const motivo = 'Se leyó de un texto que no se ve en la página: compárelo con ella'
  return [...camposDudosos, ...told.map(([campo]) => ({ campo, motivo, alternativas: [] }))]
}

function attached(xml: Uint8Array) {
  try {
    return readXmlFactura(xml)
  } catch {
    // Conditions, timesheets: the paper is read instead.
    return null
  }
}

async function readParts(bytes: Uint8Array): Promise<Archivo[]> {
  const { partes } = await readEml(bytes).catch((fault) => {
    throw fault instanceof AppError ? new FileFault(fault.message) : fault
  })
  return partes
}

/** A message's first part that is an invoice, and whether there are others; if none can be read, what is wrong with the first. */
async function readMensaje(bytes: Uint8Array): Promise<Extraccion> {
  let first: Extraccion | undefined
  const parts = (await readParts(bytes)).filter((part) => ['pdf', 'xml'].includes(claseOf(part.bytes) ?? ''))
  for (const part of parts) {
    const done = await readFactura(part, claseOf(part.bytes)!)
    if (done.metodo !== 'sin_extraer') return { ...done, motivo: othersOf(parts, part) }
    first ??= done
  }
  return first ?? unread('El correo no trae un PDF ni un XML adjunto')
}

const othersOf = (parts: readonly Archivo[], read: Archivo): string | null =>
  parts.length > 1
    ? `El correo trae ${parts.length} archivos y se leyó uno, «${read.nombre || 'sin nombre'}»: suba por separado los que sean otra factura`
    : null

/**
 * The pages of a message are those of its first scan, else its largest picture: small ones belong to a
 * signature.
 */
export async function readPaginas({ bytes }: Archivo, clase: Clase): Promise<PaginasEscaneadas> {
  try {
    if (clase === 'pdf') return await readImagenes(bytes)
    const partes = (await readParts(bytes)).map((parte) => ({ ...parte, clase: claseOf(parte.bytes) }))
    for (const parte of partes.filter((one) => one.clase === 'pdf')) {
      const read = await readPaginas(parte, 'pdf')
      if (read.imagenes.length) return read
    }
    const pictures = partes.filter((one) => one.clase === 'png' || one.clase === 'jpeg')
    const [largest] = pictures.sort((a, b) => b.bytes.length - a.bytes.length)
    return { imagenes: largest ? [largest.bytes] : [], omitidas: [] }
  } catch (fault) {
    if (fault instanceof FileFault) return { imagenes: [], omitidas: [] }
    throw fault
  }
}

export async function readEstado({ bytes }: Archivo, clase: Clase): Promise<EstadoCuenta> {
  try {
    if (clase !== 'pdf') return readCsv(bytes)
    const { paginas, lineas } = await readPdf(bytes)
    return readEstadoPdf(lineas, paginas)
  } catch (fault) {
    if (fault instanceof FileFault) return unreadEstado(fault.message, fault.paginas)
    throw fault
  }
}
