// A paper that a company shows of its own system: what stands in it, as data, and what the server knows to fill it with
// (domain/certificacion §6). Null is what nobody told the server: a line to be filled by hand.

/** `campos` and cells of null are blank lines; a `firma` is a line to sign on. */
export type Bloque =
  | { clase: 'titulo' | 'parrafo' | 'firma'; texto: string }
  | { clase: 'pasos' | 'puntos'; textos: readonly string[] }
  | { clase: 'campos'; filas: readonly (readonly [etiqueta: string, valor: string | null])[] }
  | { clase: 'tabla'; columnas: readonly Columna[]; filas: readonly (readonly (string | null)[])[] }

export interface Columna {
  titulo: string
  /** Its part of the width. */
  parte: number
}

export interface Papel {
  titulo: string
  bloques: readonly Bloque[]
}

/** The copies that the server makes of itself. */
export interface RespaldoDelServidor {
  destino: string
  /** Five fields, in Chile's time. */
  cron: string
  /** Days, weeks, months and years: `7/5/12/6`. */
  conservar: string
  /** Whether the server itself can open what it wrote. */
  abre: boolean
  ultima: { nombre: string; dia: string } | null
  ensayo: { dia: string; resultado: 'abierta' | 'integra' | 'fallida' } | null
}

export interface DatosPapel {
  /** The day in Chile. */
  fecha: string
  empresa: {
    rut: string
    razonSocial: string
    giro: string | null
    direccion: string | null
    comuna: string | null
    telefono: string | null
    email: string | null
  }
  version: string
  /** The person whose certificate signs, and the last day of it. */
  firmante: { nombre: string; rut: string; hasta: string } | null
  /** The mailbox that the server reads for the company, and the address that it is known by. */
  casilla: { direccion: string | null; lee: string | null }
  /** Null where the server makes none, or the reader may not see them. */
  respaldo: RespaldoDelServidor | null
}

export const titulo = (texto: string): Bloque => ({ clase: 'titulo', texto })
export const parrafo = (texto: string): Bloque => ({ clase: 'parrafo', texto })
export const firma = (texto: string): Bloque => ({ clase: 'firma', texto })
export const pasos = (...textos: string[]): Bloque => ({ clase: 'pasos', textos })
export const puntos = (...textos: string[]): Bloque => ({ clase: 'puntos', textos })
export const campos = (...filas: (readonly [string, string | null])[]): Bloque => ({ clase: 'campos', filas })

const VACIA = [null, null, null, null] as const

/** A table in which persons write the trials that they made. */
export const pruebas = (que: string): Bloque => ({
  clase: 'tabla',
  columnas: [
    { titulo: 'Fecha', parte: 18 },
    { titulo: que, parte: 40 },
    { titulo: 'Resultado', parte: 24 },
    { titulo: 'Quién', parte: 18 },
  ],
  filas: [VACIA, VACIA, VACIA],
})

/** A day as people write it: `29-11-2026`. */
export const dia = (fecha: string): string => fecha.split('-').reverse().join('-')

/** The company, as each paper begins. */
export const empresaOf = ({ empresa, version, fecha }: DatosPapel): Bloque =>
  campos(
    ['Empresa', empresa.razonSocial],
    ['RUT', empresa.rut],
    ['Giro', empresa.giro],
    ['Domicilio', [empresa.direccion, empresa.comuna].filter(Boolean).join(', ') || null],
    ['Teléfono', empresa.telefono],
    ['Correo', empresa.email],
    ['Programa', `Timbre ${version}, en un servidor de la empresa`],
    ['Fecha', dia(fecha)],
  )
