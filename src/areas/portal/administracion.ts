// What a person does with a company's access to the portal: looks, loads a clave, tries it, lifts a refusal, logs out (http §28.2).

import type { Clock } from '../../base/clock'
import { AppError } from '../../domain/errors'
import { isBloqueado, isDelSii, type MetodoPortal, mundoOf, type Pausa } from '../../domain/portal'
import { splitRut } from '../../domain/rut'
import {
  type Acceso,
  ambitoOf,
  type Credencial,
  claveSesionOf,
  type Portal,
  type PortalKeeper,
  paceUntil,
} from '../../sii/portal'
import { mayAskFor } from '../../sii/rcv'
import type { Store } from '../../store/store'
import type { Accesos, Metodo, Quien } from './accesos'
import type { Claves } from './claves'
import { waitingOfCompany } from './en-espera'
import type { Holders } from './holders'
import { liftBloqueos, liftOwn } from './keeper'
import type { EstadoPortal } from './portal-json'

const METODOS: readonly MetodoPortal[] = ['certificado', 'clave']

export type Administracion = ReturnType<typeof createAdministracion>

export function createAdministracion({
  store: { db },
  clock,
  accesos,
  claves,
  holders,
  keeper,
  portal,
}: {
  store: Store
  clock: Clock
  accesos: Accesos
  claves: Claves
  holders: Holders
  keeper: PortalKeeper
  portal: Portal
}) {
  const whoseOf = ({ cuentaId: dueno, ambiente }: Quien) => ({ dueno, ambiente })
  const sesionKeyOf = (quien: Quien, credencial: Credencial) => claveSesionOf(whoseOf(quien), credencial)

  /** What keeps a credential waiting now: the SII's page, or the pace. */
  function pausaOf(quien: Quien, credencial: Credencial | null, now: Date): Pausa | null {
    if (!credencial) return null
    const pausa = keeper.pausa(sesionKeyOf(quien, credencial))
    if (pausa && Date.parse(pausa.hasta) > now.getTime()) return pausa
    const hasta = paceUntil({ ambito: ambitoOf(whoseOf(quien)), rut: credencial.rut }, keeper, now)
    return hasta && { motivo: 'RITMO', hasta: hasta.toISOString() }
  }

  function estado(quien: Quien): EstadoPortal {
    const metodos = {
      certificado: accesos.metodoOf(quien, 'certificado'),
      clave: accesos.metodoOf(quien, 'clave'),
    }
    const loaded = METODOS.flatMap((metodo) => metodos[metodo].credencial ?? []).map((one) =>
      sesionKeyOf(quien, one),
    )
    const [sesion = null] = loaded
      .flatMap((clave) => keeper.find(clave) ?? [])
      .sort((a, b) => b.usadaEn.getTime() - a.usadaEn.getTime())
    const now = clock()
    const pausas = {
      certificado: pausaOf(quien, metodos.certificado.credencial, now),
      clave: pausaOf(quien, metodos.clave.credencial, now),
    }
    const isPaused = pausas.certificado !== null || pausas.clave !== null
    return { metodos, sesion, pausas, enEspera: isPaused ? waitingOfCompany(db, now, quien) : 0 }
  }

  /** What kept the person out as it came before is no word on another credential. In a transaction. */
  function renew(
    quien: Quien,
    { credencial: before }: Pick<Metodo, 'credencial'>,
    metodo: MetodoPortal,
  ): void {
    const { credencial } = accesos.metodoOf(quien, metodo)
    if (credencial && credencial.id !== before?.id) liftOwn(db, whoseOf(quien), credencial)
  }

  /** Whether the certificate stands refused; one that cannot be opened is no reason not to load another. */
  function isLocked(quien: Quien): boolean {
    try {
      return accesos.metodoOf(quien, 'certificado').estado === 'bloqueado'
    } catch {
      return false
    }
  }

  return {
    estado,

    /** With what `probar` goes in. Throws PORTAL_LOCKED, PORTAL_CREDENTIALS_MISSING. */
    accesoPrueba: (quien: Quien, metodo: MetodoPortal | null): Acceso =>
      accesos.accesoOf(
        quien,
        'rcv',
        { prioridad: 'persona', para: holders.empresaOf(quien.empresaId).rut },
        metodo,
      ),

    /** Goes in and looks who is there; whether that person may ask for the company. */
    async probe(acceso: Acceso, rutEmpresa: string): Promise<boolean | null> {
      // A session that another certificate of the person opened proves nothing of this one.
      for (const credencial of acceso.credenciales.slice(0, 1)) {
        const clave = claveSesionOf(acceso, credencial)
        const open = keeper.find(clave)
        if (open && open.abiertaCon !== credencial.id) await portal.close(clave)
      }
      return portal.use(acceso, async (sii) => {
        const home = await sii.cgi('misiir', '/cgi_misii/siihome.cgi', 'inicio')
        const numero =
          /DatosCntrNow\s*=\s*\{[\s\S]*?"contribuyente"\s*:\s*\{[\s\S]*?"rut"\s*:\s*"?(\d+)/.exec(
            home.html,
          )?.[1]
        if (Number(numero) !== Number(splitRut(sii.rut).numero))
          throw sii.unexpected(home, 'inicio', `los datos de ${sii.rut}`)
        return mayAskFor(sii, rutEmpresa, clock())
      })
    },

    /** In a transaction; the session of the one before is closed by `closeSession` afterwards. */
    loadClave(quien: Quien, rut: string, clave: string, usuarioId: string): { before: Credencial | null } {
      const before = accesos.metodoOf(quien, 'clave')
      claves.keep(quien.empresaId, mundoOf(quien.ambiente), rut, clave, usuarioId)
      renew(quien, before, 'clave')
      const after = accesos.metodoOf(quien, 'clave')
      if (before.estado === 'bloqueado' && after.estado === 'listo')
        holders.tellOne({ id: quien.empresaId, ambiente: quien.ambiente }, 'clave')
      return { before: before.credencial?.id === after.credencial?.id ? null : before.credencial }
    },

    /** Loads another certificate, in a transaction, and tells when that lifts a refusal. */
    aroundCertificado<T>(quien: Quien, load: () => T): T {
      const locked = isLocked(quien)
      const loaded = load()
      if (locked) renew(quien, { credencial: null }, 'certificado')
      if (locked && accesos.metodoOf(quien, 'certificado').estado === 'listo')
        holders.tellOne({ id: quien.empresaId, ambiente: quien.ambiente }, 'certificado')
      return loaded
    },

    /** In a transaction. Throws NOT_FOUND when none is loaded. */
    removeClave(quien: Quien): { before: Credencial | null } {
      const { credencial } = accesos.metodoOf(quien, 'clave')
      claves.remove(quien.empresaId, mundoOf(quien.ambiente))
      return { before: credencial }
    },

    /** In a transaction. Throws INVALID_STATE where nothing is locked, and before the hour that the SII itself waits. */
    unlock(quien: Quien, metodo: MetodoPortal): void {
      const { credencial } = accesos.metodoOf(quien, metodo)
      const bloqueos = credencial ? keeper.bloqueos(whoseOf(quien), credencial) : []
      if (!credencial || !bloqueos.length)
        throw new AppError('INVALID_STATE', 'El SII no ha rehusado el ingreso con esa credencial')
      const now = clock()
      const delSii = bloqueos.find((one) => isDelSii(one) && isBloqueado(one, now))
      if (delSii)
        throw new AppError(
          'INVALID_STATE',
          `El SII lo impide hasta ${delSii.hasta}; después Timbre ingresa solo`,
          {
            headers: {
              'retry-after': String(Math.ceil((Date.parse(delSii.hasta!) - now.getTime()) / 1000)),
            },
          },
        )
      holders.tellAvailable(whoseOf(quien), credencial, liftBloqueos(db, whoseOf(quien), credencial))
    },

    /** Logs out of what the company has open; of one credential alone where it is given. */
    async closeSession(quien: Quien, only?: Credencial): Promise<void> {
      const { metodos } = estado(quien)
      const open = only ? [only] : METODOS.flatMap((metodo) => metodos[metodo].credencial ?? [])
      await Promise.all(open.map((credencial) => portal.close(sesionKeyOf(quien, credencial))))
    },
  }
}
