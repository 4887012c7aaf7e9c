// The SII's data about taxpayers (sii §12): whether they may issue, and the tax status behind a captcha that
// a person reads. No session of its own; the page with the mailbox for exchange wants one of the portal.

import type { Clock } from '../../base/clock'
import type { Ambiente } from '../../domain/ambiente'
import { countFaults, type FaultCount } from '../counted'
import type { Conversacion } from '../portal'
import { FrontEnd, pausedError, SesionMuerta, strangeError } from '../portal/faults'
import { destinoOf, type HostPortal, portalUrls } from '../portal/hosts'
import { encodeForm, titleOf } from '../portal/html'
import { createJar, type Jar } from '../portal/jar'
import { createPages, isPage, type Pagina } from '../portal/pages'
import { faultOfWords } from '../portal/rehusos'
import { SiiFault } from '../sii'
import { createWire, type Fetch, ownedWire } from '../wire'
import { type Captcha, type Imagen, readCaptcha, readImagen } from './captcha'
import { type EmisorSii, type RespuestaEmisor, readEmisor } from './emisor'
import { readSituacion, type SituacionSii } from './situacion'

export type { Captcha } from './captcha'
export type { EmisorSii } from './emisor'
export type { SituacionSii } from './situacion'

/** The asker of a question, and its world. */
interface Caller {
  ambiente: Ambiente
  /** The account: told to the simulator alone. */
  dueno: string
}

/** Every question throws SII_ERROR with `paso` and `esperado` for another page, SII_UNAVAILABLE and `SiiFault` where nothing came. */
export interface Contribuyentes {
  /** The issuer; `no_autorizado` for a taxpayer who is none, null for a RUT that the SII does not know. */
  queryEmisor(caller: Caller, rut: string): Promise<EmisorSii | 'no_autorizado' | null>
  /** The same from the page with the mailbox, within an open session by certificate. */
  queryContacto(sii: Conversacion, rut: string): Promise<EmisorSii | 'no_autorizado' | null>
  /** The text that names a picture. */
  requestCaptcha(caller: Caller): Promise<Captcha>
  /** The picture, for a person to read. */
  requestImagen(caller: Caller, captcha: Captcha): Promise<Imagen>
  /** The tax status; null for an unknown RUT, `captcha` where what was read is not in the picture: nothing was told then. */
  querySituacion(
    caller: Caller,
    rut: string,
    captcha: Captcha,
    leido: string,
  ): Promise<SituacionSii | 'captcha' | null>
}

/** For how long who met the front end's page leaves it alone; as the portal's sessions do. */
const PAUSA_MS = 15 * 60_000

const CAPTCHA = '/cvc_cgi/stc/CViewCaptcha.cgi'

