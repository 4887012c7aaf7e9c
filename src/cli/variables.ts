// Every variable that the program reads, with what it says where it is missing: the table of the help, of the manual, of the file
// of configuration and of `timbre config`.

export interface Variable {
  nombre: string
  significado: string
  /** The value where it is missing, if that is one. */
  omision?: string
  /** Never shown. */
  secreta?: true
}

export const VARIABLES: readonly Variable[] = [
  { nombre: 'TIMBRE_DATA_DIR', significado: 'carpeta de datos', omision: './datos' },
  {
    nombre: 'TIMBRE_CONFIG',
    significado: 'archivo de configuración; si falta, timbre.toml de la carpeta de datos, si está',
  },
  { nombre: 'TIMBRE_ADDR', significado: 'dónde escucha, HOST:PUERTO', omision: '127.0.0.1:3000' },
  {
    nombre: 'TIMBRE_MASTER_KEY',
    significado: 'clave maestra; si falta, está en el archivo clave.maestra de la carpeta de datos',
    secreta: true,
  },
  {
    nombre: 'TIMBRE_MASTER_KEY_NUEVA',
    significado: 'la que pone rotar-clave en lugar de TIMBRE_MASTER_KEY: 32 bytes en hexadecimal o base64',
    secreta: true,
  },
  {
    nombre: 'TIMBRE_PUBLIC_URL',
    significado: 'dirección con que los clientes llegan al servidor; por https, la de las llaves de acceso',
  },
  {
    nombre: 'TIMBRE_SMTP_URL',
    significado:
      'servidor de correo: smtp://usuario:clave@servidor:587 o smtps://…; si falta, no se envía correo',
    secreta: true,
  },
  {
    nombre: 'TIMBRE_SMTP_FROM',
    significado: 'quién envía, dirección o Nombre <dirección>; si falta, el usuario de TIMBRE_SMTP_URL',
  },
  { nombre: 'TIMBRE_LOG_LEVEL', significado: 'debug, info, warn, error o silent', omision: 'info' },
  {
    nombre: 'TIMBRE_LOG_FILE',
    significado:
      'archivo en que serve guarda también su registro, y por qué no partió; a los 10 MB se aparta con la fecha, y quedan los cuatro últimos',
  },
  {
    nombre: 'TIMBRE_SIMULADOR_URL',
    significado:
      'un simulador del SII en otro proceso, donde los documentos son de todos y los rangos, el registro, las boletas de terceros, los RCOF y el correo de cada cuenta; si falta, el propio',
  },
  {
    nombre: 'TIMBRE_SIMULADOR_COMPARTIDO',
    significado:
      'true deja que las cuentas de este servidor se emitan y acepten documentos en su simulador; si no, cada una tiene su mundo',
  },
  {
    nombre: 'TIMBRE_MAX_BACKLOG',
    significado: 'trabajos en espera desde los que no se reciben más',
    omision: '100000',
  },
  {
    nombre: 'TIMBRE_FORMATO_DTE',
    significado:
      'con 2.2 lo que sólo conocen los esquemas nuevos del SII se guarda e imprime sin ir en el XML, que es un freno',
    omision: '2.5',
  },
  {
    nombre: 'TIMBRE_FIRMA',
    significado:
      'auto firma con libcrypto del sistema donde da los mismos bytes más rápido; sistema, dondequiera que los da; propia, nunca',
    omision: 'auto',
  },
  {
    nombre: 'TIMBRE_UMBRAL_BOLETA',
    significado:
      'totales sobre los que una boleta identifica a su comprador, FECHA=pesos con comas, además de los conocidos',
  },
  {
    nombre: 'TIMBRE_METRICS_TOKEN',
    significado: 'con él se lee /metrics desde otros equipos; si falta, sólo desde éste',
    secreta: true,
  },
  {
    nombre: 'TIMBRE_OPEN_REGISTRATION',
    significado: 'true deja que cualquiera se registre; si no, sólo la primera persona',
  },
  {
    nombre: 'TIMBRE_WEBHOOKS_PRIVATE',
    significado: 'false no entrega webhooks a redes privadas; por omisión, false con registro abierto',
  },
  { nombre: 'TIMBRE_WEBHOOKS_HTTPS_ONLY', significado: 'true entrega webhooks sólo a direcciones https://' },
  {
    nombre: 'TIMBRE_STREAMS_USER',
    significado: 'conexiones de un usuario a los eventos en vivo',
    omision: '5',
  },
  { nombre: 'TIMBRE_STREAMS_COMPANY', significado: 'las de una empresa', omision: '50' },
  {
    nombre: 'TIMBRE_TRUSTED_PROXIES',
    significado: 'proxies, IP o CIDR con comas, cuyo X-Forwarded-For dice de dónde viene una solicitud',
    omision: 'los de esta máquina',
  },
  {
    nombre: 'TIMBRE_RATE_KEY',
    significado: 'solicitudes por segundo de una llave o sesión, RITMO o RITMO/DE_UNA_VEZ; 0 lo apaga',
    omision: '50/200',
  },
  { nombre: 'TIMBRE_RATE_TENANT', significado: 'lo mismo de una cuenta', omision: '100/400' },
  { nombre: 'TIMBRE_RATE_EMISSION', significado: 'lo mismo de la emisión de una empresa', omision: '0' },
  {
    nombre: 'TIMBRE_RATE_LOOKUP',
    significado: 'lo mismo de las consultas de una empresa al SII',
    omision: '2',
  },
  { nombre: 'TIMBRE_RATE_LOGIN', significado: 'entradas fallidas en 15 minutos', omision: '10' },
  {
    nombre: 'TIMBRE_DEFAULT_PLAN',
    significado: 'plan de las cuentas nuevas: Gratis, Emprendedor, Profesional o Empresa',
    omision: 'Empresa',
  },
  { nombre: 'TIMBRE_PLAN_PRICES', significado: 'precios en pesos, PLAN=mes/año separados por comas' },
  {
    nombre: 'TIMBRE_BILLING',
    significado: 'quién confirma los pagos: operador, manual (se cree al dueño de la cuenta) o flow',
    omision: 'operador',
  },
  {
    nombre: 'TIMBRE_FLOW_API_KEY',
    significado: 'llave de la cuenta de Flow, para TIMBRE_BILLING=flow',
    secreta: true,
  },
  { nombre: 'TIMBRE_FLOW_SECRET_KEY', significado: 'su secreto', secreta: true },
  {
    nombre: 'TIMBRE_FLOW_URL',
    significado: 'dirección de Flow, si no es la de producción',
    omision: 'https://www.flow.cl/api',
  },
  {
    nombre: 'TIMBRE_IA_URL',
    significado:
      'un modelo, de la forma de OpenAI, que lee lo que las reglas no pueden de compras internacionales; si falta, ninguno',
  },
  { nombre: 'TIMBRE_IA_MODEL', significado: 'nombre de ese modelo' },
  { nombre: 'TIMBRE_IA_KEY', significado: 'su llave; si falta, se le pregunta sin una', secreta: true },
  {
    nombre: 'TIMBRE_TIPOS_CAMBIO',
    significado: 'bcentral:USUARIO:CLAVE pregunta al Banco Central los tipos de cambio, la UF y la UTM',
    omision: 'no',
    secreta: true,
  },
  { nombre: 'TIMBRE_BCENTRAL_URL', significado: 'dirección de ese servicio, si no es la suya' },
  {
    nombre: 'TIMBRE_FERIADOS',
    significado: 'feriados además de los de la ley, como elecciones: fechas AAAA-MM-DD separadas por comas',
  },
  {
    nombre: 'TIMBRE_RESPALDO_DESTINO',
    significado:
      'dónde guarda el servidor sus copias: una carpeta, o s3://BUCKET/PREFIJO; si falta, no las hace solo',
  },
  {
    nombre: 'TIMBRE_RESPALDO_PARA',
    significado:
      'con qué clave pública de age se cifran, que timbre respaldo crear-clave hace; el servidor no las puede abrir',
  },
  {
    nombre: 'TIMBRE_RESPALDO_FRASE',
    significado: 'o con qué frase; el servidor la tiene, y las abre en su ensayo',
    secreta: true,
  },
  {
    nombre: 'TIMBRE_RESPALDO_CRON',
    significado: 'cuándo, en hora de Chile: minuto, hora, día, mes y día de semana',
    omision: '15 3 * * *',
  },
  {
    nombre: 'TIMBRE_RESPALDO_CONSERVAR',
    significado: 'de cuántos días, semanas, meses y años se conserva la última copia',
    omision: '7/5/12/6',
  },
  { nombre: 'TIMBRE_RESPALDO_S3_LLAVE', significado: 'identificador de la llave del bucket', secreta: true },
  { nombre: 'TIMBRE_RESPALDO_S3_SECRETO', significado: 'su secreto', secreta: true },
  {
    nombre: 'TIMBRE_RESPALDO_S3_URL',
    significado: 'dirección del servicio S3; si falta, la de AWS en su región',
  },
  { nombre: 'TIMBRE_RESPALDO_S3_REGION', significado: 'región del bucket', omision: 'us-east-1' },
  {
    nombre: 'TIMBRE_RESPALDO_S3_ESTILO',
    significado: 'ruta (servidor/bucket) o host (bucket.servidor); si falta, host en AWS y ruta en otros',
  },
  {
    nombre: 'TIMBRE_URL',
    significado:
      'servidor al que preguntan emitir, estado, documentos, xml, pdf y folios listar, si no es el de esta máquina',
  },
  {
    nombre: 'TIMBRE_LLAVE',
    significado: 'llave de API con que lo hacen; si falta, son para quien puede leer la carpeta de datos',
    secreta: true,
  },
  { nombre: 'TIMBRE_ADMIN_EMAIL', significado: 'correo de la primera cuenta, creada al partir' },
  { nombre: 'TIMBRE_ADMIN_PASSWORD', significado: 'su clave, de 10 caracteres o más', secreta: true },
]

/** Its key in the file of configuration. */
export const keyOf = ({ nombre }: Variable): string => nombre.replace('TIMBRE_', '').toLowerCase()

/** The meaning with the value where it is missing. */
export const meaningOf = ({ significado, omision }: Variable): string =>
  omision === undefined ? significado : `${significado} (${omision})`
