// The archive's word to whoever opens it without the program.

export const leame = (nombre: string, empresas: readonly { carpeta: string; razon_social: string }[]) =>
  `Copia de ${nombre}, hecha por Timbre.

Todo está en archivos abiertos: no hace falta Timbre para leerlos.

indice.json      cada archivo con sus bytes y su SHA-256, y cada tabla con sus filas
indice.sha256    el SHA-256 de indice.json: sha256sum -c indice.sha256
empresas/        los XML, por RUT y ambiente: emitidos/TIPO/FOLIO.xml, firmados, tal como se
                 enviaron; recibidos/RUT/TIPO-FOLIO.xml, el archivo que trajo ese documento, tal
                 como vino. Un archivo que trajo varios lleva el nombre del primero; de qué archivo
                 es cada uno lo dicen tablas/recibido.jsonl y tablas/recibido_archivo.jsonl
tablas/          lo demás: una tabla por archivo, una fila por línea, en JSON. {"base64": …} son
                 bytes que no son texto; {"archivo": …} nombra el archivo de esta copia que los trae

No trae secretos: ni certificados, ni llaves de CAF, ni contraseñas, ni llaves de API. Los CAF se
vuelven a obtener del SII. Para comprobar la copia: timbre cuenta verificar ARCHIVO

Empresas:
${empresas.map(({ carpeta, razon_social }) => `  ${carpeta}  ${razon_social}`).join('\n')}
`
