// An archive is of one instant, however long it takes and whatever is written beside it (areas/exportaciones §1).

import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { createExportaciones, exportFiles } from '../../../src/areas/exportaciones'
import { writeZip } from '../../../src/http/zip'
import { openStore } from '../../../src/store/store'
import { inTempDir } from '../../cli/spawn'
import { factura } from '../../support/emisor'
import { leerZip } from '../../support/leer-zip'
import { testAppWithFolios } from '../../support/test-app'

test('documents issued while it is read are not in it, in no table and as no file, and are in the next', () =>
  inTempDir(async (dir) => {
    const store = openStore({
      path: join(dir, 'timbre.db'),
      masterKey: new Uint8Array(32).fill(7),
      clock: () => new Date('2026-11-20T14:02:11.000Z'),
    })
    const app = await testAppWithFolios({ store, folios: { 33: 10 } })
    await app.post('/v1/dte/emitir', factura())
    await app.settle()
    const { salidaOf } = createExportaciones({ store, clock: app.clock, newId: (prefix) => prefix })
    const salida = salidaOf({ cuentaId: app.tenant.cuentaId, empresas: [] })

    async function archivo(meanwhile: () => Promise<void>) {
      const pieces: Uint8Array[] = []
      for await (const piece of writeZip(exportFiles(store, salida, app.time.now))) {
        pieces.push(piece)
        if (pieces.length === 1) await meanwhile()
      }
      const files = leerZip(Buffer.concat(pieces))
      const count = (tabla: string) =>
        files
          .find(({ nombre }) => nombre === `tablas/${tabla}.jsonl`)!
          .bytes.toString()
          .split('\n').length - 1
      const xml = files.filter(({ nombre }) => nombre.includes('/emitidos/'))
      return [count('documento'), count('documento_xml'), count('documento_contenido'), xml.length]
    }

    const during = await archivo(async () => {
      for (let n = 0; n < 3; n++) await app.post('/v1/dte/emitir', factura())
      await app.settle()
      store.client.pragma('wal_checkpoint(PASSIVE)')
    })
    expect(during).toEqual([1, 1, 1, 1])
    expect(await archivo(async () => {})).toEqual([4, 4, 4, 4])
    // Nobody holds the log any more: it can be cut.
    expect(store.client.pragma('wal_checkpoint(TRUNCATE)')).toEqual([{ busy: 0, log: 0, checkpointed: 0 }])
    app.close()
  }))
