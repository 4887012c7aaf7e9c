// The files of the accounting programs as templates (areas/contabilidad §6). Their makers publish little: what is doubted stands in
// `duda`, and a firm mends a copy without a release of ours.

import type { Archivo, Codificacion, Columna, Plantilla, Separador } from './plantilla'

export interface Formato {
  nombre: string
  plantilla: Plantilla
  /** The files that the program is said to take; the first is ours where nobody asks for another. */
  archivos: readonly Archivo[]
  codificaciones: readonly Codificacion[]
  separadores: readonly Separador[]
  duda: string
}

const c = (titulo: string, valor = ''): Columna => ({ titulo, valor })

const SOFTLAND: readonly Columna[] = [
  c('Código Plan de Cuenta', '{cuenta}'),
  c('Monto al Debe Moneda Base', '{debe}'),
  c('Monto al Haber Moneda Base', '{haber}'),
  c('Descripción Movimiento', '{glosa}'),
  c('Equivalencia Moneda'),
  c('Monto al Debe Moneda Adicional'),
  c('Monto al Haber Moneda Adicional'),
  c('Código Condición de Venta'),
  c('Código Vendedor'),
  c('Código Ubicación'),
  c('Código Concepto de Caja'),
  c('Código Instrumento Financiero'),
  c('Cantidad Instrumento Financiero'),
  c('Código Detalle de Gasto'),
  c('Cantidad Concepto de Gasto'),
  c('Código Centro de Costo', '{centro}'),
  c('Tipo Docto. Conciliación'),
  c('Nro. Docto. Conciliación'),
  c('Código Auxiliar', '{auxiliar}'),
  c('Tipo Documento', '{codigo_doc}'),
  c('Nro. Documento', '{folio}'),
  c('Fecha Emisión Docto.', '{fecha_doc}'),
  c('Fecha Vencimiento Docto.', '{fecha_doc}'),
  c('Tipo Docto. Referencia'),
  c('Nro. Docto. Referencia'),
  c('Nro. Correlativo Interno'),
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => c(`Monto ${n} Detalle Libro`, `{detalle_${n}}`)),
  c('Monto Suma Detalle Libro', '{detalle_suma}'),
]

/** Columns that stay empty, up to the number that the program counts. */
const filled = (columnas: readonly Columna[], count: number): Columna[] => [
  ...columnas,
  ...Array.from({ length: count - columnas.length }, (_, i) => c(`Columna ${columnas.length + i + 1}`)),
]

const softland = (count: number): Plantilla => ({
  ...{ archivo: 'csv', separador: ';', codificacion: 'utf-8-marca', fechas: 'DD/MM/AAAA' },
  ...{ encabezado: false, hoja: 'Comprobante', por_libro: true },
  columnas: filled(SOFTLAND, count),
})
const SOFTLAND_OPCIONES = {
  archivos: ['csv', 'xlsx'],
  codificaciones: ['utf-8-marca', 'latin-1'],
  separadores: [';'],
} as const

export const FORMATOS = {
  softland: {
    nombre: 'Softland, 59 columnas',
    plantilla: softland(59),
    ...SOFTLAND_OPCIONES,
    duda: 'los títulos de las columnas, que su archivo no lleva, desde la 37; la fecha de vencimiento es la del documento',
  },
  softland91: {
    nombre: 'Softland, 91 columnas',
    plantilla: softland(91),
    ...SOFTLAND_OPCIONES,
    duda: 'los títulos de las columnas desde la 37, y qué son las que siguen a la 59: van vacías',
  },
  nubox: {
    nombre: 'Nubox, comprobantes',
    plantilla: {
      ...{ archivo: 'xlsx', separador: ';', codificacion: 'utf-8-marca', fechas: 'DD/MM/AAAA' },
      ...{ encabezado: true, hoja: 'Comprobantes', por_libro: false },
      columnas: [
        c('Número', '0'),
        c('Tipo', '{comprobante}'),
        c('Fecha', '{fecha}'),
        c('Glosa', '{glosa_asiento}'),
        c('Cuenta Detalle', '{cuenta}'),
        c('Glosa Detalle', '{glosa}'),
        c('Centro Costo', '{centro}'),
        c('Sucursal'),
        c('Debe', '{debe_cero}'),
        c('Haber', '{haber_cero}'),
        c('Tipo Auxiliar'),
        c('Auxiliar: RUT', '{auxiliar}'),
        c('Auxiliar: Razón Social', '{nombre}'),
        c('Auxiliar: Tipo de Documento', '{codigo_doc}'),
        c('Auxiliar: Folio', '{folio}'),
        c('Auxiliar: Monto', '{total_doc}'),
        c('Auxiliar: Fecha de Vencimiento', '{fecha_doc}'),
      ],
    },
    archivos: ['xlsx'],
    codificaciones: ['utf-8-marca'],
    separadores: [';'],
    duda: 'las columnas desde la séptima; todos los asientos van con número 0, que el programa cambia por el suyo',
  },
  defontana: {
    nombre: 'Defontana',
    plantilla: {
      ...{ archivo: 'xlsx', separador: ';', codificacion: 'utf-8-marca', fechas: 'DD/MM/AAAA' },
      ...{ encabezado: true, hoja: 'Comprobantes', por_libro: false },
      columnas: [
        c('Tipo', '{comprobante}'),
        c('Número', '{numero}'),
        c('Fecha', '{fecha}'),
        c('Línea', '{linea}'),
        c('Cuenta', '{cuenta}'),
        c('Comentario', '{glosa}'),
        c('Debe', '{debe_cero}'),
        c('Haber', '{haber_cero}'),
      ],
    },
    archivos: ['xlsx', 'csv'],
    codificaciones: ['utf-8-marca', 'latin-1'],
    separadores: [';'],
    duda: 'los títulos exactos de las columnas',
  },
  manager: {
    nombre: 'Manager',
    plantilla: {
      ...{ archivo: 'txt', separador: 'tab', codificacion: 'latin-1', fechas: 'DD/MM/AAAA' },
      ...{ encabezado: false, hoja: 'Comprobantes', por_libro: false },
      columnas: [
        c('Número'),
        c('Tipo', '{comprobante}'),
        c('Fecha', '{fecha}'),
        c('Glosa', '{glosa_asiento}'),
        c('Cuenta', '{cuenta}'),
        c('Debe', '{debe_cero}'),
        c('Haber', '{haber_cero}'),
        c('Detalle', '{glosa}'),
        c('Centro de costo', '{centro}'),
        c('RUT', '{auxiliar}'),
        c('Tipo de documento', '{codigo_doc}'),
        c('Número de documento', '{folio}'),
        c('Fecha de documento', '{fecha_doc}'),
      ],
    },
    archivos: ['txt'],
    codificaciones: ['latin-1', 'utf-8'],
    separadores: ['tab', ','],
    duda: 'el orden de las columnas, y las de sus libros',
  },
} as const satisfies Readonly<Record<string, Formato>>

export type NombreFormato = keyof typeof FORMATOS
export const NOMBRES_FORMATO = Object.keys(FORMATOS) as NombreFormato[]
