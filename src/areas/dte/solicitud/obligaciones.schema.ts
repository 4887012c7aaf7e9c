// The demands and refusals of each type of document, read off the emission's own reader.

import { REFERIDOS, SOLICITUDES } from '../../../domain/dte/ejemplos/solicitudes'
import { readDocumento } from '../../../domain/dte/solicitud'
import { TIPOS, type TipoDocumento } from '../../../domain/dte/tipos'

const EMISOR = {
  rut: '76543210-3',
  razonSocial: 'Emisor',
  giro: 'Giro',
  acteco: [475_201],
  direccion: 'Calle 1',
  comuna: 'Talca',
}

/** A request that says nothing but its type and that there are the blocks it must have. */
const vacia = ({ codigo, bloques }: TipoDocumento): object => ({
  tipo_dte: codigo,
  receptor: {},
  detalle: [{}],
  ...Object.fromEntries(
    Object.entries(bloques).flatMap(([nombre, due]) => (due === 'requerido' ? [[nombre, {}]] : [])),
  ),
})

const faltas = (body: object, hoy: string) => readDocumento(body, EMISOR, hoy).faults ?? []

const code = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ')

/** One line a type, in words; `campos` are the fields of the body. */
export function obligaciones(campos: readonly string[], hoy: string): string {
  return TIPOS.map((tipo) => {
    const exige = faltas(vacia(tipo), hoy)
      .filter(({ regla }) => regla === 'requerido')
      .map(({ campo }) => campo.replace('detalle[0]', 'detalle[]'))
    const ajenos = campos.filter((campo) =>
      faltas({ tipo_dte: tipo.codigo, [campo]: {} }, hoy).some(
        (falta) => falta.campo === campo && falta.regla === 'desconocido',
      ),
    )
    const no = ajenos.length ? `; no lleva ${code(ajenos)}` : ''
    return `* **${tipo.codigo} ${tipo.nombre}**: exige ${code([...new Set(exige)])}${no}.`
  }).join('\n')
}

/** A request of each type; the notes refer to folio 1 of the document that they act on. */
export const ejemplosPorTipo = (hoy: string) =>
  Object.fromEntries(
    TIPOS.map(({ codigo, nombre }) => [
      `tipo_${codigo}`,
      { summary: `${codigo} ${nombre}`, value: SOLICITUDES[codigo](REFERIDOS, hoy) },
    ]),
  )
