// Where an import's customers come from, one after another: lines of a file, parties of the register, receivers of documents
// (areas/clientes §4).

import type { Ambiente } from '../../domain/ambiente'
import {
  type DatosCliente,
  rutFaults,
  TEXTOS_CLIENTE,
  type TextoCliente,
  textoCliente,
} from '../../domain/cliente'
import { diasOf } from '../../domain/rcv/periodo'
import type { Documentos } from '../dte'
import { SIN_DATOS } from './clientes'
import { type Archivo, readFila } from './read-csv'
import type { prepareImportacion } from './statements'

/** One of them: what is known, or what is wrong with it. `posicion` is where the next run goes on behind it. */
export interface Hallado {
  posicion: string
  linea: number | null
  datos: DatosCliente | string[]
}

/** Those of a file behind the line `posicion`. */
export function* deArchivo({ columnas, filas }: Archivo, posicion: string): Generator<Hallado | null> {
  const done = Number(posicion || 0)
  for (const { linea, celdas } of filas) {
    // Told of all the same: reading what is done already takes its time too.
    if (!celdas.length || linea <= done) yield null
    else yield { posicion: String(linea), linea, datos: readFila(columnas, celdas) }
  }
}

interface Donde {
  empresa_id: string
  ambiente: Ambiente
  desde: string
  hasta: string
}

/** A text that a document or the register has, as a customer keeps it; null where it would be too long. */
function kept(campo: TextoCliente, text: string | null | undefined): string | null {
  const value = textoCliente(campo, text ?? null)
  return value !== null && value.length <= TEXTOS_CLIENTE[campo] ? value : null
}

type Sql = Pick<
  ReturnType<typeof prepareImportacion>,
  'nextVenta' | 'nombreVenta' | 'nextEmitido' | 'ultimo' | 'otroUltimo' | 'emitidoEn'
>

/** The other parties of the sales that the register has of these months, by RUT. */
export function* deRegistro(sql: Sql, donde: Donde, posicion: string): Generator<Hallado | null> {
  const { empresa_id, ambiente } = donde
  for (let rut = posicion; ; ) {
    const next = sql.nextVenta.get({ empresa_id, ambiente, rut })
    if (!next) return
    rut = next
    // The register says no more than that about foreigners and final consumers, who may have any number of
    // documents.
    const razon_social = rutFaults(rut, null).length
      ? null
      : kept('razon_social', sql.nombreVenta.get({ ...donde, rut }))
    if (!razon_social) yield null
    else yield { posicion: rut, linea: null, datos: { ...SIN_DATOS, rut, razon_social } }
  }
}

/** The receivers of what was issued in these months, by RUT, as the newest that counts since then names them, else the newest. */
export function* deEmitidos(
  sql: Sql,
  documentos: Pick<Documentos, 'byId' | 'contenido'>,
  { empresa_id, ambiente, ...meses }: Donde,
  posicion: string,
): Generator<Hallado | null> {
  const { desde } = diasOf(meses.desde)
  const { hasta } = diasOf(meses.hasta)
  for (let rut = posicion; ; ) {
    const next = sql.nextEmitido.get({ empresa_id, ambiente, rut })
    if (!next) return
    rut = next
    const donde = { empresa_id, ambiente, rut, desde }
    // First see whether the RUT is nobody's own: final consumers may have a million documents.
    const ultimo = rutFaults(rut, null).length
      ? undefined
      : (sql.ultimo.get(donde) ?? sql.otroUltimo.get(donde))
    const within = ultimo && (ultimo.fecha <= hasta || sql.emitidoEn.get({ ...donde, hasta }) === 1)
    if (!within) {
      yield null
      continue
    }
    const { receptor } = documentos.contenido(documentos.byId(ultimo.id)!).dte
    const razon_social = kept('razon_social', receptor.razonSocial)
    if (!razon_social) {
      yield null
      continue
    }
    const { giro, direccion, comuna, ciudad, email, contacto, telefono } = receptor
    yield {
      posicion: rut,
      linea: null,
      datos: {
        ...SIN_DATOS,
        rut,
        razon_social,
        giro: kept('giro', giro),
        direccion: kept('direccion', direccion),
        comuna: kept('comuna', comuna),
        ciudad: kept('ciudad', ciudad),
        email: kept('email', email),
        contacto: kept('contacto', contacto),
        telefono: kept('telefono', telefono),
      },
    }
  }
}
