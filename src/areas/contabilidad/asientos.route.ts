// GET and POST /v1/libros/asientos/:periodo: what would be, and the export of it (areas/contabilidad §4, §5).

import { type Static, Type } from '@sinclair/typebox'
import type { Asiento } from '../../domain/contabilidad/asientos'
import { AGRUPACIONES, LIBROS, type Libro, NOMBRES_LIBRO } from '../../domain/contabilidad/libros'
import type { Movimiento } from '../../domain/contabilidad/movimiento'
import { ARCHIVOS, CODIFICACIONES, SEPARADORES } from '../../domain/contabilidad/plantilla'
import { readPeriodo } from '../../domain/rcv/periodo'
import { newArea } from '../../http/area'
import { actorName } from '../../http/audit'
import { readWords } from '../../http/comma-list'
import { Codigo, Datos, Exact, Nullable, OneOf } from '../../http/envelope'
import { Periodo } from '../../http/periodo'
import { Legible } from '../../http/rule'
import type { Compose, Compuesto } from './compose'
import { ASIENTOS, type ContabilidadDeps, type RouteDeps, tags } from './deps'
import { ALCANCES, BASES, ExportacionJson, exportacionToJson, LibroExportadoJson } from './exportacion-json'
import { type Exportaciones, sumLibros } from './exportaciones'

/** Vouchers, and lines of one, that are shown before they are exported. */
const ASIENTOS_MAX = 20
const LINEAS_MAX = 100
/** Documents at fault, or changed, that are shown. */
const DETALLES_MAX = 1000

const n = Type.Integer()
const texto = Nullable(Type.String())
const Agrupacion = OneOf(AGRUPACIONES)

const MovimientoJson = Exact({
  cuenta: Type.String(),
  centro: texto,
  auxiliar: texto,
  codigo_doc: texto,
  tipo_dte: Nullable(n),
  folio: Nullable(n),
  rut: texto,
  glosa: Type.String(),
  debe: n,
  haber: n,
})
const AsientoJson = Exact({
  libro: Codigo(LIBROS),
  numero: n,
  fecha: Type.String(),
  glosa: Type.String(),
  documentos: n,
  debe: n,
  haber: n,
  lineas: Type.Integer({ description: 'Las que tiene en todo.' }),
  movimientos: Type.Array(MovimientoJson, { description: `Las primeras ${LINEAS_MAX}.` }),
})

const Ejemplo = Exact({ tipo_dte: Nullable(n), folio: Nullable(n), rut: texto, fecha: Type.String() })
const PreviaJson = Exact({
  periodo: Type.String(),
  base: OneOf({ rcv: 'el registro del SII', emitidos: 'lo emitido aquí' }),
  libros: Type.Array(LibroExportadoJson),
  sin_cuenta: Type.Array(
    Exact({
      ...{ libro: Codigo(LIBROS), componente: Type.String(), tipo_dte: Nullable(n), rut: texto },
      ...{ documentos: n, monto: n, ejemplo: Ejemplo },
    }),
    { description: 'Las partes a las que ninguna regla da cuenta: sus líneas no están.' },
  ),
  sin_detalle: Type.Array(
    Exact({
      ...{ cuenta: Type.String(), falta: Type.String(), libro: Codigo(LIBROS) },
      ...{ componente: Type.String(), documentos: n, ejemplo: Ejemplo },
    }),
    { description: 'Las cuentas cuyas líneas no traen lo que el plan pide.' },
  ),
  descuadrados: Type.Array(
    Exact({
      ...{ libro: Codigo(LIBROS), ...Ejemplo.properties, diferencia: n },
      partes: Type.Array(Exact({ componente: Type.String(), monto: n })),
    }),
    {
      description: `Documentos cuyas partes no suman su total, hasta ${DETALLES_MAX}: no están en los asientos.`,
    },
  ),
  exportados: Type.Integer({ description: 'Los documentos que ya están en exportaciones que valen.' }),
  cambiados: Type.Array(
    Exact({
      ...{ libro: Codigo(LIBROS), documento: Type.String(), exportacion_id: Type.String() },
      cambio: OneOf({ modificado: 'ya no es lo que se exportó', ausente: 'ya no está en el libro' }),
    }),
    {
      description: `Lo que cambió desde que se exportó, hasta ${DETALLES_MAX}: vuelve sólo si esa exportación se anula.`,
    },
  ),
  listo: Type.Boolean({ description: 'Si nada lo detiene y hay qué exportar.' }),
  asientos: Type.Array(AsientoJson, { description: `Los primeros ${ASIENTOS_MAX}.` }),
})

const movimientoToJson = ({ documento, codigoDoc, ...one }: Movimiento): Static<typeof MovimientoJson> => ({
  ...{ cuenta: one.cuenta, centro: one.centro, auxiliar: one.auxiliar, codigo_doc: codigoDoc },
  ...{ tipo_dte: documento?.tipoDte ?? null, folio: documento?.folio ?? null, rut: documento?.rut ?? null },
  ...{ glosa: one.glosa, debe: one.debe, haber: one.haber },
})
const asientoToJson = ({ movimientos, ...one }: Asiento): Static<typeof AsientoJson> => ({
  ...one,
  lineas: movimientos.length,
  movimientos: movimientos.slice(0, LINEAS_MAX).map(movimientoToJson),
})

