// The issuing company as a document states it, and the person who signs for it.

import type { KeyObject } from 'node:crypto'
import type { Ambiente } from '../../../domain/ambiente'
import type { Emisor } from '../../../domain/dte/dte'
import { AppError } from '../../../domain/errors'
import { chileDate } from '../../../domain/fecha'
import type { Titular } from '../../../domain/titular'
import { type Vigencia, vigenciaFault } from '../../../domain/vigencia'
import { toFirmante } from '../../../sii/firmante'
import type { Firmante } from '../../../sii/sii'
import { openCertificado } from '../../../store/certificado-cifrado'
import type { Store } from '../../../store/store'
import { isDelSimulador, SIMULATED_CERTIFICATE } from '../../../xml/autoridad-simulador'
import { type Llave, prepareLlave } from '../../../xml/firma'
import { type EmpresaRow, prepareEmisores } from './statements'

export interface Resolucion {
  numero: number
  /** Chile date. */
  fecha: string
}

/** A company at this moment, with what its documents need. */
export interface EmpresaEmisora {
  id: string
  emisor: Emisor
  resolucion: Resolucion | null
  sitioWeb: string | null
  /** The validity of the loaded certificate; null without one. */
  vigencia: Vigencia | null
  /** Whether the certificate is the simulator's and the environment is the SII's own. */
  certificadoAjeno: boolean
}

/** A signer with its key prepared; the id changes when another certificate is loaded. */
export interface FirmanteListo extends Vigencia {
  firmante: Firmante
  llave: Llave
  /** Whether it is the simulator's, which the SII does not know. */
  simulado: boolean
}

export interface Emisores {
  /** The company, for documents of an environment; a deleted one too, since what it had accepted still travels. */
  get(titular: Titular): EmpresaEmisora
  /** The person who signs for the company. Throws CERTIFICATE_MISSING. */
  firmante(empresaId: string): FirmanteListo
}

/** A machine whose clock begins in 1970 may have made the company: the SII takes no day before there were such documents. */
const PRIMER_DIA = '2003-01-01'

const primerDia = (createdAt: string): string => {
  const day = chileDate(new Date(createdAt))
  return day < PRIMER_DIA ? PRIMER_DIA : day
}

/** In certification the number is 0 by rule; in simulation an absent resolution is 0 of the company's first day (http §17). */
function resolucionOf(row: EmpresaRow, ambiente: Ambiente): Resolucion | null {
  if (ambiente === 'simulacion') {
    return {
      numero: row.resolucion_numero ?? 0,
      fecha: row.resolucion_fecha ?? primerDia(row.created_at),
    }
  }
  if (!row.resolucion_fecha) return null
  if (ambiente === 'certificacion') return { numero: 0, fecha: row.resolucion_fecha }
  // Number 0 is certification's: with it production refuses every envelope (CRT-3-19).
  return row.resolucion_numero ? { numero: row.resolucion_numero, fecha: row.resolucion_fecha } : null
}

interface Opciones {
  isSimulated?: ((certificadoPem: string) => boolean) | undefined
  /** Told of a key that no company has any more. */
  forgetLlave?: ((llave: KeyObject) => void) | undefined
}

export function createEmisores(
  { client, secrets }: Store,
  { isSimulated = isDelSimulador, forgetLlave = () => {} }: Opciones = {},
): Emisores {
  const sql = prepareEmisores(client)
  /** By company, as long as what is stored is what it was made of: sealed anew at every load. */
  const prepared = new Map<string, { llaveCifrada: Buffer; listo: FirmanteListo }>()
  function drop(empresaId: string): void {
    const gone = prepared.get(empresaId)
    if (!gone) return
    prepared.delete(empresaId)
    forgetLlave(gone.listo.llave.privada)
  }
  function firmanteOf(empresaId: string): FirmanteListo {
    const row = sql.certificado.get(empresaId)
    if (!row) drop(empresaId)
    if (!row) throw new AppError('CERTIFICATE_MISSING', 'La empresa no tiene un certificado digital cargado')
    const known = prepared.get(empresaId)
    if (known?.llaveCifrada.equals(row.llave_cifrada)) return known.listo
    const pem = secrets.open(
      { table: 'certificado', column: 'llave_cifrada', id: empresaId },
      row.llave_cifrada,
    )
    const certificadoPem = openCertificado(secrets, empresaId, row.certificado_cifrado).pem
    const person = { rutTitular: row.rut_titular, certificadoPem, llavePem: pem.toString() }
    const firmante = { ...toFirmante(person), dueno: row.cuenta_id }
    const listo = {
      firmante,
      llave: prepareLlave(firmante.llave, firmante.certificado),
      validoDesde: row.valido_desde,
      validoHasta: row.valido_hasta,
      simulado: isSimulated(certificadoPem),
    }
    // A server holds few companies; the bound only keeps a reseller's thousands from staying in memory.
    if (prepared.size > 500) for (const id of prepared.keys()) drop(id)
    drop(empresaId)
    prepared.set(empresaId, { llaveCifrada: row.llave_cifrada, listo })
    return listo
  }
  return {
    get({ empresaId, ambiente }) {
      const row = sql.empresa.get(empresaId)
      if (!row) throw new AppError('NOT_FOUND', 'La empresa no existe')
      return {
        id: row.id,
        resolucion: resolucionOf(row, ambiente),
        sitioWeb: row.sitio_web,
        vigencia:
          row.valido_desde && row.valido_hasta
            ? { validoDesde: row.valido_desde, validoHasta: row.valido_hasta }
            : null,
        certificadoAjeno:
          ambiente !== 'simulacion' && row.valido_hasta !== null && firmanteOf(empresaId).simulado,
        emisor: {
          rut: row.rut,
          razonSocial: row.razon_social,
          giro: row.giro ?? '',
          ...(row.telefono && { telefono: [row.telefono] }),
          ...(row.email && { email: row.email }),
          acteco: (JSON.parse(row.actividades_economicas) as number[]).map(Number),
          ...(row.codigo_sucursal_sii && { codigoSucursalSii: row.codigo_sucursal_sii }),
          direccion: row.direccion ?? '',
          comuna: row.comuna ?? '',
          ...(row.ciudad && { ciudad: row.ciudad }),
        },
      }
    },
    firmante: firmanteOf,
  }
}

/**
 * The person who signs for the company today, in an environment. Throws CERTIFICATE_MISSING and what
 * `checkVigencia` and `checkAjeno` throw.
 */
export function loadFirmante(emisores: Emisores, { empresaId, ambiente }: Titular, now: Date): FirmanteListo {
  const firmante = emisores.firmante(empresaId)
  checkVigencia(firmante, now)
  checkAjeno(firmante.simulado && ambiente !== 'simulacion')
  return firmante
}

/** Throws CERTIFICATE_INVALID for the simulator's certificate before the SII itself. */
export function checkAjeno(ajeno: boolean): void {
  if (ajeno) throw new AppError('CERTIFICATE_INVALID', SIMULATED_CERTIFICATE)
}

/**
 * Throws CERTIFICATE_EXPIRED, and CERTIFICATE_INVALID when `now` is before the first instant of a certificate. No other than a
 * valid one is ever loaded, so then the clock was put back, and what it dates the SII refuses for good.
 */
export function checkVigencia(vigencia: Vigencia, now: Date): void {
  const fault = vigenciaFault(vigencia, now)
  if (!fault) return
  const { code, mensaje } = fault
  throw new AppError(code, code === 'CERTIFICATE_INVALID' ? `${mensaje}: póngalo en hora` : mensaje)
}
