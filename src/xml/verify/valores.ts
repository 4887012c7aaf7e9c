// Whether the text of a leaf is a value of its class, as the XSD types say (SiiTypes_v10, EnvioBOLETA_v11): digits and
// decimals count as the schema counts them, without leading or trailing zeros.

/** One row of the structure table (`domain/dte/datos/esquema.json`), or of `marco.ts`. */
export interface Fila {
  min: number
  max: number
  clase?: string | null
  digitos?: number
  decimales?: number
  largoMin?: number
  largoMax?: number
  desde?: string
  hasta?: string
  valores?: string[]
}

const NUMERO = /^([+-]?)(\d*)(?:\.(\d*))?$/
const FECHA = /^\d{4}-\d{2}-\d{2}$/
const FECHA_HORA = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/
const RUT = /^\d+-[\dK]$/
const HORA = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/
const DIAS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Null when the text is a value of the row's class; else what is wrong with it, in Spanish. */
export function faltaDeValor(fila: Fila, texto: string): string | null {
  switch (fila.clase) {
    case 'entero':
    case 'decimal':
      return faltaDeNumero(fila, texto.trim())
    case 'fecha':
      if (!isFecha(texto.trim())) return 'no es una fecha AAAA-MM-DD entre 2000 y 2050'
      return fila.desde !== undefined && texto.trim() < fila.desde ? `es anterior al ${fila.desde}` : null
    case 'hora':
      return HORA.test(texto.trim()) ? null : 'no es una hora HH:MM:SS'
    case 'fechaHora': {
      const partes = FECHA_HORA.exec(texto.trim())
      return partes && isFecha(partes[1]!)
        ? null
        : 'no es una fecha y hora AAAA-MM-DDTHH:MM:SS entre 2000 y 2050'
    }
    case 'rut':
      return RUT.test(texto) && texto.length >= 3 && texto.length <= 10
        ? null
        : 'no es un RUT sin puntos, con guion y K mayúscula'
    case 'base64':
      return texto !== '' && BASE64.test(texto.replace(/\s+/g, '')) ? null : 'no es texto en base 64'
    default:
      return faltaDeTexto(fila, texto)
  }
}

function faltaDeTexto({ valores, largoMin = 0, largoMax }: Fila, texto: string): string | null {
  if (valores && !valores.includes(texto)) return `no es uno de los valores permitidos (${lista(valores)})`
  // Characters outside the BMP cannot stand in ISO-8859-1, so code units are characters here.
  if (texto.length < largoMin) return largoMin === 1 ? 'está vacío' : `tiene menos de ${largoMin} caracteres`
  return largoMax !== undefined && texto.length > largoMax
    ? `tiene ${texto.length} caracteres y el máximo es ${largoMax}`
    : null
}

function faltaDeNumero(
  { clase, digitos, decimales = 0, desde, hasta, valores }: Fila,
  texto: string,
): string | null {
  const partes = NUMERO.exec(texto)
  const entera = partes?.[2]?.replace(/^0+/, '') ?? ''
  const fraccion = partes?.[3]?.replace(/0+$/, '') ?? ''
  if (!partes || (partes[2] === '' && !partes[3]) || (clase === 'entero' && texto.includes('.'))) {
    return clase === 'entero' ? 'no es un número entero' : 'no es un número con punto decimal'
  }
  const signo = partes[1] === '-' && (entera !== '' || fraccion !== '') ? '-' : ''
  const valor = scale(`${signo}${entera || '0'}.${fraccion}`)
  if (valores) {
    return valores.some((v) => scale(v) === valor)
      ? null
      : `no es uno de los valores permitidos (${lista(valores)})`
  }
  if (fraccion.length > decimales) return `tiene más de ${decimales} decimales`
  if (digitos !== undefined && entera.length + fraccion.length > digitos)
    return `tiene más de ${digitos} dígitos`
  if (desde !== undefined && valor < scale(desde)) return `es menor que ${desde}`
  return hasta !== undefined && valor > scale(hasta) ? `es mayor que ${hasta}` : null
}

// Twelve decimals hold any the table allows, and reject no longer fraction silently: those fail by `decimales` first.
function scale(numero: string): bigint {
  const punto = numero.indexOf('.')
  const [entera, fraccion] = punto < 0 ? [numero, ''] : [numero.slice(0, punto), numero.slice(punto + 1)]
  return BigInt(entera + fraccion.slice(0, 12).padEnd(12, '0'))
}

function isFecha(texto: string): boolean {
  if (!FECHA.test(texto) || texto < '2000-01-01' || texto > '2050-12-31') return false
  const [ano, mes, dia] = [Number(texto.slice(0, 4)), Number(texto.slice(5, 7)), Number(texto.slice(8))]
  if (mes < 1 || mes > 12 || dia < 1 || dia > DIAS[mes - 1]!) return false
  return mes !== 2 || dia < 29 || ano % 4 === 0
}

const lista = (valores: string[]): string =>
  valores.length > 12 ? `${valores.slice(0, 10).join(', ')}, …` : valores.join(', ')
