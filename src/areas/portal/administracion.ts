// A person's actions on a company's access to the portal: look, load a clave, try it, lift a refusal, log
// out (http §28.2).

import type { Clock } from '../../base/clock'
import { AppError } from '../../domain/errors'
import { isBloqueado, isDelSii, type MetodoPortal, mundoOf, type Pausa } from '../../domain/portal'
import { splitRut } from '../../domain/rut'
import type { TitularDeCuenta } from '../../domain/titular'
import {
  type Acceso,
  ambitoOf,
  type Credencial,
  claveSesionOf,
  hourError,
  loginAt,
  type Portal,
  type PortalKeeper,
  paceUntil,
} from '../../sii/portal'
import { mayAskFor } from '../../sii/rcv'
import type { Store } from '../../store/store'
import type { Accesos, Metodo } from './accesos'
import type { Claves } from './claves'
import { waitingOfCompany } from './en-espera'
import type { Holders } from './holders'
import { endBloqueos, liftBloqueos, liftOwn, liftSecret } from './keeper'
import type { EstadoPortal } from './portal-json'
import type { Resume } from './resume'

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
  resume,
}: {
  store: Store
  clock: Clock
  accesos: Accesos
  claves: Claves
  holders: Holders
  keeper: PortalKeeper
  portal: Portal
  resume: Resume
}) {
  const whoseOf = ({ cuentaId: dueno, ambiente }: TitularDeCuenta) => ({ dueno, ambiente })
  const sesionKeyOf = (titular: TitularDeCuenta, credencial: Credencial) =>
    claveSesionOf(whoseOf(titular), credencial)

  /** The present pause of a credential: the SII's page, the pace, or the logins of one who has no session. */
  function pausaOf(titular: TitularDeCuenta, credencial: Credencial | null, now: Date): Pausa | null {
    if (!credencial) return null
    const pausa = keeper.pausa(sesionKeyOf(titular, credencial))
    if (pausa && Date.parse(pausa.hasta) > now.getTime()) return pausa
    const hasta = paceUntil({ ambito: ambitoOf(whoseOf(titular)), rut: credencial.rut }, keeper, now)
    if (hasta) return { motivo: 'RITMO', hasta: hasta.toISOString() }
    const ingreso = keeper.find(sesionKeyOf(titular, credencial))
      ? null
      : loginAt(keeper, whoseOf(titular), credencial, now)
    return ingreso && { motivo: 'INGRESOS', hasta: ingreso.toISOString() }
  }

  function estado(titular: TitularDeCuenta): EstadoPortal {
    const metodos = {
      certificado: accesos.metodoOf(titular, 'certificado'),
      clave: accesos.metodoOf(titular, 'clave'),
    }
    const loaded = METODOS.flatMap((metodo) => metodos[metodo].credencial ?? []).map((one) =>
      sesionKeyOf(titular, one),
    )
    const [sesion = null] = loaded
      .flatMap((clave) => keeper.find(clave) ?? [])
      .sort((a, b) => b.usadaEn.getTime() - a.usadaEn.getTime())
    const now = clock()
    const pausas = {
      certificado: pausaOf(titular, metodos.certificado.credencial, now),
      clave: pausaOf(titular, metodos.clave.credencial, now),
    }
    const isPaused = pausas.certificado !== null || pausas.clave !== null
    return { metodos, sesion, pausas, enEspera: isPaused ? waitingOfCompany(db, now, titular) : 0 }
  }

  /** The refusal of an earlier credential says nothing of a new one, with which what waited tries. In a transaction. */
  function renew(
    titular: TitularDeCuenta,
    { credencial: before }: Pick<Metodo, 'credencial'>,
    metodo: MetodoPortal,
  ): void {
    const { credencial } = accesos.metodoOf(titular, metodo)
    if (!credencial || credencial.id === before?.id) return
    const whose = whoseOf(titular)
    holders.resumeAll(whose, credencial, liftOwn(db, whose, credencial))
    // A try at a lock that still stands would spend an attempt of each.
    if (accesos.metodoOf(titular, metodo).estado !== 'bloqueado') resume(titular.empresaId)
  }

  /** The certificate, where it stands refused; one that cannot be opened is no reason not to load another. */
  function lockedCertificado(titular: TitularDeCuenta): Credencial | null {
    try {
      const { estado, credencial } = accesos.metodoOf(titular, 'certificado')
      return estado === 'bloqueado' ? credencial : null
    } catch {
      return null
    }
  }

  return {
    estado,

    /** With what `probar` goes in. Throws PORTAL_LOCKED, PORTAL_CREDENTIALS_MISSING. */
    accesoPrueba: (titular: TitularDeCuenta, metodo: MetodoPortal | null): Acceso =>
      accesos.accesoOf(
        titular,
        'rcv',
        { prioridad: 'persona', para: holders.empresaOf(titular.empresaId).rut },
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
    loadClave(
      titular: TitularDeCuenta,
      rut: string,
      clave: string,
      usuarioId: string,
    ): { before: Credencial | null } {
      const before = accesos.metodoOf(titular, 'clave')
      claves.keep(titular.empresaId, mundoOf(titular.ambiente), rut, clave, usuarioId)
      renew(titular, before, 'clave')
      const after = accesos.metodoOf(titular, 'clave')
      if (before.estado === 'bloqueado' && after.estado === 'listo')
        holders.notifyOne({ id: titular.empresaId, ambiente: titular.ambiente }, 'clave')
      return { before: before.credencial?.id === after.credencial?.id ? null : before.credencial }
    },

    /** Loads another certificate, in a transaction, with which what waited tries; tells when that lifts a refusal. */
    aroundCertificado<T>(titular: TitularDeCuenta, load: () => T): T {
      const locked = lockedCertificado(titular)
      const loaded = load()
      if (locked) {
        renew(titular, { credencial: null }, 'certificado')
        if (!holders.isHeld(whoseOf(titular), locked)) liftSecret(db, whoseOf(titular), locked)
      } else resume(titular.empresaId)
      if (locked && accesos.metodoOf(titular, 'certificado').estado === 'listo')
        holders.notifyOne({ id: titular.empresaId, ambiente: titular.ambiente }, 'certificado')
      return loaded
    },

    /** In a transaction. Throws NOT_FOUND when none is loaded. */
    removeClave(titular: TitularDeCuenta): { before: Credencial | null } {
      const { credencial } = accesos.metodoOf(titular, 'clave')
      claves.remove(titular.empresaId, mundoOf(titular.ambiente))
      return { before: credencial }
    },

    /**
     * In a transaction. The SII's own hour is tried within once, where a person says that it is `resuelto` there. Throws INVALID_STATE
     * where nothing is locked, and where that hour is to be waited for.
     */
    unlock(titular: TitularDeCuenta, metodo: MetodoPortal, resuelto: boolean): void {
      const whose = whoseOf(titular)
      const { credencial } = accesos.metodoOf(titular, metodo)
      const bloqueos = credencial ? keeper.bloqueos(whose, credencial) : []
      if (!credencial || !bloqueos.length)
        throw new AppError('INVALID_STATE', 'El SII no ha rehusado el ingreso con esa credencial')
      const now = clock()
      const delSii = bloqueos.find((one) => isDelSii(one) && isBloqueado(one, now))
      if (!delSii) holders.notifyAvailable(whose, credencial, liftBloqueos(db, whose, credencial))
      else if (resuelto && !delSii.insistido)
        holders.resumeAll(whose, credencial, endBloqueos(db, whose, credencial, now))
      else throw hourError(delSii, now)
    },

    /** Logs out of what the company has open; of one credential alone where it is given. */
    async closeSession(titular: TitularDeCuenta, only?: Credencial): Promise<void> {
      const { metodos } = estado(titular)
      const open = only ? [only] : METODOS.flatMap((metodo) => metodos[metodo].credencial ?? [])
      await Promise.all(open.map((credencial) => portal.close(sesionKeyOf(titular, credencial))))
    },
  }
}
