// QueryEstUp.getEstUp and wsDTECorreo.reenvioCorreo: how far an envelope, a report of used folios or a book is, and the
// mail about it (sii §4).

import { parseRut } from '../domain/rut'
import { tokenOwner } from './autenticacion'
import { maySend } from './contribuyentes'
import { countByTipo } from './libro'
import { findLibro } from './libros/libros'
import { isSeen } from './portal/dueno'
import { findRcof } from './rcof/rcof'
import {
  estadoPrefijado,
  type Hojas,
  inner,
  numeroAtencion,
  type Operation,
  sinPermiso,
  tokenError,
} from './soap-operacion'

const GLOSAS = {
  REC: 'Envio Recibido',
  SOK: 'Esquema Validado',
  FOK: 'Firma de Envio Validada',
  CRT: 'Caratula OK',
  PRD: 'Envio en Proceso',
  EPR: 'Envio Procesado',
  RSC: 'Rechazado por Error en Schema',
  RFR: 'Rechazado por Error en Firma',
  RCT: 'Rechazado por Error en Caratula',
  RPT: 'Rechazado por Repetido',
  RPR: 'Aceptado con Reparos',
  LSO: 'Schema de Libro OK',
  LTC: 'Libro Cerrado y Cuadrado',
  LRH: 'Libro Rechazado, No Cuadra',
  LRS: 'Libro Rechazado por Error en Schema',
  LRC: 'Libro Rechazado por Error en Caratula',
  LRF: 'Libro Rechazado por Error en Firma',
  LNC: 'Tipo de Libro No Corresponde o Periodo Cerrado',
} as const

export const getEstUp: Operation = {
  parametros: ['RutCompania', 'DvCompania', 'TrackId', 'Token'],
  answer(sim, libro, lado, p, mundo) {
    const owner = tokenOwner(sim, lado, 'soap', p.Token!)
    if ('estado' in owner) return tokenError(sim, owner.estado)
    const rutEmpresa = parseRut(`${p.RutCompania}-${p.DvCompania}`)
    if (rutEmpresa && !maySend(sim, lado, rutEmpresa, owner.rut)) return sinPermiso(sim)
    const trackId = /^\d{1,15}$/.test(p.TrackId!) ? Number(p.TrackId) : 0
    const archivo = findRcof(sim, trackId) ?? findLibro(sim, trackId)
    if (archivo?.lado === lado && archivo.rutEmpresa === rutEmpresa && isSeen(archivo, mundo))
      return inner(sim, [
        ['TRACKID', String(trackId)],
        ['ESTADO', archivo.estado],
        ['GLOSA', GLOSAS[archivo.estado]],
        ['NUM_ATENCION', numeroAtencion(sim)],
      ])
    const envio = libro.findEnvio(trackId)
    const own = envio?.lado === lado && envio.servicio === 'dte' && isSeen(envio, mundo)
    const known = own ? envio : null
    // One of another environment is as unknown as one that never was (sii §4.3).
    if (!known || known.rutEmpresa !== rutEmpresa)
      return inner(sim, [
        ['ESTADO', '-11'],
        ['GLOSA', 'Error de consulta'],
        ['ERR_CODE', known ? '1' : '2'],
        ['SQL_CODE', '0'],
        ['SRV_CODE', '1'],
      ])
    const cuerpo: Hojas =
      known.estado === 'EPR'
        ? countByTipo(libro.documentosOf(known.trackId)).flatMap(
            (c): Hojas => [
              ['TIPO_DOCTO', String(c.tipoDte)],
              ['INFORMADOS', String(c.informados)],
              ['ACEPTADOS', String(c.aceptados)],
              ['RECHAZADOS', String(c.rechazados)],
              ['REPAROS', String(c.reparos)],
            ],
          )
        : []
    const cabecera: Hojas = [
      ['TRACKID', String(known.trackId)],
      ['ESTADO', known.estado === 'PRD' && sim.rarezas.pdr ? 'PDR' : known.estado],
      ['GLOSA', GLOSAS[known.estado]],
      ['NUM_ATENCION', numeroAtencion(sim)],
    ]
    return inner(sim, cabecera, cuerpo)
  },
  refuse: (sim, falla) => (falla === 'token_rechazado' ? tokenError(sim, '003') : sinPermiso(sim)),
}

export const reenvioCorreo: Operation = {
  parametros: ['Token', 'RutEmpresa', 'DvEmpresa', 'TrackId'],
  answer(sim, libro, lado, p, mundo) {
    const owner = tokenOwner(sim, lado, 'soap', p.Token!)
    if ('estado' in owner) return estadoPrefijado(sim, '104', 'TOKEN NO EXISTE O INACTIVO')
    if (!p.RutEmpresa || !p.DvEmpresa || !p.TrackId)
      return estadoPrefijado(sim, '102', 'FALTAN DATOS DE ENTRADA')
    const rutEmpresa = parseRut(`${p.RutEmpresa}-${p.DvEmpresa}`)
    if (!rutEmpresa) return estadoPrefijado(sim, '101', 'DV DE LA EMPRESA INCORRECTO')
    if (!maySend(sim, lado, rutEmpresa, owner.rut)) return estadoPrefijado(sim, '106', 'USUARIO SIN PERMISO')
    const envio = libro.findEnvio(Number(p.TrackId))
    if (envio?.lado !== lado || envio.rutEmpresa !== rutEmpresa || !isSeen(envio, mundo))
      return estadoPrefijado(sim, '105', 'TRACKID NO EXISTE')
    return envio.siguienteAt === null
      ? estadoPrefijado(sim, '0', 'SOLICITUD RECIBIDA')
      : estadoPrefijado(sim, '114', 'LA VALIDACION NO HA TERMINADO')
  },
  refuse: (sim, falla) =>
    estadoPrefijado(sim, falla === 'token_rechazado' ? '104' : '106', 'SOLICITUD RECHAZADA'),
}
