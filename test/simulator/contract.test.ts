// The client and the simulator keep the same contract (src §5.4): Timbre's own SII client against this server.

import { createSii, type Fetch } from '../../src/sii'
import { countTokens, describeSiiContract, type SiiScene } from '../sii/contract'
import { escena } from './escena'
import { type CafUsado, dte, EMPRESA, PERSONA, sobre } from './sobres'

const RECEPTOR = '66666666-6'

async function scene(): Promise<SiiScene> {
  const e = escena()
  const inProcess: Fetch = (url, init) => e.sim.fetch(new Request(url, init))
  const { fetch, tokenRequests } = countTokens(inProcess)
  const cafs: Record<number, CafUsado> = { 33: await e.caf(33), 39: await e.caf(39) }
  let folio = 0
  return {
    sii: createSii({ fetch, clock: () => new Date(), sleep: async () => {} }),
    ctx: {
      ambiente: 'simulacion',
      firmante: {
        id: 'persona',
        rut: PERSONA.rut,
        llave: PERSONA.llave,
        certificado: PERSONA.certificado.raw.toString('base64'),
      },
      rutEmpresa: EMPRESA,
    },
    tokenRequests,
    forgetTokens: () => void e.db.exec('DELETE FROM sim_token'),
    async process() {
      e.advance(5000)
      await e.sim.drain()
    },
    async envelope(clase) {
      const tipoDte = clase === 'EnvioDTE' ? 33 : 39
      const hecho = dte({ tipo: tipoDte, folio: ++folio, caf: cafs[tipoDte]!, receptor: RECEPTOR })
      const firma = /<SignatureValue>([\s\S]*?)<\/SignatureValue>/.exec(hecho.xml)![1]!
      return {
        xml: sobre([hecho]),
        fileName: 'envio.xml',
        dte: { tipoDte, folio, rutReceptor: RECEPTOR, fechaEmision: '2026-03-02', montoTotal: '1190', firma },
      }
    },
    unknownDte: (clase) => ({
      tipoDte: clase === 'EnvioDTE' ? 33 : 39,
      folio: 99,
      rutReceptor: RECEPTOR,
      fechaEmision: '2026-03-02',
      montoTotal: '1190',
    }),
    close: () => e.sim.stop(),
  }
}

describeSiiContract('the simulator', scene)
