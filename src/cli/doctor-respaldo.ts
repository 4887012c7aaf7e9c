// The check of `timbre doctor` on the copies that the server makes by itself: by its rows, without asking the destination.

import { statSync } from 'node:fs'
import { createRespaldoStore, hechosOf, lastFailure, problemasOf } from '../areas/respaldo'
import type { Config } from '../config'
import { textOf } from '../respaldo/destino'
import type { Db } from '../store/store'
import type { Revision } from './doctor-revision'

const que = 'Respaldos'

export function* checkRespaldo({ respaldo }: Config, dir: string, db: Db, now: Date): Generator<Revision> {
  if (!respaldo) {
    yield {
      estado: 'bien',
      que,
      detalle:
        'el servidor no los hace solo (TIMBRE_RESPALDO_DESTINO): que otro programa llame a timbre respaldo',
    }
    return
  }
  const { ubicacion, cron } = respaldo
  const destino = textOf(ubicacion)
  if (ubicacion.tipo === 'carpeta' && isSameDisk(ubicacion.ruta, dir))
    yield {
      estado: 'aviso',
      que,
      detalle: `${destino} está en el mismo disco que los datos`,
      remedio: 'guárdelos en otro disco o en un bucket: se perderían juntos',
    }
  const hechos = hechosOf(createRespaldoStore(db), { destino, cron }, now)
  const problemas = problemasOf(hechos)
  for (const { motivo, mensaje } of problemas)
    yield {
      estado: 'falla',
      que,
      detalle: mensaje,
      remedio: motivo.startsWith('ensayo')
        ? 'timbre respaldo ensayar lo repite; si falla, haga otra copia con timbre respaldo'
        : 'corrija la causa y ejecute timbre respaldo',
    }
  if (problemas.length) return
  const failed = lastFailure(hechos)
  if (failed) {
    yield {
      estado: 'aviso',
      que,
      detalle: `el último intento falló: ${failed.error ?? 'sin explicación'}`,
      remedio: 'el servidor lo repite solo; si sigue fallando, corrija la causa',
    }
    return
  }
  const { buena, ensayada } = hechos
  const copia = buena ? `la última del ${buena.inicio.slice(0, 16).replace('T', ' ')} UTC` : 'ninguna aún'
  const ensayo = ensayada
    ? `, ensayada una el ${ensayada.ensayoAt!.slice(0, 10)}${ensayada.ensayo === 'integra' ? ' sin abrirla' : ''}`
    : ''
  yield { estado: 'bien', que, detalle: `en ${destino}, ${copia}${ensayo}` }
}

function isSameDisk(ruta: string, dir: string): boolean {
  try {
    return statSync(ruta).dev === statSync(dir).dev
  } catch {
    // Its absence is told by the copies that fail.
    return false
  }
}
