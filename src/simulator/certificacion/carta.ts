// The mail that tells what came of a review (simulator §23.4), in the box of the company.

import { chileTimestamp } from '../../domain/fecha'
import { buzonDe } from '../correo/direcciones'
import { createEstafeta } from '../correo/estafeta'
import { writeMensaje } from '../correo/mensaje'
import type { Sim } from '../sim'
import type { Avance } from './avance'
import { razonOf } from './control-envio'
import { NOMBRES } from './filas'
import { findSet } from './sets'

const DE = 'siidte@certificacion.simulador.invalid'
const ASUNTO = 'Resultado de Revision del Set de Prueba'
/** More reasons than a person reads are not told. */
const RAZONES_MAX = 60

/** Mails the verdict at the present of `sim`. */
export function mailVeredicto(sim: Sim, avance: Avance): void {
  const { dueno, rut, trackId, resultado, controles } = avance
  const set = avance.setId === null ? null : findSet(sim, avance.setId)
  const name = set ? `SET ${NOMBRES[set.clase]} - Version 1` : 'SIMULACION'
  const failed = [
    ...new Set(
      controles
        .filter(({ conforme }) => !conforme)
        .map(({ caso, glosa }) =>
          caso === null || !set ? glosa : `${razonOf(set.atencion, caso)}: ${glosa}`,
        ),
    ),
  ]
  const texto = [
    ASUNTO,
    '',
    `RUT Empresa        : ${rut}`,
    `Numero de Atencion : ${set?.atencion ?? '-'}`,
    `Tipo de Set        : ${name}`,
    `Numero de Envio    : ${trackId}`,
    `Fecha de Revision  : ${chileTimestamp(sim.now()).replace('T', ' ')}`,
    '',
    `Resultado          : ${resultado === 'SOK' ? 'SOK - SET DE PRUEBA CORRECTO' : 'SRH - SET DE PRUEBA CON ERRORES'}`,
    ...(failed.length ? ['', ...failed.slice(0, RAZONES_MAX)] : []),
    '',
  ].join('\n')
  const para = buzonDe(rut)
  const mensaje = writeMensaje({
    ...{ de: { nombre: 'Servicio de Impuestos Internos', direccion: DE }, para, at: sim.now(), texto },
    ...{ asunto: `SETMAIL${set?.atencion ? `000${set.atencion}` : ''} ${ASUNTO}`, adjuntos: [] },
  })
  createEstafeta(sim).deliver({ dueno, de: DE, para: [para], mensaje })
}
