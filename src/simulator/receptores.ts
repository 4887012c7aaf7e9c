// Magic receivers: RUTs that bring about a verdict (simulator §8.2), on the side of certification alone. They let a test
// see every outcome without breaking a document by hand.

import type { Lado } from './hosts'
import type { Razon } from './sim'

interface ReceptorMagico {
  rut: string
  efecto: 'esquema' | 'timbre' | 'duplicado' | 'reparo' | 'atascado' | 'reclamo'
  descripcion: string
  /** The ledger's reasons; none where the effect is not its verdict. */
  razones: Razon[]
}

export const RECEPTORES: readonly ReceptorMagico[] = [
  {
    rut: '90000001-4',
    efecto: 'esquema',
    descripcion: 'El sobre completo se rechaza por esquema (RSC) y ninguno de sus folios queda usado',
    razones: [{ codigo: 'ENV-3-0', mensaje: 'Receptor de prueba: rechazo por esquema' }],
  },
  {
    rut: '90000002-2',
    efecto: 'timbre',
    descripcion: 'El documento se rechaza por la firma de su timbre; el folio queda usado',
    razones: [{ codigo: 'TED-2-510', mensaje: 'Receptor de prueba: la firma del timbre es incorrecta' }],
  },
  {
    rut: '90000003-0',
    efecto: 'duplicado',
    descripcion: 'El documento se rechaza como si su folio ya hubiera sido recibido con otros datos',
    razones: [
      { codigo: 'DTE-3-101', mensaje: 'Receptor de prueba: el folio ya fue recibido con otros datos' },
    ],
  },
  {
    rut: '90000004-9',
    efecto: 'reparo',
    descripcion: 'El documento se acepta con reparos',
    razones: [{ codigo: 'HED-2-300', mensaje: 'Receptor de prueba: aceptado con reparos' }],
  },
  {
    rut: '90000005-7',
    efecto: 'atascado',
    descripcion: 'El sobre queda en CRT y nunca llega a EPR',
    razones: [],
  },
  {
    rut: '90000006-5',
    efecto: 'reclamo',
    descripcion:
      'Reclama el contenido (RCD) de toda factura (33, 34, 43) apenas el SII la acepta, aun pagada al contado',
    razones: [],
  },
]

/** The effect of a receiver, null for everyone else. */
export const magicReceptor = (lado: Lado, rut: string): ReceptorMagico | null =>
  lado === 'certificacion' ? (RECEPTORES.find((r) => r.rut === rut) ?? null) : null

/** Their table for the documentation of the API. */
export const receptoresSection = () => ({
  titulo: 'Receptores de prueba',
  texto: 'En `simulacion`, un documento a uno de estos RUT recibe siempre el mismo veredicto.',
  columnas: ['RUT', 'Efecto', 'Qué pasa'],
  filas: RECEPTORES.map(({ rut, efecto, descripcion }) => [rut, efecto, descripcion]),
})
