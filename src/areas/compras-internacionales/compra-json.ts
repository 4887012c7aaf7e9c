// A purchase from abroad as answers show it (areas/compras-internacionales §1).

import { type Static, Type } from '@sinclair/typebox'
import { BLOQUEOS, ESTADOS_COMPRA_INT, NATURALEZAS } from '../../domain/compra-internacional'
import { micro, multiply } from '../../domain/decimal'
import { ESTADOS_SII } from '../../domain/dte/estados'
import { FACTURA_COMPRA } from '../../domain/dte/tipos'
import type { Advertencia } from '../../domain/errors'
import { Advertencias } from '../../http/advertencias'
import { Codigo, Exact, Nullable, OneOf } from '../../http/envelope'
import type { Conversion } from '../tipos-cambio'
import { bloqueosDe, type Compras, clasificacionOf, dudososOf, propuestaOf } from './compras'
import { advertenciasOf } from './documento'
import type { CompraRow } from './statements'

const ID = { examples: ['ci_01JD3Q8Z5V7K2M4N6P8R0S2T4V'] }

const METODOS = {
  reglas: 'las reglas, sobre el texto de un PDF o un correo',
  ubl: 'una factura UBL',
  cii: 'una factura CII',
  ia: 'el modelo que el operador configuró, con las reglas',
  json: 'los datos se dieron tal cual',
  estado_cuenta: 'una fila de un estado de cuenta',
  sin_extraer: 'no se pudo leer',
} as const
type MetodoCompra = keyof typeof METODOS

const texto = (examples: string[]) => Nullable(Type.String({ examples }))

const PropuestaJson = Exact({
  proveedor: Exact({
    nombre: texto(['Blue Harbor Cloud LLC']),
    pais: Nullable(Type.String({ description: 'ISO 3166-1, dos letras.', examples: ['US'] })),
    tax_id: texto(['98-7654321']),
    direccion: texto(['1200 Pier 9, Seattle']),
  }),
  numero: texto(['INV-2231']),
  fecha: texto(['2026-11-05']),
  moneda: Nullable(Type.String({ description: 'ISO 4217.', examples: ['USD'] })),
  monto: Nullable(Type.String({ description: 'Decimal con punto, en `moneda`.', examples: ['1250.00'] })),
  impuesto_extranjero: texto(['0.00']),
  descripcion: texto(['Cloud hosting']),
})

const FUENTES = {
  tabla: 'un tipo de cambio de la cuenta',
  servidor: 'uno que cargó el operador',
  bcentral: 'el Banco Central',
  manual: 'lo escribió una persona',
  estado_cuenta: 'el estado de cuenta de la tarjeta',
  pesos: 'ya está en pesos',
} as const

const ConversionJson = Exact({
  moneda: Type.String({ examples: ['USD'] }),
  tipo_cambio: Type.String({ description: 'Pesos por unidad.', examples: ['945.32'] }),
  fecha_tc: Type.String({ description: 'De qué día es.', examples: ['2026-11-05'] }),
  fuente: OneOf(FUENTES),
  monto_clp: Type.Integer({ examples: [1181650] }),
})

const DudosoJson = Exact({
  campo: Type.String({ examples: ['fecha'] }),
  motivo: Type.String({ examples: ['05/11/2026 admite dos lecturas'] }),
  alternativas: Type.Array(Type.String(), { examples: [['2026-05-11']] }),
})

const dicho = {
  naturaleza: OneOf(NATURALEZAS, { examples: ['servicio'] }),
  prestador_residente: Nullable(
    Type.Boolean({
      description: 'Si quien presta el servicio reside en Chile; null si no se sabe.',
      examples: [false],
    }),
  ),
  iva_chileno_cobrado: Nullable(
    Type.Boolean({
      description: 'Si el proveedor ya cobró el IVA de Chile; null si no se sabe.',
      examples: [false],
    }),
  ),
  confirmado: Type.Boolean({ description: 'Una persona lo confirmó.', examples: [true] }),
}
const adicional = Nullable(
  Type.Boolean({
    description: 'Si además lleva impuesto adicional a la renta: sólo se advierte.',
    examples: [false],
  }),
)

const ClasificacionJson = Exact({ ...dicho, afecto_impuesto_adicional: adicional })

/** Body of PUT /:id/clasificacion. */
export const ClasificacionBody = Exact({ ...dicho, afecto_impuesto_adicional: Type.Optional(adicional) })

const BloqueoJson = Exact({
  motivo: Codigo(BLOQUEOS, { 'x-nombre': 'MotivoBloqueo' }),
  mensaje: Type.String({ description: 'Qué falta o qué hacer, para una persona.' }),
})

