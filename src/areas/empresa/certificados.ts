// The certificate with which a person signs for a company. One per company: another one takes its place.

import { eq } from 'drizzle-orm'
import type { Clock } from '../../base/clock'
import type { Ambiente } from '../../domain/ambiente'
import { AppError, faultsError } from '../../domain/errors'
import type { Regla } from '../../domain/reglas'
import { vigenciaFault } from '../../domain/vigencia'
import { type CertificadoCifrado, certificadoPlace, openCertificado } from '../../store/certificado-cifrado'
import type { Store } from '../../store/store'
import { certificado as table } from '../../store/tables/empresa'
import { isDelSimulador, SIMULATED_CERTIFICATE } from '../../xml/autoridad-simulador'
import type { Certificado } from '../../xml/certificado'
import type { Empresa } from './empresa-store'

/** Whether a certificate (PEM) is one that no SII knows. */
export type IsSimulated = (certificadoPem: string) => boolean

/** A PFX that the embedded SII gives to a person, good in `simulacion` alone. */
export type IssueSimulatedCertificate = (person: {
  rut: string
  nombre: string
}) => Promise<{ pfx: Uint8Array; clave: string }>

/** Opens a PFX off the event loop, in the turn of its owner. Throws CERTIFICATE_INVALID, and SERVER_BUSY when too many wait. */
export type ReadPfx = (owner: string, bytes: Uint8Array, clave: string, ahora: Date) => Promise<Certificado>

/** The data of a loaded certificate; never its key. */
export interface CertificadoCargado {
  rutTitular: string
  nombre: string
  emisor: string
  validoDesde: string
  validoHasta: string
}

/** Runs the loading of a certificate for a company, in its transaction. */
export type AroundCertificado = (
  titular: { cuentaId: string; empresaId: string; ambiente: Ambiente },
  load: () => CertificadoCargado,
) => CertificadoCargado

/** The person whom the simulator's certificates name. */
const PERSONA_SIMULADA = { rut: '11111111-1', nombre: 'Persona de Prueba' }

export type Certificados = ReturnType<typeof createCertificados>

export function createCertificados({
  store,
  clock,
  issueSimulatedCertificate,
  isSimulated = isDelSimulador,
  readPfx,
}: {
  store: Store
  clock: Clock
  issueSimulatedCertificate: IssueSimulatedCertificate
  /**
   * Tells whether a certificate (PEM) is simulated; omitted, whether the simulator's authority signed it.
   */
  isSimulated?: IsSimulated | undefined
  readPfx: ReadPfx
}) {
  const { db, secrets } = store

  /** Opens a PFX for a company. `owner` is the account: one of its files is opened at a time. */
  async function open(
    owner: string,
    empresa: Pick<Empresa, 'id' | 'ambiente'>,
    pfx: Uint8Array,
    clave: string,
  ): Promise<Certificado> {
    const certificado = await readPfx(owner, pfx, clave, clock())
    const fault = vigenciaFault(certificado, clock())
    if (fault) throw refuse(fault.code, REGLA_VIGENCIA[fault.code], fault.mensaje)
    if (empresa.ambiente !== 'simulacion' && isSimulated(certificado.certificadoPem))
      throw refuse('CERTIFICATE_INVALID', 'simulado', SIMULATED_CERTIFICATE)
    return certificado
  }

  function keep(empresaId: string, certificado: Certificado): CertificadoCargado {
    const place = { table: 'certificado', column: 'llave_cifrada', id: empresaId }
    const { rutTitular, validoDesde, validoHasta, certificadoPem: pem, nombre, emisor } = certificado
    const sealed = JSON.stringify({ pem, nombre, emisor } satisfies CertificadoCifrado)
    const row = {
      rutTitular,
      validoDesde,
      validoHasta,
      certificadoCifrado: secrets.seal(certificadoPlace(empresaId), sealed),
      llaveCifrada: secrets.seal(place, certificado.llavePem),
      createdAt: clock().toISOString(),
    }
    db.insert(table)
      .values({ empresaId, ...row })
      .onConflictDoUpdate({ target: table.empresaId, set: row })
      .run()
    return certificado
  }

  return {
    /** Throws CERTIFICATE_INVALID for a file or password that is no good, CERTIFICATE_EXPIRED. */
    open,

    /** Replaces the company's certificate by the opened one. */
    keep,

    /** A certificate from the embedded SII for a company in `simulacion`, to be loaded. */
    issueSimulated: () => issueSimulatedCertificate(PERSONA_SIMULADA),

    /** Throws NOT_FOUND when none is loaded. */
    get(empresaId: string): CertificadoCargado {
      const row = db.select().from(table).where(eq(table.empresaId, empresaId)).get()
      if (!row) throw notFound()
      const { rutTitular, validoDesde, validoHasta, certificadoCifrado } = row
      const { nombre, emisor } = openCertificado(secrets, empresaId, certificadoCifrado)
      return { rutTitular, nombre, emisor, validoDesde, validoHasta }
    },

    /** Forgets it and its key. Throws NOT_FOUND when none is loaded. */
    remove(empresaId: string): void {
      if (!db.delete(table).where(eq(table.empresaId, empresaId)).run().changes) throw notFound()
    },
  }
}

const notFound = (): AppError => new AppError('NOT_FOUND', 'La empresa no tiene un certificado cargado')

const refuse = (code: 'CERTIFICATE_EXPIRED' | 'CERTIFICATE_INVALID', regla: Regla, mensaje: string) =>
  faultsError([{ campo: 'archivo', regla, mensaje, code }])

const REGLA_VIGENCIA = { CERTIFICATE_EXPIRED: 'vencido', CERTIFICATE_INVALID: 'aun_no_vigente' } as const
