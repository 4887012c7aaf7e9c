// All that a road left behind, as files: texts, requests, envelopes, books and verdicts, each with its digest (areas/certificacion §5). Never keys.

import type { Clock } from '../../base/clock'
import { nextTurn } from '../../base/turn'
import { chileTimestamp } from '../../domain/fecha'
import type { ArchivoZip } from '../../http/zip'
import type { EmisionDte } from '../dte'
import type { Caminos } from './camino'
import { certificacionToJson, intentoToJson } from './certificacion-json'
import { type Certificaciones, huellaOf, type SetConIntentos } from './certificaciones'
import type { CertificacionRow, IntentoRow } from './statements'

interface Deps {
  certificaciones: Certificaciones
  caminos: Caminos
  envioOfSet: EmisionDte['envioOfSet']
  clock: Clock
}

type Pieza = [nombre: string, bytes: Uint8Array]

const json = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)

/** Letters that every system takes in a file's name. */
const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[^\w.-]+/g, '_')
    .slice(0, 80) || 'archivo'

export const createEvidencia = ({ certificaciones, caminos, envioOfSet, clock }: Deps) => {
  function* ofIntento(folder: string, run: IntentoRow): Generator<Pieza> {
    const at = `${folder}/intento-${run.numero}`
    yield [`${at}/estado.json`, json(intentoToJson(run))]
    const solicitudes = certificaciones.solicitudesOf(run)
    if (solicitudes) yield [`${at}/solicitudes.json`, json(solicitudes)]
    const envio = run.envio_id && envioOfSet(run.envio_id)?.xml()
    if (envio) yield [`${at}/envio.xml`, envio]
    const libro = certificaciones.libroOf(run.id)
    if (libro) yield [`${at}/libro.xml`, libro]
  }

  function* ofSet(folder: string, set: SetConIntentos): Generator<Pieza> {
    for (const run of set.intentos) yield* ofIntento(`${folder}/${set.clase}`, run)
  }

  function* piezas(row: CertificacionRow): Generator<Pieza> {
    yield ['certificacion.json', json(certificacionToJson(caminos.of(row)))]
    for (const ronda of certificaciones.rondas(row.id)) {
      const folder = `ronda-${ronda.numero}`
      yield [`${folder}/${plain(ronda.nombre)}`, certificaciones.textoOf(ronda)]
      for (const set of ronda.sets) yield* ofSet(folder, set)
    }
    for (const archivo of certificaciones.sql.archivos.all(row.id))
      yield [`archivos/${archivo.id}-${plain(archivo.nombre)}`, certificaciones.archivoBytes(archivo)]
  }

  /** The files, then the list of them with their SHA-256. */
  return async function* (row: CertificacionRow): AsyncGenerator<ArchivoZip, void, undefined> {
    const fecha = chileTimestamp(clock())
    const indice: string[] = []
    for (const [nombre, bytes] of piezas(row)) {
      indice.push(`${huellaOf(bytes)}  ${nombre}\n`)
      yield { nombre, bytes, fecha, compress: true }
      await nextTurn()
    }
    yield { nombre: 'SHA256SUMS', bytes: Buffer.from(indice.join('')), fecha, compress: true }
  }
}
