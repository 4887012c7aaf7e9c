// Fills the receiver of a request from the customer book: each field that it lacks and its type can carry
// (areas/clientes §5).

import type { Extranjero } from '../../cliente'
import { RUT_EXTRANJERO } from '../../rut'
import { nodo } from '../esquema'
import { FACTURA, type TipoDte, tipoDocumento } from '../tipos'
import { lectoresDeBloques } from './bloques'
import { camposDe } from './campos'

/** A customer, as far as a receiver can be one. */
interface ClienteReceptor {
  rut: string
  razon_social: string
  giro: string | null
  direccion: string | null
  comuna: string | null
  ciudad: string | null
  email: string | null
  telefono: string | null
  contacto: string | null
  extranjero: Extranjero | null
}

type Json = Record<string, unknown>

/** A tourist is nobody by name (domain/dte §3.1). */
function isTurista(tipo: TipoDte, rut: string): boolean {
  const { nota, monedaExtranjera } = tipoDocumento(tipo)
  return rut === RUT_EXTRANJERO && (tipo === FACTURA || (nota === 'credito' && !monedaExtranjera))
}

/** Whether a request says a field, under either of its names; null stands for absent. */
const says = (receptor: Json, { nombre, tag }: { nombre: string; tag?: string }): boolean =>
  (receptor[nombre] ?? (tag && receptor[tag]) ?? null) !== null

/** The foreigner as the type can say it. */
function extranjeroPara(tipo: TipoDte, extranjero: Extranjero): Json | null {
  const group = nodo(tipoDocumento(tipo).raiz, 'Encabezado/Receptor/Extranjero')
  if (!group) return null
  const said = camposDe(group, tipo, {}).flatMap(({ nombre }) => {
    const value = extranjero[nombre as keyof Extranjero] ?? null
    return value === null ? [] : [[nombre, value]]
  })
  return said.length ? Object.fromEntries(said) : null
}

/** The receiver with what it lacks, and the names of the fields taken. What is sent wins. */
export function withCliente(
  receptor: Json,
  cliente: ClienteReceptor,
  tipo: TipoDte,
): { receptor: Json; tomados: string[] } {
  const filled = { ...receptor }
  const tomados: string[] = []
  for (const campo of lectoresDeBloques(tipo).camposReceptor) {
    const { nombre } = campo
    if (says(receptor, campo)) continue
    if (nombre === 'razon_social' && isTurista(tipo, cliente.rut)) continue
    const value =
      nombre === 'extranjero'
        ? cliente.extranjero && extranjeroPara(tipo, cliente.extranjero)
        : cliente[nombre as keyof ClienteReceptor]
    if (value === undefined || value === null) continue
    filled[nombre] = value
    tomados.push(nombre)
  }
  return { receptor: filled, tomados }
}
