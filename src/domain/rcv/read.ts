// Reads a register's file as the SII's page gives it (domain/rcv §2, §3): all that is wrong is told at once, by line.

import type { Pause } from '../../base/turn'
import { FAULTS_MAX, type Fault, type Omitidas } from '../errors'
import type { Regla } from '../reglas'
import { type Celdas, splitLineas } from './celdas'
import { type DocumentoRcv, FORMAS, type Forma, REPETIDOS } from './columnas'
import { detalleOf } from './tipos'
import { Malo, READERS } from './valores'
import { writeDocumento } from './write'

export interface Lectura {
  forma: Forma
  documentos: DocumentoRcv[]
  /** The first that were found; nothing of a file with any is of use. */
  faltas: Fault[]
  omitidas: Omitidas
  /** Every line in which something is wrong, as `2, 5-9`. */
  lineas: string
}

/** What cannot be read without, of every document. */
const REQUERIDOS: ReadonlySet<string> = new Set([
  'nro',
  'tipoDte',
  'rut',
  'folio',
  'fechaEmision',
  'montoTotal',
])
/** What the SII itself wrote of a document that came to it as XML. */
const DEL_SII: ReadonlySet<string> = new Set(['razonSocial', 'fechaRecepcion'])

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

/** UTF-8, with its mark or without; windows-1252 where it is none. */
function decode(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

type Suelto = Record<string, number | string | null>

/** Reads the whole file, giving the event loop its turn. `campo` is where the file stands in the request. */
export async function readRcv(bytes: Uint8Array, pause: Pause, campo = 'archivo'): Promise<Lectura> {
  const text = decode(bytes)
  await pause()
  const lineas = splitLineas(text)
  const cabecera = lineas.next().value
  const faltas: Fault[] = []
  const lineasMalas = new Set<number>()
  let omitidas = 0
  const tell = (fault: Fault): void => {
    if (faltas.length < FAULTS_MAX) faltas.push(fault)
    else omitidas++
  }
  const done = (forma: Forma, documentos: DocumentoRcv[]): Lectura => ({
    forma,
    documentos,
    faltas,
    omitidas: { cuantas: omitidas, codes: new Set(omitidas ? ['VALIDATION_ERROR' as const] : []) },
    lineas: ranges(lineasMalas),
  })

  const names = cabecera ? cabecera.celdas : []
  const forma = FORMAS.find(
    ({ columnas }) => columnas.length === names.length && columnas.every((c, i) => c.nombre === names[i]),
  )
  if (!forma) {
    tell({ campo, regla: 'cabecera', mensaje: explainHeader(names) })
    return done(FORMAS[0]!, [])
  }

  /** By type, party and folio: where it began, and its lines as they came. */
  const leidos = new Map<string, { documento: DocumentoRcv; linea: number; crudo: string }>()
  for (const fila of lineas) {
    const wait = pause()
    if (wait) await wait
    if (!fila.celdas.length) continue
    const bad: Bad = (nombre, regla, mensaje) => {
      lineasMalas.add(fila.linea)
      tell({
        campo: `linea[${fila.linea}].${nombre}`,
        regla,
        mensaje: `Línea ${fila.linea}, ${nombre}: ${mensaje}`,
        datos: { linea: fila.linea },
      })
    }
    const leida = readFila(forma, fila, bad)
    if (!leida) continue
    const { suelto, nro } = leida
    const key = `${suelto.tipoDte}/${suelto.rut}/${suelto.folio}`
    const antes = leidos.get(key)
    if (nro === null) {
      if (!antes) bad('Nro', 'orden', 'está vacío, y ninguna línea anterior trae ese documento')
      else {
        addImpuesto(antes.documento, suelto)
        antes.crudo += `\r\n${fila.texto}`
      }
    } else if (antes) {
      bad('Folio', 'repetido', `el documento ya está en la línea ${antes.linea}`)
    } else {
      const documento = toDocumento(forma, suelto)
      leidos.set(key, { documento, linea: fila.linea, crudo: fila.texto.slice(fila.texto.indexOf(';') + 1) })
    }
  }

  const documentos: DocumentoRcv[] = []
  for (const { documento, crudo } of leidos.values()) {
    const wait = pause()
    if (wait) await wait
    if (writeDocumento(forma, documento) !== crudo) documento.crudo = crudo
    documentos.push(documento)
  }
  return done(forma, documentos)
}

function ranges(lines: ReadonlySet<number>): string {
  const found: [from: number, to: number][] = []
  for (const line of [...lines].sort((a, b) => a - b)) {
    const last = found.at(-1)
    if (last && last[1] === line - 1) last[1] = line
    else found.push([line, line])
  }
  return found.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ')
}

/** Which file it may have been meant to be, and the first column in which it differs. */
function explainHeader(names: readonly string[]): string {
  const same = ({ columnas }: Forma): number => columnas.filter((c) => names.includes(c.nombre)).length
  const near = [...FORMAS].sort((a, b) => same(b) - same(a))[0]!
  const file = near.lado === 'venta' ? 'ventas' : `compras ${near.estado}`
  if (same(near) < 5)
    return 'La primera línea no es la cabecera de un archivo del Registro de Compras y Ventas del SII'
  const at = near.columnas.findIndex((c, i) => c.nombre !== names[i])
  const [want, got] = [near.columnas[at]?.nombre, names[at < 0 ? near.columnas.length : at]]
  return `La cabecera es casi la de ${file}: ${
    want === undefined
      ? `sobra la columna «${got}»`
      : `en la columna ${at + 1} va «${want}» y viene «${got ?? ''}»`
  }`
}

type Bad = (nombre: string, regla: Regla, mensaje: string) => void

/** The values of a line; null when one of them is wrong. */
function readFila(
  { columnas }: Forma,
  { celdas }: Celdas,
  bad: Bad,
): { suelto: Suelto; nro: number | null } | null {
  let ok = true
  const fault: Bad = (...args) => {
    ok = false
    bad(...args)
  }
  if (celdas.length < columnas.length) {
    fault('Nro', 'cantidad_min', `la línea tiene ${celdas.length} celdas y son ${columnas.length}`)
    return null
  }
  for (let i = columnas.length; i < celdas.length; i++)
    if (celdas[i]!.trim() !== '')
      fault(`celda ${i + 1}`, 'sobra', 'hay un valor después de la última columna')
  const suelto: Suelto = {}
  for (let i = 0; i < columnas.length; i++) {
    const { nombre, campo, clase, vacio } = columnas[i]!
    const texto = celdas[i]!.trim()
    if (texto === '' || texto === vacio) {
      suelto[campo] = null
      continue
    }
    const value = READERS[clase](texto)
    if (value instanceof Malo) fault(nombre, value.regla, value.mensaje)
    else suelto[campo] = value
  }
  // Without its number a line with a total is a document that lacks it, any other brings one more tax of a document before it.
  const extra = suelto.nro === null && suelto.montoTotal === null
  const last = columnas.length - 3
  const electronico = detalleOf(suelto.tipoDte as number) === 'electronico'
  for (let i = 0; i < last; i++) {
    const { nombre, campo } = columnas[i]!
    const empty = suelto[campo] === null
    if (extra && i > 0) {
      if (REPETIDOS.has(campo)) {
        if (empty && REQUERIDOS.has(campo)) fault(nombre, 'requerido', 'falta')
      } else if (!empty) fault(nombre, 'sobra', 'una línea sin Nro trae sólo otro impuesto de su documento')
    } else if (!extra && empty && (REQUERIDOS.has(campo) || (electronico && DEL_SII.has(campo))))
      fault(nombre, 'requerido', 'falta')
  }
  return ok ? { suelto, nro: suelto.nro as number | null } : null
}

const isPrincipal: ReadonlySet<string> = new Set([
  'tipoDte',
  'tipoTransaccion',
  'rut',
  'razonSocial',
  'folio',
  'fechaEmision',
  'fechaRecepcion',
  'fechaAcuse',
  'fechaReclamo',
  'montoExento',
  'montoNeto',
  'montoIva',
  'ivaNoRecuperable',
  'ivaUsoComun',
  'montoTotal',
])

function toDocumento({ columnas }: Forma, suelto: Suelto): DocumentoRcv {
  const documento = {
    tipoTransaccion: null,
    razonSocial: null,
    fechaRecepcion: null,
    fechaAcuse: null,
    fechaReclamo: null,
    montoExento: null,
    montoNeto: null,
    montoIva: null,
    ivaNoRecuperable: null,
    ivaUsoComun: null,
    crudo: null,
    datos: {},
  } as unknown as DocumentoRcv
  for (let i = 1; i < columnas.length - 3; i++) {
    const { campo } = columnas[i]!
    const value = suelto[campo]
    if (isPrincipal.has(campo)) (documento as unknown as Suelto)[campo] = value as number
    else if (value !== null) (documento.datos as Suelto)[campo] = value as number
  }
  addImpuesto(documento, suelto)
  return documento
}

function addImpuesto({ datos }: DocumentoRcv, { codigo, valor, tasa }: Suelto): void {
  if (codigo === null && valor === null && tasa === null) return
  datos.otrosImpuestos = [
    ...(datos.otrosImpuestos ?? []),
    { codigo: codigo as number | null, valor: valor as number | null, tasa: tasa as string | null },
  ]
}
