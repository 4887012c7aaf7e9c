// Vouchers of a month: each part by its rule, documents grouped by book, debits equal to credits or a stop (areas/contabilidad §4).

import { filaConPapel } from '../dte/tipos'
import { diasOf } from '../rcv/periodo'
import type { Apunte, Parte } from './apunte'
import { createFaltas, type Faltas } from './faltas'
import { type Agrupacion, type Libro, NOMBRES_LIBRO } from './libros'
import type { Cuenta, Movimiento } from './movimiento'
import { codeOfParty, type FindRegla, type Regla, writeGlosa } from './regla'

export interface Asiento {
  libro: Libro
  /** From 1, within its book. */
  numero: number
  fecha: string
  glosa: string
  documentos: number
  debe: number
  haber: number
  movimientos: Movimiento[]
}

export interface Entrada {
  periodo: string
  find: FindRegla
  /** Empty: any account is taken. */
  cuentas: ReadonlyMap<string, Cuenta>
  agrupacion: Readonly<Record<Libro, Agrupacion>>
  /** Pesos that the parts of a document may lack of its total. */
  redondeoMax: number
  /** The text of a line whose rule says none. */
  glosas: Readonly<Record<Libro, string>>
}

interface Grupo {
  libro: Libro
  clave: string
  fecha: string
  documentos: number
  /** The lines that merge, by what they have in common. */
  juntos: Map<string, Movimiento>
  movimientos: Movimiento[]
  debe: number
  haber: number
}

/** A voucher's day: the document's within the month, else the nearest of it. */
function dayIn(fecha: string, { desde, hasta }: { desde: string; hasta: string }): string {
  return fecha < desde ? desde : fecha > hasta ? hasta : fecha
}

/** `AAAA-MM` */
export const writeMes = (periodo: string): string => `${periodo.slice(0, 4)}-${periodo.slice(4)}`

export const wordsOf = (apunte: Apunte, periodo: string) => ({
  libro: apunte.libro,
  periodo: writeMes(periodo),
  fecha: apunte.fecha,
  tipo: apunte.tipoDte === null ? 'BTE' : (filaConPapel(apunte.tipoDte)?.codigo ?? apunte.tipoDte),
  folio: apunte.folio,
  rut: apunte.rut,
  nombre: apunte.nombre,
})

export type Asientos = ReturnType<typeof createAsientos>

/** Takes documents as they come. */
export function createAsientos({ periodo, find, cuentas, agrupacion, redondeoMax, glosas }: Entrada) {
  const dias = diasOf(periodo)
  const grupos = new Map<string, Grupo>()
  const faltas = createFaltas()

  function groupOf(apunte: Apunte): Grupo {
    const how = agrupacion[apunte.libro]
    const fecha = how === 'mes' ? dias.hasta : dayIn(apunte.fecha, dias)
    const clave = how === 'documento' ? apunte.clave : fecha
    const key = `${apunte.libro}/${clave}`
    let grupo = grupos.get(key)
    if (!grupo) {
      grupo = {
        ...{ libro: apunte.libro, clave, fecha, documentos: 0, juntos: new Map(), movimientos: [] },
        ...{ debe: 0, haber: 0 },
      }
      grupos.set(key, grupo)
    }
    return grupo
  }

  function lineOf(apunte: Apunte, { componente, monto }: Parte, regla: Regla, grupo: Grupo): Movimiento {
    const how = agrupacion[apunte.libro]
    const auxiliar = codeOfParty(regla, apunte.rut)
    const { cuenta, centro, codigoDoc } = regla
    // A line of several documents names none of them.
    const own = how === 'documento' || auxiliar !== null || codigoDoc !== null
    const words = own
      ? wordsOf(apunte, periodo)
      : { libro: apunte.libro, periodo: writeMes(periodo), fecha: grupo.fecha }
    const text = regla.glosa ?? glosas[apunte.libro]
    return {
      ...{ cuenta, centro, auxiliar, codigoDoc, componente },
      glosa: writeGlosa(text, words),
      debe: monto > 0 ? monto : 0,
      haber: monto < 0 ? -monto : 0,
      documento: own ? apunte : null,
    }
  }

  /** Merges with a line that bears neither auxiliary nor document, and stands on the same side. */
  function put(grupo: Grupo, line: Movimiento): void {
    grupo.debe += line.debe
    grupo.haber += line.haber
    if (line.auxiliar !== null || line.codigoDoc !== null) {
      grupo.movimientos.push(line)
      return
    }
    const key = [line.cuenta, line.centro, line.glosa, line.debe ? 'D' : 'H'].join('\0')
    const other = grupo.juntos.get(key)
    if (!other) {
      grupo.juntos.set(key, line)
      grupo.movimientos.push(line)
      return
    }
    other.debe += line.debe
    other.haber += line.haber
    if (other.componente !== line.componente) other.componente = ''
  }

  return {
    add(apunte: Apunte): void {
      const { diferencia } = apunte
      if (Math.abs(diferencia) > redondeoMax) {
        faltas.unbalanced(apunte)
        return
      }
      const partes = diferencia
        ? [...apunte.partes, { componente: 'redondeo', monto: diferencia }]
        : apunte.partes
      // A document of nothing is in no voucher.
      if (!partes.length) return
      const grupo = groupOf(apunte)
      grupo.documentos += apunte.documentos
      for (const parte of partes) {
        const regla = find(apunte, parte.componente)
        if (!regla) {
          faltas.noAccount(apunte, parte)
          continue
        }
        const line = lineOf(apunte, parte, regla, grupo)
        const cuenta = cuentas.get(line.cuenta)
        if (cuentas.size) faltas.look(apunte, line, cuenta)
        put(grupo, line)
      }
    },
    faltas: (): Faltas => faltas.list(),
    /** By book, day and document. Of documents at fault they lack lines. */
    asientos(): Asiento[] {
      // By days, of which there are few: to sort twenty thousand takes long.
      const days = Map.groupBy(
        grupos.values(),
        ({ libro, fecha }) => `${NOMBRES_LIBRO.indexOf(libro)}/${fecha}`,
      )
      const all = [...days.keys()].sort().flatMap((day) => days.get(day)!)
      const numbers = new Map<Libro, number>()
      return all.map((grupo) => {
        const numero = (numbers.get(grupo.libro) ?? 0) + 1
        numbers.set(grupo.libro, numero)
        const { libro, fecha, documentos, debe, haber, movimientos } = grupo
        return {
          ...{ libro, numero, fecha, documentos, debe, haber, movimientos },
          glosa: glosaOf(grupo, periodo, agrupacion[libro]),
        }
      })
    },
  }
}

const TITULOS: Readonly<Record<Libro, string>> = {
  ventas: 'Ventas',
  compras: 'Compras',
  honorarios: 'Honorarios',
}

function glosaOf({ libro, fecha, movimientos }: Grupo, periodo: string, how: Agrupacion): string {
  if (how === 'mes') return `${TITULOS[libro]} ${writeMes(periodo)}`
  const documento = how === 'documento' ? movimientos[0]?.documento : null
  if (!documento) return `${TITULOS[libro]} ${fecha}`
  const { tipo, folio, nombre } = wordsOf(documento, periodo)
  return [TITULOS[libro], tipo, folio, nombre].filter((word) => word !== null).join(' ')
}
