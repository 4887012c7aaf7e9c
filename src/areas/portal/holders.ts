// Whom a refusal of the SII keeps out, who is told of it and of its end, and whose jobs go on then (http §28.3).

import { and, eq, isNull } from 'drizzle-orm'
import type { Log } from '../../base/log'
import type { Ambiente } from '../../domain/ambiente'
import { AppError } from '../../domain/errors'
import {
  type Bloqueo,
  type MetodoPortal,
  MOTIVOS_BLOQUEO,
  type MotivoBloqueo,
  mundoOf,
} from '../../domain/portal'
import { type Acceso, bloqueoKeyOf, type Credencial } from '../../sii/portal'
import type { Store } from '../../store/store'
import { certificado, empresa } from '../../store/tables/empresa'
import { portalClave } from '../../store/tables/portal'
import type { Emisores } from '../dte'
import type { Eventos } from '../eventos'
import type { Resume } from './resume'

type Whose = Pick<Acceso, 'ambiente' | 'dueno'>
interface Holder {
  id: string
  cuentaId: string
  ambiente: Ambiente
}

export type Holders = ReturnType<typeof createHolders>

export function createHolders({
  store: { db },
  log,
  emisores,
  eventos,
  resume,
}: {
  store: Store
  log: Pick<Log, 'warn'>
  emisores: Pick<Emisores, 'firmante'>
  eventos: Pick<Eventos, 'emit'>
  resume: Resume
}) {
  const columns = { id: empresa.id, cuentaId: empresa.cuentaId, ambiente: empresa.ambiente }

  /** An unreadable certificate logs in nowhere; it must not undo the refusal being written. */
  function holdsCertificado(empresaId: string, { id }: Credencial): boolean {
    try {
      return emisores.firmante(empresaId).firmante.id === id
    } catch (error) {
      log.warn('portal.certificado_ilegible', { empresa_id: empresaId, error })
      return false
    }
  }

  /**
   * The holders of a certificate: only its owner stands in clear, so a bad one opens all those of the
   * person.
   */
  const ofCertificado = (credencial: Credencial, isSecret: boolean): Holder[] =>
    db
      .select(columns)
      .from(certificado)
      .innerJoin(empresa, eq(empresa.id, certificado.empresaId))
      .where(
        and(eq(certificado.rutTitular, credencial.rut), isNull(empresa.deletedAt), eq(empresa.mudada, false)),
      )
      .all()
      .filter(({ id }) => !isSecret || holdsCertificado(id, credencial))

  const ofClave = (credencial: Credencial, isSecret: boolean, ambiente: Ambiente): Holder[] =>
    db
      .select(columns)
      .from(portalClave)
      .innerJoin(empresa, eq(empresa.id, portalClave.empresaId))
      .where(
        and(
          isSecret ? eq(portalClave.credencial, credencial.id) : eq(portalClave.rut, credencial.rut),
          eq(portalClave.mundo, mundoOf(ambiente)),
          isNull(empresa.deletedAt),
          eq(empresa.mudada, false),
        ),
      )
      .all()

  /** In the world of `whose`; in the simulator's, and where the refusal is the account's own, of the account alone. */
  function holdersOf(whose: Whose, credencial: Credencial, motivo: MotivoBloqueo): Holder[] {
    const { ambiente, dueno } = whose
    const key = bloqueoKeyOf(whose, credencial, motivo)
    const isSecret = key === credencial.id
    const isOwn = key !== bloqueoKeyOf({ dueno: '' }, credencial, motivo)
    const all =
      credencial.metodo === 'clave'
        ? ofClave(credencial, isSecret, ambiente)
        : ofCertificado(credencial, isSecret)
    return all.filter(
      (one) =>
        mundoOf(one.ambiente) === mundoOf(ambiente) &&
        ((ambiente !== 'simulacion' && !isOwn) || one.cuentaId === dueno),
    )
  }

  /** All whom one of `lifted` kept out. */
  function keptOut(whose: Whose, credencial: Credencial, lifted: readonly Bloqueo[]): Iterable<Holder> {
    const all = lifted.flatMap(({ motivo }) => holdersOf(whose, credencial, motivo))
    return new Map(all.map((holder) => [holder.id, holder])).values()
  }

  return {
    /** The account and RUT of a company, a deleted one too. Throws NOT_FOUND. */
    empresaOf(empresaId: string): { cuentaId: string; rut: string } {
      const row = db
        .select({ cuentaId: empresa.cuentaId, rut: empresa.rut })
        .from(empresa)
        .where(eq(empresa.id, empresaId))
        .get()
      if (!row) throw new AppError('NOT_FOUND', 'La empresa no existe')
      return row
    },

    /** Whether a company still comes with this very certificate. */
    isHeld: (whose: Whose, certificado: Credencial): boolean =>
      holdersOf(whose, certificado, 'CERTIFICADO_RECHAZADO').length > 0,

    /** In the transaction that writes it. */
    notifyBlocked(whose: Whose, credencial: Credencial, { metodo, motivo, codigoSii, hasta }: Bloqueo): void {
      for (const { id, ambiente } of holdersOf(whose, credencial, motivo))
        eventos.emit({ empresaId: id, ambiente }, [
          {
            evento: 'portal.bloqueado',
            data: () => ({
              empresa_id: id,
              ambiente,
              metodo,
              motivo,
              codigo_sii: codigoSii,
              hasta,
              accion: MOTIVOS_BLOQUEO[motivo],
            }),
          },
        ])
    },

    /** The way in is open again, for all whom `lifted` kept out. In the transaction that lifts it. */
    notifyAvailable(whose: Whose, credencial: Credencial, lifted: readonly Bloqueo[]): void {
      for (const one of keptOut(whose, credencial, lifted)) this.notifyOne(one, credencial.metodo)
      this.resumeAll(whose, credencial, lifted)
    },

    /** The jobs of all whom `lifted` kept out try now. In the transaction that lifts it. */
    resumeAll(whose: Whose, credencial: Credencial, lifted: readonly Bloqueo[]): void {
      for (const { id } of keptOut(whose, credencial, lifted)) resume(id)
    },

    /** The same of one company, which loaded another credential. */
    notifyOne({ id, ambiente }: Pick<Holder, 'id' | 'ambiente'>, metodo: MetodoPortal): void {
      eventos.emit({ empresaId: id, ambiente }, [
        {
          evento: 'portal.disponible',
          data: () => ({
            empresa_id: id,
            ambiente,
            metodo,
            motivo: null,
            codigo_sii: null,
            hasta: null,
            accion: null,
          }),
        },
      ])
    },
  }
}
