// The contract against a toy SII that knows just enough; the simulator runs the same suite.

import type { ConsultaDte, Fetch } from '../../src/sii'
import { createSii } from '../../src/sii'
import { countTokens, describeSiiContract, type SiiScene } from './contract'
import { CTX, NOON, respuesta, SEED, soap, tokenOf } from './scripted'

const SHAPE =
  /<DTE><T>(\d+)<\/T><F>(\d+)<\/F><R>([\dK-]+)<\/R><D>([\d-]+)<\/D><M>(\d+)<\/M><S>(.+?)<\/S><\/DTE>/
const ERROR = (estado: string) => respuesta(`<ESTADO>${estado}</ESTADO><GLOSA>Error</GLOSA>`)

interface Received {
  trackId: string
  xml: string
  dte: ConsultaDte
}

function toySii() {
  const tokens = new Set<string>()
  const received: Received[] = []
  let given = 0
  let processed = false

  const giveToken = () => {
    const token = `Token${++given}`
    tokens.add(token)
    return tokenOf(token)
  }
  const receive = (body: string): { known: Received | undefined; trackId: string } => {
    const [xml, tipo, folio, rutReceptor, fechaEmision, montoTotal, firma] = SHAPE.exec(body)!
    const known = received.find((envio) => envio.xml === xml)
    const trackId = String(1000 + received.length)
    const dte = { tipoDte: Number(tipo), folio: Number(folio), rutReceptor, fechaEmision, montoTotal, firma }
    if (!known) received.push({ trackId, xml, dte: dte as ConsultaDte })
    return { known, trackId }
  }
  const judge = (tipo: string, folio: string, monto: string, firma?: string): string => {
    const dte =
      processed && received.find((r) => `${r.dte.tipoDte}/${r.dte.folio}` === `${tipo}/${folio}`)?.dte
    if (!dte) return 'FAU'
    return dte.montoTotal === monto && (firma === undefined || firma === dte.firma) ? 'DOK' : 'DNK'
  }

  const soapServices: Record<string, (param: (name: string) => string) => string> = {
    CrSeed: () => SEED,
    GetTokenFromSeed: giveToken,
    QueryEstUp: (param) => {
      if (!tokens.has(param('Token'))) return ERROR('003')
      const envio = received.find(({ trackId }) => trackId === param('TrackId'))
      if (!envio) return ERROR('-11')
      if (!processed) return respuesta('<ESTADO>REC</ESTADO>')
      const counts =
        '<INFORMADOS>1</INFORMADOS><ACEPTADOS>1</ACEPTADOS><RECHAZADOS>0</RECHAZADOS><REPAROS>0</REPAROS>'
      return respuesta('<ESTADO>EPR</ESTADO>', `<TIPO_DOCTO>${envio.dte.tipoDte}</TIPO_DOCTO>${counts}`)
    },
    QueryEstDteAv: (param) => {
      if (!tokens.has(param('Token'))) return ERROR('2')
      const codigo = judge(param('TipoDte'), param('FolioDte'), param('MontoDte'), param('FirmaDte'))
      const recibido = codigo === 'FAU' ? 'NO' : 'SI'
      return respuesta('<ESTADO>0</ESTADO>', `<RECIBIDO>${recibido}</RECIBIDO><ESTADO>${codigo}</ESTADO>`)
    },
    QueryEstDte: (param) => {
      if (!tokens.has(param('Token'))) return ERROR('001')
      return respuesta(`<ESTADO>${judge(param('TipoDte'), param('FolioDte'), param('MontoDte'))}</ESTADO>`)
    },
  }

  const fetch: Fetch = async (url, init) => {
    const body = init.body === undefined ? '' : Buffer.from(init.body as string).toString('latin1')
    const cookie = new Headers(init.headers).get('Cookie')?.replace('TOKEN=', '') ?? ''
    const { pathname, searchParams } = new URL(url)
    if (pathname.includes('/DTEWS/')) {
      const name = Object.keys(soapServices).find((service) => pathname.includes(service))!
      const param = (key: string) => new RegExp(`<${key}>([^<]*)</${key}>`).exec(body)?.[1] ?? ''
      return new Response(soap(name, soapServices[name]!(param)))
    }
    if (pathname.endsWith('semilla')) return new Response(SEED)
    if (pathname.endsWith('token')) return new Response(giveToken())
    if (pathname.endsWith('DTEUpload')) {
      if (!tokens.has(cookie)) return new Response('<RECEPCIONDTE><STATUS>5</STATUS></RECEPCIONDTE>')
      const { known, trackId } = receive(body)
      const answer = known
        ? `<STATUS>99</STATUS><DETAIL><ERROR>Ya recibido, Track ID ${known.trackId}, espere 900 segundos</ERROR></DETAIL>`
        : `<STATUS>0</STATUS><TRACKID>${trackId.padStart(10, '0')}</TRACKID>`
      return new Response(`<RECEPCIONDTE>${answer}</RECEPCIONDTE>`)
    }
    if (!tokens.has(cookie)) return new Response('NO ESTA AUTENTICADO', { status: 401 })
    if (init.method === 'POST')
      return Response.json({ trackid: Number(receive(body).trackId), estado: 'REC' })
    const boleta = /electronica\/\d+-\w-(\d+)-(\d+)\/estado$/.exec(pathname)
    if (boleta) return Response.json({ codigo: judge(boleta[1]!, boleta[2]!, searchParams.get('monto')!) })
    const envio = received.find(({ trackId }) => pathname.endsWith(`envio/76543210-3-${trackId}`))
    if (!envio) return new Response('no existe', { status: 404 })
    const fila = { tipo: envio.dte.tipoDte, informados: 1, aceptados: 1, rechazados: 0, reparos: 0 }
    const verdict = processed ? { estado: 'EPR', estadistica: [fila] } : { estado: 'REC', estadistica: null }
    return Response.json({ ...verdict, detalle_rep_rech: null })
  }
  const process = () => {
    processed = true
  }
  return { fetch, forgetTokens: () => tokens.clear(), process }
}

function scene(): SiiScene {
  const server = toySii()
  const { fetch, tokenRequests } = countTokens(server.fetch)
  let folio = 0
  return {
    sii: createSii({ fetch, clock: () => NOON }),
    ctx: CTX,
    tokenRequests,
    forgetTokens: server.forgetTokens,
    process: server.process,
    async envelope(sobre) {
      const tipoDte = sobre === 'EnvioDTE' ? 33 : 39
      const dte = { tipoDte, folio: ++folio, rutReceptor: '66666666-6', fechaEmision: '2025-01-02' }
      const xml = `<DTE><T>${tipoDte}</T><F>${folio}</F><R>66666666-6</R><D>2025-01-02</D><M>1190</M><S>abcdEFGH=</S></DTE>`
      return {
        xml: Buffer.from(xml),
        fileName: 'envio.xml',
        dte: { ...dte, montoTotal: '1190', firma: 'abcdEFGH=' },
      }
    },
    unknownDte: (sobre) => ({
      tipoDte: sobre === 'EnvioDTE' ? 33 : 39,
      folio: 999,
      rutReceptor: '66666666-6',
      fechaEmision: '2025-01-02',
      montoTotal: '1190',
    }),
  }
}

describeSiiContract('a scripted server', scene)
