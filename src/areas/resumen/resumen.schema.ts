// The answer of the summary (http §21).

import { type Static, Type } from '@sinclair/typebox'
import { QUE_SON_VENTAS } from '../../domain/dte/ventas'
import { TRABAJOS } from '../../domain/trabajos'
import { AmbienteJson, Codigo, EstadoSiiJson, Exact, Nullable, OneOf } from '../../http/envelope'
import { Instante } from '../../http/formats'
import { ESTADOS, SIGNIFICADO_ESTADO } from '../../jobs/estados'
import { EmpresaBreve } from '../empresa'
import { MOTIVOS } from '../respaldo'

const pesos = Type.Integer({ description: 'Pesos.' })

export const Cifra = Exact({
  fecha: Type.String({ description: 'De emisión.', examples: ['2026-11-20'] }),
  tipo_dte: Type.Integer(),
  estado_sii: EstadoSiiJson,
  documentos: Type.Integer(),
  monto_neto: pesos,
  monto_exento: pesos,
  monto_iva: pesos,
  monto_total: pesos,
})

const enlace = Type.String({ description: 'Dónde está en la API lo que hay que atender.' })
const cantidad = Type.Integer({ minimum: 1 })
const tipos = Type.Array(Exact({ tipo_dte: Type.Integer(), cantidad }))

/** In the order in which they are told. */
export const Atencion = Type.Union([
  Exact({
    asunto: Type.Literal('respaldos', {
      description:
        'Las copias del servidor fallan o se atrasan. Sólo a los propietarios de su primera cuenta, que es la de quien lo administra.',
    }),
    motivo: OneOf(MOTIVOS),
    desde: Type.String(),
    mensaje: Type.String(),
    enlace,
  }),
  Exact({ asunto: Type.Literal('trabajos_detenidos'), cantidad, enlace }),
  Exact({
    asunto: Type.Literal('envios_detenidos', {
      description:
        'Documentos cuyo sobre el SII rechazó por completo, por una causa ajena a ellos: esperan que se corrija y se reintente su trabajo.',
    }),
    cantidad,
    job_ids: Type.Array(Type.String(), { description: 'Sus trabajos, veinte a lo más.' }),
    enlace,
  }),
  Exact({
    asunto: Type.Literal('sin_veredicto', {
      description:
        'Envíos por los que se preguntó al SII durante una semana sin que dijera su veredicto. Preguntar por uno lo sigue otra semana.',
    }),
    cantidad,
    track_id: Nullable(Type.String({ description: 'El del más antiguo, si el SII lo dijo.' })),
    enlace,
  }),
  Exact({
    asunto: Type.Literal('operaciones_detenidas', {
      description: 'Operaciones en el SII que no siguen solas: se reintentan o se descartan.',
    }),
    cantidad,
    tipos: Type.Array(Exact({ tipo: Codigo(TRABAJOS, { 'x-nombre': 'TipoTrabajo' }), cantidad })),
    enlace,
  }),
  Exact({
    asunto: Type.Literal('boletas_inciertas', {
      description: 'Boletas de terceros cuya respuesta se perdió: el informe del mes dirá si existen.',
    }),
    cantidad,
    enlace,
  }),
  Exact({
    asunto: Type.Literal('buzon_apagado', {
      description: 'El servidor de correo rehusó la clave: no se lee la casilla hasta guardarla otra vez.',
    }),
    desde: Type.String(),
    motivo: Nullable(Type.String()),
    enlace,
  }),
  Exact({ asunto: Type.Literal('documentos_rechazados'), cantidad, tipos, enlace }),
  Exact({
    asunto: Type.Literal('acuses_por_vencer', {
      description:
        'Documentos recibidos que nadie aceptó ni reclamó y cuyos ocho días terminan en 72 horas o menos: después el SII los da por aceptados. Cada uno una vez: los que el registro de compras tiene pendientes y los que llegaron aquí y el registro aún no trae.',
    }),
    cantidad,
    pendientes: Type.Integer({
      description:
        'Todos los que esperan, también los que vencen después: `total` de `GET /v1/dte/acuse/pendientes`.',
    }),
    vence_el: Type.String({ description: 'El del primero.' }),
    enlace,
  }),
  Exact({
    asunto: Type.Literal('certificado'),
    estado: OneOf({
      falta: 'no se ha cargado',
      vencido: 'ya no firma',
      por_vencer: 'vence en 30 días o menos',
    }),
    valido_hasta: Nullable(Type.String()),
    dias_restantes: Nullable(Type.Integer()),
    enlace,
  }),
  Exact({
    asunto: Type.Literal('folios'),
    estado: OneOf({
      agotados: 'no queda ninguno de un tipo emitido en los últimos 90 días',
      bajos: 'quedan tantos como el umbral, o menos',
      por_agotarse: 'al ritmo actual duran menos de siete días',
      por_vencer: 'vencen en 15 días o menos, y al ritmo actual sobrarán',
    }),
    tipo_dte: Type.Integer(),
    disponibles: Type.Integer(),
    dias_estimados: Nullable(
      Type.Integer({ description: 'Días que duran, como en `GET /v1/dte/folios`; null sin uso.' }),
    ),
    umbral: Nullable(Type.Integer()),
    vence_el: Nullable(Type.String()),
    enlace,
  }),
  Exact({
    asunto: Type.Literal('webhook_desactivado', { description: 'Lo desactivó el servidor.' }),
    webhook_id: Type.String(),
    url: Type.String(),
    motivo: Type.String(),
    enlace,
  }),
  Exact({
    asunto: Type.Literal('cuota'),
    cuota: OneOf({ emisiones: 'documentos del mes', consultas: 'consultas al SII del mes' }),
    estado: OneOf({ cerca: 'usado el 80 % o más', agotada: 'no queda' }),
    usadas: Type.Integer(),
    limite: Type.Integer(),
    enlace,
  }),
  Exact({ asunto: Type.Literal('documentos_con_reparos'), cantidad, tipos, enlace }),
])

