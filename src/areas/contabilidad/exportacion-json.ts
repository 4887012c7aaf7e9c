// An export as answers show it (areas/contabilidad §5).

import { type Static, Type } from '@sinclair/typebox'
import { LIBROS } from '../../domain/contabilidad/libros'
import { Codigo, Exact, Nullable } from '../../http/envelope'
import type { ExportacionVista } from './statements-exportacion'

export const ESTADOS_EXPORTACION = {
  generada: 'el archivo está hecho',
  confirmada: 'alguien dijo que se cargó en el sistema contable',
  anulada: 'sus documentos se pueden exportar otra vez',
} as const

export const BASES = {
  rcv: 'el registro del SII',
  emitidos: 'las ventas, de lo emitido aquí; las compras, del registro',
}
export const ALCANCES = {
  nuevos: 'lo que ninguna exportación que valga tiene',
  todo: 'el período entero, si ninguna tiene nada de él',
}

const n = Type.Integer()

export const LibroExportadoJson = Exact({
  ...{ libro: Codigo(LIBROS), asientos: n, documentos: n, debe: n, haber: n },
})

const instante = Nullable(Type.String())
export const ExportacionJson = Exact(
  {
    id: Type.String({ examples: ['asi_01JD3QZ8W6T4M2X0V9K7B5N1C3'] }),
    periodo: Type.String({ examples: ['202611'] }),
    formato: Type.String({ examples: ['softland'] }),
    base: Codigo(BASES),
    alcance: Codigo(ALCANCES),
    estado: Codigo(ESTADOS_EXPORTACION, { examples: ['generada'] }),
    libros: Type.Array(LibroExportadoJson),
    ...{ documentos: n, asientos: n, debe: n, haber: n },
    archivo: Exact({
      nombre: Type.String({ examples: ['asientos-202611-ventas.csv'] }),
      tipo: Type.String({ examples: ['text/csv'] }),
      bytes: n,
      sha256: Type.String(),
    }),
    autor: Type.String(),
    created_at: Type.String(),
    confirmada_at: instante,
    anulada_at: instante,
    motivo: Nullable(Type.String()),
  },
  { 'x-nombre': 'ExportacionAsientos' },
)

export const exportacionToJson = (row: ExportacionVista): Static<typeof ExportacionJson> => ({
  ...{ id: row.id, periodo: row.periodo, formato: row.formato, base: row.base, alcance: row.alcance },
  estado: row.estado as keyof typeof ESTADOS_EXPORTACION,
  libros: JSON.parse(row.libros),
  ...{ documentos: row.documentos, asientos: row.asientos, debe: row.debe, haber: row.haber },
  archivo: { nombre: row.nombre, tipo: row.tipo_contenido, bytes: row.bytes, sha256: row.sha256 },
  ...{ autor: row.autor, created_at: row.created_at, confirmada_at: row.confirmada_at },
  ...{ anulada_at: row.anulada_at, motivo: row.motivo },
})
