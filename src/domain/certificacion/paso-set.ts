// The step of one set, or of the simulación, and the words that all steps are made of (areas/certificacion §1).

import { setBefore } from './etapas'
import type { Camino, CodigoPendiente, Pendiente, SetPendiente } from './pendientes'

export const MAULLIN = 'https://maullin.sii.cl/cvc_cgi/dte/'
export const BOLETA = 'https://www4.sii.cl/certBolElectDteInternet/'

/** A day as the SII's forms want it: dd-mm-aaaa. */
export const typedDay = (fecha: string): string => fecha.split('-').reverse().join('-')

/** A Track ID as the forms want it: without zeros in front. */
export const typedTrackId = (trackId: string): string => trackId.replace(/^0+(?=\d)/, '')

/** A step before it stands in its road. */
export type Paso = Pick<Pendiente, 'quien' | 'codigo' | 'accion'> & {
  enlace?: string
  datos?: Readonly<Record<string, string>>
}

/** A step whose turn is a person's. */
export const persona = (
  codigo: CodigoPendiente,
  accion: string,
  enlace?: string,
  datos?: Paso['datos'],
): Paso => ({
  ...{ quien: 'persona', codigo, accion },
  ...(enlace && { enlace }),
  ...(datos && { datos }),
})

/** The next step of a set; null where it has none. */
export function stepOfSet(
  { clase, nombre, estado, dudas, faltas, faltan, trackId, fechaEnvio, glosa, detenido }: SetPendiente,
  { alcance, sets }: Camino,
): Paso | null {
  const what = clase === 'simulacion' ? 'la simulación' : `el set ${nombre}`
  const toWhat = clase === 'simulacion' ? 'a la simulación' : `al set ${nombre}`
  const ofWhat = clase === 'simulacion' ? 'de la simulación' : `del set ${nombre}`
  switch (estado) {
    case 'con_dudas':
      return dudas
        ? persona('responder_dudas', `Responda lo que Timbre no debe adivinar ${ofWhat} (${dudas})`)
        : persona(
            'corregir_ajustes',
            `Corrija lo que impide emitir ${what} (${faltas.length}): ${faltas.slice(0, 3).join('; ')}`,
          )
    case 'espera_set': {
      const before = setBefore(
        clase,
        sets.map((one) => one.clase),
      )
      const name = sets.find((one) => one.clase === before)?.nombre ?? before
      return { quien: 'sii', codigo: 'esperar_set', accion: `${nombre} espera que ${name} quede conforme` }
    }
    case 'listo':
    case 'rechazado': {
      const lacking = Object.fromEntries(faltan.map((one) => [`tipo_${one.tipoDte}`, `${one.faltan}`]))
      if (faltan.length)
        return persona(
          'folios',
          `Pida o cargue los folios que le faltan ${toWhat}`,
          `${MAULLIN}of_solicita_folios`,
          lacking,
        )
      return estado === 'listo'
        ? persona('emitir', `Emita ${what}`)
        : persona(
            'corregir',
            `Corrija y emita otra vez ${what}, con folios nuevos${glosa ? `: ${glosa}` : ''}`,
          )
    }
    case 'emitiendo':
      if (detenido !== null)
        return persona(
          'envio_detenido',
          `El envío ${ofWhat} se detuvo (${detenido}). Reintente sus documentos desde Emisiones, y sale igual; o descártelos, y emita otra vez`,
        )
      return { quien: 'timbre', codigo: 'enviando', accion: `Timbre envía ${what} al SII` }
    case 'enviado':
      return { quien: 'sii', codigo: 'validacion', accion: `El SII valida el envío ${ofWhat}` }
    case 'validado': {
      const page = alcance === 'boleta' ? `${BOLETA}?SET=2` : `${MAULLIN}pe_avance1`
      return persona(
        'declarar_avance',
        `Declare en el sitio del SII el avance ${ofWhat}, y anótelo aquí`,
        page,
        {
          track_id: typedTrackId(trackId!),
          fecha: typedDay(fechaEnvio!),
        },
      )
    }
    case 'declarado':
      return {
        ...{ quien: 'sii', codigo: 'revision' },
        accion: `El SII revisa ${what}; si no llega su correo, mire el estado en su sitio y anótelo aquí`,
        enlace: alcance === 'boleta' ? BOLETA : `${MAULLIN}pe_avance5`,
      }
    default:
      return null
  }
}
