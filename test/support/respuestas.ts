// A company that issued a document, and the files of those who answer it.

import { mail } from './archivos-recibidos'
import { document, emit } from './emision'
import { factura } from './emisor'
import { testAppWithFolios } from './test-app'

export async function respuestasApp(options: Parameters<typeof testAppWithFolios>[0] = {}) {
  const app = await testAppWithFolios(options)
  const { cuentaId, empresaId } = app.tenant
  const titular = { cuentaId, empresaId, ambiente: 'simulacion' as const }
  return {
    ...app,
    /** Issues a document; what an answer says of it. */
    async issue() {
      await emit(app, factura())
      await app.settle()
      const { data } = (await app.get('/v1/documentos?limite=1')).body
      const [row] = data
      return {
        tipoDte: row.tipo_dte as number,
        folio: row.folio as number,
        fechaEmision: row.fecha_emision as string,
        rutEmisor: '76543210-3',
        rutReceptor: row.rut_receptor as string,
        montoTotal: row.monto_total as number,
      }
    },
    /** Files of one mail. */
    bring: (...files: Uint8Array[]) =>
      app.app.services.recibidos.entrar(titular, {
        bytes: mail(files.map((bytes, i) => ({ nombre: i ? `respuesta-${i}.xml` : 'respuesta.xml', bytes }))),
        nombre: 'correo.eml',
        origen: 'correo',
        mensajeId: 'msj_1',
        responderA: null,
        recibidoEn: app.time.now,
      }),
    detail: (folio: number) => document(app, 33, folio),
    /** The answers in a document's history, in order. */
    told: async (folio: number): Promise<string[]> =>
      (await document(app, 33, folio)).historial
        .filter(({ estado }: { estado: string }) => estado === 'respuesta_receptor')
        .map(({ detalle }: { detalle: string }) => detalle),
    /** The list of received answers, the last first. */
    came: async (query = '') => (await app.get(`/v1/recibidos/respuestas/recibidas${query}`)).body.data,
  }
}
