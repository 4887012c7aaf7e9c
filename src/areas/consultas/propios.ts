// The company's own knowledge of a taxpayer (http §19.3): the SII tells no addresses, so they come from its
// papers alone.

import { and, desc, eq, isNull, ne, notInArray } from 'drizzle-orm'
import type { Emisor } from '../../domain/dte/dte'
import { TIPOS } from '../../domain/dte/tipos'
import { RUT_EXTRANJERO } from '../../domain/rut'
import type { Titular } from '../../domain/titular'
import type { Store } from '../../store/store'
import { cliente } from '../../store/tables/cliente'
import { documento } from '../../store/tables/documento'
import type { Documentos, Emisores } from '../dte'

/** Where a field comes from beside the SII, and what that is. */
export const FUENTES_PROPIAS = {
  empresa: 'los datos de la propia empresa',
  recibidos: 'el último documento firmado que la empresa recibió de él',
  clientes: 'la libreta de clientes de la empresa',
  emitidos: 'el último documento que la empresa le emitió',
} as const

/** The data of a taxpayer by one source. */
export interface Conocido {
  fuente: keyof typeof FUENTES_PROPIAS
  razonSocial: string | null
  giro: string | null
  direccion: string | null
  comuna: string | null
  ciudad: string | null
  email: string | null
  /** Codes of its lines of business. */
  actividades: readonly number[]
}

/** A boleta seldom says who bought. */
const SIN_COMPRADOR = TIPOS.filter(({ raiz }) => raiz === 'Boleta').map(({ codigo }) => codigo)

/** The sources of a company about a RUT, the best first. */
export type Propios = (titular: Titular, rut: string) => Conocido[]

const fromEmisor = (fuente: Conocido['fuente'], emisor: Emisor): Conocido => ({
  fuente,
  razonSocial: emisor.razonSocial || null,
  giro: emisor.giro || null,
  direccion: emisor.direccion || null,
  comuna: emisor.comuna || null,
  ciudad: emisor.ciudad ?? null,
  email: emisor.email ?? null,
  actividades: emisor.acteco ?? [],
})

export function createPropios({
  store: { db },
  documentos,
  emisores,
  recibidos,
}: {
  store: Pick<Store, 'db'>
  documentos: Pick<Documentos, 'byId' | 'contenido'>
  emisores: Pick<Emisores, 'get'>
  recibidos: { detalle: { emisorOf(titular: Titular, rut: string): Emisor | null } }
}): Propios {
  function receiver({ empresaId, ambiente }: Titular, rut: string): Conocido | null {
    const last = db
      .select({ id: documento.id })
      .from(documento)
      .where(
        and(
          eq(documento.empresaId, empresaId),
          eq(documento.ambiente, ambiente),
          eq(documento.rutReceptor, rut),
          ne(documento.folioEstado, 'libre'),
          notInArray(documento.tipoDte, SIN_COMPRADOR),
        ),
      )
      .orderBy(desc(documento.createdAt), desc(documento.id))
      .limit(1)
      .get()
    const row = last && documentos.byId(last.id)
    if (!row) return null
    const { receptor } = documentos.contenido(row).dte
    return {
      fuente: 'emitidos',
      razonSocial: receptor.razonSocial ?? null,
      giro: receptor.giro ?? null,
      direccion: receptor.direccion ?? null,
      comuna: receptor.comuna ?? null,
      ciudad: receptor.ciudad ?? null,
      email: receptor.email ?? null,
      actividades: [],
    }
  }

  function own(titular: Titular, rut: string): Conocido | null {
    const { emisor } = emisores.get(titular)
    return emisor.rut === rut ? fromEmisor('empresa', emisor) : null
  }

  function supplier(...question: Parameters<Propios>): Conocido | null {
    const emisor = recibidos.detalle.emisorOf(...question)
    return emisor && fromEmisor('recibidos', emisor)
  }

  function customer({ empresaId }: Titular, rut: string): Conocido | null {
    // The foreigners' own tells nobody apart.
    if (rut === RUT_EXTRANJERO) return null
    const row = db
      .select()
      .from(cliente)
      .where(and(eq(cliente.empresaId, empresaId), eq(cliente.rut, rut), isNull(cliente.eliminadoEn)))
      .get()
    if (!row) return null
    const { razonSocial, giro, direccion, comuna, ciudad, email } = row
    return { fuente: 'clientes', razonSocial, giro, direccion, comuna, ciudad, email, actividades: [] }
  }

  return (...question) => [own, supplier, customer, receiver].flatMap((source) => source(...question) ?? [])
}
