// The archive's word to whoever opens it without the program.

const SIN_SECRETOS = `No trae secretos: ni certificados, ni llaves de CAF, ni contraseñas, ni llaves de API. Los CAF se
vuelven a obtener del SII.`

const CON_SECRETOS = `secretos.jsonl   certificados, CAF, claves, secretos de webhooks, los hash de contraseñas y llaves de API, y
                 las respuestas guardadas de la emisión: cada uno cifrado con AES-256-GCM, bajo la
                 frase de la mudanza por scrypt. Sin la frase no se abre. Es para llevar la cuenta a
                 otro servidor de Timbre, detenido: timbre cuenta importar ARCHIVO`

export const leame = (
  nombre: string,
  empresas: readonly { carpeta: string; razon_social: string }[],
  mudanza: boolean,
) =>
  `${mudanza ? 'Mudanza' : 'Copia'} de ${nombre}, hecha por Timbre.

Todo está en archivos abiertos: no hace falta Timbre para leerlos.

indice.json      cada archivo con sus bytes y su SHA-256, y cada tabla con sus filas
indice.sha256    el SHA-256 de indice.json: sha256sum -c indice.sha256
empresas/        los XML, por RUT y ambiente: emitidos/TIPO/FOLIO.xml, firmados, tal como se
                 enviaron; recibidos/RUT/TIPO-FOLIO.xml, el archivo que trajo ese documento, tal
                 como vino. Un archivo que trajo varios lleva el nombre del primero; de qué archivo
                 es cada uno lo dicen tablas/recibido.jsonl y tablas/recibido_archivo.jsonl
tablas/          lo demás: una tabla por archivo, una fila por línea, en JSON. {"base64": …} son
                 bytes que no son texto; {"archivo": …} nombra el archivo de esta copia que los trae

${mudanza ? CON_SECRETOS : SIN_SECRETOS} Para comprobarla: timbre cuenta verificar ARCHIVO

Empresas:
${empresas.map(({ carpeta, razon_social }) => `  ${carpeta}  ${razon_social}`).join('\n')}
`
