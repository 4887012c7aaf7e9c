// What a person does with a company's access to the portal: looks, loads a clave, tries it, lifts a refusal, logs out (http §28.2).

import type { Clock } from '../../base/clock'
import { AppError } from '../../domain/errors'
import { type MetodoPortal, mundoOf } from '../../domain/portal'
import { splitRut } from '../../domain/rut'
import { type Acceso, ambitoOf, type Credencial, type Portal, type PortalKeeper } from '../../sii/portal'
import { mayAskFor } from '../../sii/rcv'
import type { Store } from '../../store/store'
import type { Accesos, Quien } from './accesos'
import type { Claves } from './claves'
import type { Holders } from './holders'
import { liftBloqueo } from './keeper'
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
  const sesionKeyOf = ({ cuentaId: dueno, ambiente }: Quien, { id: credencial }: Credencial) => ({
    dueno,
    ambito: ambitoOf({ ambiente, dueno }),
    credencial,
  })

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
    const [pausa = null] = loaded
      .flatMap((clave) => keeper.pausa(clave) ?? [])
      .sort((a, b) => b.hasta.localeCompare(a.hasta))
    return { metodos, sesion, pausa }
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
      accesos.accesoOf(quien, 'rcv', { prioridad: 'persona' }, metodo),

    /** Goes in and looks who is there; whether that person may ask for the company. */
    probe: (acceso: Acceso, rutEmpresa: string): Promise<boolean | null> =>
      portal.use(acceso, async (sii) => {
        const home = await sii.cgi('misiir', '/cgi_misii/siihome.cgi', 'inicio')
        const numero =
          /DatosCntrNow\s*=\s*\{[\s\S]*?"contribuyente"\s*:\s*\{[\s\S]*?"rut"\s*:\s*"?(\d+)/.exec(
            home.html,
          )?.[1]
        if (Number(numero) !== Number(splitRut(sii.rut).numero))
          throw sii.unexpected(home, 'inicio', `los datos de ${sii.rut}`)
        return mayAskFor(sii, rutEmpresa, clock())
      }),

    /** In a transaction; the session of the one before is closed by `closeSession` afterwards. */
    loadClave(quien: Quien, rut: string, clave: string, usuarioId: string): { before: Credencial | null } {
      const before = accesos.metodoOf(quien, 'clave')
      claves.keep(quien.empresaId, mundoOf(quien.ambiente), rut, clave, usuarioId)
      const after = accesos.metodoOf(quien, 'clave')
      if (before.estado === 'bloqueado' && after.estado === 'listo')
        holders.tellOne({ id: quien.empresaId, ambiente: quien.ambiente }, 'clave')
      return { before: before.credencial?.id === after.credencial?.id ? null : before.credencial }
    },

    /** Loads another certificate, in a transaction, and tells when that lifts a refusal. */
    aroundCertificado<T>(quien: Quien, load: () => T): T {
      const locked = isLocked(quien)
      const loaded = load()
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
      const { credencial, bloqueo } = accesos.metodoOf(quien, metodo)
      if (!credencial || !bloqueo)
        throw new AppError('INVALID_STATE', 'El SII no ha rehusado el ingreso con esa credencial')
      const left = bloqueo.hasta === null ? 0 : Date.parse(bloqueo.hasta) - clock().getTime()
      if (left > 0)
        throw new AppError(
          'INVALID_STATE',
          `El SII lo impide hasta ${bloqueo.hasta}: espere y vuelva a desbloquear`,
          {
            headers: { 'retry-after': String(Math.ceil(left / 1000)) },
          },
        )
      const whose = { ambiente: quien.ambiente, dueno: quien.cuentaId }
      liftBloqueo(db, ambitoOf(whose), credencial.id)
      holders.tellAvailable(whose, credencial)
    },

    /** Logs out of what the company has open; of one credential alone where it is given. */
    async closeSession(quien: Quien, only?: Credencial): Promise<void> {
      const { metodos } = estado(quien)
      const open = only ? [only] : METODOS.flatMap((metodo) => metodos[metodo].credencial ?? [])
      await Promise.all(open.map((credencial) => portal.close(sesionKeyOf(quien, credencial))))
    },
  }
}
