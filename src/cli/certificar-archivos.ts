// The files of a road that go to the SII by hand: the answers of the exchange, the printed samples, and its evidence (areas/certificacion §5, §7, §8).

import { existsSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createUnzip } from '../mail/unzip'
import type { ApiClient } from './api-client'
import { readBytes, whyUnwritable } from './archivo'
import { Falla, type Io } from './comando'
import { makeWritable } from './make-writable'

interface Archivo {
  nombre: string
  bytes: Uint8Array
}

const RESPUESTAS = ['recepcion', 'recibos', 'resultado'] as const

type Respondido = Record<(typeof RESPUESTAS)[number], { nombre: string; xml_base64: string }>

function write(file: string, bytes: Uint8Array): void {
  try {
    writeFileSync(file, bytes)
  } catch (cause) {
    throw new Falla(`No se puede escribir ${file}: ${whyUnwritable(cause)}`, { cause })
  }
}

function save(dir: string, archivos: readonly Archivo[], io: Io): void {
  for (const { nombre, bytes } of archivos) {
    const archivo = join(dir, basename(nombre))
    write(archivo, bytes)
    io.out(archivo)
  }
  io.result({ archivos: archivos.map(({ nombre, bytes }) => ({ nombre, bytes: bytes.length })) })
}

/** Answers the SII's file of a road's exchange and saves the three answers. Throws Falla. */
export async function saveRespuestas(
  api: ApiClient,
  id: string,
  file: string,
  dir: string,
  io: Io,
): Promise<void> {
  const archivo_base64 = readBytes(file).toString('base64')
  makeWritable(dir)
  const body = JSON.stringify({ archivo_base64, nombre: basename(file) })
  const answer = await api.post<{ data: Respondido }>(`/v1/certificacion/${id}/intercambio`, body, {})
  const archivos = RESPUESTAS.map((name) => {
    const { nombre, xml_base64 } = answer.body.data[name]
    return { nombre, bytes: Buffer.from(xml_base64, 'base64') }
  })
  save(dir, archivos, io)
}

/** Saves a road's printed samples and the list of them. Throws Falla. */
export async function saveMuestras(api: ApiClient, id: string, dir: string, io: Io): Promise<void> {
  makeWritable(dir)
  const { body } = await api.download(`/v1/certificacion/${id}/muestras`, 'POST')
  const files = await createUnzip()('muestras.zip', body)
  const archivos = files.map(({ nombre, bytes, motivo }): Archivo => {
    if (bytes === null) throw new Falla(`${nombre}: ${motivo}`)
    return { nombre, bytes }
  })
  save(dir, archivos, io)
}

/** Saves a road's evidence; over a file that is there only with `forzar`. Throws Falla. */
export async function saveEvidencia(
  api: ApiClient,
  idOf: () => Promise<string>,
  file: string,
  { forzar, io }: { forzar: boolean; io: Io },
): Promise<void> {
  if (existsSync(file) && !forzar) throw new Falla(`${file} ya existe: indique un archivo nuevo, o --forzar`)
  const { body } = await api.download(`/v1/certificacion/${await idOf()}/evidencia`)
  write(file, body)
  io.out(`Evidencia en ${file}`)
  io.result({ archivo: file, bytes: body.length })
}
