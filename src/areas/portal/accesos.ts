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
import type { TitularDeCuenta } from '../../domain/titular'
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

/**
 * The ways that serve an operation. One that may not serve is tried only where nothing else is loaded, locked or not, and never by a
 * schedule: a person may try what nobody has seen work.
 */
function serving(
  operacion: OperacionPortal,
  { prioridad }: Pick<Como, 'prioridad'>,
  metodoOf: (metodo: MetodoPortal) => Metodo,
): Metodo[] {
  const known = METODOS_SEGUROS[operacion].map(metodoOf)
  if (prioridad === 'programada' || known.some(({ estado }) => estado !== 'sin_cargar')) return known
  return METODOS_PORTAL[operacion].map(metodoOf)
}

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

  const bloqueoOf = (
    { cuentaId: dueno, ambiente }: TitularDeCuenta,
    credencial: Credencial,
  ): Bloqueo | null => activeOf(keeper.bloqueos({ ambiente, dueno }, credencial), clock())

  function certificado(titular: TitularDeCuenta): Metodo {
    let listo: ReturnType<Emisores['firmante']>
    try {
      listo = emisores.firmante(titular.empresaId)
    } catch (fault) {
      if (fault instanceof AppError && fault.code === 'CERTIFICATE_MISSING') return nothing('certificado')
      throw fault
    }
    // The simulator's is nobody's before the SII, which would only refuse it.
    if (listo.simulado && titular.ambiente !== 'simulacion') return nothing('certificado')
    const { firmante, validoHasta: vence } = listo
    const credencial: Credencial = { metodo: 'certificado', id: firmante.id, rut: firmante.rut, firmante }
    const bloqueo = bloqueoOf(titular, credencial)
    const estado = vigenciaFault(listo, clock()) ? 'vencido' : bloqueo ? 'bloqueado' : 'listo'
    return { metodo: 'certificado', estado, credencial, bloqueo, vence, cargada: null }
  }

  function clave(titular: TitularDeCuenta): Metodo {
    const mundo = mundoOf(titular.ambiente)
    const credencial = claves.credencial(titular.empresaId, mundo)
    if (!credencial) return nothing('clave')
    const bloqueo = bloqueoOf(titular, credencial)
    const cargada = claves.get(titular.empresaId, mundo)
    return {
      metodo: 'clave',
      estado: bloqueo ? 'bloqueado' : 'listo',
      credencial,
      bloqueo,
      vence: null,
      cargada,
    }
  }

  const metodoOf = (titular: TitularDeCuenta, metodo: MetodoPortal): Metodo =>
    metodo === 'certificado' ? certificado(titular) : clave(titular)

  return {
    metodoOf,

    /**
     * By what an operation goes in: the ways that serve it and are ready. Throws PORTAL_LOCKED where the SII refused all of them
     * that are loaded, PORTAL_CREDENTIALS_MISSING where none is.
     */
    accesoOf(
      titular: TitularDeCuenta,
      operacion: OperacionPortal,
      how: Como & Pick<Acceso, 'para'>,
      only: MetodoPortal | null = null,
    ): Acceso {
      const found = serving(operacion, how, (metodo) => metodoOf(titular, metodo)).filter(
        ({ metodo }) => only === null || metodo === only,
      )
      const ready = found.flatMap(({ estado, credencial }) => (estado === 'listo' ? credencial! : []))
      if (!ready.length) {
        const locked = found.flatMap(({ estado, bloqueo }) => (estado === 'bloqueado' ? bloqueo! : []))
        if (locked.length) throw lockedError(locked, clock())
        throw new AppError('PORTAL_CREDENTIALS_MISSING', missingFor(found.map(({ metodo }) => metodo)))
      }
      return { ambiente: titular.ambiente, dueno: titular.cuentaId, credenciales: ready, ...how }
    },
  }
}

const NOMBRES: Readonly<Record<MetodoPortal, string>> = {
  certificado: 'un certificado digital vigente',
  clave: 'la clave tributaria',
}

/** The credential to load, in words. */
export const missingFor = (ways: readonly MetodoPortal[]): string =>
  `Falta ${ways.map((way) => NOMBRES[way]).join(' o ')}`
