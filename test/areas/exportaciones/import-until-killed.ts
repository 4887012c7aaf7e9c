// A program that imports a move and stands still in the middle of it, for a test to kill: `bun import-until-killed.ts DATABASE KEY FILE PHRASE`.

import { importArchivo, openCifrado } from '../../../src/areas/exportaciones'
import { openArchivo } from '../../../src/cli/cuenta-archivo'
import { openStore } from '../../../src/store/store'

const [path, key, file, frase] = process.argv.slice(2) as [string, string, string, string]
const store = openStore({ path, masterKey: Buffer.from(key, 'hex'), clock: () => new Date() })
// Rows are on the disk, and not in memory alone.
store.client.pragma('cache_size = 1')
const archivo = await openArchivo(file)
const llave = (await openCifrado(archivo.indice.cifrado!, frase))!
await importArchivo({
  store,
  llave,
  cuentaId: null,
  credencialOf: () => '',
  atEnd() {},
  archivo: {
    ...archivo,
    async *lines(nombre) {
      if (nombre === 'tablas/webhook.jsonl') {
        process.stdout.write(`${store.client.prepare('SELECT count(*) FROM documento').pluck().get()}\n`)
        await new Promise(() => setInterval(() => {}, 1000))
      }
      yield* archivo.lines(nombre)
    },
  },
})