export const CompraJson = Exact(
  {
    id: Type.String(ID),
    estado: Codigo(ESTADOS_COMPRA_INT, { 'x-nombre': 'EstadoCompraInternacional', examples: ['extraida'] }),
    extraccion: Exact({
      metodo: Nullable(Codigo(METODOS, { examples: ['reglas'] })),
      paginas: Nullable(Type.Integer({ examples: [1] })),
      motivo: Nullable(
        Type.String({
          description:
            'Por qué no se pudo leer, por qué no lo leyó la inteligencia artificial o qué páginas no vio.',
        }),
      ),
    }),
    archivo: Nullable(Exact({ nombre: Type.String({ examples: ['INV-2231.pdf'] }), sha256: Type.String() })),
    propuesta: PropuestaJson,
    conversion: {
      ...Nullable(ConversionJson),
      description: 'null si no hay tipo de cambio de ese día ni de los siete anteriores.',
    },
    campos_dudosos: Type.Array(DudosoJson),
    clasificacion: ClasificacionJson,
    bloqueos: Type.Array(BloqueoJson, {
      description:
        'Por qué no se puede emitir. Vacía si se puede, o si falta sólo el tipo de cambio (`conversion` es null).',
    }),
    emitible: Type.Boolean({
      description:
        'Si se puede emitir ahora. Sin bloqueos falta sólo el tipo de cambio: `conversion` es null.',
    }),
    iva_retenido: Nullable(Type.Integer({ examples: [224514] })),
    iva_recuperable: Nullable(Type.Integer({ examples: [224514] })),
    tratamiento_credito: Type.Literal('segun_reglas_contables'),
    dte: Nullable(
      Exact({
        tipo_dte: Type.Integer({ examples: [FACTURA_COMPRA] }),
        folio: Nullable(Type.Integer()),
        job_id: Type.String(),
        estado_sii: Nullable(Codigo(ESTADOS_SII, { 'x-nombre': 'EstadoSii' })),
      }),
    ),
    posible_repetida: Nullable(
      Type.String({ description: 'Otra del mismo proveedor, número y monto.', ...ID }),
    ),
    estado_cuenta: Nullable(Exact({ id: Type.String(), fila: Type.Integer() })),
    advertencias: Advertencias,
    creado_en: Type.String({ format: 'date-time', examples: ['2026-11-20T14:02:11.000Z'] }),
    actualizado_en: Type.String({ format: 'date-time', examples: ['2026-11-20T14:02:11.000Z'] }),
  },
  { 'x-nombre': 'CompraInternacional' },
)

const ivaOf = (pesos: number): number => Number(multiply(micro(String(pesos)), micro('0.19')) / 1_000_000n)

const conversionToJson = ({ moneda, tipoCambio, fechaTc, fuente, montoClp }: Conversion) => ({
  moneda,
  tipo_cambio: tipoCambio,
  fecha_tc: fechaTc,
  fuente,
  monto_clp: montoClp,
})

/** That it was issued once and the SII rejected it: issued again as it is, it would be again. */
const rechazoOf = ({ rechazado_folio: folio }: CompraRow): Advertencia[] =>
  folio === null
    ? []
    : [
        {
          code: 'PREVIOUS_REJECTED',
          campo: 'dte',
          mensaje: `El SII rechazó la factura de compra (${FACTURA_COMPRA}, folio ${folio}) con que se emitió: vea por qué en ese documento antes de emitir otra`,
        },
      ]

export function compraToJson(
  compras: Pick<Compras, 'convert' | 'repetida'>,
  cuentaId: string,
  row: CompraRow,
): Static<typeof CompraJson> {
  const propuesta = propuestaOf(row)
  const clasificacion = clasificacionOf(row)
  const { proveedor, impuestoExtranjero, ...rest } = propuesta
  const { prestadorResidente, ivaChilenoCobrado, afectoImpuestoAdicional, ...said } = clasificacion
  const { taxId, ...who } = proveedor
  const conversion = compras.convert(cuentaId, row)
  const bloqueos = bloqueosDe(row, conversion)
  const iva = conversion && ivaOf(conversion.montoClp)
  return {
    id: row.id,
    estado: row.estado,
    extraccion: { metodo: row.metodo as MetodoCompra | null, paginas: row.paginas, motivo: row.motivo },
    archivo: row.archivo_nombre === null ? null : { nombre: row.archivo_nombre, sha256: row.archivo_sha256! },
    propuesta: {
      proveedor: { ...who, tax_id: taxId },
      ...rest,
      impuesto_extranjero: impuestoExtranjero,
    },
    conversion: conversion && conversionToJson(conversion),
    campos_dudosos: dudososOf(row),
    clasificacion: {
      ...said,
      prestador_residente: prestadorResidente,
      iva_chileno_cobrado: ivaChilenoCobrado,
      afecto_impuesto_adicional: afectoImpuestoAdicional,
    },
    bloqueos,
    emitible: row.estado === 'clasificada' && bloqueos.length === 0 && conversion !== null,
    iva_retenido: iva,
    iva_recuperable: iva,
    tratamiento_credito: 'segun_reglas_contables',
    dte:
      row.dte_job_id === null
        ? null
        : {
            tipo_dte: FACTURA_COMPRA,
            folio: row.dte_folio,
            job_id: row.dte_job_id,
            estado_sii: row.dte_estado_sii as never,
          },
    posible_repetida: compras.repetida(row)?.id ?? null,
    estado_cuenta: row.estado_cuenta_id === null ? null : { id: row.estado_cuenta_id, fila: row.fila! },
    advertencias: [...rechazoOf(row), ...advertenciasOf(propuesta, clasificacion, conversion)],
    creado_en: row.created_at,
    actualizado_en: row.updated_at,
  }
}