export type Asunto = Static<typeof Atencion>

const atencion = Type.Array(Atencion, {
  description:
    'Lo que espera a una persona, lo más urgente primero, y sólo lo que la credencial puede leer: el certificado y las cuotas con `empresa:leer`, los folios con `folios:leer`, las operaciones con el permiso de su lista, los acuses con `rcv:leer`, las boletas de terceros con `bte:leer`, la casilla con `recibidos:leer`, los webhooks con `webhooks:administrar`. Los rechazos y reparos son los de las fechas pedidas que nadie ha visto: ni reemplazados por otro documento ni dados por vistos (`por_atender=true` en `GET /v1/documentos`).',
})

export const Resumen = Exact({
  desde: Type.String({ examples: ['2026-10-22'] }),
  hasta: Type.String({ examples: ['2026-11-20'] }),
  leido_en: Instante({ description: 'Cuándo se contó, por el reloj del servidor.' }),
  ambiente: AmbienteJson(),
  documentos: Type.Array(Cifra, {
    description: 'Los documentos de la lista por fecha, tipo y veredicto; sólo las combinaciones que hay.',
  }),
  ventas: Type.Array(
    Exact({
      fecha: Type.String({ description: 'De emisión.', examples: ['2026-11-20'] }),
      monto_total: pesos,
      por_enviar: Type.Integer({
        description:
          'De `monto_total`, lo que el SII aún no tiene: lo que falta de él en `GET /v1/libros/ventas/:periodo` con `base=emitidos`, que es el resto.',
      }),
    }),
    {
      description: `Lo vendido cada día que tiene documentos. ${QUE_SON_VENTAS} El registro del SII (\`GET /v1/rcv/:periodo\`) tiene además lo emitido en otro programa y las facturas de compra que otros le emitieron.`,
    },
  ),
  trabajos: Exact(Object.fromEntries(ESTADOS.map((estado) => [estado, Type.Integer()])), {
    description: `Trabajos de emisión de siempre, por estado. ${Object.entries(SIGNIFICADO_ESTADO)
      .map(([estado, means]) => `\`${estado}\`: ${means}`)
      .join('; ')}.`,
  }),
  atencion,
  empresas: Nullable(
    Type.Array(
      Exact({
        ...EmpresaBreve.properties,
        documentos: Type.Integer({
          description:
            'Los de las fechas pedidas, en el ambiente de la empresa: de todo tipo, también los rechazados, como los cuenta `GET /v1/documentos`.',
        }),
        atencion,
      }),
      { description: 'Las de la cuenta al alcance de la credencial, con `empresas=true`; si no, null.' },
    ),
  ),
})
