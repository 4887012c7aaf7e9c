// The plan of contingency: what may fail, what Timbre does then and what a person does (domain/certificacion §6). No paper documents in
// the meantime: SII, frequent question 001.003.0891, 2025-02-26.

import {
  campos,
  type DatosPapel,
  empresaOf,
  firma,
  type Papel,
  parrafo,
  pasos,
  pruebas,
  puntos,
  titulo,
} from './papel'

const CASOS: readonly [que: string, timbre: string, persona: string][] = [
  [
    'El SII no responde',
    'Sigue emitiendo: toma folio, timbra, firma y guarda. Reintenta cada vez más espaciado y, cuando el SII vuelve, envía todo lo que espera. Antes de repetir un envío pregunta si ya llegó.',
    'Nada. Puede imprimir y entregar. En Trabajos se ve lo que espera.',
  ],
  [
    'No hay Internet',
    'Lo mismo. Quien llega al servidor por la red interna sigue trabajando.',
    'Avisa al proveedor. No reinicia el servidor: no hace falta.',
  ],
  [
    'Se corta la luz o se apaga la máquina',
    'Lo aceptado está en el disco. Al volver sigue donde iba: lo firmado se envía con los mismos bytes, y ningún folio se usa dos veces.',
    'Enciende la máquina y mira timbre doctor. Lo que no alcanzó respuesta se vuelve a pedir; con la misma clave de idempotencia no se repite.',
  ],
  [
    'Se pierde la máquina o el disco',
    'De una copia vuelve la base con su clave maestra. Antes de usar un folio pregunta al SII cuáles ya tiene, y sigue detrás.',
    'Instala Timbre en otra máquina y restaura, como dice Respaldo y restauración. Se asegura de que la antigua no vuelva a partir.',
  ],
  [
    'Falta espacio en el disco',
    'Rechaza documentos nuevos diciendo por qué; no daña los que tiene.',
    'Libera espacio o agranda el disco.',
  ],
  [
    'Se acaban los folios de un tipo',
    'Avisa antes, y si así se eligió los pide solo. Sin folios rechaza la emisión sin guardar nada a medias.',
    'Pide o carga folios en Folios.',
  ],
  [
    'Vence o se revoca el certificado',
    'Avisa antes de que venza. Con uno vencido no firma, y lo dice.',
    'Carga otro en Certificado, de una persona autorizada en el SII.',
  ],
  ['El SII rechaza un documento', 'Lo muestra con la causa y su remedio.', 'Corrige la causa y emite otro.'],
  [
    'Alguien ajeno entró, o se perdió una contraseña',
    'Cada acto queda en Auditoría; las sesiones y llaves se pueden cerrar al momento.',
    'Cierra sesiones y llaves, cambia la contraseña, revisa Auditoría y, si hubo acceso a la máquina, cambia certificado y clave maestra.',
  ],
]

export const writeContingencia = (datos: DatosPapel): Papel => ({
  titulo: 'Plan de contingencia',
  bloques: [
    empresaOf(datos),
    titulo('1. A quién se avisa'),
    campos(
      ['Quien decide', null],
      ['Su teléfono', null],
      ['Quien administra el servidor', null],
      ['Su teléfono', null],
      ['Proveedor de Internet', null],
      ['Dónde está el servidor', null],
    ),
    titulo('2. Qué puede fallar'),
    {
      clase: 'tabla',
      columnas: [
        { titulo: 'Qué pasa', parte: 20 },
        { titulo: 'Qué hace Timbre', parte: 42 },
        { titulo: 'Qué hace la persona', parte: 38 },
      ],
      filas: CASOS,
    },
    titulo('3. Vender mientras el servidor no está'),
    parrafo(
      'No se emite en papel. Las ventas se anotan, y al volver el sistema se emite cada documento con la fecha en que se hizo la operación, como indica el SII.',
    ),
    pasos(
      'Anote de cada venta fecha, receptor, detalle y monto.',
      'Al volver, emita en el orden anotado.',
      'Compare lo anotado con lo emitido, y guarde la anotación.',
    ),
    campos(['Quien anota', null], ['Dónde se guarda lo anotado', null]),
    titulo('4. Cómo saber qué falla'),
    puntos(
      'En el servidor, timbre doctor revisa la base, el reloj, el certificado, los folios, los respaldos y si se llega al SII.',
      'La dirección /listo del servidor responde si puede trabajar.',
      'La pantalla Trabajos muestra lo detenido, que es lo único que espera a una persona.',
    ),
    titulo('5. Pruebas de este plan'),
    pruebas('Qué se probó'),
    firma('Firma de quien lo aprueba'),
  ],
})
