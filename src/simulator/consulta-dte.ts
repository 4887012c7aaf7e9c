// QueryEstDte and QueryEstDteAv: what is known of one document (sii §5.1, §5.2).

import { isDate } from '../domain/fecha'
import { parseRut } from '../domain/rut'
import { tokenOwner } from './autenticacion'
import { maySend } from './contribuyentes'
import { askDte } from './estado-dte'
import {
  estadoPrefijado,
  inner,
  numeroAtencion,
  type Operation,
  sinPermiso,
  tokenError,
} from './soap-operacion'

const DOCUMENTO = ['RutReceptor', 'DvReceptor', 'TipoDte', 'FolioDte', 'FechaEmisionDte', 'MontoDte']

export const getEstDte: Operation = {
  parametros: ['RutConsultante', 'DvConsultante', 'RutCompania', 'DvCompania', ...DOCUMENTO, 'Token'],
  answer(sim, libro, lado, p, mundo) {
    const owner = tokenOwner(sim, lado, 'soap', p.Token!)
    if ('estado' in owner) return tokenError(sim, owner.estado)
    const pregunta = readPregunta(p, p.RutCompania!, p.DvCompania!)
    if (!pregunta)
      return inner(sim, [
        ['ESTADO', '-4'],
        ['GLOSA_ESTADO', 'ERROR OBTENCION DE DATOS'],
      ])
    const { estado: codigo, glosa, errCode } = askDte(sim, libro, { lado, mundo, ...pregunta })
    return inner(sim, [
      ['ESTADO', codigo],
      ['GLOSA_ESTADO', glosa],
      ['ERR_CODE', errCode],
      ['GLOSA_ERR', glosa],
      ['NUM_ATENCION', numeroAtencion(sim)],
    ])
  },
  refuse: (sim, falla) => (falla === 'token_rechazado' ? tokenError(sim, '003') : sinPermiso(sim)),
}

export const getEstDteAv: Operation = {
  parametros: ['RutEmpresa', 'DvEmpresa', ...DOCUMENTO, 'FirmaDte', 'Token'],
  answer(sim, libro, lado, p, mundo) {
    const owner = tokenOwner(sim, lado, 'soap', p.Token!)
    if ('estado' in owner)
      return estadoPrefijado(sim, owner.estado === '003' ? '2' : '1', 'TOKEN NO EXISTE O INACTIVO')
    const pregunta = readPregunta(p, p.RutEmpresa!, p.DvEmpresa!)
    if (!pregunta || !p.FirmaDte) return estadoPrefijado(sim, '5', 'PARAMETROS INCORRECTOS')
    if (!maySend(sim, lado, pregunta.rutEmisor, owner.rut))
      return estadoPrefijado(sim, '9', 'USUARIO NO AUTORIZADO')
    const firma = p.FirmaDte.replace(/\s/g, '')
    const { estado, glosa, recibido, trackId } = askDte(sim, libro, { lado, mundo, ...pregunta, firma })
    return inner(
      sim,
      [['ESTADO', '0']],
      [
        ['RECIBIDO', recibido ? 'SI' : 'NO'],
        ['ESTADO', estado],
        ['GLOSA', glosa],
        ['TRACKID', trackId === null ? null : String(trackId)],
        ['NUMATENCION', numeroAtencion(sim)],
      ],
    )
  },
  refuse: (sim, falla) =>
    falla === 'token_rechazado'
      ? estadoPrefijado(sim, '2', 'TOKEN NO EXISTE')
      : estadoPrefijado(sim, '9', 'USUARIO NO AUTORIZADO'),
}

function readPregunta(p: Record<string, string>, rut: string, dv: string) {
  const rutEmisor = parseRut(`${rut}-${dv}`)
  const rutReceptor = parseRut(`${p.RutReceptor}-${p.DvReceptor}`)
  // Both `ddmmyyyy` and `dd-mm-yyyy` are reported to work (sii §5.1).
  const [, day, month, year] = /^(\d\d)-?(\d\d)-?(\d{4})$/.exec(p.FechaEmisionDte!) ?? []
  const fecha = `${year}-${month}-${day}`
  const numbers = /^\d+$/.test(p.TipoDte!) && /^\d+$/.test(p.FolioDte!) && /^\d+(\.\d+)?$/.test(p.MontoDte!)
  if (!rutEmisor || !rutReceptor || !numbers || !isDate(fecha)) return null
  return {
    rutEmisor,
    rutReceptor,
    tipoDte: Number(p.TipoDte),
    folio: Number(p.FolioDte),
    fecha,
    monto: p.MontoDte!,
  }
}
