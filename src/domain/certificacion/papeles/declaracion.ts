// The declaration of compliance: the functions of which the SII asks formal procedures (its manual of the environment of certification,
// 2009), what Timbre does of each, and where a person sees it. The site's own words were not seen (domain/certificacion §8).

import { campos, type DatosPapel, empresaOf, firma, type Papel, parrafo, puntos, titulo } from './papel'

const AFIRMACIONES: readonly [que: string, timbre: string, comprobar: string][] = [
  [
    'Gestión de los códigos de autorización de folios: almacenamiento y control de acceso',
    'Cada archivo de folios (CAF) se guarda cifrado en la base. Lo carga o lo pide sólo quien tiene el permiso de administrar folios, y queda escrito quién y cuándo.',
    'Pantallas Folios y Auditoría.',
  ],
  [
    'Foliación controlada: asignación única de cada folio autorizado',
    'El folio se toma en la misma operación que guarda el documento, y la base no admite dos documentos de un tipo con el mismo folio. Después de restaurar un respaldo, se pregunta al SII qué folios ya tiene antes de usar otro.',
    'Pantalla Folios; en el servidor, timbre verificar.',
  ],
  [
    'Respaldo de los documentos e información generada',
    'Los documentos firmados se conservan tal como se enviaron y no se borran. El servidor puede copiarse solo, cifrado, y ensayar sus copias: vea el papel de respaldo y restauración.',
    'Pantalla Respaldos; en el servidor, timbre respaldo ensayar.',
  ],
  [
    'Envío de documentos al SII',
    'Lo emitido se firma, queda guardado y se envía solo. Si no se sabe si llegó, se pregunta al SII antes de repetir, y se repiten los mismos bytes.',
    'Pantallas Documentos y Trabajos.',
  ],
  [
    'Intercambio: envío y recepción de documentos con otros contribuyentes',
    'Lee la casilla de intercambio, revisa firma, timbre y receptor de lo que llega, lo guarda como vino y responde al emisor. La copia al receptor se envía según lo elegido en la empresa.',
    'Pantallas Buzón de correo, Recibidos y Respuestas.',
  ],
  [
    'Cuadratura de envíos aceptados, rechazados y aceptados con reparos',
    'De cada documento guarda el Track ID y lo que respondió el SII; lo rechazado, lo reparado y lo detenido se muestra como algo por atender. El registro de compras y ventas del SII se compara con lo emitido y lo recibido.',
    'Pantallas Resumen, Documentos y Registro de compras y ventas.',
  ],
  [
    'Administración de contingencias',
    'Sin SII o sin red se sigue emitiendo, y lo emitido sale cuando vuelve. Un corte en cualquier momento no pierde ni repite un documento: vea el papel de contingencia.',
    'En el servidor, timbre doctor; pantalla Trabajos.',
  ],
  [
    'Conocimiento de las obligaciones de la resolución que autoriza a la empresa',
    'Esto no lo hace un programa: la persona lee la resolución.',
    'Datos de la empresa en el sitio del SII.',
  ],
]

/** The eight statements, for the representative to read before he ticks them. */
export const writeDeclaracion = (datos: DatosPapel): Papel => ({
  titulo: 'Declaración de cumplimiento de requisitos',
  bloques: [
    empresaOf(datos),
    parrafo(
      'El representante legal declara en el sitio del SII, con su propio certificado y sin vuelta atrás, que la empresa se obliga a cumplir las resoluciones sobre documentos tributarios electrónicos y que tiene procedimientos formales, que el SII puede auditar, para las funciones que siguen. Este papel dice de cada una qué hace el programa y dónde se comprueba. Las palabras del sitio pueden ser otras: lea cada afirmación allá antes de marcarla.',
    ),
    ...AFIRMACIONES.flatMap(([que, timbre, comprobar], i) => [
      titulo(`${i + 1}. ${que}`),
      parrafo(timbre),
      campos(['Se comprueba en', comprobar], ['Comprobado el día, por', null]),
    ]),
    titulo('Papeles que acompañan'),
    puntos(
      'Manual de procedimientos.',
      'Plan de contingencia.',
      'Respaldo y restauración.',
      'La evidencia de la certificación, con el SHA-256 de cada archivo.',
    ),
    campos(
      ['Resolución, número', null],
      ['Resolución, fecha', null],
      ['Declarado en el SII el día', null],
      ['Representante legal', null],
      ['RUT del representante', null],
    ),
    firma('Firma del representante legal'),
  ],
})
