// Boletas of events: the ticket of a principal's show and the service of who sells it (http §1; domain/dte §2.2, §2.4,
// §8.2 g).

import type { LineaDetalle } from '../dte'
import { entero } from './lectores'
import type { Lector, Lectura } from './lectura'
import type { Solicitud } from './solicitud'

/** `IndServicio` of a boleta that sells tickets. */
const ESPECTACULOS = 4

const TICKET = '01'

/** 1 the ticket of an event, 2 the service of selling it; also as the SII writes them. */
export const espectaculo: Lector<string> = (valor, campo, l) => {
  if (valor === TICKET || valor === '02') return valor
  const codigo = entero({ valores: [1, 2] })(valor, campo, l)
  return codigo === undefined ? undefined : `0${codigo}`
}

/** The words that a name must have (boleta format, `NmbItem`). */
const NOMBRES = {
  '01': [/ticket|entrada|boleto|abono/i, 'la entrada'],
  '02': [/servicio|comisi[oó]n|cargo/i, 'el valor del servicio o la comisión'],
} as const

/** Lines of a boleta against what it bills. */
export function checkEspectaculos({ indServicio, detalle = [] }: Solicitud, l: Lectura): void {
  for (const [i, linea] of detalle.entries()) {
    const at = `detalle[${i}]`
    if (l.hasFault(`${at}.espectaculo`) || l.hasFault(`${at}.ticket`)) continue
    if (indServicio === ESPECTACULOS) checkLinea(linea, at, l)
    else if (linea.espectaculo ?? linea.ticket) {
      const campo = linea.espectaculo ? 'espectaculo' : 'ticket'
      l.fault(`${at}.${campo}`, 'ind_servicio', `${at}.${campo} va sólo con ind_servicio 4 (espectáculos)`)
    }
  }
}

function checkLinea({ espectaculo, ticket, nombre }: LineaDetalle, at: string, l: Lectura): void {
  if (espectaculo === undefined) {
    l.missing(
      `${at}.espectaculo`,
      ': con ind_servicio 4 cada línea dice si es la entrada (1) o el servicio (2)',
    )
    return
  }
  if (espectaculo === TICKET && ticket === undefined) {
    l.missing(`${at}.ticket`, ': lo lleva la entrada a un espectáculo (espectaculo 1)')
  }
  if (espectaculo !== TICKET && ticket !== undefined) {
    l.fault(`${at}.ticket`, 'espectaculo', `${at}.ticket va sólo con espectaculo 1`)
  }
  const [words, what] = NOMBRES[espectaculo]
  if (nombre !== undefined && !words.test(nombre)) {
    l.warn('EVENT_NAME', `${at}.nombre`, `El SII espera que el nombre de ${at} hable de ${what}`)
  }
}
