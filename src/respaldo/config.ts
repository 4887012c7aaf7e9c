// The settings of copies, `TIMBRE_RESPALDO_*` (http §23). The passphrase and the bucket's secret are repeated in no fault.

import type { Cifrado } from './cifrado'
import type { Ubicacion } from './destino'
import { parseRetencion, RETENCION_POR_DEFECTO, type Retencion } from './retencion'
import type { AccesoS3 } from './s3'

export interface ConfigRespaldo {
  ubicacion: Ubicacion
  cifrado: Cifrado
  /** Five fields, in Chile's time. */
  cron: string
  conservar: Retencion
}

type Env = Record<string, string | undefined>

const CRON_POR_DEFECTO = '15 3 * * *'
const FRASE_MIN = 16
const PUBLICA = /^age1[02-9ac-hj-np-z]{58,}$/

/** The settings; null without a destination. What is wrong is added to `faults`. */
export function readRespaldo(
  env: Env,
  faults: string[],
  isPattern: (text: string) => boolean,
): ConfigRespaldo | null {
  const destino = env.TIMBRE_RESPALDO_DESTINO
  if (!destino) return null
  const ubicacion = readUbicacion(destino, env, faults)
  if (ubicacion === null)
    faults.push('TIMBRE_RESPALDO_DESTINO: debe ser una carpeta desde la raíz, o s3://BUCKET/PREFIJO')
  const cifrado = readCifrado(env, faults)
  const cron = env.TIMBRE_RESPALDO_CRON || CRON_POR_DEFECTO
  if (!isPattern(cron))
    faults.push('TIMBRE_RESPALDO_CRON: debe ser minuto, hora, día, mes y día de semana, como 15 3 * * *')
  const given = env.TIMBRE_RESPALDO_CONSERVAR
  const conservar = given ? parseRetencion(given) : RETENCION_POR_DEFECTO
  if (!conservar)
    faults.push('TIMBRE_RESPALDO_CONSERVAR: debe ser días/semanas/meses/años, por ejemplo 7/5/12/6')
  return ubicacion && cifrado && conservar && { ubicacion, cifrado, cron, conservar }
}

// A copy has the master key in it, so none is written in the clear.
function readCifrado(env: Env, faults: string[]): Cifrado | null {
  const { TIMBRE_RESPALDO_FRASE: frase = '', TIMBRE_RESPALDO_PARA: para = '' } = env
  if (Boolean(frase) === Boolean(para)) {
    faults.push(
      `TIMBRE_RESPALDO_PARA o TIMBRE_RESPALDO_FRASE: TIMBRE_RESPALDO_DESTINO pide una ${frase ? 'sola' : 'de las dos'}`,
    )
    return null
  }
  if (frase) {
    if (frase.length < FRASE_MIN)
      faults.push(`TIMBRE_RESPALDO_FRASE: debe tener al menos ${FRASE_MIN} caracteres`)
    return { frase }
  }
  const publicas = para.split(',').map((one) => one.trim())
  if (!publicas.every((one) => PUBLICA.test(one)))
    faults.push(
      'TIMBRE_RESPALDO_PARA: debe ser una clave pública de age (age1…), o varias separadas por comas; timbre respaldo crear-clave hace una',
    )
  return { para: publicas }
}

/** A folder from the root, or `s3://bucket/prefix` with the credentials of the environment; null for neither. */
export function readUbicacion(destino: string, env: Env, faults: string[]): Ubicacion | null {
  if (destino.startsWith('/')) return { tipo: 'carpeta', ruta: destino.replace(/(?<=.)\/+$/, '') }
  const [, bucket, path = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/.exec(destino) ?? []
  if (!bucket) return null
  const names = path.split('/').filter(Boolean)
  const prefijo = names.length ? `${names.join('/')}/` : ''
  return { tipo: 's3', bucket, prefijo, acceso: readAcceso(env, faults) }
}

function readAcceso(env: Env, faults: string[]): AccesoS3 {
  const { TIMBRE_RESPALDO_S3_LLAVE: llave = '', TIMBRE_RESPALDO_S3_SECRETO: secreto = '' } = env
  if (!llave || !secreto)
    faults.push('TIMBRE_RESPALDO_S3_LLAVE y TIMBRE_RESPALDO_S3_SECRETO: un destino s3:// las necesita')
  const region = env.TIMBRE_RESPALDO_S3_REGION || null
  const given = env.TIMBRE_RESPALDO_S3_URL
  const url = given || `https://s3.${region ?? 'us-east-1'}.amazonaws.com`
  if (!/^https?:\/\/[^/?#@]+\/?$/.test(url) || !URL.canParse(url))
    faults.push(
      'TIMBRE_RESPALDO_S3_URL: debe ser la dirección del servicio, https://servidor, sin el bucket ni otra ruta',
    )
  const estilo = env.TIMBRE_RESPALDO_S3_ESTILO || (given ? 'ruta' : 'host')
  if (estilo !== 'ruta' && estilo !== 'host')
    faults.push('TIMBRE_RESPALDO_S3_ESTILO: debe ser ruta (servidor/bucket) o host (bucket.servidor)')
  return { url, region, llave, secreto, estilo: estilo === 'host' ? 'host' : 'ruta' }
}
