// The job that reads a month of the register at the SII (domain/rcv §7; jobs §6).

import type { Clock } from '../../../base/clock'
import type { NewId } from '../../../base/id'
import { nextTurn } from '../../../base/turn'
import type { Lado } from '../../../domain/rcv/columnas'
import type { Titular } from '../../../domain/titular'
import type { Audit } from '../../../http/audit'
import { createRcvSii } from '../../../sii'
import type { Store } from '../../../store/store'
import type { Emisores } from '../../dte'
import type { Eventos } from '../../eventos'
import type { Trabajos } from '../../trabajos'
import type { EnCurso } from '../en-curso'
import type { Periodos } from '../tramos'
import type { Vinculos } from '../vinculos'
import type { PortalRcv } from './portal'
import { readMes } from './read'
import { type Conteos, resultOf } from './resultado'
import { createEscritura } from './store'

export interface SyncDeps extends PortalRcv {
  store: Pick<Store, 'client'>
  clock: Clock
  newId: NewId
  enCurso: EnCurso
  periodos: Periodos
  relink: Vinculos['relink']
  emisores: Pick<Emisores, 'get'>
  eventos: Pick<Eventos, 'emit' | 'emitOnce'>
  audit: Audit
  trabajos: Trabajos
  sleep?: (ms: number) => Promise<void>
}

interface Args {
  periodo: string
  tipos: Lado[]
  completa: boolean
  inicio: string
}

const TIPO_SYNC = 'rcv.sincronizar'

export function createSync(deps: SyncDeps) {
  const { clock, periodos, relink, emisores, eventos, audit, trabajos, portal, accesoOf } = deps
  const { sleep = Bun.sleep } = deps
  const escritura = createEscritura(deps)
  const { sync } = escritura
  const mesOf = ({ empresaId, ambiente }: Titular, periodo: string) => ({
    empresa_id: empresaId,
    ambiente,
    periodo,
  })

  /** Later than whatever was written of the month before: what has an earlier mark afterwards was not seen. */
  function newMark(mes: ReturnType<typeof mesOf>): string {
    const last = sync.lastSeen.get(mes)
    const now = clock().toISOString()
    return last && last >= now ? new Date(Date.parse(last) + 1).toISOString() : now
  }

  const kind = trabajos.define<Args>({
    tipo: TIPO_SYNC,
    operacion: 'rcv',
    async run({ id, empresaId, ambiente, args }, ctx) {
      const { periodo, tipos, completa, inicio } = args
      const mes = mesOf({ empresaId, ambiente }, periodo)
      if ((sync.lastMark.get(mes) ?? '') > inicio) {
        // Somebody read the month since: what that one saw bears a later mark, and would seem to be there still.
        const fresh = newMark(mes)
        const write = (): void => {
          sync.forget.run(id)
          sync.begin.run({ ...mes, job_id: id, inicio: fresh })
        }
        return { again: true, args: { ...args, inicio: fresh }, write }
      }
      const { rut } = emisores.get({ empresaId, ambiente }).emisor
      const acceso = accesoOf({ empresaId, ambiente }, 'rcv', ctx.como)
      const incompletos = await portal.use(acceso, (sii) =>
        readMes(
          createRcvSii(sii, ctx.charge, sleep),
          escritura,
          { empresa_id: empresaId, ambiente, rut, periodo, tipos, completa, jobId: id, inicio, now: clock },
          {
            progress: (paso, hechos, total) => ctx.progress({ paso, hechos, total }),
            shouldYield: ctx.shouldYield,
            isWanted: sii.isWanted,
          },
        ),
      )
      if (incompletos === null) return { again: true }

      // Changes of an earlier run belong to this job too.
      const ruts: Record<Lado, string[]> = { compra: [], venta: [] }
      // Each of the two looks at every change of the month.
      await nextTurn()
      for (const { lado, rut } of sync.parties.all({ ...mes, inicio })) ruts[lado].push(rut)
      let vinculadas = 0
      for (const lado of ['compra', 'venta'] as const)
        vinculadas += await relink({ empresaId, ambiente }, lado, ruts[lado])
      await nextTurn()
      const counts: Conteos = sync.counts.all({ ...mes, inicio })
      const at = ctx.now().toISOString()
      const result = () =>
        resultOf({
          titular: { empresaId, ambiente },
          periodo,
          counts,
          vinculadas,
          incompletos,
          sincronizacion: periodos.find({ empresaId, ambiente }, periodo)!,
          resumen: periodos.totales({ empresaId, ambiente }, periodo),
        })
      // The month ends with the job: read before, its state would still be of one under way.
      const told = { ...result(), estado: incompletos.length ? ('parcial' as const) : estadoOf(mes) }
      return {
        result: told,
        write: () => {
          sync.end.run({ ...mes, job_id: id, termino_en: at })
          sync.forget.run(id)
          const { compras, ventas, vinculaciones_creadas, sincronizado_en, estado } = told
          eventos.emit({ empresaId, ambiente }, [
            {
              evento: 'rcv.sincronizado',
              data: () => ({
                empresa_id: empresaId,
                ambiente,
                periodo,
                estado,
                compras,
                ventas,
                vinculaciones_creadas,
                sincronizado_en,
                job_id: id,
              }),
            },
          ])
          audit(
            ctx.actor,
            () => {},
            () => ({
              accion: 'rcv.sincronizado',
              objeto: periodo,
              detalle: { estado, compras, ventas, job_id: id },
            }),
          )
        },
      }
    },
  })

  /** Whole only when every slice of it is. */
  function estadoOf({ empresa_id, ambiente, periodo }: ReturnType<typeof mesOf>) {
    const whole = periodos.isWhole({ empresaId: empresa_id, ambiente }, periodo)
    return whole ? ('sincronizado' as const) : ('parcial' as const)
  }

  return {
    kind,
    /** The order that a request queues. */
    encargo(titular: Titular, periodo: string, tipos: Lado[], completa: boolean) {
      const mes = mesOf(titular, periodo)
      const inicio = newMark(mes)
      return {
        tipo: TIPO_SYNC as typeof TIPO_SYNC,
        operacion: 'rcv' as const,
        clave: `${periodo}:${[...tipos].sort().join()}:${completa}`,
        objeto: periodo,
        args: { periodo, tipos, completa, inicio },
        write: (jobId: string) => void sync.begin.run({ ...mes, job_id: jobId, inicio }),
      }
    },
  }
}
