// With what a company goes to the portal (http §28.1): its certificate and its clave as they stand now, and the access of an operation.

import type { Clock } from '../../base/clock'
import { AppError } from '../../domain/errors'
import {
  type Bloqueo,
  METODOS_PORTAL,
  METODOS_SEGUROS,
  type MetodoPortal,
  mundoOf,
  type OperacionPortal,
} from '../../domain/portal'
import type { Titular } from '../../domain/titular'
import { vigenciaFault } from '../../domain/vigencia'
import {
  type Acceso,
  activeOf,
  type Como,
  type Credencial,
  lockedError,
  type PortalKeeper,
} from '../../sii/portal'
import type { Emisores } from '../dte'
import type { ClaveCargada, Claves } from './claves'

/** A company in one environment, and its account. */
export interface Quien extends Titular {
  cuentaId: string
}

type EstadoMetodo = 'sin_cargar' | 'listo' | 'bloqueado' | 'vencido'

/** How one way in stands. */
export interface Metodo {
  metodo: MetodoPortal
  estado: EstadoMetodo
  credencial: Credencial | null
  bloqueo: Bloqueo | null
  /** When the certificate expires. */
  vence: string | null
  /** When the clave was loaded. */
  cargada: ClaveCargada | null
}

/** By which way an operation goes in as all stands, of those by which it is known to work. */
export const readyFor = (
  operacion: OperacionPortal,
  metodos: Readonly<Record<MetodoPortal, Metodo>>,
): MetodoPortal | null =>
  METODOS_SEGUROS[operacion].find((metodo) => metodos[metodo].estado === 'listo') ?? null

export type Accesos = ReturnType<typeof createAccesos>

export function createAccesos({
  clock,
  emisores,
  claves,
  keeper,
}: {
  clock: Clock
  emisores: Pick<Emisores, 'firmante'>
  claves: Claves
  keeper: Pick<PortalKeeper, 'bloqueos'>
}) {
  const nothing = (metodo: MetodoPortal): Metodo => ({
    metodo,
    estado: 'sin_cargar',
    credencial: null,
    bloqueo: null,
    vence: null,
    cargada: null,
  })

  const bloqueoOf = ({ cuentaId: dueno, ambiente }: Quien, credencial: Credencial): Bloqueo | null =>
    activeOf(keeper.bloqueos({ ambiente, dueno }, credencial), clock())

  function certificado(quien: Quien): Metodo {
    let listo: ReturnType<Emisores['firmante']>
    try {
      listo = emisores.firmante(quien.empresaId)
    } catch (fault) {
      if (fault instanceof AppError && fault.code === 'CERTIFICATE_MISSING') return nothing('certificado')
      throw fault
    }
    // The simulator's is nobody's before the SII, which would only refuse it.
    if (listo.simulado && quien.ambiente !== 'simulacion') return nothing('certificado')
    const { firmante, validoHasta: vence } = listo
    const credencial: Credencial = { metodo: 'certificado', id: firmante.id, rut: firmante.rut, firmante }
    const bloqueo = bloqueoOf(quien, credencial)
    const estado = vigenciaFault(listo, clock()) ? 'vencido' : bloqueo ? 'bloqueado' : 'listo'
    return { metodo: 'certificado', estado, credencial, bloqueo, vence, cargada: null }
  }

  function clave(quien: Quien): Metodo {
    const mundo = mundoOf(quien.ambiente)
    const credencial = claves.credencial(quien.empresaId, mundo)
    if (!credencial) return nothing('clave')
    const bloqueo = bloqueoOf(quien, credencial)
    const cargada = claves.get(quien.empresaId, mundo)
    return {
      metodo: 'clave',
      estado: bloqueo ? 'bloqueado' : 'listo',
      credencial,
      bloqueo,
      vence: null,
      cargada,
    }
  }

  const metodoOf = (quien: Quien, metodo: MetodoPortal): Metodo =>
    metodo === 'certificado' ? certificado(quien) : clave(quien)

  return {
    metodoOf,

    /**
     * By what an operation goes in: the ways of its table that are ready. Throws PORTAL_LOCKED where the SII refused all that is
     * loaded, PORTAL_CREDENTIALS_MISSING where nothing of use is.
     */
    accesoOf(
      quien: Quien,
      operacion: OperacionPortal,
      how: Como & Pick<Acceso, 'para'>,
      only: MetodoPortal | null = null,
    ): Acceso {
      const ways = METODOS_PORTAL[operacion].filter((metodo) => only === null || metodo === only)
      const found = ways.map((metodo) => metodoOf(quien, metodo))
      const ready = found.flatMap(({ estado, credencial }) => (estado === 'listo' ? credencial! : []))
      if (!ready.length) {
        const locked = found.flatMap(({ estado, bloqueo }) => (estado === 'bloqueado' ? bloqueo! : []))
        if (locked.length) throw lockedError(locked, clock())
        throw new AppError('PORTAL_CREDENTIALS_MISSING', missingFor(ways))
      }
      return { ambiente: quien.ambiente, dueno: quien.cuentaId, credenciales: ready, ...how }
    },
  }
}

const NOMBRES: Readonly<Record<MetodoPortal, string>> = {
  certificado: 'un certificado digital vigente',
  clave: 'la clave tributaria',
}

/** What to load, in words. */
export const missingFor = (ways: readonly MetodoPortal[]): string =>
  `Falta ${ways.map((way) => NOMBRES[way]).join(' o ')}`
