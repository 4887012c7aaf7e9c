// The document that describes the API before tools that nobody here wrote: two linters, and two makers of clients whose output
// must compile strictly and issue a document against the built binary; by day one of each (counts.ts). They are installed apart, at fixed versions, for the
// compiler that they work with is not ours.

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { NIGHTLY } from './counts'
import { start, withFolder } from './process/binary'
import type { Checks } from './process/check'
import { ask, OWNER, openCompany, RUT_EMISOR } from './process/client'

const TOOLS = {
  '@redocly/cli': '2.77.0',
  '@hey-api/openapi-ts': '0.95.0',
  typescript: '5.9.3',
  ...(NIGHTLY && { '@stoplight/spectral-cli': '6.16.3', orval: '7.13.2' }),
}
/** One of the two makers of clients by day. */
const MADE = NIGHTLY ? ['hey', 'orval'] : ['hey']
const STEP_MS = 300_000
const ROOT = join(import.meta.dir, '../..')

const SOLICITUD = `{
  tipo_dte: 33,
  receptor: {
    rut: '77123456-9',
    razon_social: 'Ferretería Ñuble Limitada',
    giro: 'Venta de materiales',
    direccion: 'Av. Libertad 1450',
    comuna: 'Chillán',
  },
  detalle: [{ nombre: 'Arriendo de andamio', cantidad: 2, precio: 50000, descuento_pct: 10 }],
}`

/** The types that each client gives to answers; one answer is a document of another standard. */
const ANSWERS: Record<string, { file: string; names: string }> = {
  hey: { file: 'hey/types.gen.ts', names: '^(?!GetOpenapiJson).*(Responses|Errors)$' },
  orval: { file: 'orval/timbre.ts', names: '^(?!getOpenapiJson).*Response([0-9]{3}|Default)$' },
}

/**
 * A program of each client: folios loaded, one document issued, read and asked for again, every value by its
 * type.
 */
const USES: Record<string, string> = {
  hey: `import { getDocumentosTipoFolio, getDocumentosTipoFolioSolicitud, postDteEmitir, postDteFolios, postDteValidar } from './hey'
import { client } from './hey/client.gen'
import type { EstadoSii, EventoDteAceptado, SolicitudDte } from './hey'
client.setConfig({ baseUrl: process.env.URL_API!, headers: { 'X-API-Key': process.env.LLAVE! } })
const solicitud: SolicitudDte = ${SOLICITUD}
const emitida = await postDteEmitir({ body: solicitud, throwOnError: true })
const folio: number = emitida.data.data.folio!
const visto = await getDocumentosTipoFolio({ path: { tipo: '33', folio: String(folio) }, throwOnError: true })
const estado: EstadoSii = visto.data.data.estado_sii
const total: number = visto.data.data.totales.monto_total
const lineas: string[] = visto.data.data.detalle.map((linea) => linea.nombre)
const otra = await getDocumentosTipoFolioSolicitud({ path: { tipo: '33', folio: String(folio) }, throwOnError: true })
const repetida: SolicitudDte = otra.data.data
const igual = await postDteValidar({ body: repetida, throwOnError: true })
if (igual.data.data.totales.monto_total !== total) throw new Error(JSON.stringify(igual.data))
export const alAceptar = ({ evento, data }: EventoDteAceptado): string => \`\${evento} \${data.folio} \${data.glosa}\`
const subida = await postDteFolios({ body: { caf_base64: process.env.CAF! }, throwOnError: true })
const { desde, hasta }: { desde: number; hasta: number } = subida.data.data
console.log(JSON.stringify({ folio, estado, total, lineas, desde, hasta }))
`,
  orval: `import { getDocumentosTipoFolio, getDocumentosTipoFolioSolicitud, postDteEmitir, postDteFolios, postDteValidar } from './orval/timbre'
import type { SolicitudDte } from './orval/timbre'
const headers = { 'X-API-Key': process.env.LLAVE! }
const solicitud: SolicitudDte = ${SOLICITUD}
const emitida = await postDteEmitir(solicitud, { headers })
if (emitida.status !== 202) throw new Error(JSON.stringify(emitida.data))
const folio: number = emitida.data.data.folio!
const visto = await getDocumentosTipoFolio('33', String(folio), { headers })
if (visto.status !== 200) throw new Error(JSON.stringify(visto.data))
const total: number = visto.data.data.totales.monto_total
const lineas: string[] = visto.data.data.detalle.map((linea) => linea.nombre)
const otra = await getDocumentosTipoFolioSolicitud('33', String(folio), { headers })
if (otra.status !== 200) throw new Error(JSON.stringify(otra.data))
const repetida: SolicitudDte = otra.data.data
const igual = await postDteValidar(repetida, { headers })
if (igual.status !== 200 || igual.data.data.totales.monto_total !== total) throw new Error(JSON.stringify(igual.data))
// Orval leaves the kind of a body to whoever may choose it.
const comoJson = { headers: { ...headers, 'Content-Type': 'application/json' } }
const subida = await postDteFolios({ caf_base64: process.env.CAF! }, comoJson)
if (subida.status !== 201) throw new Error(JSON.stringify(subida.data))
const { desde, hasta }: { desde: number; hasta: number } = subida.data.data
console.log(JSON.stringify({ folio, total, lineas, desde, hasta }))
`,
}

