// All that a road left behind, as files: texts, requests, envelopes, books, verdicts, samples and papers, each with its digest
// (areas/certificacion §5). Never keys.

import type { Clock } from '../../base/clock'
import { nextTurn } from '../../base/turn'
import { type ClasePapel, PAPELES } from '../../domain/certificacion/papeles/papeles'
import { chileTimestamp } from '../../domain/fecha'
import type { ArchivoZip } from '../../http/zip'
import type { EmisionDte } from '../dte'
import type { Rcof } from '../rcof'
import type { Caminos } from './camino'
import { certificacionToJson, intentoToJson } from './certificacion-json'
import { type Certificaciones, huellaOf, type SetConIntentos } from './certificaciones'
import type { Muestras } from './muestras'
import type { Lector, PrintPapel } from './papeles'
import type { CertificacionRow, IntentoRow } from './statements'

interface Deps {
  certificaciones: Certificaciones
  caminos: Caminos
  envioOfSet: EmisionDte['envioOfSet']
  muestras: Muestras
  printPapel: PrintPapel
  rcof: Pick<Rcof, 'rcofs'>
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

export const createEvidencia = (deps: Deps) => {
  const { certificaciones, caminos, envioOfSet, muestras, printPapel, clock } = deps
  const { rcofs } = deps.rcof
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
    const camino = caminos.of(row)
    yield ['certificacion.json', json(certificacionToJson(camino))]
    const rcof =
      camino.rcof && rcofs.latest({ empresaId: row.empresa_id, ambiente: row.ambiente }, camino.rcof.fecha)
    const consumo = rcof && rcofs.xml(rcof.id)
    if (consumo) yield [`rcof-${rcof.fecha}.xml`, consumo]
    for (const ronda of certificaciones.rondas(row.id)) {
      const folder = `ronda-${ronda.numero}`
      yield [`${folder}/${plain(ronda.nombre)}`, certificaciones.textoOf(ronda)]
      for (const set of ronda.sets) yield* ofSet(folder, set)
    }
    for (const archivo of certificaciones.sql.archivos.all(row.id))
      yield [`archivos/${archivo.id}-${plain(archivo.nombre)}`, certificaciones.archivoBytes(archivo)]
  }

  async function* files(lector: Lector, row: CertificacionRow): AsyncGenerator<ArchivoZip, void, undefined> {
    const fecha = chileTimestamp(clock())
    for (const [nombre, bytes] of piezas(row)) yield { nombre, bytes, fecha, compress: true }
    for (const cual of Object.keys(PAPELES) as ClasePapel[])
      yield { nombre: `papeles/${cual}.pdf`, bytes: printPapel(lector, cual), fecha, compress: false }
    for await (const muestra of muestras.printSome(lector.cuentaId, row))
      yield { ...muestra, nombre: `muestras/${muestra.nombre}` }
  }

  /** The files, then the list of them with their SHA-256. */
  return async function* (
    lector: Lector,
    row: CertificacionRow,
  ): AsyncGenerator<ArchivoZip, void, undefined> {
    const indice: string[] = []
    for await (const archivo of files(lector, row)) {
      indice.push(`${huellaOf(archivo.bytes)}  ${archivo.nombre}\n`)
      yield archivo
      await nextTurn()
    }
    const bytes = Buffer.from(indice.join(''))
    yield { nombre: 'SHA256SUMS', bytes, fecha: chileTimestamp(clock()), compress: true }
  }
}
