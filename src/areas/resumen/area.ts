// The issued documents and the waiting matters, at a glance (http §21).

import { Type } from '@sinclair/typebox'
import { ownTurn } from '../../base/turn'
import { invalidParameter } from '../../domain/errors'
import { addDays, chileDate, daysBetween } from '../../domain/fecha'
import { newArea } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import { Datos, Exact, OneOf } from '../../http/envelope'
import { readAll } from '../../http/read-all'
import { readEndDay, type SpanQuery, spanQuery } from '../../http/span'
import type { Tenant } from '../../http/tenant'
import type { Cola } from '../../jobs/cola'
import { createListas } from '../acuse'
import { EMITIR } from '../dte'
import { createEmpresaStore, toBreve } from '../empresa'
import type { Folios } from '../folios'
import type { Problema } from '../respaldo'
import { createAtencion, type View } from './atencion'
import { createCifras, type Periodo } from './cifras'
import { createOperaciones } from './operaciones'
import { type Asunto, Resumen } from './resumen.schema'
import { createVentas } from './ventas'

interface Deps extends Pick<AreaDeps, 'credential' | 'store' | 'clock'> {
  cola: Cola
  folios: Folios
  /** The problems of the copies of the server, for a person who is to hear of them. */
  respaldos: (tenant: Tenant) => Problema[]
}

const DIAS = 30
const DIAS_MAX = 366
const EMPRESAS_MAX = 1000
/** Companies of one turn of the event loop: a few milliseconds. */
const POR_TURNO = 10

/** The last thirty days, today's included, unless told otherwise. Throws INVALID_PARAMETER. */
function readPeriodo(query: SpanQuery, hoy: string): Periodo {
  const [since, until] = readAll(
    () => readEndDay(query, 'desde'),
    () => readEndDay(query, 'hasta'),
  )
  const hasta = until ?? hoy
  const desde = since ?? addDays(hasta, 1 - DIAS)
  if (desde > hasta) throw invalidParameter('desde', 'orden', 'No puede ser posterior a hasta')
  if (daysBetween(desde, hasta) >= DIAS_MAX)
    throw invalidParameter('desde', 'rango', `Entre desde y hasta caben ${DIAS_MAX} días`)
  return { desde, hasta }
}

/** GET /v1/resumen. */
export const bindResumen = (deps: Omit<Deps, 'cola'>) => ({
  routes: (cola: Cola) => routes({ ...deps, cola }),
})

const routes = ({ credential, store, clock, cola, folios, respaldos }: Deps) => {
  const { db } = store
  const cifras = createCifras(db)
  const ventas = createVentas(db)
  const operaciones = createOperaciones({ db, clock, listas: createListas({ store }) })
  const atencion = createAtencion({ db, clock, folios, cifras, operaciones })
  const empresas = createEmpresaStore(db)

  const look = (tenant: Tenant, periodo: Periodo): View => {
    const { cuentaId, empresaId, ambiente, permisos } = tenant
    const trabajos = cola.byEstado({ kind: EMITIR, empresaId, ambiente })
    return { cuentaId, empresaId, ambiente, permisos, periodo, trabajos }
  }

  const ofRespaldos = (tenant: Tenant): Asunto[] =>
    respaldos(tenant).map((problema) => ({ asunto: 'respaldos', ...problema, enlace: '/v1/respaldos' }))

  /** Every company within reach, each in the environment it is in. */
  async function ofEmpresas(tenant: Tenant, periodo: Periodo) {
    const found = []
    for (const [i, empresa] of empresas.list(tenant.cuentaId, tenant.empresas, EMPRESAS_MAX, 0).entries()) {
      if (i % POR_TURNO === POR_TURNO - 1) await ownTurn()
      const { id: empresaId, ambiente } = empresa
      found.push({
        ...toBreve(empresa),
        documentos: cifras.documentos({ empresaId, ambiente }, periodo),
        atencion: atencion.ofEmpresa(look({ ...tenant, empresaId, ambiente }, periodo)),
      })
    }
    return found
  }

  return newArea(credential).get(
    '/v1/resumen',
    async ({ tenant, query }) => {
      const now = clock()
      const periodo = readPeriodo(query, chileDate(now))
      const view = look(tenant, periodo)
      const documentos = cifras.dias(tenant, periodo)
      const data = {
        ...periodo,
        leido_en: now.toISOString(),
        ambiente: tenant.ambiente,
        documentos,
        ventas: ventas(tenant, periodo, documentos),
        trabajos: view.trabajos,
        // A deleted company has nothing to see to.
        atencion: tenant.eliminada
          ? []
          : [...ofRespaldos(tenant), ...atencion.withCuotas(view, atencion.ofEmpresa(view))],
        empresas: query.empresas === 'true' ? await ofEmpresas(tenant, periodo) : null,
      }
      return { ok: true as const, data }
    },
    {
      permission: 'dte:leer',
      query: Exact({
        ...spanQuery(`Lo emitido (${DIAS} días hasta hoy si se omite; caben ${DIAS_MAX})`),
        empresas: Type.Optional(
          OneOf(
            { true: 'también cada empresa de la cuenta', false: 'sólo la empresa activa' },
            { description: '`false` si se omite.' },
          ),
        ),
      }),
      response: Datos(Resumen),
      detail: {
        tags: ['Documentos'],
        summary: 'Resumen: lo emitido y lo que espera a una persona',
        description:
          'Sale de contadores que lleva la base en la misma transacción que cada cambio: cuesta lo mismo con mil documentos que con un millón, y no gasta cuota.',
      },
    },
  )
}