const previaToJson = (
  { asientos, faltas, documentos, exportados, cambiados }: Compuesto,
  periodo: string,
  base: 'rcv' | 'emitidos',
): Static<typeof PreviaJson> => {
  const { sin_cuenta, sin_detalle, descuadrados } = faltas
  return {
    ...{ periodo, base, libros: sumLibros(asientos), sin_cuenta, sin_detalle },
    ...{ descuadrados: descuadrados.slice(0, DETALLES_MAX), exportados },
    cambiados: cambiados.slice(0, DETALLES_MAX),
    listo: documentos.length > 0 && ![sin_cuenta, sin_detalle, descuadrados].some(({ length }) => length),
    asientos: asientos.slice(0, ASIENTOS_MAX).map(asientoToJson),
  }
}

const readLibros = (text: string): Libro[] => readWords('libros', text, NOMBRES_LIBRO)
const baseField = Type.Optional(OneOf(BASES, { description: '`rcv` si se omite.' }))

/** The grouping of every book. */
const ofAll = (como: keyof typeof AGRUPACIONES | undefined) =>
  como ? Object.fromEntries(NOMBRES_LIBRO.map((libro) => [libro, como])) : {}

interface Deps extends RouteDeps, Pick<ContabilidadDeps, 'store'> {
  compose: Compose
  exportaciones: Exportaciones
}

export const asientosRoute = ({ credential, clock, audit, store, compose, exportaciones }: Deps) =>
  newArea(credential)
    .get(
      `${ASIENTOS}/:periodo`,
      async ({ tenant, params, query }) => {
        const periodo = readPeriodo(params.periodo, clock())
        const { base = 'rcv', alcance = 'nuevos' } = query
        const libros = query.libros ? readLibros(query.libros) : NOMBRES_LIBRO
        const found = await compose(tenant, {
          periodo,
          libros,
          base,
          alcance,
          agrupacion: ofAll(query.agrupacion),
        })
        return { ok: true as const, data: previaToJson(found, periodo, base) }
      },
      {
        permission: 'contabilidad:leer',
        params: Exact({ periodo: Periodo(clock) }),
        query: Exact({
          libros: Type.Optional(
            Legible(readLibros, {
              description:
                'Uno o varios, separados por coma: ventas, compras, honorarios; todos si se omite.',
              examples: ['ventas'],
            }),
          ),
          agrupacion: Type.Optional(OneOf(AGRUPACIONES, { description: 'La de los ajustes si se omite.' })),
          base: baseField,
          alcance: Type.Optional(OneOf(ALCANCES, { description: '`nuevos` si se omite.' })),
        }),
        response: Datos(PreviaJson),
        detail: {
          tags,
          summary: 'Los asientos de un mes, como serían, y lo que les falta',
          'x-errores': ['PERIOD_NOT_SYNCED'],
          description: 'No escribe nada. El libro de cobranza aún no existe.',
        },
      },
    )
    .post(
      `${ASIENTOS}/:periodo`,
      async ({ tenant, params, body, set }) => {
        const periodo = readPeriodo(params.periodo, clock())
        const { libros = NOMBRES_LIBRO, agrupacion, base = 'rcv', ...more } = body
        const row = await exportaciones.create(
          tenant,
          periodo,
          { ...more, libros: [...new Set(libros)], agrupacion: agrupacion ?? {}, base },
          actorName(store.db, tenant),
          (write) =>
            audit(tenant, write, ({ id, formato, documentos, asientos, sha256 }) => ({
              accion: 'asientos.exportados',
              objeto: id,
              detalle: { periodo, formato, documentos, asientos, sha256 },
            })),
        )
        set.status = 201
        return { ok: true as const, data: exportacionToJson(row) }
      },
      {
        permission: 'contabilidad:exportar',
        params: Exact({ periodo: Periodo(clock) }),
        body: Exact(
          {
            formato: Type.String({
              maxLength: 60,
              description: 'softland, softland91, nubox, defontana, manager o `plantilla:<id>`.',
              examples: ['softland'],
            }),
            libros: Type.Optional(
              Type.Array(OneOf(LIBROS), { minItems: 1, maxItems: 3, description: 'Todos si se omite.' }),
            ),
            agrupacion: Type.Optional(
              Exact(
                {
                  ventas: Type.Optional(Agrupacion),
                  compras: Type.Optional(Agrupacion),
                  honorarios: Type.Optional(Agrupacion),
                },
                { description: 'La de los ajustes en lo que se omite.' },
              ),
            ),
            alcance: OneOf(ALCANCES),
            base: baseField,
            archivo: Type.Optional(OneOf(ARCHIVOS, { description: 'Otro de los que el formato toma.' })),
            codificacion: Type.Optional(OneOf(CODIFICACIONES)),
            separador: Type.Optional(OneOf(SEPARADORES)),
          },
          { examples: [{ formato: 'softland', libros: ['ventas'], alcance: 'nuevos', base: 'rcv' }] },
        ),
        response: { 201: Datos(ExportacionJson) },
        detail: {
          tags,
          summary: 'Exportar los asientos de un mes',
          'x-errores': [
            ...(['PERIOD_NOT_SYNCED', 'VALIDATION_ERROR', 'ACCOUNT_MISSING'] as const),
            ...(['ACCOUNT_DETAIL_MISSING', 'VOUCHER_UNBALANCED', 'INVALID_STATE', 'CONFLICT'] as const),
          ],
          description:
            'Congela el archivo, su SHA-256 y sus documentos. Un documento está en una sola exportación que valga: lo que cambió después vuelve sólo si esa se anula. Si falta una cuenta, o lo que el plan pide, o algo no cuadra, no se escribe nada. Repetida, no exporta dos veces: con `nuevos` no queda nada.',
        },
      },
    )
