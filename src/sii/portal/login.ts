// Logging in at the portal and out of it (sii §11.2, §9.3). One try: what follows from a refusal is its caller's.

import { type KeyObject, sign } from 'node:crypto'
import type { Clock } from '../../base/clock'
import { splitRut } from '../../domain/rut'
import { isOutage } from '../frente'
import { SiiFault } from '../sii'
import { TokenRefused } from '../token-refused'
import { refuseOutage } from '../wire'
import type { Acceso, Credencial } from './acceso'
import { codigoOf, meaningOf } from './codigos'
import { destinoOf, follow, publicUrl } from './hosts'
import { encodeForm, linkOf, textOf } from './html'
import { createJar, type Jar } from './jar'
import { isLoginPage, isPage, type Pages, type Pagina } from './pages'

const CGI = '/cgi_AUT2000/CAutInicio.cgi'
/** The page that a login leads to. */
export const INICIO = '/cgi_misii/siihome.cgi'
const TERMINO = '/cgi_AUT2000/autTermino.cgi'
const ETAPA = 'autenticacion_sii'

/** The outcome of a login: its cookies, or the SII's code (null without one) and words. */
export type Entrada = { jar: Jar } | { codigo: string | null; glosa: string; rechazoTls?: true }

/** Alerts of a handshake by which a server says that it does not take the certificate. */
const ALERTA =
  /ALERT_(?:BAD_CERTIFICATE|UNKNOWN_CA|CERTIFICATE_\w+|UNSUPPORTED_CERTIFICATE|DECRYPT_ERROR|ACCESS_DENIED)/i

const isTlsRefusal = (fault: unknown): fault is SiiFault => {
  if (!(fault instanceof SiiFault) || fault.code !== 'SII_UNAVAILABLE') return false
  const { code = '', message = '' } = (fault.cause ?? {}) as { code?: string; message?: string }
  return ALERTA.test(`${code} ${message.replaceAll(' ', '_')}`)
}

/** Throws SiiFault where nothing came, FrontEnd where the front end answered. */
export async function logIn(
  pages: Pages,
  clock: Clock,
  { ambiente, signal }: Acceso,
  credencial: Credencial,
): Promise<Entrada> {
  const jar = createJar()
  const referencia = publicUrl(destinoOf(ambiente, 'misiir', INICIO))
  const ask =
    credencial.metodo === 'clave'
      ? byClave(ambiente, credencial, referencia)
      : byCertificate(ambiente, credencial, referencia, clock)
  let pagina: Pagina
  try {
    pagina = await pages.once(ambiente, jar, { ...ask, etapa: ETAPA, ...(signal && { signal }) })
  } catch (fault) {
    if (!isTlsRefusal(fault) || credencial.metodo !== 'certificado') throw fault
    return { codigo: null, glosa: 'El SII no aceptó el certificado en la conexión', rechazoTls: true }
  }
  const { status, html, headers, destino } = pagina
  const codigo = codigoOf(html)
  const landed = status >= 300 && status < 400 ? follow(destino, headers.get('location') ?? '') : null
  const isOut = landed?.nombre === 'zeusr' || landed?.nombre === 'herculesr'
  if (codigo === null && !isOut && jar.get('TOKEN')) {
    // A person who acts for several companies is asked first; none is chosen, since each question names its
    // own.
    const link = /ESCOJA COMO DESEA INGRESAR/i.test(html) ? linkOf(html, /continuar/i) : null
    const next = link ? follow(destino, link) : null
    if (next) await pages.once(ambiente, jar, { destino: next, etapa: ETAPA, ...(signal && { signal }) })
    return { jar }
  }
  const glosa = textOf(html).slice(0, 300)
  // The form shown again is no outage, whatever it says of browsers.
  const isDown = isOutage(glosa) && !isLoginPage(pagina) && meaningOf(null, glosa) !== 'reingreso'
  if (codigo === null && (status >= 500 || !isPage(html) || isDown))
    try {
      refuseOutage({ status, text: html }, ETAPA)
    } catch (fault) {
      if (!(fault instanceof TokenRefused)) throw fault
      // There is no session yet that could have ended.
      const at = { etapa: ETAPA, retryable: true, answered: true, glosa: fault.glosa } as const
      throw new SiiFault('SII_ERROR', 'El SII no dejó ingresar al portal', at)
    }
  return { codigo, glosa }
}

/** Ends a session at the SII. Whether it did is nobody's matter but the SII's: an orphan ends by itself. */
export async function logOut(pages: Pages, ambiente: Acceso['ambiente'], jar: Jar): Promise<void> {
  await pages.once(ambiente, jar, { destino: destinoOf(ambiente, 'zeusr', TERMINO), etapa: ETAPA })
}

function byClave(
  ambiente: Acceso['ambiente'],
  { rut, clave }: Extract<Credencial, { metodo: 'clave' }>,
  referencia: string,
) {
  const { numero, dv } = splitRut(rut)
  const page = `https://zeusr.sii.cl/AUT2000/InicioAutenticacion/IngresoRutClave.html?${referencia}`
  return {
    destino: destinoOf(ambiente, 'zeusr', CGI),
    headers: { Origin: 'https://zeusr.sii.cl', Referer: page },
    body: encodeForm([
      ['rut', numero],
      ['dv', dv],
      ['referencia', referencia],
      ['411', ''],
      ['rutcntr', rut],
      ['clave', clave],
    ]),
  }
}

function byCertificate(
  ambiente: Acceso['ambiente'],
  { firmante }: Extract<Credencial, { metodo: 'certificado' }>,
  referencia: string,
  clock: Clock,
) {
  const page = `https://zeusr.sii.cl/AUT2000/InicioAutenticacion/IngresoCertificado.html?${referencia}`
  const ask = {
    destino: destinoOf(ambiente, 'herculesr', `${CGI}?${referencia}`),
    body: encodeForm([['referencia', referencia]]),
  }
  const headers = { Origin: 'https://zeusr.sii.cl', Referer: page }
  if (ambiente === 'simulacion')
    return { ...ask, headers: { ...headers, ...handshakeHeaders(firmante, clock) } }
  const cert = `-----BEGIN CERTIFICATE-----\n${firmante.certificado.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`
  return { ...ask, headers, tls: { cert, key: pemOf(firmante.llave) } }
}

const pemOf = (llave: KeyObject): string => llave.export({ type: 'pkcs8', format: 'pem' }).toString()

/** In one process with the simulator there is no handshake: two headers stand for it. */
const handshakeHeaders = (
  { certificado, llave }: { certificado: string; llave: KeyObject },
  clock: Clock,
): Record<string, string> => ({
  'X-Simulador-Certificado': certificado,
  'X-Simulador-Firma': sign(
    'sha256',
    Buffer.from(`POST ${CGI} ${clock().toISOString().slice(0, 16)}`),
    llave,
  ).toString('base64'),
})