export function createContribuyentes({
  fetch,
  clock,
  simuladorUrl,
  count = () => {},
}: {
  fetch: Fetch
  clock: Clock
  simuladorUrl?: string
  count?: FaultCount
}): Contribuyentes {
  const wire = createWire({ fetch, userAgent: '', sleep: Bun.sleep })
  const urlOf = portalUrls(simuladorUrl)

  /** A page that wants nobody to be logged in. */
  async function ask(
    caller: Caller,
    paso: string,
    {
      host,
      ruta,
      campos,
      jar = createJar(),
    }: {
      host: HostPortal
      ruta: string
      campos?: Record<string, string>
      jar?: Jar
    },
  ): Promise<Pagina> {
    const destino = destinoOf(caller.ambiente, host, ruta)
    try {
      const pedido = { destino, ...(campos && { body: encodeForm(Object.entries(campos)) }) }
      const pagina = await createPages(ownedWire(wire, caller), urlOf).get(caller.ambiente, jar, pedido)
      if (pagina.status !== 200) throw strangeError(paso, 'una página con estado 200', pagina.html)
      return pagina
    } catch (fault) {
      if (fault instanceof FrontEnd) {
        const hasta = new Date(clock().getTime() + PAUSA_MS).toISOString()
        throw pausedError({ motivo: fault.motivo, hasta }, null, clock())
      }
      if (fault instanceof SesionMuerta) throw strangeError(paso, 'una página que no pide ingresar')
      throw fault
    }
  }

  return countFaults(
    {
      async queryEmisor(caller, rut) {
        const paso = 'emisor electrónico'
        const pagina = await ask(caller, paso, {
          host: 'dte',
          ruta: '/cvc_cgi/dte/ee_empresa_rut',
          campos: searchOf(rut),
        })
        return settled(
          readEmisor(pagina.html, rut),
          () =>
            faultOfWords(pagina, paso, paso) ?? strangeError(paso, `los datos del RUT ${rut}`, pagina.html),
        )
      },

      async queryContacto(sii, rut) {
        const paso = 'contacto del emisor'
        // The first page of the flow opens the session for it.
        await sii.cgi('dte', '/cvc_cgi/dte/ce_consulta_rut', paso)
        const pagina = await sii.cgi('dte', '/cvc_cgi/dte/ce_consulta_e', paso, Object.entries(searchOf(rut)))
        return settled(readEmisor(pagina.html, rut), () =>
          sii.unexpected(pagina, paso, `los datos del RUT ${rut}`),
        )
      },

      async requestCaptcha(caller) {
        const jar = createJar()
        const answer = await ask(caller, 'captcha', {
          host: 'zeus',
          ruta: CAPTCHA,
          campos: { oper: '0' },
          jar,
        })
        const texto = readCaptcha(answer.html)
        if (texto === null && isPage(answer.html) && !titleOf(answer.html)) throw outage()
        if (texto === null) throw strangeError('captcha', 'el texto que nombra la imagen')
        const libre = caller.ambiente === 'simulacion' && answer.headers.has('x-simulador-captcha')
        return { texto, libre, cookies: jar.entries() }
      },

      async requestImagen(caller, { texto, cookies }) {
        const query = encodeForm([
          ['oper', '1'],
          ['txtCaptcha', texto],
        ])
        const imagen = readImagen(
          await ask(caller, 'imagen del captcha', {
            host: 'zeus',
            ruta: `${CAPTCHA}?${query}`,
            jar: createJar(cookies),
          }),
        )
        if (!imagen) throw strangeError('imagen del captcha', 'una imagen')
        return imagen
      },

      async querySituacion(caller, rut, { texto, cookies }, leido) {
        const [RUT, DV] = rut.split('-') as [string, string]
        const campos = { RUT, DV, PRG: 'STC', OPC: 'NOR', txt_code: leido, txt_captcha: texto }
        const jar = createJar(cookies)
        const { html } = await ask(caller, 'situación tributaria', {
          host: 'zeus',
          ruta: '/cvc_cgi/stc/getstc',
          campos,
          jar,
        })
        const read = readSituacion(html, rut)
        if (read === 'otra_pagina') throw strangeError('situación tributaria', `los datos del RUT ${rut}`)
        if (read === 'mantencion') throw outage()
        return read === 'desconocido' ? null : read
      },
    } satisfies Contribuyentes,
    count,
  )
}

/** The page of an outage has no title. */
const outage = (): SiiFault =>
  new SiiFault('SII_UNAVAILABLE', 'La consulta de situación tributaria del SII está en mantención', {
    etapa: 'consulta',
    retryable: true,
    answered: false,
  })

function searchOf(rut: string): Record<string, string> {
  const [RUT_EMP, DV_EMP] = rut.split('-') as [string, string]
  return { RUT_EMP, DV_EMP, ACEPTAR: 'Consultar' }
}

function settled(read: RespuestaEmisor, strange: () => Error): EmisorSii | 'no_autorizado' | null {
  if (read === 'otra_pagina') throw strange()
  return read === 'desconocido' ? null : read
}
