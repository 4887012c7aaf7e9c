// A company that receives what the golden documents' issuer writes.

import type { ArchivoEntrante, Entrado } from '../../src/areas/recibidos/entrada'
import type { TitularDeCuenta } from '../../src/domain/titular'
import { FACTURA, latin1, RECEPTOR } from './archivos-recibidos'
import { type Tenant, type TestApp, type TestAppOptions, testApp } from './test-app'

export { FACTURA, golden, latin1, mail } from './archivos-recibidos'

export async function testAppWithReceiver(options: TestAppOptions = {}) {
  const app = await testApp(options)
  const tenant = await app.registerCompany({ rut: RECEPTOR })
  app.speakAs(tenant)
  const titular: TitularDeCuenta = {
    cuentaId: tenant.cuentaId,
    empresaId: tenant.empresaId,
    ambiente: 'simulacion',
  }
  /** Takes a file in by the one door. */
  const entrar = (bytes: Uint8Array, over: Partial<ArchivoEntrante> = {}): Promise<Entrado> =>
    app.app.services.recibidos.entrar(titular, {
      bytes,
      nombre: 'envio.xml',
      origen: 'archivo' as const,
      mensajeId: null,
      responderA: null,
      recibidoEn: app.time.now,
      ...over,
    })
  return Object.assign(app, { tenant, titular, entrar })
}

/** Has a supplier's factura come to a company of that RUT, to be answered at `responderA`; its id. */
export async function receiveFactura(
  { app, time }: Pick<TestApp, 'app' | 'time'>,
  { cuentaId, empresaId }: Pick<Tenant, 'cuentaId' | 'empresaId'>,
  rut: string,
  { folio = 1, responderA = null as string | null } = {},
): Promise<string> {
  const text = FACTURA.replaceAll(RECEPTOR, rut).replace('<Folio>1<', `<Folio>${folio}<`)
  const { documentos } = await app.services.recibidos.entrar(
    { cuentaId, empresaId, ambiente: 'simulacion' },
    {
      bytes: latin1(text),
      nombre: 'factura.xml',
      origen: 'archivo',
      mensajeId: null,
      responderA,
      recibidoEn: time.now,
    },
  )
  return documentos[0]!.id
}
