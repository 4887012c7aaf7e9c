// The contract of every server behind the client, the scripted one and the simulator alike: one suite, run
// against each.

import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Sobre } from '../../src/domain/dte/fila'
import type { ConsultaDte, Contexto, Fetch, Sii } from '../../src/sii'

/** A good envelope with one document, and what identifies that document. */
export interface ContractEnvelope {
  xml: Uint8Array
  fileName: string
  dte: ConsultaDte & { firma: string }
}

/** A fresh SII with a company, a person and folios, and a client that talks to it. */
export interface SiiScene {
  sii: Sii
  ctx: Contexto
  /** An envelope that this SII has not seen; another one at each call. */
  envelope(sobre: Sobre): Promise<ContractEnvelope>
  /** A document that this SII does not have, of an authorised folio or not. */
  unknownDte(sobre: Sobre): ConsultaDte
  /** Lets the SII finish with what it has received (its clock runs on, no one sleeps). */
  process(): Promise<void> | void
  /** The SII forgets every token that it gave. */
  forgetTokens(): Promise<void> | void
  /** Tokens asked for so far; `countTokens` counts them. */
  tokenRequests(): number
  close?(): Promise<void> | void
}

/** Counts the requests for a token that pass through a fetch. */
export function countTokens(fetch: Fetch): { fetch: Fetch; tokenRequests: () => number } {
  let requests = 0
  return {
    fetch: (url, init) => {
      if (/GetTokenFromSeed|boleta\.electronica\.token/.test(url)) requests++
      return fetch(url, init)
    },
    tokenRequests: () => requests,
  }
}

/** Runs the suite; `makeSii` builds a scene of its own for each test. */
export function describeSiiContract(name: string, makeSii: () => Promise<SiiScene> | SiiScene): void {
  describe(`${name} keeps the contract of the SII`, () => {
    let scene: SiiScene
    beforeEach(async () => {
      scene = await makeSii()
    })
    afterEach(() => scene.close?.())

    const upload = async (sobre: Sobre, { xml, fileName }: ContractEnvelope) =>
      scene.sii.uploadEnvio(scene.ctx, sobre, xml, fileName)

    for (const sobre of ['EnvioDTE', 'EnvioBOLETA'] as const) {
      describe(sobre, () => {
        test('a good envelope gets a Track ID in canonical digits', async () => {
          const recepcion = await upload(sobre, await scene.envelope(sobre))
          expect(recepcion.trackId).toMatch(/^[1-9]\d{0,14}$/)
          expect(recepcion).toMatchObject({ codigo: sobre === 'EnvioDTE' ? '0' : 'REC', repetido: false })
        })

        test('two envelopes get two Track IDs, under one token', async () => {
          const first = await upload(sobre, await scene.envelope(sobre))
          const second = await upload(sobre, await scene.envelope(sobre))
          expect(second.trackId).not.toBe(first.trackId)
          expect(scene.tokenRequests()).toBe(1)
        })

        test('an envío just received is known, and once processed its document is accepted', async () => {
          const envelope = await scene.envelope(sobre)
          const { trackId } = await upload(sobre, envelope)
          const early = await scene.sii.queryEnvio(scene.ctx, sobre, trackId!)
          expect(early.codigo).toMatch(/^(REC|SOK|FOK|CRT|PRD|PDR|EPR)$/)
          await scene.process()
          const { tipoDte } = envelope.dte
          expect(await scene.sii.queryEnvio(scene.ctx, sobre, trackId!)).toMatchObject({
            codigo: 'EPR',
            final: true,
            resumen: [{ tipoDte, informados: 1, aceptados: 1, rechazados: 0, reparos: 0 }],
            detalle: [],
          })
          const known = { codigo: 'DOK', recibido: true }
          expect(await scene.sii.queryDte(scene.ctx, sobre, envelope.dte)).toMatchObject(known)
          expect(await scene.sii.queryDteAv(scene.ctx, sobre, envelope.dte)).toMatchObject(known)
        })

        test('a document asked for with another amount is received but does not match', async () => {
          const envelope = await scene.envelope(sobre)
          await upload(sobre, envelope)
          await scene.process()
          const dte = { ...envelope.dte, montoTotal: String(Number(envelope.dte.montoTotal) + 1) }
          expect(await scene.sii.queryDte(scene.ctx, sobre, dte)).toMatchObject({
            codigo: 'DNK',
            recibido: true,
          })
        })

        test('an unknown Track ID is no verdict', async () => {
          expect(await scene.sii.queryEnvio(scene.ctx, sobre, '987654321')).toMatchObject({
            codigo: sobre === 'EnvioDTE' ? '-11' : '404',
            final: false,
            resumen: [],
            detalle: [],
          })
        })

        test('an unknown document is not received', async () => {
          const dte = { ...scene.unknownDte(sobre), firma: 'AAAA' }
          for (const query of ['queryDte', 'queryDteAv'] as const) {
            const state = await scene.sii[query](scene.ctx, sobre, dte)
            expect(state.codigo).toMatch(/^(FAU|FNA)$/)
            expect(state).toMatchObject({ recibido: false, trackId: null })
          }
        })

        test('a token that the SII no longer knows is renewed once, unseen by the caller', async () => {
          const { trackId } = await upload(sobre, await scene.envelope(sobre))
          await scene.forgetTokens()
          expect((await scene.sii.queryEnvio(scene.ctx, sobre, trackId!)).codigo).not.toBe('')
          expect(scene.tokenRequests()).toBe(2)
          await scene.forgetTokens()
          expect((await upload(sobre, await scene.envelope(sobre))).trackId).not.toBeNull()
          expect(scene.tokenRequests()).toBe(3)
          await scene.forgetTokens()
          const dte = scene.unknownDte(sobre)
          expect((await scene.sii.queryDteAv(scene.ctx, sobre, { ...dte, firma: 'AAAA' })).recibido).toBe(
            false,
          )
          expect(scene.tokenRequests()).toBe(4)
        })
      })
    }

    test('the same bytes again are received before: STATUS 99 with the first Track ID (sii §3.4)', async () => {
      const envelope = await scene.envelope('EnvioDTE')
      const { trackId } = await upload('EnvioDTE', envelope)
      expect(await upload('EnvioDTE', envelope)).toMatchObject({
        trackId,
        codigo: '99',
        repetido: true,
        reintentable: false,
      })
    })

    test('a document with another signature does not match (sii §5.2)', async () => {
      const envelope = await scene.envelope('EnvioDTE')
      await upload('EnvioDTE', envelope)
      await scene.process()
      const dte = { ...envelope.dte, firma: `AAAA${envelope.dte.firma.slice(4)}` }
      expect(await scene.sii.queryDteAv(scene.ctx, 'EnvioDTE', dte)).toMatchObject({
        codigo: 'DNK',
        recibido: true,
      })
    })

    test('documents and boletas have a token each', async () => {
      await upload('EnvioDTE', await scene.envelope('EnvioDTE'))
      await upload('EnvioBOLETA', await scene.envelope('EnvioBOLETA'))
      expect(scene.tokenRequests()).toBe(2)
    })
  })
}
