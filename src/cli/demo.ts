// `timbre demo`: the main job from nothing, with no network and no set-up: account, company, certificate, folios, one document
// of every type, the SII's verdict on each, and its XML and PDF on disk (http §23); then what came from others. All of it through the
// API.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { App } from '../app'
import { loadConfig } from '../config'
import { type Emitidos, SOLICITUDES } from '../domain/dte/ejemplos/solicitudes'
import { TIPOS, type TipoDocumento, type TipoDte } from '../domain/dte/tipos'
import { chileDate } from '../domain/fecha'
import type { Referencia } from '../manual/tablas'
import { openCarpeta } from './carpeta'
import { ADDR_FLAG, type Comando, Falla, type Io, text, UsoIncorrecto } from './comando'
import { type Cliente, createCliente, PATIENCE_MS, POLL_MS } from './demo-cliente'
import { EMPRESA, PROPIETARIA } from './demo-personas'
import { table } from './demo-tabla'
import { showVecindario } from './demo-vecindario'
import { listening, pageAddress } from './listen'
import { makeWritable } from './make-writable'
import { appOf, clock, logTo, random } from './proceso'
import { checkSqlite } from './sqlite'

/** How many folios of each type. */
const FOLIOS = 50

/** `referencia`: the tables of the command line, which the manual shows. */
export const createDemo = (referencia: () => Referencia): Comando => ({
  nombre: 'demo',
  uso: '[--salida DIR] [--abierto] [--addr HOST:PUERTO]',
  resumen:
    'emite un documento de cada tipo ante el SII simulado, guarda sus XML y PDF, trae lo que otros emitieron y anula un folio',
  flags: { ...ADDR_FLAG, salida: { type: 'string' }, abierto: { type: 'boolean' } },
  words: [0, 0],
  async run(args, io) {
    if (args.flags.abierto && args.flags.json)
      throw new UsoIncorrecto('--abierto deja el servidor andando y no da un valor: quite --json')
    checkSqlite()
    const salida = text(args, 'salida') ?? 'demo'
    makeWritable(salida)
    const dir = mkdtempSync(join(tmpdir(), 'timbre-demo-'))
    // The rest of the environment is that of a real server: none of it may change what the demo shows.
    const { TIMBRE_ADDR, TIMBRE_LOG_LEVEL = 'silent' } = io.env
    const config = loadConfig({ TIMBRE_ADDR, TIMBRE_LOG_LEVEL }, { data: dir, addr: text(args, 'addr') })
    const log = logTo(io.log, config)
    const stopped = args.flags.abierto ? io.stopSignal() : null
    const carpeta = openCarpeta(config, { clock, random, log, create: true })
    const app = appOf(config, carpeta.store, log, { referencia: referencia() })
    try {
      const url = stopped && pageAddress(listening(config.addr, () => app.start(config.addr, io.panel).url))
      if (!stopped) app.services.runner.start()
      const accepted = await issueAll(app, salida, io)
      if (stopped) {
        io.out(
          `\nEl servidor sigue en ${url} (manual en ${url}/manual, API en ${url}/docs); Ctrl+C lo detiene.`,
        )
        if (io.panel) io.out(`Panel: ${url}/app/ muestra ${EN_EL_PANEL}`)
        io.out(`Entre con ${PROPIETARIA.email} y la clave ${PASSWORD}`)
        await stopped
      } else {
        // As it was typed; from its source the program has no name of its own, nor the dashboard.
        io.out(`\nPara verlos con un navegador: ${io.panel ? process.argv0 : 'timbre'} demo --abierto`)
        io.out(`deja el servidor andando y da la dirección de su panel, que muestra ${EN_EL_PANEL}`)
      }
      return accepted ? 0 : 1
    } finally {
      await app.stop()
      carpeta.close()
      rmSync(dir, { recursive: true, force: true })
    }
  },
})

/** Good for as long as the demo runs, on a database that is then deleted. */
const PASSWORD = 'una demo de Timbre'

const EN_EL_PANEL = 'estos documentos, lo que el SII dijo de cada uno y los folios que quedan, y emite otros'

interface Emision {
  tipo: TipoDocumento
  folio: number
  jobId: string
}

interface Documento {
  estado_sii: string
  track_id: string | null
  monto_total: number
}

interface Mostrado extends Documento {
  tipo_dte: TipoDte
  folio: number
  archivos: string[]
}

