// The book of a run as it is counted (areas/certificacion §3): purchases from the text, sales and guides from what the SII accepted of
// the set that the book is judged against.

import type { Clock } from '../../base/clock'
import { setBefore } from '../../domain/certificacion/etapas'
import type { LibroCompraVenta } from '../../domain/certificacion/libro'
import { computeLibroCompras } from '../../domain/certificacion/libro-compras'
import { computeLibroGuias, type LibroGuias } from '../../domain/certificacion/libro-guias'
import { computeLibroVentas } from '../../domain/certificacion/libro-ventas'
import type { SolicitudCaso } from '../../domain/certificacion/set'
import { AppError } from '../../domain/errors'
import { chileDate } from '../../domain/fecha'
import type { Documentos } from '../dte'
import type { Certificaciones, Ronda } from './certificaciones'
import type { Lecturas } from './lectura'
import type { IntentoRow } from './statements'
import type { IntentoDeLibro } from './statements-libro'

/** A book of a month, `YYYY-MM`. */
export type LibroContado = { periodo: string } & (
  | { raiz: 'LibroCompraVenta'; libro: LibroCompraVenta }
  | { raiz: 'LibroGuia'; libro: LibroGuias }
)

interface Deps {
  certificaciones: Certificaciones
  lecturas: Lecturas
  documentos: Pick<Documentos, 'byId'>
  clock: Clock
}

const duda = (mensaje: string) => new AppError('SET_DOUBTS', `El libro aún tiene dudas: ${mensaje}`)

export function createComputeLibro({ certificaciones, lecturas, documentos, clock }: Deps) {
  /** The documents of a run, in the order of its envelope. */
  function documentosOf(run: IntentoRow) {
    const issued: { caso: number; id: string }[] = JSON.parse(run.documentos)
    const solicitudes = (certificaciones.solicitudesOf(run) ?? []) as SolicitudCaso[]
    return issued.map(({ caso, id }) => {
      const row = documentos.byId(id)!
      const { traslado } = solicitudes.find((one) => one.caso === caso)?.solicitud ?? {}
      return {
        caso,
        tipoDte: row.tipo_dte,
        folio: row.folio,
        fecha: row.fecha_emision,
        rutReceptor: row.rut_receptor,
        razonSocial: row.razon_social_receptor ?? '',
        neto: row.monto_neto,
        exento: row.monto_exento,
        iva: row.monto_iva,
        total: row.monto_total,
        indTraslado: Number((traslado as { ind_traslado?: unknown } | undefined)?.ind_traslado ?? 0),
      }
    })
  }

  /** A day of the month of the round's documents; today where nothing was issued yet. */
  function dayOf(ronda: Ronda): string {
    const runs = ronda.sets.flatMap(({ intentos }) => intentos.filter(({ estado }) => estado !== 'rechazado'))
    const days = runs.flatMap((run) => documentosOf(run).map(({ fecha }) => fecha))
    return days[0] ?? chileDate(clock())
  }

  /** The approved run of the set that a book is judged against. Throws CERT_ORDER. */
  function approved(ronda: Ronda, clase: IntentoDeLibro['clase']): IntentoRow {
    const before = setBefore(
      clase,
      ronda.sets.map((set) => set.clase),
    )
    const set = ronda.sets.find((one) => one.clase === before)
    const run = set?.intentos.find(({ estado }) => estado === 'conforme')
    if (!run) throw new AppError('CERT_ORDER', 'El SII aún no aprueba el set contra el que revisa este libro')
    return run
  }

  /** Throws CERT_ORDER and SET_DOUBTS for a book that cannot be counted. */
  return (run: IntentoDeLibro): LibroContado => {
    const ronda = certificaciones.rondas(run.certificacion_id).find(({ id }) => id === run.ronda_id)!
    const set = ronda.sets.find(({ id }) => id === run.set_id)!
    const { seccion, ajustes, abiertas } = lecturas.read(ronda, set)!
    if (abiertas[0]) throw duda(abiertas[0].mensaje)
    if (run.clase === 'libro_compras' || run.clase === 'libro_compras_exentos') {
      const fecha = dayOf(ronda)
      const { libro, dudas } = computeLibroCompras(seccion, { fecha, respuestas: ajustes.respuestas ?? {} })
      if (!libro) throw duda(dudas[0]!.mensaje)
      return { periodo: fecha.slice(0, 7), raiz: 'LibroCompraVenta', libro }
    }
    const issued = documentosOf(approved(ronda, run.clase))
    const periodo = issued[0]!.fecha.slice(0, 7)
    if (run.clase === 'libro_ventas')
      return { periodo, raiz: 'LibroCompraVenta', libro: computeLibroVentas(issued) }
    const { libro, dudas } = computeLibroGuias(issued, seccion, ajustes.respuestas)
    if (!libro) throw duda(dudas[0]!.mensaje)
    return { periodo, raiz: 'LibroGuia', libro }
  }
}
