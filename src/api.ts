// The table of contents of the API: each area bound to what it works with, in the order in which they need one another.

import { bindAcuse } from './areas/acuse/area'
import { bindApiKeys } from './areas/apikeys/area'
import { bindAuditoria } from './areas/auditoria/area'
import { bindAuth } from './areas/auth/area'
import { bindBilling } from './areas/billing/area'
import { bindBorradores } from './areas/borradores/area'
import { bindBte } from './areas/bte/area'
import { bindCatalogo } from './areas/catalogo/area'
import { bindCertificacion } from './areas/certificacion/area'
import { bindClientes } from './areas/clientes/area'
import { bindComprasInternacionales } from './areas/compras-internacionales/area'
import { createContacto } from './areas/consultas'
import { bindConsultas } from './areas/consultas/area'
import { bindContabilidad } from './areas/contabilidad/area'
import { bindCopia } from './areas/copia/area'
import { bindCuenta } from './areas/cuenta/area'
import { bindDocumentos } from './areas/documentos/area'
import { bindDte } from './areas/dte/area'
import { bindEmpresa } from './areas/empresa/area'
import { bindEventos } from './areas/eventos/area'
import { bindExportaciones } from './areas/exportaciones/area'
import { bindFeriados } from './areas/feriados/area'
import { bindFirma } from './areas/firma/area'
import { createFolios } from './areas/folios'
import { bindFolios } from './areas/folios/area'
import { bindHistoria } from './areas/historia/area'
import { bindLibros } from './areas/libros/area'
import { createPlantillas } from './areas/plantilla'
import { bindPlantilla } from './areas/plantilla/area'
import { bindPortal } from './areas/portal/area'
import { createBetween } from './areas/programacion'
import { bindProgramacion } from './areas/programacion/area'
import { bindRcof } from './areas/rcof/area'
import { bindRcv } from './areas/rcv/area'
import { bindRecibidos } from './areas/recibidos/area'
import { bindRecurrentes } from './areas/recurrentes/area'
import { bindRespaldo } from './areas/respaldo/area'
import { bindResumen } from './areas/resumen/area'
import { bindSimulador } from './areas/simulador/area'
import { bindSistema } from './areas/sistema/area'
import { bindTiposCambio } from './areas/tipos-cambio/area'
import { bindUsuarios } from './areas/usuarios/area'
import { createPublico } from './areas/ver'
import { bindVer } from './areas/ver/area'
import { bindWebhooks } from './areas/webhooks/area'
import type { Cola } from './jobs/cola'
import type { CronTask } from './jobs/cron'
import type { JobKind } from './jobs/kind'
import type { Trim } from './jobs/trim'
import type { Shared } from './shared'
import { SERVICIOS, TIPOS_FALLA } from './simulator/fallas'
import { receptoresSection } from './simulator/receptores'

/** The parts of an area: its jobs, its hours, the rows it forgets, and its routes. */
interface Area {
  kinds?: readonly JobKind[]
  crons?: readonly CronTask[]
  trims?: readonly Trim[]
  /** Adds them to the one server (http/credential). */
  routes(cola: Cola): unknown
}

