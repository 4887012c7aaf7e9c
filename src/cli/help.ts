// The help of the command line.

import { versionLine } from '../base/build'
import { VERSION } from '../domain/cambios'
import type { Comando } from './comando'
import { EXIT_MEANINGS } from './exit-status'

/** Each variable with its meaning; the manual shows them too. */
export const VARIABLES: readonly [name: string, meaning: string][] = [
  ['TIMBRE_DATA_DIR', 'carpeta de datos (./datos)'],
  ['TIMBRE_ADDR', 'dónde escucha, HOST:PUERTO (127.0.0.1:3000)'],
  ['TIMBRE_MASTER_KEY', 'clave maestra; si falta, está en el archivo clave.maestra de la carpeta de datos'],
  [
    'TIMBRE_MASTER_KEY_NUEVA',
    'la que pone rotar-clave en lugar de TIMBRE_MASTER_KEY: 32 bytes en hexadecimal o base64',
  ],
  ['TIMBRE_PUBLIC_URL', 'dirección con que los clientes llegan al servidor'],
  [
    'TIMBRE_SMTP_URL',
    'servidor de correo: smtp://usuario:clave@servidor:587 o smtps://…; si falta, no se envía correo',
  ],
  [
    'TIMBRE_SMTP_FROM',
    'quién envía, dirección o Nombre <dirección>; si falta, el usuario de TIMBRE_SMTP_URL',
  ],
  ['TIMBRE_LOG_LEVEL', 'debug, info, warn, error o silent (info)'],
  [
    'TIMBRE_SIMULADOR_URL',
    'un simulador del SII en otro proceso, donde los documentos son de todos y los rangos, el registro, las boletas de terceros, los RCOF y el correo de cada cuenta; si falta, el propio',
  ],
  [
    'TIMBRE_SIMULADOR_COMPARTIDO',
    'true deja que las cuentas de este servidor se emitan y acepten documentos en su simulador; si no, cada una tiene su mundo',
  ],
  ['TIMBRE_MAX_BACKLOG', 'trabajos en espera desde los que no se reciben más (100000)'],
  [
    'TIMBRE_FORMATO_DTE',
    '2.5; con 2.2 lo que sólo conocen los esquemas nuevos del SII se guarda e imprime sin ir en el XML (freno)',
  ],
  [
    'TIMBRE_FIRMA',
    'auto firma con libcrypto del sistema donde da los mismos bytes más rápido; sistema, dondequiera que los da; propia, nunca (auto)',
  ],
  [
    'TIMBRE_UMBRAL_BOLETA',
    'totales sobre los que una boleta identifica a su comprador, FECHA=pesos con comas, además de los conocidos',
  ],
  ['TIMBRE_METRICS_TOKEN', 'con él se lee /metrics desde otros equipos; si falta, sólo desde éste'],
  ['TIMBRE_OPEN_REGISTRATION', 'true deja que cualquiera se registre; si no, sólo la primera persona'],
  [
    'TIMBRE_WEBHOOKS_PRIVATE',
    'false no entrega webhooks a redes privadas; por omisión, false con registro abierto',
  ],
  ['TIMBRE_WEBHOOKS_HTTPS_ONLY', 'true entrega webhooks sólo a direcciones https://'],
  ['TIMBRE_STREAMS_USER', 'conexiones de un usuario a los eventos en vivo (5)'],
  ['TIMBRE_STREAMS_COMPANY', 'las de una empresa (50)'],
  [
    'TIMBRE_TRUSTED_PROXIES',
    'proxies, IP o CIDR con comas, cuyo X-Forwarded-For dice de dónde viene una solicitud (los de esta máquina)',
  ],
  [
    'TIMBRE_RATE_KEY',
    'solicitudes por segundo de una llave o sesión, RITMO o RITMO/DE_UNA_VEZ; 0 lo apaga (50/200)',
  ],
  ['TIMBRE_RATE_TENANT', 'lo mismo de una cuenta (100/400)'],
  ['TIMBRE_RATE_EMISSION', 'lo mismo de la emisión de una empresa (0)'],
  ['TIMBRE_RATE_LOOKUP', 'lo mismo de las consultas de una empresa al SII (2)'],
  ['TIMBRE_RATE_LOGIN', 'entradas fallidas en 15 minutos (10)'],
  ['TIMBRE_DEFAULT_PLAN', 'plan de las cuentas nuevas: Gratis, Emprendedor, Profesional o Empresa (Empresa)'],
  ['TIMBRE_PLAN_PRICES', 'precios en pesos, PLAN=mes/año separados por comas'],
  [
    'TIMBRE_BILLING',
    'quién confirma los pagos: operador, manual (se cree al dueño de la cuenta) o flow (operador)',
  ],
  [
    'TIMBRE_FLOW_API_KEY',
    'con TIMBRE_FLOW_SECRET_KEY: la cuenta de Flow; TIMBRE_FLOW_URL si no es la de producción',
  ],
  [
    'TIMBRE_IA_URL',
    'con TIMBRE_IA_MODEL y TIMBRE_IA_KEY: el modelo, de la forma de OpenAI, que lee lo que las reglas no pueden de compras internacionales',
  ],
  [
    'TIMBRE_TIPOS_CAMBIO',
    'bcentral:USUARIO:CLAVE pregunta al Banco Central los tipos de cambio; TIMBRE_BCENTRAL_URL si no es la suya (no)',
  ],
  [
    'TIMBRE_RESPALDO_DESTINO',
    'dónde guarda el servidor sus copias: una carpeta, o s3://BUCKET/PREFIJO; si falta, no las hace solo',
  ],
  [
    'TIMBRE_RESPALDO_PARA',
    'con qué clave pública de age se cifran, que timbre respaldo crear-clave hace; el servidor no las puede abrir',
  ],
  ['TIMBRE_RESPALDO_FRASE', 'o con qué frase; el servidor la tiene, y las abre en su ensayo'],
  ['TIMBRE_RESPALDO_CRON', 'cuándo, en hora de Chile: minuto, hora, día, mes y día de semana (15 3 * * *)'],
  [
    'TIMBRE_RESPALDO_CONSERVAR',
    'de cuántos días, semanas, meses y años se conserva la última copia (7/5/12/6)',
  ],
  [
    'TIMBRE_RESPALDO_S3_LLAVE',
    'con TIMBRE_RESPALDO_S3_SECRETO: la llave del bucket; TIMBRE_RESPALDO_S3_URL y _REGION si no es de AWS en us-east-1, y _ESTILO, ruta o host',
  ],
  [
    'TIMBRE_URL',
    'servidor al que preguntan emitir, estado, documentos, xml, pdf y folios listar, si no es el de esta máquina',
  ],
  ['TIMBRE_LLAVE', 'llave de API con que lo hacen; si falta, son para quien puede leer la carpeta de datos'],
  ['TIMBRE_ADMIN_EMAIL', 'con TIMBRE_ADMIN_PASSWORD: la primera cuenta, creada al partir'],
]

