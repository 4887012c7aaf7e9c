// The manual of procedures: who does what with documents, folios, what is received and the files of six years (domain/certificacion §6).

import { permisosOf, ROLES, SIGNIFICADO_ROL } from '../../permisos'
import {
  campos,
  type DatosPapel,
  dia,
  empresaOf,
  firma,
  type Papel,
  parrafo,
  pasos,
  puntos,
  titulo,
} from './papel'

const yes = (may: boolean): string => (may ? 'sí' : 'no')

/** Acts of the tax work by role, and a line for the people who have it. */
const rolesOf = () =>
  ROLES.map((rol) => {
    const may = permisosOf(rol)
    return [
      rol,
      SIGNIFICADO_ROL[rol],
      yes(may.has('dte:emitir')),
      yes(may.has('dte:anular')),
      yes(may.has('folios:administrar')),
      yes(may.has('acuse:registrar')),
      null,
    ]
  })

export const writeProcedimientos = (datos: DatosPapel): Papel => ({
  titulo: 'Manual de procedimientos',
  bloques: [
    empresaOf(datos),
    titulo('1. Quién responde'),
    campos(
      ['Representante legal', null],
      ['Usuario administrador en el SII', null],
      ['Quien firma los documentos', datos.firmante && `${datos.firmante.nombre}, RUT ${datos.firmante.rut}`],
      ['Su certificado vence el', datos.firmante && dia(datos.firmante.hasta)],
      ['Quien administra el servidor', null],
      ['Quien lo reemplaza', null],
    ),
    titulo('2. Quién puede hacer qué'),
    parrafo(
      'Cada persona entra con su propia cuenta y ve sólo las empresas que le tocan. El rol dice qué puede; a una persona se le puede dar o quitar un permiso, y limitar a algunas empresas y tipos de documento. Los programas entran con llaves, cada una con sus alcances. Todo cambio queda en Auditoría: quién, cuándo, desde dónde y qué.',
    ),
    {
      clase: 'tabla',
      columnas: [
        { titulo: 'Rol', parte: 14 },
        { titulo: 'Qué es', parte: 22 },
        { titulo: 'Emite', parte: 8 },
        { titulo: 'Anula', parte: 8 },
        { titulo: 'Folios', parte: 8 },
        { titulo: 'Acepta o reclama', parte: 16 },
        { titulo: 'Personas', parte: 24 },
      ],
      filas: rolesOf(),
    },
    titulo('3. Emisión'),
    pasos(
      'Se escribe el documento en Emitir, o lo pide otro programa por la API. Timbre revisa el formato y los montos, y dice de una vez todo lo que falta.',
      'Al aceptarlo toma un folio y lo guarda: desde ahí no se pierde.',
      'Lo timbra, lo firma con el certificado de quien firma y lo envía al SII.',
      'Pregunta al SII hasta conocer su respuesta, y la guarda con el documento.',
      'Se entrega al receptor el archivo XML, y la representación impresa a quien la necesite.',
    ),
    titulo('4. Correcciones'),
    puntos(
      'Lo aceptado no se borra ni se edita: se anula o corrige con una nota de crédito o de débito que lo nombra.',
      'Lo rechazado por el SII no existe para el SII: se corrige la causa y se emite otro, con otro folio.',
      'Lo detenido no llegó al SII: se reintenta con el mismo folio, o se descarta.',
    ),
    titulo('5. Folios'),
    puntos(
      'Se piden al SII desde Folios, o se carga el archivo CAF tal como lo entrega el SII. Se guardan cifrados.',
      'Un rango lo usa un solo programa.',
      'Cada tipo avisa cuando quedan pocos. Los que no se van a usar se ven en Por anular, y se anulan en el SII.',
    ),
    campos(['Quien pide y carga folios', null]),
    titulo('6. Recepción e intercambio'),
    campos(
      ['Casilla de intercambio', datos.casilla.direccion],
      ['Casilla que lee el servidor', datos.casilla.lee],
      ['Quien revisa lo recibido', null],
    ),
    pasos(
      'Timbre lee la casilla y guarda cada archivo como vino; revisa firma, timbre, montos y receptor.',
      'Responde al emisor que su archivo llegó, si así se eligió en la empresa. Aceptar o rechazar lo decide una persona.',
      'Dentro de ocho días corridos desde que el SII lo recibió, la persona acepta o reclama el documento en Por aceptar. Lo registrado en el SII no se deshace.',
      'El registro de compras y ventas del SII se compara cada mes con lo guardado.',
    ),
    titulo('7. Custodia'),
    puntos(
      'Los XML emitidos y recibidos se conservan seis años o más, tal como se firmaron. Timbre no borra documentos.',
      'Van en la base del servidor, cifrados lo que es secreto, y en sus copias: vea Respaldo y restauración.',
      'Si el SII pide un documento, se descarga su XML desde Documentos o Recibidos, o todos en un archivo.',
    ),
    campos(['Quien responde por la custodia', null]),
    titulo('8. Revisión de este manual'),
    {
      clase: 'tabla',
      columnas: [
        { titulo: 'Fecha', parte: 20 },
        { titulo: 'Qué cambió', parte: 50 },
        { titulo: 'Aprobado por', parte: 30 },
      ],
      filas: [
        [dia(datos.fecha), `Primera versión, con Timbre ${datos.version}`, null],
        [null, null, null],
        [null, null, null],
      ],
    },
    firma('Firma de quien lo aprueba'),
  ],
})
