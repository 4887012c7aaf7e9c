// The SII's judgement of a book: signature, cover, whether its number was used, amounts and sums (simulator §24).

import { chileDate } from '../../domain/fecha'
import { firmaFault } from '../firmado'
import type { Razon, Sim } from '../sim'
import { type Libro, leafOf } from './lectura'
import { findMontosFaults, findSumasFaults } from './montos'

export type EstadoLibro = 'LTC' | 'LRH' | 'LRS' | 'LRC' | 'LRF' | 'LNC'

interface LibroUpload {
  rutEnvia: string
  rutEmpresa: string
  xml: Buffer
}

/** The first verdict that holds, with its reasons. `isUsed`: an earlier book of the same kind, period and number. */
export function judgeLibro(
  sim: Sim,
  upload: LibroUpload,
  libro: Libro,
  isUsed: boolean,
): { estado: EstadoLibro; razones: Razon[] } {
  const firma = firmaFault(sim, upload.xml, libro)
  if (firma) return { estado: 'LRF', razones: [{ codigo: 'LRF', mensaje: firma }] }
  const caratula = caratulaFaults(sim, upload, libro).map((mensaje) => ({ codigo: 'LRC', mensaje }))
  if (caratula.length) return { estado: 'LRC', razones: caratula }
  if (isUsed) {
    const mensaje = `FolioNotificacion ${leafOf(libro.caratula, 'FolioNotificacion')} ya se usó en el período`
    return { estado: 'LNC', razones: [{ codigo: 'LNC', mensaje }] }
  }
  const montos = findMontosFaults(libro)
  if (montos.length) return { estado: 'LRS', razones: montos }
  const sumas = findSumasFaults(libro)
  return sumas.length ? { estado: 'LRH', razones: sumas } : { estado: 'LTC', razones: [] }
}

function caratulaFaults(sim: Sim, { rutEnvia, rutEmpresa }: LibroUpload, libro: Libro): string[] {
  const of = (local: string) => leafOf(libro.caratula, local)
  const periodo = of('PeriodoTributario')
  const faults: string[] = []
  const expect = (local: string, value: string) => {
    if (of(local) !== value) faults.push(`${local} dice ${of(local) || 'nada'} y debe ser ${value}`)
  }
  expect('RutEmisorLibro', rutEmpresa)
  expect('RutEnvia', rutEnvia)
  expect('TipoLibro', 'ESPECIAL')
  expect('TipoEnvio', 'TOTAL')
  if (Number(of('NroResol')) !== 0) faults.push(`La resolución ${of('NroResol')} no es la de certificación`)
  if (of('FolioNotificacion') === '') faults.push('Falta FolioNotificacion')
  if (periodo > chileDate(sim.now()).slice(0, 7)) faults.push(`El período ${periodo} es futuro`)
  const late = libro.detalle.find((row) => leafOf(row, 'FchDoc').slice(0, 7) > periodo)
  if (late) faults.push(`Un documento del ${leafOf(late, 'FchDoc')} es posterior al período ${periodo}`)
  return faults
}
