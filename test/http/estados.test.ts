// The status of an act (http §0.5): 202 where work goes on, 200 where it ended, 201 only for a new thing,
// 204 for an empty answer. Every act stands here once, so that a new one says which of these it is.

import { beforeAll, expect, test } from 'bun:test'
import { JOB_BASES } from '../support/jobs'
import { described } from '../support/openapi'
import { RESOURCES } from '../support/resources'
import { testAppWithCompany } from '../support/test-app'

const each = (verb: string): string[] => JOB_BASES.map((base) => `${base}/trabajos/{jobId}/${verb}`)

const POST: { why: string; statuses: number[]; paths: string[] }[] = [
  {
    why: 'something was made that has a place of its own, and the answer is it',
    statuses: [201],
    paths: [
      ...Object.keys(RESOURCES),
      '/v1/certificacion',
      '/v1/historia/partes',
      ...['/auth/invite/accept', '/auth/register', '/v1/apikeys/{id}/rotar', '/v1/billing/checkout'],
      ...['/v1/empresa', '/v1/events/ticket', '/v1/firma/calendario', '/v1/rcv/vinculacion'],
      ...['/v1/contabilidad/reglas/copiar', '/v1/libros/asientos/{periodo}'],
      ...['/v1/empresa/{id}/certificado', '/v1/plantilla/logo'],
      ...['/v1/dte/folios', '/v1/compras-internacionales/estados-cuenta/{id}/filas/{n}/compra'],
      ...[
        '/simulador/acuse',
        '/simulador/caf',
        '/simulador/certificados',
        '/simulador/claves',
        '/simulador/correo',
        '/auth/llaves-acceso',
      ],
      ...['avance', 'intercambio'].map((what) => `/simulador/certificacion/${what}`),
      ...['/simulador/fallas', '/simulador/vecindario', '/simulador/vecinos/{rut}/emitir'],
    ],
  },
  {
    why: 'rows of a file were made: the contract says 201 (http §0.5)',
    statuses: [201],
    paths: ['/v1/rcv/{periodo}/importar', '/v1/tipos-cambio'],
  },
  {
    why: 'made, or known already: the same file again makes nothing',
    statuses: [200, 201],
    paths: ['/v1/recibidos', '/v1/certificacion/{id}/sets', '/v1/certificacion/{id}/intercambio'],
  },
  {
    why: 'registered, registered before, or still on its way',
    statuses: [200, 201, 202],
    paths: ['/v1/dte/acuse'],
  },
  {
    why: 'waits for its job: made in time, else the work goes on: the contract says 201 of `anular` and `importar`',
    statuses: [201, 202],
    paths: [
      ...['/v1/bte/emitir', '/v1/clientes/importar', '/v1/compras-internacionales'],
      ...['/v1/compras-internacionales/estados-cuenta', '/v1/dte/folios/anular', '/v1/dte/folios/reobtener'],
      '/v1/dte/folios/solicitar',
      '/v1/historia',
    ],
  },
  {
    why: 'waits for its job, which makes nothing: ended in time, else the work goes on',
    statuses: [200, 202],
    paths: [
      '/v1/bte/{folio}/anular',
      '/v1/bte/{periodo}/sync',
      '/v1/rcv/{periodo}/sync',
      '/v1/certificacion/{id}/folios',
      '/v1/recibidos/buzon/leer',
      '/v1/firma/operaciones',
    ],
  },
  {
    why: 'a job was queued, or queued again: where it stands is asked later',
    statuses: [202],
    paths: [
      ...each('reintentar'),
      ...[
        '/v1/dte/emision/{jobId}/reintentar',
        '/v1/dte/emitir',
        '/v1/dte/emitir/lote',
        '/v1/borradores/emitir',
        '/v1/borradores/{id}/emitir',
        '/v1/dte/guias/facturar',
        '/v1/firma/operaciones/{id}/reintentar',
      ],
      ...['/v1/dte/{tipo}/{folio}/anular', '/v1/compras-internacionales/{id}/emitir', '/v1/dte/acuse/lote'],
      ...['/v1/documentos/{tipo}/{folio}/enviar', '/v1/dte/rcof', '/v1/recibidos/{id}/respuestas'],
      ...['/v1/empresa/{id}/programacion/{tarea}/ejecutar', '/v1/certificacion/{id}/sets/{clase}/emitir'],
      ...['rcof', 'simulacion'].map((what) => `/v1/certificacion/{id}/${what}`),
      '/v1/historia/{id}/iniciar',
      '/v1/respaldos',
    ],
  },
  {
    why: 'a delivery was queued',
    statuses: [202],
    paths: ['/v1/webhooks/{id}/entregas/{entregaId}/reenviar', '/v1/webhooks/{id}/probar'],
  },
  {
    why: 'a mail may leave later, and nobody learns whether the address is known (http §14)',
    statuses: [202],
    paths: ['/auth/password/olvidada', '/auth/password/restablecer'],
  },
  {
    why: 'a thing that there was is now otherwise, and that is the end of it',
    statuses: [200],
    paths: [
      ...each('descartar'),
      ...JOB_BASES.map((base) => `${base}/trabajos/descartar`),
      ...[
        '/v1/dte/emision/descartar',
        '/v1/dte/emision/{jobId}/descartar',
        '/v1/compras-internacionales/{id}/descartar',
        '/v1/historia/{id}/resolver',
        '/v1/firma/operaciones/{id}/cancelar',
        ...['anular', 'confirmar'].map((verb) => `/v1/libros/asientos/exportaciones/{id}/${verb}`),
      ],
      ...[
        '/v1/clientes/{id}/restaurar',
        '/v1/catalogo/{id}/restaurar',
        '/v1/empresa/{id}/restaurar',
        '/v1/empresa/seleccionar',
      ],
      ...['adelantar', 'pausar', 'reanudar', 'terminar'].map((verb) => `/v1/recurrentes/{id}/${verb}`),
      ...['/v1/documentos/atender', '/v1/documentos/{tipo}/{folio}/atender', '/v1/dte/guias/{folio}/anular'],
      ...['/v1/dte/folios/{tipo}/retomar', '/v1/dte/folios/{tipo}/saltar', '/v1/webhooks/{id}/activar'],
      ...['/v1/webhooks/{id}/rotar-secreto', '/v1/billing/cancelar', '/v1/billing/reactivar'],
      ...['/v1/billing/checkout/{id}/confirmar', '/v1/empresa/{id}/portal/desbloquear', '/simulador/reloj'],
      ...['/auth/login', '/auth/login/segundo-factor', '/auth/refresh'],
      ...['/auth/segundo-factor', '/auth/segundo-factor/activar', '/auth/segundo-factor/codigos'],
      ...['/auth/segundo-factor/confirmar', '/auth/llaves-acceso/confirmar', '/auth/login/llave-acceso'],
      ...['abandonar', 'avanzar', 'declarada', 'deshacer'].map((verb) => `/v1/certificacion/{id}/${verb}`),
      ...['declaracion', 'siguiente'].map((what) => `/simulador/certificacion/${what}`),
      ...['declarado', 'veredicto'].map((verb) => `/v1/certificacion/{id}/sets/{clase}/${verb}`),
    ],
  },
  {
    why: 'an answer to a question, nothing is stored',
    statuses: [200],
    paths: [
      ...['/v1/dte/validar', '/v1/dte/previsualizar', '/v1/dte/pdf/lote', '/v1/bte/previsualizar'],
      ...['/v1/plantilla/previsualizar', '/v1/empresa/autocompletar', '/v1/empresa/{id}/buzon/probar'],
      ...['/v1/empresa/{id}/portal/probar', '/v1/certificacion/{id}/muestras'],
      '/v1/firma/aviso-diario/probar',
      '/v1/contabilidad/plantillas/leer',
      ...['intercambio/respuestas', 'muestras', 'sets'].map((what) => `/simulador/certificacion/${what}`),
      '/simulador/historia',
      ...['', '/confirmar'].map((what) => `/auth/llaves-acceso${what}/comenzar`),
      '/auth/login/llave-acceso/comenzar',
    ],
  },
  {
    why: 'the gateway wants to hear no more than that it was heard',
    statuses: [200],
    paths: ['/billing/flow/confirmacion', '/billing/flow/retorno'],
  },
  {
    why: 'something ended, and nothing is left to tell',
    statuses: [204],
    paths: [
      ...['/auth/cookie', '/auth/logout', '/auth/segundo-factor/quitar'],
      '/v1/empresa/{id}/portal/cerrar',
    ],
  },
]

