// Each step of the road in words: the act, the page of the SII and what is typed there (areas/certificacion §1).

import { type ClaseIntento, isClosed, setBefore } from './etapas'
import type { Camino, CodigoPendiente, Pendiente, SetPendiente } from './pendientes'

const MAULLIN = 'https://maullin.sii.cl/cvc_cgi/dte/'
const BOLETA = 'https://www4.sii.cl/certBolElectDteInternet/'

/** A day as the SII's forms want it: dd-mm-aaaa. */
export const typedDay = (fecha: string): string => fecha.split('-').reverse().join('-')

/** A Track ID as the forms want it: without zeros in front. */
export const typedTrackId = (trackId: string): string => trackId.replace(/^0+(?=\d)/, '')

type Paso = Pick<Pendiente, 'quien' | 'codigo' | 'accion'> & {
  enlace?: string
  datos?: Readonly<Record<string, string>>
}

const persona = (codigo: CodigoPendiente, accion: string, enlace?: string, datos?: Paso['datos']): Paso => ({
  ...{ quien: 'persona', codigo, accion },
  ...(enlace && { enlace }),
  ...(datos && { datos }),
})

function stepOfSet(
  { clase, nombre, estado, dudas, faltan, trackId, fechaEnvio, glosa, detenido }: SetPendiente,
  { alcance, sets }: Camino,
): Paso | null {
  const what = clase === 'simulacion' ? 'la simulación' : `el set ${nombre}`
  const ofWhat = clase === 'simulacion' ? 'de la simulación' : `del set ${nombre}`
  switch (estado) {
    case 'con_dudas':
      return persona('responder_dudas', `Responda lo que Timbre no debe adivinar ${ofWhat} (${dudas})`)
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
          `Pida o cargue los folios que le faltan a ${what}`,
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

/** Steps of the road as a whole, beside its sets. */
function stepsOfCamino({ alcance, estado, rut, certificado, resolucion, sets }: Camino): Paso[] {
  const ready: Paso[] = [
    ...(certificado ? [] : [persona('certificado', 'Cargue el certificado digital de quien firma')]),
    ...(resolucion
      ? []
      : [
          persona(
            'resolucion',
            'Lea en el SII la fecha de resolución de la empresa y anótela aquí',
            `${MAULLIN}ad_empresa1`,
            { rut },
          ),
        ]),
  ]
  switch (estado) {
    case 'preparacion':
      return [
        ...(alcance === 'factura'
          ? [
              persona(
                'postular',
                'Postule a la empresa como el representante legal, con los tipos que va a emitir',
                `${MAULLIN}pe_ingrut`,
                { rut },
              ),
              persona(
                'usuarios',
                'Inscriba a quien firma con Solicitar Folio, Firmar Doctos y Enviar Doctos',
                `${MAULLIN}eu_enrola_usuarios`,
              ),
            ]
          : []),
        ...ready,
        persona(
          'cargar_set',
          'Descargue el set de pruebas y cárguelo aquí',
          alcance === 'boleta' ? `${BOLETA}?SET=1` : `${MAULLIN}pe_generar`,
          { rut },
        ),
      ]
    case 'set':
      return ready
    case 'simulacion':
      // A person brought the road back to it.
      if (sets.some(({ clase, estado }) => clase === 'simulacion' && estado === 'conforme'))
        return [
          ...ready,
          persona(
            'anotar_etapa',
            'La simulación ya está conforme: mire en qué etapa está el sitio del SII, y anótela aquí',
            `${MAULLIN}pe_avance5`,
            { rut },
          ),
        ]
      return sets.some(({ clase, estado }) => clase === 'simulacion' && estado !== 'listo')
        ? ready
        : [
            ...ready,
            persona(
              'avanzar_paso',
              'Pulse «Avanzar Siguiente Paso» en el sitio del SII',
              `${MAULLIN}pe_avance4`,
              { rut },
            ),
            persona(
              'simulacion',
              'Emita la simulación: documentos como los que la empresa emite, de cada tipo que certifica',
            ),
          ]
    case 'intercambio':
      return [
        persona(
          'intercambio',
          'Descargue del SII el envío de intercambio, respóndalo y suba las tres respuestas',
          'https://www4.sii.cl/pfeInternet',
        ),
      ]
    case 'muestras':
      return [
        persona(
          'muestras',
          'Suba al SII las muestras impresas, un PDF por documento',
          'https://www4.sii.cl/pdfdteInternet',
        ),
      ]
    case 'declaracion':
      return [
        persona(
          'declaracion',
          'Declare el cumplimiento con el certificado del representante legal (no tiene vuelta), y anótelo aquí',
          alcance === 'boleta' ? BOLETA : `${MAULLIN}pe_avance7`,
          { rut },
        ),
      ]
    case 'autorizada':
      return [
        persona(
          'produccion',
          'Pase la empresa a producción: usuarios, folios, certificado y resolución se piden de nuevo allá',
          'https://palena.sii.cl/cvc_cgi/dte/ad_empresa1',
          { rut },
        ),
      ]
    default:
      return []
  }
}

/** Nobody declares a road without having seen what Timbre left out of its text. */
function stepsOfUnknown({ estado, noAdmitidos }: Camino): Paso[] {
  if (!noAdmitidos.length || isClosed(estado)) return []
  const which = noAdmitidos.join('; ')
  return [
    persona(
      'set_no_admitido',
      `El texto trae sets que Timbre no emite (${which}): si el SII los exige, ríndalos por otro medio antes de declarar el cumplimiento`,
    ),
  ]
}

export function pendientesOf(camino: Camino): Pendiente[] {
  const at = (step: Paso, clase: ClaseIntento | null, desde: string): Pendiente => ({
    ...{ quien: step.quien, codigo: step.codigo, clase, accion: step.accion },
    // A simulated SII has none of these pages.
    enlace: camino.ambiente === 'simulacion' ? null : (step.enlace ?? null),
    datos: step.datos ?? {},
    desde,
  })
  const sets = ['set', 'simulacion'].includes(camino.estado) ? camino.sets : []
  return [
    ...[...stepsOfCamino(camino), ...stepsOfUnknown(camino)].map((step) => at(step, null, camino.desde)),
    ...sets.flatMap((set) => {
      const step = stepOfSet(set, camino)
      return step ? [at(step, set.clase, set.desde)] : []
    }),
  ]
}