export function bindAreas(shared: Shared) {
  const auth = bindAuth(shared)
  const billing = bindBilling(shared)
  const webhooks = bindWebhooks({ ...shared, ...shared.webhooks, webhooks: shared.webhookStore })
  const enqueue = createBetween('folios', shared)
  const folios = createFolios({ ...shared, enqueue })
  const plantillas = createPlantillas(shared)
  const valores = bindTiposCambio(shared)
  const emision = bindDte({ ...shared, folios, plantillas, tipos: valores.tipos })
  const { dte } = emision
  const documents = { ...shared, ...dte, dte, folios, plantillas }
  const publico = createPublico(documents)
  const copia = bindCopia({ ...documents, publico })
  dte.listen(copia.copias.listener)
  const portal = bindPortal({
    ...documents,
    fetch: shared.siiFetch,
    simuladorUrl: shared.simuladorBase,
    issueSimulatedClave: shared.desk.issueClave,
  })
  const { accesoOf, pausedUntil } = portal
  const house = {
    ...documents,
    portal: portal.portal,
    accesoOf,
    pausedUntil,
    requestCaf: shared.desk.requestCaf,
  }

  const rcv = bindRcv(house)
  dte.listen(rcv.rcv.listener)
  const acuse = bindAcuse(house)
  const foliosSii = bindFolios({ ...house, conciliacion: dte.reconciliation })
  const rcof = bindRcof(house)
  const certificacion = bindCertificacion({
    ...house,
    rcof: rcof.rcof,
    desfaseReloj: shared.desfase.segundos,
  })
  dte.listen(certificacion.certificacion.oyente)
  const recibidos = bindRecibidos({
    ...house,
    takeSetmail: certificacion.certificacion.takeSetmail,
    acuse: acuse.acuse,
    notaRecibida: rcv.rcv.listener.notaRecibida,
    preguntaCasilla: createContacto(house),
    hurryFollow: ({ empresaId, ambiente }, que, trackId) =>
      (que === 'resultado_envio' ? dte : rcof.rcof).hurryVeredicto({ empresaId, ambiente }, trackId),
  })
  const bte = bindBte(house)
  const compras = bindComprasInternacionales({ ...house, tipos: valores.tipos })
  const tareas = [
    ...rcv.tareas,
    ...rcof.tareas,
    ...acuse.tareas,
    ...foliosSii.tareas,
    ...bte.tareas,
    ...recibidos.tareas,
  ]
  const programacion = bindProgramacion({ ...house, tareas })
  const respaldo = bindRespaldo(shared)
  const clientes = bindClientes({ ...house, rcv: rcv.rcv })
  const borradores = bindBorradores(documents)
  const recurrentes = bindRecurrentes({
    ...documents,
    tipos: valores.tipos,
    borradores: borradores.borradores,
  })
  const firma = bindFirma({
    ...house,
    rcv: rcv.rcv,
    acuse: acuse.acuse,
    rcof: rcof.rcof,
    portalDe: portal.portalDe,
    tareas,
    programacion: programacion.programacion,
  })
  const historia = bindHistoria({
    ...house,
    enlace: dte.enlace,
    entrar: recibidos.recibidos.entrar,
    importarClientes: clientes.clientes.importarEmitidos,
  })
  const read = {
    ...house,
    ...auth.auth,
    publico,
    rcv: rcv.rcv,
    recibidos: recibidos.recibidos,
    intercambio: recibidos.intercambio,
  }

  /** In the order in which the documentation shows them. */
  const areas: Area[] = [
    auth,
    bindCuenta(shared),
    bindExportaciones({
      ...shared,
      provePassword: (usuarioId, password, ip) =>
        auth.auth.proof.ofPassword(auth.auth.usuarios.find(usuarioId)!, password, ip),
    }),
    bindUsuarios(read),
    bindAuditoria(shared),
    bindEmpresa({
      ...shared,
      issueSimulatedCertificate: shared.desk.issueCertificate,
      aroundCertificado: portal.administracion.aroundCertificado,
      companySelected: shared.streams.recheck,
      aroundCambio(empresaId, change) {
        const empresa = folios.alertas.aroundEmpresa(empresaId, change)
        // In an environment that it has not been in some tasks begin on.
        programacion.programacion.programaciones.begin({ empresaId, ambiente: empresa.ambiente })
        return empresa
      },
    }),
    portal,
    programacion,
    bindApiKeys(shared),
    foliosSii,
    emision,
    bindDocumentos(read),
    borradores,
    recurrentes,
    bindResumen({ ...read, respaldos: respaldo.problemasFor }),
    firma,
    clientes,
    historia,
    bindCatalogo(shared),
    certificacion,
    rcof,
    bte,
    rcv,
    bindLibros(read),
    bindContabilidad(read),
    recibidos,
    acuse,
    compras,
    valores,
    bindFeriados(shared),
    copia,
    bindVer(read),
    bindConsultas(read),
    bindPlantilla(read),
    webhooks,
    bindEventos(shared),
    billing,
    bindSimulador({ ...house, fallasPosibles: { servicios: SERVICIOS, fallas: TIPOS_FALLA } }),
    respaldo,
    bindSistema({
      ...shared,
      runnerAlive: shared.queue.alive,
      desfaseReloj: shared.desfase.segundos,
      routes: () => shared.credential.routes,
      docsSections: [receptoresSection()],
    }),
  ]
  return {
    areas,
    auth: auth.auth,
    billing: billing.billing,
    folios,
    dte,
    portal: portal.portal,
    rcv: rcv.rcv,
    acuse: acuse.acuse,
    recibidos: recibidos.recibidos,
    buzon: recibidos.buzon,
    comprasInt: compras.comprasInt,
    banco: valores.banco,
    programacion: programacion.programacion,
    respaldos: respaldo.programa,
    tableros: firma.keep,
    avisos: firma.aviso,
    operaciones: firma.operaciones,
    recurrentes: recurrentes.mirada,
  }
}
