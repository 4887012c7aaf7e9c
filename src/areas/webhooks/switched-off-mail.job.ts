// The mail that tells an account that one of its webhooks was switched off (http §12.3): who no longer hears of his
// documents by it would not hear of this either.

import { and, eq, isNull } from 'drizzle-orm'
import type { NewId } from '../../base/id'
import type { InsertJob } from '../../jobs/insert'
import { defineJob, type JobError, jobError } from '../../jobs/kind'
import { type Correo, CorreoFault } from '../../mail/correo'
import type { Store } from '../../store/store'
import { cuenta } from '../../store/tables/cuenta'
import { empresa } from '../../store/tables/empresa'
import type { Webhook, WebhookStore } from './webhook-store'

const KIND = 'webhook.avisar'

/** Queues the mail, in the transaction that switches the webhook off. */
export const createQueueMail =
  ({ newId, insertJob }: { newId: NewId; insertJob: InsertJob }) =>
  ({ id, empresaId, ambiente }: Webhook): void =>
    void insertJob({
      id: newId('job'),
      kind: KIND,
      empresaId,
      ambiente,
      grupo: `${KIND}:${id}`,
      args: { webhook_id: id },
      estado: 'pending',
    })

interface Destinatario {
  email: string
  razonSocial: string
  rut: string
}

/** Names only the host of the address: the rest is often a secret of the receiver's. */
function textoDe({ id, url, descripcion, ambiente, motivoInactivo }: Webhook, para: Destinatario): string {
  return [
    `El webhook ${descripcion ? `«${descripcion}» ` : ''}hacia ${new URL(url).host} dejó de recibir eventos.`,
    '',
    `Empresa: ${para.razonSocial} (${para.rut}), ambiente ${ambiente}`,
    `Webhook: ${id}`,
    `Motivo: ${motivoInactivo}`,
    '',
    `Cuando el receptor responda otra vez, actívelo con POST /v1/webhooks/${id}/activar. Los eventos que no llegaron están en GET /v1/webhooks/${id}/entregas por 30 días y se reenvían desde ahí.`,
    '',
  ].join('\n')
}

const faultOf = ({ message, permanente }: CorreoFault): JobError =>
  jobError('MAIL_ERROR', message, 'envio', {
    reintentable: !permanente,
    accion: permanente ? 'Corrija el correo de la cuenta' : null,
  })

/** Writes to the account's address, unless the webhook works again by then or is gone. */
export const switchedOffMailJob = ({
  store: { db },
  webhooks,
  correo,
}: {
  store: Store
  webhooks: WebhookStore
  correo: Correo | null
}) => {
  const destinatario = (empresaId: string): Destinatario | undefined =>
    db
      .select({ email: cuenta.email, razonSocial: empresa.razonSocial, rut: empresa.rut })
      .from(empresa)
      .innerJoin(cuenta, eq(cuenta.id, empresa.cuentaId))
      .where(and(eq(empresa.id, empresaId), isNull(empresa.deletedAt)))
      .get()
  return defineJob<{ webhook_id: string }>({
    kind: KIND,
    async run([job], ctx) {
      const { id, args, empresaId, createdAt } = job!
      const webhook = webhooks.byId(args.webhook_id)
      const para = destinatario(empresaId)
      try {
        if (correo && para && webhook && !webhook.activo)
          await correo.send(
            {
              id,
              fecha: createdAt,
              remitente: null,
              responderA: null,
              para: para.email,
              asunto: `Un webhook de ${para.razonSocial} se desactivó`,
              texto: textoDe(webhook, para),
              adjuntos: [],
            },
            ctx.signal,
          )
      } catch (fault) {
        if (!(fault instanceof CorreoFault)) throw fault
        await ctx.settle([{ id, outcome: fault.permanente ? 'failed' : 'retry', error: faultOf(fault) }])
        return
      }
      await ctx.settle([{ id, outcome: 'completed' }])
    },
  })
}
