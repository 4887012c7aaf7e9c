// Rates of exchange as a table of three columns, `moneda;fecha;valor`, by semicolon, comma or tab, with or without a heading
// (areas/tipos-cambio §1).

import { separadorOf, splitLineas, tableText, whyNoTable } from '../../domain/csv'
import { diaEnTabla, dudaDeDia, isDiaDudoso, ordenDeTabla, readDiaEscrito } from '../../domain/dia-escrito'
import { type Advertencia, type Fault, faultsError } from '../../domain/errors'
import { readingsOf } from '../../domain/numero-impreso'
import { writeLineas } from '../../domain/rcv/lineas'
import { repetidoFaults, type Tipo, tipoFaults, ultimoDia } from './tipos-cambio'

/** Rows of one file, and what so many take. */
export const TIPOS_MAX = 5000
const BYTES_MAX = 256 * 1024

const refused = (regla: Fault['regla'], mensaje: string) =>
  faultsError([{ campo: 'archivo', regla, mensaje }])

interface TiposLeidos {
  tipos: Tipo[]
  /** Warnings for the reader, which stopped nothing. */
  advertencias: Advertencia[]
}

/** The rates of a file. Throws VALIDATION_ERROR with the faults of all its lines. */
export function readTiposCsv(bytes: Uint8Array, hoy: string): TiposLeidos {
  const tooMany = `El archivo tiene más de ${TIPOS_MAX} filas: divídalo`
  if (bytes.length > BYTES_MAX) throw refused('cantidad_max', tooMany)
  const text = tableText(bytes)
  if (text === null) throw refused('formato', whyNoTable(bytes))
  const filas = [...splitLineas(text, separadorOf(text))]
  const dias = new Map(filas.map(({ linea, celdas }) => [linea, readDiaEscrito(celdas[1] ?? '')]))
  const orden = ordenDeTabla([...dias.values()].map((dia) => dia?.orden ?? null))
  const faults: Fault[] = []
  const tipos: Tipo[] = []
  const lineas: number[] = []
  const dudosas: { linea: number; lecturas: readonly string[] }[] = []
  let rows = 0
  for (const { linea, celdas } of filas) {
    const cells = celdas.map((cell) => cell.trim())
    while (cells.at(-1) === '') cells.pop()
    if (!cells.length || (!rows && /^moneda$/i.test(cells[0]!))) continue
    if (++rows > TIPOS_MAX) throw refused('cantidad_max', tooMany)
    const campo = `linea ${linea}`
    if (cells.length !== 3) {
      const mensaje = `La línea ${linea} debe tener moneda, fecha y valor, separados por punto y coma`
      faults.push({ campo, regla: 'formato', mensaje })
      continue
    }
    const [moneda, fecha, valor] = cells as [string, string, string]
    const dia = dias.get(linea)
    const day = dia && diaEnTabla(dia, orden)
    const [whole = valor, other] = readingsOf(valor.replace(/[$\s]/g, ''))
    const tipo = {
      moneda: moneda.toUpperCase(),
      fecha: day ?? dia?.lecturas[0] ?? fecha,
      valor: whole,
    }
    faults.push(...tipoFaults(tipo, `${campo}.`, hoy))
    if (dia && day === null)
      faults.push({ campo: `${campo}.fecha`, regla: 'fecha', mensaje: `«${fecha}» ${dudaDeDia(dia)}` })
    // A rate of a day that is still to come is no reading.
    const posibles = dia?.lecturas.filter((one) => one <= ultimoDia(tipo.moneda, hoy)) ?? []
    if (dia && isDiaDudoso(dia, orden) && posibles.length > 1) dudosas.push({ linea, lecturas: posibles })
    if (other !== undefined) {
      const mensaje = `«${valor}» puede ser ${whole} o ${other}: escríbalo sin separador de miles, o con otra cantidad de decimales (${whole}, ${other}0)`
      faults.push({ campo: `${campo}.valor`, regla: 'numero', mensaje })
    }
    tipos.push(tipo)
    lineas.push(linea)
  }
  if (!rows) throw refused('vacio', 'El archivo no tiene filas de moneda, fecha y valor')
  faults.push(
    ...repetidoFaults(
      tipos,
      (i) => `linea ${lineas[i]}.valor`,
      (i) => `la línea ${lineas[i]}`,
    ),
  )
  if (faults.length) throw faultsError(faults)
  return { tipos, advertencias: dudosas.length ? [avisoDias(dudosas)] : [] }
}

/** Days that were read day first and might be others, the first of them in full. */
function avisoDias(dudosas: readonly { linea: number; lecturas: readonly string[] }[]): Advertencia {
  const [{ lecturas }] = dudosas as [(typeof dudosas)[number]]
  const donde = `${dudosas.length === 1 ? 'línea' : 'líneas'} ${writeLineas(dudosas.map(({ linea }) => linea))}`
  const mensaje = `Nada en el archivo dice si va primero el día o el mes, y se leyó el día (${lecturas[0]}; al revés es ${lecturas.slice(1).join(' o ')}): ${donde}. Si no es así, escriba las fechas AAAA-MM-DD y cárguelo otra vez`
  return { code: 'DATE_ORDER_DOUBTFUL', campo: 'archivo', mensaje }
}
