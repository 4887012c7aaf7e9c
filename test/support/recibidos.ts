// A company that receives what the golden documents' issuer writes.

import type { ArchivoEntrante, Entrado, Quien } from '../../src/areas/recibidos/entrada'
import { RECEPTOR } from './archivos-recibidos'
import { type TestAppOptions, testApp } from './test-app'

export { FACTURA, golden, latin1, mail } from './archivos-recibidos'

export async function testAppWithReceiver(options: TestAppOptions = {}) {
  const app = await testApp(options)
  const tenant = await app.registerCompany({ rut: RECEPTOR })
  app.speakAs(tenant)
  const quien: Quien = { cuentaId: tenant.cuentaId, empresaId: tenant.empresaId, ambiente: 'simulacion' }
  /** Takes a file in by the one door. */
  const entrar = (bytes: Uint8Array, over: Partial<ArchivoEntrante> = {}): Promise<Entrado> =>
    app.app.services.recibidos.entrar(quien, {
      bytes,
      nombre: 'envio.xml',
      origen: 'archivo' as const,
      mensajeId: null,
      responderA: null,
      recibidoEn: app.time.now,
      ...over,
    })
  return Object.assign(app, { tenant, quien, entrar })
}
