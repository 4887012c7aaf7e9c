// A calendar as programs subscribe to it (RFC 5545): days, names and nothing that opens anything (areas/firma §3).

import { addDays } from '../fecha'
import type { Plazo } from './plazos'

const escaped = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')

const encoder = new TextEncoder()
const MAX = 75

/** A line of 75 octets at most, a letter never cut: what is left goes on behind a blank. */
function folded(line: string): string {
  let out = ''
  let octets = 0
  for (const letter of line) {
    const size = encoder.encode(letter).length
    if (octets + size > MAX) {
      out += '\r\n '
      octets = 1
    }
    out += letter
    octets += size
  }
  return out
}

const day = (fecha: string): string => fecha.replaceAll('-', '')

interface Evento extends Plazo {
  empresaId: string
  razonSocial: string
}

/** `at` is when it was made. */
export function writeIcs(eventos: readonly Evento[], at: Date): string {
  const stamp = at.toISOString().replace(/[-:]|\.\d+/g, '')
  const lines = eventos.flatMap(({ empresaId, razonSocial, clase, fecha, texto, tipo_dte }) => [
    'BEGIN:VEVENT',
    `UID:${[clase, day(fecha), empresaId, tipo_dte ?? []].flat().join('-')}@timbre`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${day(fecha)}`,
    `DTEND;VALUE=DATE:${day(addDays(fecha, 1))}`,
    `SUMMARY:${escaped(`${texto} · ${razonSocial}`)}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ])
  return [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Timbre//Firma//ES', 'X-WR-CALNAME:Vencimientos'],
    ...['REFRESH-INTERVAL;VALUE=DURATION:PT6H', 'X-PUBLISHED-TTL:PT6H'],
    ...lines,
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n')
}