/** Whether every document was accepted. */
async function issueAll(app: App, salida: string, io: Io): Promise<boolean> {
  const api = await prepare(app)
  const hoy = chileDate(clock())
  const emitidos: Emitidos = {}
  const emisiones: Emision[] = []
  for (const tipo of TIPOS) {
    const { folio, job_id } = await api.call<{ folio: number; job_id: string }>(
      'POST',
      '/v1/dte/emitir',
      SOLICITUDES[tipo.codigo](emitidos, hoy),
    )
    emitidos[tipo.codigo] = folio
    emisiones.push({ tipo, folio, jobId: job_id })
  }
  const documentos: Mostrado[] = []
  for (const { tipo, folio, jobId } of emisiones) {
    const { estado_sii, track_id, monto_total } = await waitForVerdict(api, tipo.codigo, folio, jobId)
    const archivos = await save(api, tipo, folio, salida)
    documentos.push({ tipo_dte: tipo.codigo, folio, track_id, estado_sii, monto_total, archivos })
  }
  const rows = documentos.map(({ tipo_dte, folio, track_id, estado_sii, monto_total, archivos }) => [
    `${tipo_dte} ${TIPOS.find(({ codigo }) => codigo === tipo_dte)!.nombre}`,
    String(folio),
    track_id ?? '-',
    estado_sii,
    `$${monto_total.toLocaleString('es-CL')}`,
    shortly(archivos),
  ])
  for (const line of table(['Tipo', 'Folio', 'Track ID', 'Veredicto', 'Total', 'Archivos'], rows))
    io.out(line)
  const vecindario = await showVecindario(api, hoy, io)
  io.result({ documentos, vecindario, folio_anulado: await annulLast(api, io) })
  return documentos.every(({ estado_sii }) => estado_sii === 'aceptado')
}

/** Annuls at the SII the last folio of the first type, which nobody will use. */
async function annulLast(api: Cliente, io: Io): Promise<{ tipo_dte: TipoDte; folio: number }> {
  const { codigo, nombre } = TIPOS[0]!
  const folios = { tipo_dte: codigo, desde: FOLIOS, hasta: FOLIOS }
  const { estado } = await api.callToEnd<{ estado: string }>('POST', '/v1/dte/folios/anular', {
    ...folios,
    motivo: 'Folio sin uso',
  })
  if (estado !== 'anulado') throw new Falla(`El folio ${FOLIOS} de ${nombre} no se pudo anular: ${estado}`)
  io.out(`Anulado en el SII el folio ${FOLIOS} de ${nombre}, que ningún documento lleva`)
  return { tipo_dte: codigo, folio: FOLIOS }
}

/** Account, company, certificate and folios, as a new customer would. */
async function prepare(app: App): Promise<Cliente> {
  const { access_token } = await createCliente(app).call<{ access_token: string }>('POST', '/auth/register', {
    ...PROPIETARIA,
    password: PASSWORD,
  })
  const api = createCliente(app, access_token)
  const { id } = await api.call<{ id: string }>('POST', '/v1/empresa', EMPRESA)
  // Before the certificate: the simulator's desk hands them out, and what the portal takes in five minutes is left for who looks on.
  for (const { codigo } of TIPOS)
    await api.callToEnd('POST', '/v1/dte/folios/solicitar', { tipo_dte: codigo, cantidad: FOLIOS })
  await api.call('POST', `/v1/empresa/${id}/certificado`, { simulado: true })
  return api
}

async function waitForVerdict(api: Cliente, tipo: TipoDte, folio: number, jobId: string): Promise<Documento> {
  let [until, seen] = [0, '']
  for (;;) {
    const documento = await api.call<Documento>('GET', `/v1/documentos/${tipo}/${folio}`)
    if (VERDICTS.includes(documento.estado_sii)) return documento
    if (documento.estado_sii !== seen) {
      seen = documento.estado_sii
      until = Date.now() + PATIENCE_MS
    }
    const job = await api.call<{ estado: string; error: { error: string } | null }>(
      'GET',
      `/v1/dte/emision/${jobId}`,
    )
    if (job.estado === 'failed' || job.estado === 'dlq')
      throw new Falla(`El documento ${tipo} N° ${folio} no se pudo emitir: ${job.error?.error}`)
    if (Date.now() > until)
      throw new Falla(`El documento ${tipo} N° ${folio} sigue sin veredicto (${documento.estado_sii})`)
    await Bun.sleep(POLL_MS)
  }
}

const VERDICTS = ['aceptado', 'aceptado_con_reparos', 'rechazado']

/** Writes the files of a document; returns their names. */
async function save(
  api: Cliente,
  { codigo, cedible }: TipoDocumento,
  folio: number,
  salida: string,
): Promise<string[]> {
  const name = join(salida, `dte-${codigo}-${folio}`)
  const pdf = `/v1/dte/pdf/${codigo}/${folio}`
  const files: [file: string, path: string][] = [
    [`${name}.xml`, `/v1/dte/xml/${codigo}/${folio}`],
    [`${name}.pdf`, pdf],
  ]
  if (cedible) files.push([`${name}-cedible.pdf`, `${pdf}?cedible=true`])
  for (const [file, path] of files) writeFileSync(file, await api.download(path))
  return files.map(([file]) => file)
}

/** The first name whole, and of the others how they end. */
const shortly = ([xml = '', ...others]: readonly string[]): string =>
  [xml, ...others.map((file) => file.slice(xml.length - '.xml'.length))].join(' ')
