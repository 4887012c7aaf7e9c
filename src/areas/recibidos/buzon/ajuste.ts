// What a person may set of a mailbox, and the rules that a schema cannot say; all faults at once.

import { type Static, Type } from '@sinclair/typebox'
import { parseIp } from '../../../base/ip'
import type { Ambiente } from '../../../domain/ambiente'
import { type Fault, faultsError } from '../../../domain/errors'
import { Exact, Nullable, OneOf } from '../../../http/envelope'
import { Fecha } from '../../../http/formats'
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

export const AjusteJson = Exact({
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
type Cuerpo = Static<typeof AjusteJson>

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

/** Reads what was sent. Throws VALIDATION_ERROR. */
export async function readAjuste(
  body: Cuerpo,
  ambiente: Ambiente,
  before: Buzon | null,
  politica: Politica,
): Promise<Ajuste> {
  const faults: Fault[] = []
  const fault = (campo: string, regla: Fault['regla'], mensaje: string): void =>
    void faults.push({ campo, regla, mensaje })
  const desde = body.desde ?? null
  if (body.tipo === 'simulador') {
    if (ambiente !== 'simulacion')
      fault('tipo', 'valor', `El buzón del simulador es sólo para simulacion; la empresa está en ${ambiente}`)
    for (const campo of DE_IMAP)
      if (body[campo] != null) fault(campo, 'sobra', `${campo} sólo corresponde a un buzón imap`)
    if (faults.length) throw faultsError(faults)
    const none = { host: null, puerto: null, seguridad: null, usuario: null, clave: null }
    return { tipo: 'simulador', ...none, carpeta: 'INBOX', desde, despues: 'nada', carpetaProcesados: null }
  }
  for (const campo of ['host', 'puerto', 'seguridad', 'usuario'] as const)
    if (body[campo] === undefined) fault(campo, 'requerido', `Falta ${campo}`)
  const { host = '', puerto = 0, seguridad = 'tls', usuario = '', carpeta = 'INBOX', despues = 'nada' } = body
  if (body.host !== undefined) await checkHost(host, politica, fault)
  // A password goes to the server that it was written for, to no other.
  const same =
    before?.tipo === 'imap' && before.host === host && before.puerto === puerto && before.usuario === usuario
  if (body.clave === undefined && !(same && before.seguridad === seguridad))
    fault(
      'clave',
      'requerido',
      before?.tipo === 'imap' ? 'Con otro servidor o usuario escriba la clave otra vez' : 'Falta clave',
    )
  const procesados = body.carpeta_procesados ?? null
  if (despues === 'mover' && procesados === null)
    fault('carpeta_procesados', 'requerido', 'Con mover falta la carpeta a la que va lo leído')
  if (despues !== 'mover' && procesados !== null)
    fault('carpeta_procesados', 'sobra', 'carpeta_procesados sólo corresponde a mover')
  if (procesados !== null && procesados === carpeta)
    fault('carpeta_procesados', 'contradiccion', 'Debe ser otra carpeta que la que se lee')
  if (faults.length) throw faultsError(faults)
  return {
    ...{ tipo: 'imap', host, puerto, seguridad, usuario, carpeta, desde, despues },
    ...{ carpetaProcesados: procesados, clave: body.clave ?? null },
  }
}

/** An address that is written out is known by now; one behind a name is looked at whenever it is connected to. */
async function checkHost(
  host: string,
  { privadas }: Politica,
  fault: (campo: string, regla: Fault['regla'], mensaje: string) => void,
): Promise<void> {
  const literal = parseIp(host) !== null
  if (!literal && (!HOST.test(host) || /^[\d.]+$|^0x/i.test(host))) {
    fault(
      'host',
      'formato',
      'Debe ser el nombre de un servidor, sin puerto ni dirección web: imap.example.cl',
    )
    return
  }
  if (!literal) return
  await resolveHost(host, true, async () => [], privadas, NEGATIVA).catch((refused) => {
    if (!(refused instanceof DestinoRefused)) throw refused
    fault('host', 'direccion', refused.message)
  })
}
