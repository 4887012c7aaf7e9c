// The table of contents of the API: one line per area.

import { type AcuseDeps, acuseArea } from './areas/acuse/area'
import { type ApiKeysDeps, apiKeysArea } from './areas/apikeys/area'
import { type AuditoriaDeps, auditoriaArea } from './areas/auditoria/area'
import { type AuthDeps, authArea } from './areas/auth/area'
import { type BillingDeps, billingArea } from './areas/billing/area'
import { type BteDeps, bteArea } from './areas/bte/area'
import { type ClientesDeps, clientesArea } from './areas/clientes/area'
import { type ComprasIntDeps, comprasIntArea } from './areas/compras-internacionales/area'
import { type ConsultasDeps, consultasArea } from './areas/consultas/area'
import { type CopiaDeps, copiaArea } from './areas/copia/area'
import { type CuentaDeps, cuentaArea } from './areas/cuenta/area'
import { type DocumentosDeps, documentosArea } from './areas/documentos/area'
import { type DteDeps, dteArea } from './areas/dte/area'
import { type EmpresaDeps, empresaArea } from './areas/empresa/area'
import { type EventosDeps, eventosArea } from './areas/eventos/area'
import { type FoliosDeps, foliosArea } from './areas/folios/area'
import { type LibrosDeps, librosArea } from './areas/libros/area'
import { type PlantillaDeps, plantillaArea } from './areas/plantilla/area'
import { type PortalDeps, portalArea } from './areas/portal/area'
import { type ProgramacionDeps, programacionArea } from './areas/programacion/area'
import { type RcofDeps, rcofArea } from './areas/rcof/area'
import { type RcvDeps, rcvArea } from './areas/rcv/area'
import { type RecibidosDeps, recibidosArea } from './areas/recibidos/area'
import { type ResumenDeps, resumenArea } from './areas/resumen/area'
import { simuladorArea } from './areas/simulador/area'
import type { SimuladorDeps } from './areas/simulador/deps'
import { type SistemaDeps, sistemaArea } from './areas/sistema/area'
import { type UsuariosDeps, usuariosArea } from './areas/usuarios/area'
import { type VerDeps, verArea } from './areas/ver/area'
import { type WebhooksDeps, webhooksArea } from './areas/webhooks/area'

export type ApiDeps = SistemaDeps &
  AuthDeps &
  CuentaDeps &
  UsuariosDeps &
  AuditoriaDeps &
  EmpresaDeps &
  PortalDeps &
  ProgramacionDeps &
  ApiKeysDeps &
  FoliosDeps &
  DteDeps &
  DocumentosDeps &
  ResumenDeps &
  ClientesDeps &
  RcofDeps &
  BteDeps &
  RcvDeps &
  LibrosDeps &
  RecibidosDeps &
  AcuseDeps &
  RecibidosDeps &
  CopiaDeps &
  ComprasIntDeps &
  VerDeps &
  ConsultasDeps &
  PlantillaDeps &
  WebhooksDeps &
  EventosDeps &
  BillingDeps &
  SimuladorDeps

/** Every area, in the order in which the documentation shows them. */
export const api = (deps: ApiDeps) => [
  authArea(deps),
  cuentaArea(deps),
  usuariosArea(deps),
  auditoriaArea(deps),
  empresaArea(deps),
  portalArea(deps),
  programacionArea(deps),
  apiKeysArea(deps),
  foliosArea(deps),
  dteArea(deps),
  documentosArea(deps),
  resumenArea(deps),
  clientesArea(deps),
  rcofArea(deps),
  bteArea(deps),
  rcvArea(deps),
  librosArea(deps),
  recibidosArea(deps),
  acuseArea(deps),
  comprasIntArea(deps),
  copiaArea(deps),
  verArea(deps),
  consultasArea(deps),
  plantillaArea(deps),
  webhooksArea(deps),
  eventosArea(deps),
  billingArea(deps),
  simuladorArea(deps),
  sistemaArea(deps),
]
