// Backup and restore, with the settings of this server where its reader may know them (domain/certificacion §6).

import {
  campos,
  type DatosPapel,
  dia,
  empresaOf,
  firma,
  type Papel,
  parrafo,
  pasos,
  pruebas,
  puntos,
  type RespaldoDelServidor,
  titulo,
} from './papel'

const ENSAYOS: Readonly<Record<NonNullable<RespaldoDelServidor['ensayo']>['resultado'], string>> = {
  abierta: 'se abrió y se verificó en orden',
  integra: 'es lo que se escribió; no se abrió, por no tener la clave privada',
  fallida: 'falló',
}

/** `7/5/12/6` in words. */
function keptOf(conservar: string): string {
  const [days, weeks, months, years] = conservar.split('/')
  return `${days} diarias, ${weeks} semanales, ${months} mensuales y ${years} anuales`
}

const settingsOf = (respaldo: RespaldoDelServidor | null) =>
  campos(
    ['Destino de las copias', respaldo?.destino ?? null],
    ['Horario', respaldo && `${respaldo.cron} (minuto, hora, día, mes y día de semana; hora de Chile)`],
    ['Se conservan', respaldo && keptOf(respaldo.conservar)],
    ['Última copia', respaldo?.ultima ? `${respaldo.ultima.nombre}, del ${dia(respaldo.ultima.dia)}` : null],
    [
      'Último ensayo',
      respaldo?.ensayo ? `${dia(respaldo.ensayo.dia)}: ${ENSAYOS[respaldo.ensayo.resultado]}` : null,
    ],
    ['Quien guarda la clave de las copias', null],
    ['Dónde está la clave maestra en papel', null],
    ['Quien revisa los respaldos', null],
  )

export const writeRespaldo = (datos: DatosPapel): Papel => ({
  titulo: 'Respaldo y restauración',
  bloques: [
    empresaOf(datos),
    titulo('1. Qué se respalda'),
    puntos(
      'La base, con documentos emitidos y recibidos, folios, certificado, respuestas del SII y auditoría.',
      'La clave maestra, sin la que nada de lo cifrado se lee. Una sin la otra no sirve.',
    ),
    titulo('2. Cómo está puesto en este servidor'),
    ...(datos.respaldo
      ? []
      : [
          parrafo(
            'Este servidor no hace copias solo, o quien pidió este papel no las ve: las ven los propietarios de su primera cuenta, en Respaldos. Escriba aquí cómo se hacen.',
          ),
        ]),
    settingsOf(datos.respaldo),
    ...(datos.respaldo && !datos.respaldo.abre
      ? [
          parrafo(
            'El servidor cifra con una clave pública y no puede abrir sus copias: su ensayo las trae y compara. Que una persona con la clave privada las abra de vez en cuando, y lo anote abajo.',
          ),
        ]
      : []),
    titulo('3. Cómo se copia'),
    puntos(
      'Con el servidor en marcha. Cada copia va cifrada, con la base y la clave maestra.',
      'Cada semana el servidor trae una copia y la ensaya. Lo que falla se muestra en Respaldos y en timbre doctor, y si sigue fallando va por correo.',
      'A mano: en el servidor, timbre respaldo; o Respaldar ahora, en Respaldos.',
    ),
    titulo('4. Cómo se restaura'),
    pasos(
      'Detenga el servidor. Si la máquina antigua existe, asegúrese de que no vuelva a partir: dos servidores con la misma base usarían los mismos folios.',
      'En la máquina nueva instale Timbre, de la misma versión o de una posterior.',
      'Ejecute timbre restaurar con el destino de las copias y la clave que las abre. Vuelven la base y la clave maestra.',
      'Ejecute timbre verificar y timbre doctor.',
      'Parta el servidor. Antes del primer documento de cada tipo pregunta al SII qué folios ya tiene; lo emitido después de la copia no se repite.',
    ),
    titulo('5. Cuánto se puede perder'),
    parrafo(
      'Los archivos de lo que se emitió y recibió después de la última copia. El SII y los receptores tienen lo emitido; Timbre halla esos folios en el SII, los muestra como emitidos fuera y no los usa otra vez. Con copias más seguidas se pierde menos.',
    ),
    titulo('6. Ensayos hechos por personas'),
    pruebas('Copia'),
    firma('Firma de quien lo aprueba'),
  ],
})
