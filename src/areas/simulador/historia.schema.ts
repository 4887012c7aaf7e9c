// The body of asking for a past, for the OpenAPI document; the simulator checks it itself (simulator §25).

import { significados } from '../../http/envelope'
import { ARCHIVO } from '../../http/openapi-responses'
import { body, entero } from './rutas.schema'

const PROGRAMAS = {
  libredte: 'un EnvioDTE por documento, ISO-8859-1, sin sangría',
  portal: 'el del SII: un DTE sin xmlns por archivo, ISO-8859-1',
  bsale: 'un DTE por archivo, con sangría, ISO-8859-1',
  openfactura: 'un DTE por archivo, con sangría, UTF-8',
  nubox: 'lotes de hasta 200 documentos de un tipo en un EnvioDTE o EnvioBOLETA',
}
const FALLAS = {
  timbre: 'el timbre y la firma de un documento no valen',
  zip: 'el ZIP está cortado',
}
const fecha = (description: string) => ({ type: 'string', format: 'date', description })
const nombre = (maxLength: number) => ({
  type: 'string',
  maxLength,
  description: 'Como está en los documentos; si se omite, el de la empresa.',
})

/** The `detail` of POST /simulador/historia. */
export const HISTORIA = {
  ...body(
    ARCHIVO,
    {
      documentos: entero(1, 2000),
      desde: fecha('Fecha del primero, desde el 2014-08-22.'),
      hasta: fecha('Fecha del último: antes de hoy, y a lo más diez años después de `desde`.'),
      programa: {
        type: 'string',
        enum: Object.keys(PROGRAMAS),
        description: `Cómo los entrega. ${significados(PROGRAMAS)}.`,
      },
      semilla: { type: 'string', maxLength: 40, description: 'Otra semilla, otros documentos.' },
      fallas: {
        type: 'array',
        maxItems: 2,
        items: {
          type: 'string',
          enum: Object.keys(FALLAS),
          description: `Qué tienen mal los archivos; lo que el SII recibió está bien. ${significados(FALLAS)}.`,
        },
      },
      razon_social: nombre(100),
      giro: nombre(80),
      direccion: nombre(70),
      comuna: nombre(20),
    },
    ['documentos', 'desde', 'hasta', 'programa'],
    { documentos: 12, desde: '2026-09-01', hasta: '2026-10-31', programa: 'libredte' },
  ),
  'x-contenido': 'application/zip',
  'x-errores': ['INVALID_STATE'],
  description:
    'Un ZIP para ensayar `POST /v1/historia`: facturas, boletas, guías y notas que la empresa emitió con otro programa, firmadas y timbradas con folios que el SII simulado le dio para eso, y que él recibió y aceptó en sus fechas, así que están en su registro. Los folios siguientes son los que vienen detrás. La misma semilla y las mismas fechas dan los mismos documentos, con otros folios.',
}
