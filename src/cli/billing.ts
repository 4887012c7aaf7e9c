// `timbre billing listar|confirmar|plan`: payments and plans in the hands of whoever runs the server, beside a running one.

import { eq } from 'drizzle-orm'
import { createBilling } from '../areas/billing'
import { loadConfig } from '../config'
import { NOMBRES_PLAN, type NombrePlan } from '../domain/plan/planes'
import { type Audit, createAudit, operador } from '../http/audit'
import { createPlanes } from '../http/plan'
import type { Store } from '../store/store'
import { cobro } from '../store/tables/billing'
import { cuenta } from '../store/tables/cuenta'
import { openCarpeta } from './carpeta'
import { type Comando, DATA_FLAG, type Io, text, UsoIncorrecto } from './comando'
import { clock, logTo, newId, random } from './proceso'

export const billing: Comando = {
  nombre: 'billing',
  uso: 'listar | confirmar ID | plan CUENTA PLAN',
  resumen: 'muestra las órdenes de pago por resolver, confirma que una fue pagada o da un plan a una cuenta',
  flags: { ...DATA_FLAG },
  words: [1, 3],
  async run(args, io) {
    const [action, id, wanted] = args.positionals
    const words = { listar: 1, confirmar: 2, plan: 3 }[action!]
    if (words !== args.positionals.length)
      throw new UsoIncorrecto('Diga listar, confirmar ID o plan CUENTA PLAN')
    const plan = NOMBRES_PLAN.find((nombre) => nombre === wanted)
    if (wanted !== undefined && !plan) throw new UsoIncorrecto(`El plan es uno de ${NOMBRES_PLAN.join(', ')}`)
    const config = loadConfig(io.env, { data: text(args, 'data') })
    const log = logTo(io.err, config)
    const { store, close } = openCarpeta(config, { clock, random, log, shared: true })
    try {
      const { checkouts } = createBilling({ ...config, store, clock, newId, log, fetch })
      const audit = createAudit({ store, clock, newId })
      if (action === 'listar') list(store, checkouts.pending(), io)
      else if (plan) givePlan(store, audit, id!, plan, io)
      else {
        const { cuentaId, plan } = audit(
          operador(checkouts.get(null, id!).cuentaId),
          () => checkouts.confirm(null, id!),
          ({ ciclo, monto, ...paid }) => ({
            accion: 'billing.orden_confirmada',
            objeto: paid.id,
            detalle: { plan: paid.plan, ciclo, monto },
          }),
        )
        io.result({ id, cuenta_id: cuentaId, plan })
        io.out(`${id}: pagada; la cuenta ${cuentaId} tiene o tendrá el plan ${plan}`)
      }
    } finally {
      close()
    }
    return 0
  },
}

type Pending = ReturnType<ReturnType<typeof createBilling>['checkouts']['pending']>

function list({ db }: Store, pending: Pending, io: Io): void {
  const ordenes: object[] = []
  for (const { id, cuentaId, plan, ciclo, monto, estado, expiraEn } of pending) {
    const money = db.select().from(cobro).where(eq(cobro.checkoutId, id)).get()
    const { email, plan: present } = db.select().from(cuenta).where(eq(cuenta.id, cuentaId)).get()!
    ordenes.push({
      ...{ id, cuenta_id: cuentaId, email, plan, ciclo, monto, estado, expira_en: expiraEn },
      ...{ plan_actual: present, motivo: money?.motivo ?? null },
    })
    const why = money?.motivo ? `por revisar: ${money.motivo}` : `vence ${expiraEn}`
    io.out(`${id}  ${estado}  ${cuentaId} ${email} (${present})  ${plan} ${ciclo}  $${monto}  ${why}`)
  }
  io.result(ordenes)
  if (!pending.length) io.err('No hay órdenes de pago por resolver')
}

/** At once and whatever the account has: who runs the server knows why. */
function givePlan({ db }: Store, audit: Audit, cuentaId: string, plan: NombrePlan, io: Io): void {
  const planes = createPlanes(db)
  planes.get(cuentaId)
  audit(
    operador(cuentaId),
    () => planes.set(cuentaId, plan, true),
    () => ({ accion: 'cuenta.plan_cambiado', detalle: { plan } }),
  )
  io.out(`${cuentaId}: plan ${plan}`)
  io.result({ cuenta_id: cuentaId, plan })
}