const TSCONFIG = {
  compilerOptions: {
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: ['node'],
    strict: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
    noEmit: true,
  },
  include: ['*.ts'],
}

interface Rango {
  desde: number
  hasta: number
}

interface Ran {
  ok: boolean
  out: string
}

export async function clients(checks: Checks): Promise<void> {
  await withFolder(async (dir) => {
    const cwd = join(dir, 'clientes')
    mkdirSync(cwd)
    const run = async (command: string[], env: Record<string, string> = {}): Promise<Ran> => {
      const child = Bun.spawn(command, {
        cwd,
        env: { ...process.env, CI: '1', REDOCLY_TELEMETRY: 'off', ...env },
        stdout: 'pipe',
        stderr: 'pipe',
        timeout: STEP_MS,
      })
      const [out, err] = await Promise.all([
        new Response(child.stdout).text(),
        new Response(child.stderr).text(),
      ])
      return { ok: (await child.exited) === 0, out: out + err }
    }
    const bin = (name: string): string => join(cwd, 'node_modules/.bin', name)
    const must = async (what: string, command: string[], env?: Record<string, string>): Promise<Ran> => {
      const ran = await run(command, env)
      checks.check(what, ran.ok, ran.out.slice(-3000))
      return ran
    }

    writeFileSync(join(cwd, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
    const packages = [...Object.entries(TOOLS), ['@types/node', '20']].map((pair) => pair.join('@'))
    const install = ['npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    if (!(await must('the tools are installed apart', [...install, ...packages])).ok) return

    const server = await start(['serve', '--data', join(dir, 'datos'), '--addr', '127.0.0.1:0'])
    try {
      const { url } = server
      const { body } = await ask('GET', `${url}/openapi.json`)
      writeFileSync(join(cwd, 'openapi.json'), JSON.stringify(body, null, 1))
      for (const name of ['.redocly.yaml', '.spectral.yaml']) copyFileSync(join(ROOT, name), join(cwd, name))
      await must('redocly finds nothing in the document', [
        ...[bin('redocly'), 'lint', 'openapi.json', '--config', '.redocly.yaml'],
        ...['--max-problems', '50'],
      ])
      const spectral = [bin('spectral'), 'lint', 'openapi.json', '-r', '.spectral.yaml']
      if (NIGHTLY)
        await must('spectral finds nothing in the document', [...spectral, '--fail-severity', 'hint'])

      const hey = ['-i', 'openapi.json', '-o', 'hey', '-c', '@hey-api/client-fetch']
      await must('openapi-ts makes a client', [bin('openapi-ts'), ...hey])
      if (NIGHTLY) {
        const orval = ['--input', 'openapi.json', '--output', 'orval/timbre.ts', '--client', 'fetch']
        await must('orval makes a client', [bin('orval'), ...orval])
        // Its paths are relative: to the page in a browser, to nothing here.
        const made = join(cwd, 'orval/timbre.ts')
        writeFileSync(made, readFileSync(made, 'utf8').replaceAll('return `/', `return \`${url}/`))
      }

      writeFileSync(join(cwd, 'tsconfig.json'), JSON.stringify(TSCONFIG))
      for (const name of MADE) writeFileSync(join(cwd, `uso-${name}.ts`), USES[name]!)
      await must('the clients and their uses compile strictly', [bin('tsc'), '-p', '.'])

      copyFileSync(join(import.meta.dir, 'answer-types.mjs'), join(cwd, 'answer-types.mjs'))
      for (const name of MADE) {
        const { file, names } = ANSWERS[name]!
        const command = [process.execPath, 'answer-types.mjs', file, names]
        await must(`no value of an answer of ${name} could be anything`, command)
      }

      const key = await openCompany(url, [33], 5)
      const { body: login } = await ask('POST', `${url}/auth/login`, {}, OWNER)
      const session = { authorization: `Bearer ${login.access_token}` }
      for (const name of MADE) {
        const pedido = { rut: RUT_EMISOR, tipo_dte: 34, cantidad: 7 }
        const { body: caf } = await ask('POST', `${url}/simulador/caf`, session, pedido)
        const env = { URL_API: url, LLAVE: key['x-api-key']!, CAF: caf.data.caf_base64 }
        const ran = await must(`the client of ${name} runs`, [process.execPath, `uso-${name}.ts`], env)
        checks.check(
          `the client of ${name} issued and read a document`,
          ran.out.includes('"total":107100'),
          ran,
        )
        const { body: folios } = await ask('GET', `${url}/v1/dte/folios`, key)
        const { desde, hasta } = caf.data
        const stock = folios.data.find(({ tipo_dte }: { tipo_dte: number }) => tipo_dte === pedido.tipo_dte)
        const cargado = stock?.rangos.some((rango: Rango) => rango.desde === desde && rango.hasta === hasta)
        checks.check(
          `the client of ${name} loaded the folios of a file`,
          cargado === true && ran.out.includes(`"desde":${desde},"hasta":${hasta}`),
          { ran, stock },
        )
      }
    } finally {
      await server.kill()
    }
  })
}
