// Asking the SII about taxpayers (http §19.2, §19.4): a copy that is young enough answers for nothing, else one unit is paid for what the SII says.

import { AppError } from '../../domain/errors'
import type { Operacion } from '../../domain/plan/cuota'
import { rutSimulado } from '../../domain/rut-simulado'
import type { Pagador } from '../../http/cuota'
import type { ReplySet } from '../../http/reply'
import { asking } from '../../sii'
import type { Captcha, Contribuyentes, EmisorSii, SituacionSii } from '../../sii/contribuyente'
import type { Charge } from '../../sii/metered'
import type { Captchas } from './captchas'
import type { Contacto } from './contacto'
import type { Consulta, Copia, Copias, CopyOwner, Respuesta } from './copias'

/** The caller; `empresaId` is null for a person without a company. */
export interface Asker extends CopyOwner {
  empresaId: string | null
  set: ReplySet
}

/** An answer; `fuente` whether the SII was asked for it now. */
export interface Contestada<T> extends Copia<T> {
  fuente: 'sii' | 'cache'
}

/** A person's reading of a picture. */
export interface Leido {
  captchaId: string
  captcha: string
}

/** A fault of a step that is not paid for; `cause` is what it was. */
class Unpaid extends Error {
  constructor(cause: unknown) {
    super('unpaid', { cause })
  }
}

/** The reading that a simulator accepts when it wants none. */
const CUALQUIERA = '0000'

/** The faults of `query` as the API says them. */
const paying = <T>(query: () => Promise<T>): Promise<T> =>
  asking(() =>
    query().catch((fault: unknown) => {
      throw fault instanceof Unpaid ? fault.cause : fault
    }),
  )

export type Preguntas = ReturnType<typeof createPreguntas>

export function createPreguntas({
  copias,
  captchas,
  charge,
  contribuyentes,
  contacto,
}: {
  copias: Copias
  captchas: Captchas
  charge: Charge<Pagador>
  contribuyentes: Contribuyentes
  contacto: Contacto
}) {
  async function answered<C extends Consulta>(
    asker: Asker,
    consulta: C,
    operacion: Operacion,
    rut: string,
    maxEdad: number,
    ask: () => Promise<Respuesta<C>>,
  ): Promise<Contestada<NonNullable<Respuesta<C>>>> {
    const { cuentaId, empresaId, set } = asker
    const known = copias.findFresh(asker, consulta, rut, maxEdad)
    const pagador = { cuentaId, empresaId: empresaId ?? cuentaId, set }
    const copia =
      known ?? copias.keep(asker, consulta, rut, await paying(() => charge(pagador, operacion, ask)))
    const { datos, consultadoEn } = copia
    if (datos === null) {
      const simulado = asker.ambiente === 'simulacion' ? rutSimulado(rut) : null
      throw new AppError('NOT_FOUND', `El SII no conoce el RUT ${rut}${simulado ? `: ${simulado}` : ''}`)
    }
    set.headers['x-cache'] = known ? 'HIT' : 'MISS'
    return { datos: datos as NonNullable<typeof datos>, consultadoEn, fuente: known ? 'cache' : 'sii' }
  }

  const callerOf = ({ cuentaId: dueno, ambiente }: CopyOwner) => ({ dueno, ambiente })

  /** A picture to be read, as the refusal that shows it. */
  async function required(asker: Asker, rut: string, mensaje: string, given?: Captcha): Promise<Unpaid> {
    try {
      const captcha = given ?? (await contribuyentes.requestCaptcha(callerOf(asker)))
      const imagen = await contribuyentes.requestImagen(callerOf(asker), captcha)
      const { id, expiraEn } = captchas.put(preguntaOf(asker, rut), captcha)
      const imagen_base64 = imagen.bytes.toString('base64')
      const detalle = { captcha_id: id, imagen_base64, tipo: imagen.tipo, expira_en: expiraEn }
      return new Unpaid(new AppError('CAPTCHA_REQUIRED', mensaje, { detalles: [detalle] }))
    } catch (fault) {
      return new Unpaid(fault)
    }
  }

  /**
   * The captcha of an id and its reading, or one for a simulator that wants none. Throws the picture to be
   * read, and costs nothing.
   */
  async function readCaptcha(
    asker: Asker,
    rut: string,
    leido: Leido | null,
  ): Promise<{ captcha: Captcha; code: string }> {
    if (leido) {
      const captcha = captchas.consume(leido.captchaId, preguntaOf(asker, rut))
      if (captcha) return { captcha, code: leido.captcha }
      throw await required(asker, rut, 'El captcha expiró o no es de esta consulta: lea la imagen nueva')
    }
    const captcha = await contribuyentes.requestCaptcha(callerOf(asker)).catch((fault: unknown) => {
      throw new Unpaid(fault)
    })
    if (captcha.libre) return { captcha, code: CUALQUIERA }
    throw await required(asker, rut, 'El SII pide que una persona lea esta imagen', captcha)
  }

  /** The tax status as the SII tells it to who read its picture. Throws the next one where it was misread; nothing was told then. */
  async function readSituacion(asker: Asker, rut: string, leido: Leido | null): Promise<SituacionSii | null> {
    const { captcha, code } = await readCaptcha(asker, rut, leido)
    const read = await contribuyentes.querySituacion(callerOf(asker), rut, captcha, code)
    if (read === 'captcha') throw await required(asker, rut, 'El SII no aceptó lo leído: lea la imagen nueva')
    return read
  }

  return {
    /**
     * Whether the RUT may issue electronic documents. Throws NOT_FOUND for a RUT that the SII does not know.
     */
    emisor: (
      asker: Asker,
      operacion: 'contribuyente' | 'autocompletar',
      rut: string,
      maxEdad: number,
    ): Promise<Contestada<EmisorSii | 'no_autorizado'>> =>
      answered(asker, 'emisor', operacion, rut, maxEdad, async () => {
        const found = await contribuyentes.queryEmisor(callerOf(asker), rut)
        if (!found || found === 'no_autorizado') return found
        return { ...found, email: found.email ?? (await contacto(asker, rut)) }
      }),

    /** The tax status. Throws CAPTCHA_REQUIRED while nobody read the picture, NOT_FOUND for a RUT that the SII does not know. */
    situacion: (
      asker: Asker,
      rut: string,
      maxEdad: number,
      leido: Leido | null,
    ): Promise<Contestada<SituacionSii>> =>
      answered(asker, 'situacion', 'situacion', rut, maxEdad, () => readSituacion(asker, rut, leido)),
  }
}

const preguntaOf = ({ cuentaId, empresaId, ambiente }: Asker, rut: string) => ({
  cuentaId,
  empresaId: empresaId ?? '',
  ambiente,
  rut,
})
