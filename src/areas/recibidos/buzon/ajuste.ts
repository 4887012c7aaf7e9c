// The settings of a mailbox, and the rules beyond its schema; all faults at once.

import { type Static, Type } from '@sinclair/typebox'
import { parseIp } from '../../../base/ip'
import type { Ambiente } from '../../../domain/ambiente'
import { type Fault, faultsError } from '../../../domain/errors'
import { Exact, Nullable, OneOf } from '../../../http/envelope'
import { Fecha } from '../../../http/formats'
import { Ruled } from '../../../http/rule'
import { DestinoRefused, type Politica, resolveHost } from '../../webhooks'
import { DESPUES, SEGURIDADES, TIPOS } from './buzon-json'
import type { Ajuste, Buzon } from './buzones'
import { NEGATIVA } from './open-box'

const texto = (maxLength: number, more: object = {}) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: '^[^\\u0000-\\u001f\\u007f]+$',
    mensaje: `Debe tener de 1 a ${maxLength} caracteres, en una línea`,
    ...more,
  })

const Cuerpo = Exact({
  tipo: OneOf(TIPOS, { examples: ['imap'] }),
  host: Type.Optional(
    texto(253, {
      description: 'Nombre del servidor; con `imap`, obligatorio.',
      examples: ['imap.example.cl'],
    }),
  ),
  puerto: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535, examples: [993] })),
  seguridad: Type.Optional(OneOf(SEGURIDADES, { examples: ['tls'] })),
  usuario: Type.Optional(texto(254, { examples: ['dte@example.cl'] })),
  clave: Type.Optional(
    texto(500, {
      description:
        'Se guarda cifrada y no vuelve a salir. Puede omitirse si el servidor y el usuario son los mismos.',
      examples: ['la clave del buzón'],
    }),
  ),
  carpeta: Type.Optional(texto(200, { description: '`INBOX` si se omite.', examples: ['INBOX'] })),
  desde: Type.Optional(
    Nullable(
      Fecha({
        description: 'Día desde el que se miran los mensajes; null, todos.',
        examples: ['2026-11-01'],
      }),
    ),
  ),
  despues: Type.Optional(OneOf(DESPUES, { description: '`nada` si se omite.', examples: ['marcar'] })),
  carpeta_procesados: Type.Optional(
    Nullable(texto(200, { description: 'Sólo con `mover`, y ahí obligatoria.' })),
  ),
})
type Cuerpo = Static<typeof Cuerpo>

const DE_IMAP = [
  'host',
  'puerto',
  'seguridad',
  'usuario',
  'clave',
  'carpeta',
  'despues',
  'carpeta_procesados',
] as const
const HOST = /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*\.?$/i

const fault = (campo: string, regla: Fault['regla'], mensaje: string): Fault => ({ campo, regla, mensaje })

const isServerName = (host: string): boolean => HOST.test(host) && !/^[\d.]+$|^0x/i.test(host)

/** The faults of fields that exclude or require each other. */
function faultsOf(body: Cuerpo): Fault[] {
  if (body.tipo === 'simulador')
    return DE_IMAP.filter((campo) => body[campo] != null).map((campo) =>
      fault(campo, 'sobra', `${campo} sólo corresponde a un buzón imap`),
    )
  const { host, carpeta = 'INBOX', despues = 'nada', carpeta_procesados: procesados = null } = body
  const isNamed = host === undefined || parseIp(host) !== null || isServerName(host)
  const missing = (['host', 'puerto', 'seguridad', 'usuario'] as const).filter(
    (campo) => body[campo] === undefined,
  )
  const faults: (Fault | false)[] = [
    ...missing.map((campo) => fault(campo, 'requerido', `Falta ${campo}`)),
    !isNamed &&
      fault(
        'host',
        'formato',
        'Debe ser el nombre de un servidor, sin puerto ni dirección web: imap.example.cl',
      ),
    // That is no server that a password is kept for.
    (missing.length > 0 || !isNamed) &&
      body.clave === undefined &&
      fault('clave', 'requerido', 'Falta clave'),
    despues === 'mover' &&
      procesados === null &&
      fault('carpeta_procesados', 'requerido', 'Con mover falta la carpeta a la que va lo leído'),
    despues !== 'mover' &&
      procesados !== null &&
      fault('carpeta_procesados', 'sobra', 'carpeta_procesados sólo corresponde a mover'),
    procesados !== null &&
      procesados === carpeta &&
      fault('carpeta_procesados', 'contradiccion', 'Debe ser otra carpeta que la que se lee'),
  ]
  return faults.filter((one) => one !== false)
}

export const AjusteJson = Ruled(Cuerpo, faultsOf)

/** Reads what was sent, by what else there is: the environment, the mailbox before, networks. Throws VALIDATION_ERROR. */
export async function readAjuste(
  body: Cuerpo,
  ambiente: Ambiente,
  before: Buzon | null,
  politica: Politica,
): Promise<Ajuste> {
  const desde = body.desde ?? null
  if (body.tipo === 'simulador') {
    if (ambiente !== 'simulacion') {
      const mensaje = `El buzón del simulador es sólo para simulacion; la empresa está en ${ambiente}`
      throw faultsError([fault('tipo', 'valor', mensaje)])
    }
    const none = { host: null, puerto: null, seguridad: null, usuario: null, clave: null }
    return { tipo: 'simulador', ...none, carpeta: 'INBOX', desde, despues: 'nada', carpetaProcesados: null }
  }
  const { host = '', puerto = 0, seguridad = 'tls', usuario = '', carpeta = 'INBOX', despues = 'nada' } = body
  const faults = await addressFaults(host, politica)
  // A password goes to the server that it was written for, to no other.
  const same =
    before?.tipo === 'imap' && before.host === host && before.puerto === puerto && before.usuario === usuario
  if (body.clave === undefined && !(same && before.seguridad === seguridad))
    faults.push(
      fault(
        'clave',
        'requerido',
        before?.tipo === 'imap' ? 'Con otro servidor o usuario escriba la clave otra vez' : 'Falta clave',
      ),
    )
  if (faults.length) throw faultsError(faults)
  return {
    ...{ tipo: 'imap', host, puerto, seguridad, usuario, carpeta, desde, despues },
    ...{ carpetaProcesados: body.carpeta_procesados ?? null, clave: body.clave ?? null },
  }
}

/** An address that is written out is known by now; one behind a name is looked at whenever it is connected to. */
async function addressFaults(host: string, { privadas }: Politica): Promise<Fault[]> {
  if (parseIp(host) === null) return []
  try {
    await resolveHost(host, true, async () => [], privadas, NEGATIVA)
    return []
  } catch (refused) {
    if (!(refused instanceof DestinoRefused)) throw refused
    return [fault('host', 'direccion', refused.message)]
  }
}