/** Other statuses of PUT and DELETE than 200 and 204, with their reasons. */
const OTHERS: Record<string, [number, string]> = {
  'PUT /auth/password': [204, 'a password is never told'],
  'DELETE /simulador/claves/{rut}/bloqueo': [200, 'tells the key that is open again'],
  'DELETE /simulador/contribuyentes/{rut}': [200, 'tells whom its digits make of it'],
  'DELETE /simulador/fallas': [200, 'tells how many there were'],
  'DELETE /simulador/sesiones': [200, 'tells how many there were'],
  'DELETE /simulador/vecindario': [200, 'tells how many there were'],
}

const answers: Record<string, number[]> = {}
beforeAll(async () => {
  const { paths } = described(await testAppWithCompany())
  for (const [path, methods] of Object.entries<Record<string, { responses: object }>>(paths))
    for (const [method, { responses }] of Object.entries(methods))
      if (method !== 'get')
        answers[`${method.toUpperCase()} ${path}`] = Object.keys(responses)
          .map(Number)
          .filter((status) => status < 400)
})

test('a POST answers by what became of it: 202 goes on, 200 ended, 201 made', () => {
  const told = POST.flatMap(({ statuses, paths }) => paths.map((path) => [`POST ${path}`, statuses] as const))
  const found = Object.entries(answers).filter(([name]) => name.startsWith('POST '))
  expect(new Set(told.map(([name]) => name)).size).toBe(told.length)
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(told) as never)
})

test('a PUT answers 200 with what it left, a DELETE 204', () => {
  const found = Object.entries(answers).filter(([name]) => !name.startsWith('POST '))
  for (const [name, statuses] of found)
    expect([name, statuses]).toEqual([name, [OTHERS[name]?.[0] ?? (name.startsWith('PUT') ? 200 : 204)]])
  expect(Object.keys(OTHERS).filter((name) => !answers[name])).toEqual([])
})
