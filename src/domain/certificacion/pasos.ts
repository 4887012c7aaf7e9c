// Each step of the road in words: the act, the page of the SII and what is typed there (areas/certificacion §1).

import { type ClaseIntento, isClosed } from './etapas'
import { BOLETA, MAULLIN, type Paso, persona, stepOfSet, typedDay } from './paso-set'
import { type Camino, isReported, type Pendiente } from './pendientes'

/** Steps of the road as a whole, beside its sets. */
function stepsOfCamino(camino: Camino): Paso[] {
  const { alcance, estado, rut, certificado, certificadoAjeno, resolucion, sets } = camino
  const signs: Paso[] = certificadoAjeno
    ? [
        persona(
          'certificado',
          'Cargue el certificado digital de quien firma: el que está es del ensayo, y el SII no lo conoce',
        ),
      ]
    : certificado
      ? []
      : [persona('certificado', 'Cargue el certificado digital de quien firma')]
  const dated: Paso[] = [
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
  const ready = [...signs, ...dated]
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
              // Whom to enrol is known once there is a certificate.
              ...signs,
              persona(
                'usuarios',
                'Inscriba a quien firma con Solicitar Folio, Firmar Doctos y Enviar Doctos',
                `${MAULLIN}eu_enrola_usuarios`,
                { rut },
              ),
            ]
          : []),
        ...(alcance === 'factura' ? [] : signs),
        ...dated,
        persona(
          'cargar_set',
          alcance === 'boleta'
            ? 'Descargue el set de pruebas y cárguelo aquí: los correos del SII piden sus boletas, y el consumo de folios, dentro de un día'
            : 'Descargue el set de pruebas y cárguelo aquí',
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

/** The report of the day of a set of boletas: a person has it sent, Timbre brings it there, the SII judges it. */
function stepsOfRcof({ estado: etapa, rcof }: Camino): Paso[] {
  if (!rcof || isClosed(etapa) || isReported(rcof)) return []
  const { estado, completo, motivo, reintentar } = rcof
  const report = `consumo de folios (RCOF) del ${typedDay(rcof.fecha)}`
  const what = `el ${report}`
  const because = motivo === null ? '' : `: ${motivo}`
  if (estado === null) return [persona('rcof', `Envíe al SII ${what}, el día de las boletas del set`)]
  if (reintentar)
    return [
      persona(
        'rcof',
        `Reintente el envío del ${report}, que se detuvo${because}. Pudo llegar al SII: no se envía otro`,
      ),
    ]
  if (estado === 'preparado')
    return motivo === null
      ? [{ quien: 'timbre', codigo: 'rcof', accion: `Timbre envía al SII ${what}` }]
      : [persona('rcof', `Envíe otra vez ${what}, que se detuvo${because}`)]
  if (!completo) return [persona('rcof', `Envíe otra vez ${what}: el anterior no trae las boletas del set`)]
  if (estado === 'rechazado')
    return [persona('rcof', `Envíe otra vez ${what}: el SII rechazó el anterior${because}`)]
  return [{ quien: 'sii', codigo: 'rcof', accion: `El SII revisa ${what}` }]
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
    ...stepsOfRcof(camino).map((step) => at(step, null, camino.rcof!.desde)),
    ...[...stepsOfCamino(camino), ...stepsOfUnknown(camino)].map((step) => at(step, null, camino.desde)),
    ...sets.flatMap((set) => {
      const step = stepOfSet(set, camino)
      return step ? [at(step, set.clase, set.desde)] : []
    }),
  ]
}