const aligned = (rows: readonly (readonly [string, string])[]): string[] => {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}

const withoutJson = (comandos: readonly Comando[]): string =>
  comandos.flatMap(({ nombre, sinJson }) => (sinJson === undefined ? [] : [nombre])).join(', ')

/** The help, line by line: of all commands, or of one. */
export function helpText(comandos: readonly Comando[]): string[] {
  const commands = comandos.flatMap(({ nombre, uso, resumen }) => [
    `  timbre ${nombre} ${uso}`.trimEnd(),
    `      ${resumen}`,
  ])
  if (comandos.length === 1) return commands
  return [
    `Timbre ${versionLine(VERSION)}: facturación electrónica chilena en un solo programa.`,
    '',
    'Comandos',
    ...commands,
    '',
    'Opciones',
    ...aligned([
      ['--data DIR', 'carpeta de datos; vale más que TIMBRE_DATA_DIR'],
      ['--addr HOST:PUERTO', 'dónde escucha; vale más que TIMBRE_ADDR'],
      [
        '--json',
        `un solo valor JSON en la salida, y las palabras en la de errores; no lo tienen ${withoutJson(comandos)}`,
      ],
    ]),
    '',
    'Variables de entorno',
    ...aligned(VARIABLES),
    '',
    'Cómo termina',
    ...aligned(Object.entries(EXIT_MEANINGS)),
  ]
}
