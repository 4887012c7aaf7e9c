// A holder of invoices asks the SII whether the company's could be ceded to it, and writes what it was told (simulator §21.4).

import { buzonDe } from '../correo/direcciones'
import { writeMensaje } from '../correo/mensaje'
import { createLibro } from '../libro'
import { cedibleOf } from '../reclamo'
import { RESPUESTAS } from '../reclamo-codigos'
import { type Sim, simAt } from '../sim'
import { putCarta } from './correspondencia'
import { habitanteOf } from './habitantes'
import { LADO, type Vecindad } from './tipos'

/** The newest; older ones it asked about before. */
const CUANTAS = 5

/** Asks as `consultarDocDteCedible` answers, at its own time; of a company that issued nothing on credit, nothing. */
export function askCedibles(sim: Sim, { dueno, rutEmpresa }: Vecindad, rut: string, at: number): void {
  const { vecinos } = sim.sql
  const documentos = vecinos.ventas.all(dueno, rutEmpresa, CUANTAS)
  if (!documentos.length || !vecinos.find.get(dueno, rutEmpresa, rut)?.correo) return
  const then = simAt(sim, at)
  const libro = createLibro(then)
  const lines = documentos.map(({ tipoDte, folio }) => {
    const codigo = cedibleOf(then, libro, { lado: LADO, rutEmisor: rutEmpresa, tipoDte, folio })
    return `Documento ${tipoDte} folio ${folio}: ${codigo} ${RESPUESTAS[codigo]}`
  })
  const [de, para] = [buzonDe(rut), buzonDe(rutEmpresa)]
  const mensaje = writeMensaje({
    ...{ de: { nombre: habitanteOf(rut)!.razonSocial, direccion: de }, para, at: new Date(at) },
    asunto: 'Consulta de cesión de sus documentos',
    texto: `Estimados:\n\nEl SII nos respondió de sus documentos:\n\n${lines.join('\n')}\n`,
    adjuntos: [],
  })
  putCarta(then, dueno, de, para, mensaje)
}
