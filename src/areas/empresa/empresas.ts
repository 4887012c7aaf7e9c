// The use cases around a company, and the rules that a schema cannot say (http §17).

import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import type { Ambiente } from '../../domain/ambiente'
import { findComuna } from '../../domain/comunas'
import { AppError, type Fault, faultsError } from '../../domain/errors'
import { chileDate } from '../../domain/fecha'
import type { Regla } from '../../domain/reglas'
import { parseRut } from '../../domain/rut'
import { normalizeTexto } from '../../domain/texto'
import { createPlanes } from '../../http/plan'
import type { Correo } from '../../mail/correo'
import type { Store } from '../../store/store'
import type { CambiosEmpresa, NuevaEmpresa } from './empresa-json'
import { createEmpresaStore, type Empresa } from './empresa-store'

export type Empresas = ReturnType<typeof createEmpresas>

interface Deps {
  store: Store
  clock: Clock
  newId: NewId
  /** Null: the server sends no mail. */
  correo: Correo | null
}

export function createEmpresas({ store, clock, newId, correo }: Deps) {
  const empresas = createEmpresaStore(store.db)
  const planes = createPlanes(store.db)

  function get(cuentaId: string, id: string): Empresa {
    const found = empresas.find(cuentaId, id)
    if (!found) throw new AppError('NOT_FOUND', 'La empresa no existe')
    return found
  }

  function getAny(cuentaId: string, id: string): Empresa {
    const found = empresas.findAny(cuentaId, id)
    if (!found) throw new AppError('NOT_FOUND', 'La empresa no existe')
    return found
  }

  function insert(empresa: Empresa): Empresa {
    checkResolucion(empresa, clock())
    if (empresas.findByRut(empresa.cuentaId, empresa.rut))
      throw new AppError('ALREADY_EXISTS', `La cuenta ya tiene una empresa con el RUT ${empresa.rut}`)
    planes.requireRoom(empresa.cuentaId, 'empresas')
    empresas.insert(empresa)
    return empresa
  }

  // A company that asks for copies must not find out from a customer that none ever left.
  function checkEnvio({ envio_receptor }: CambiosEmpresa, ambiente: Ambiente): void {
    // In `simulacion` the simulator's post office takes them.
    if (correo || ambiente === 'simulacion' || envio_receptor === undefined || envio_receptor === 'no') return
    const mensaje = 'Este servidor no envía correo: pídalo a quien lo administra'
    throw faultsError([{ campo: 'envio_receptor', regla: 'correo', mensaje }])
  }

  return {
    get,
    /** The same of a deleted company too, whose documents are read as ever. */
    getAny,
    list: empresas.list,
    count: empresas.count,

    /**
     * Throws ALREADY_EXISTS when the account has the RUT, PLAN_FEATURE when its plan admits no more, VALIDATION_ERROR when the
     * resolution breaks a rule.
     */
    create(cuentaId: string, body: NuevaEmpresa): Empresa {
      checkEnvio(body, body.ambiente ?? SIN_DATOS.ambiente)
      const blank = { id: newId('emp'), cuentaId, createdAt: clock().toISOString() }
      return insert({ ...SIN_DATOS, ...blank, ...fieldsOf(body), rut: parseRut(body.rut)! } as Empresa)
    },

    /** A company of which only RUT and name are known yet, in `simulacion`. */
    createNamed(cuentaId: string, { rut, razon_social }: { rut: string; razon_social: string }): Empresa {
      return insert({
        ...SIN_DATOS,
        id: newId('emp'),
        cuentaId,
        rut: parseRut(rut)!,
        razonSocial: normalizeTexto(razon_social).texto,
        createdAt: clock().toISOString(),
      })
    },

    /** Changes the fields that are present. Throws VALIDATION_ERROR for another RUT: documents already bear the old one. */
    update(cuentaId: string, id: string, body: CambiosEmpresa): Empresa {
      const empresa = get(cuentaId, id)
      if (body.rut !== undefined && parseRut(body.rut) !== empresa.rut) {
        const mensaje = 'El RUT de una empresa no cambia; cree otra empresa'
        throw faultsError([{ campo: 'rut', regla: 'inmutable', mensaje }])
      }
      const changed: Empresa = { ...empresa, ...fieldsOf(body) }
      checkEnvio(body, changed.ambiente)
      checkResolucion(changed, clock())
      empresas.update(changed)
      return changed
    },

    /** Throws INVALID_STATE while documents of it are on their way to the SII. */
    remove(cuentaId: string, id: string): void {
      get(cuentaId, id)
      const pending = empresas.countPending(id)
      if (pending) {
        throw new AppError(
          'INVALID_STATE',
          `La empresa tiene ${pending} documento(s) por enviar al SII; espere o descártelos`,
        )
      }
      empresas.remove(id, clock())
    },

    /**
     * Brings a deleted company back. Throws INVALID_STATE when it lives, ALREADY_EXISTS when another one has its RUT by now, and
     * PLAN_FEATURE when the plan admits no more.
     */
    restore(cuentaId: string, id: string): Empresa {
      const empresa = getAny(cuentaId, id)
      if (empresa.eliminadaAt === null) throw new AppError('INVALID_STATE', 'La empresa no está eliminada')
      const other = empresas.findByRut(cuentaId, empresa.rut)
      if (other) {
        throw new AppError(
          'ALREADY_EXISTS',
          `La cuenta ya tiene otra empresa con el RUT ${empresa.rut} (${other.id}), creada después: elimínela antes, o lea los documentos de ésta sin restaurarla`,
        )
      }
      planes.requireRoom(cuentaId, 'empresas')
      empresas.restore(id)
      return { ...empresa, eliminadaAt: null }
    },
  }
}

const SIN_DATOS = {
  giro: null,
  actividadesEconomicas: [],
  direccion: null,
  comuna: null,
  ciudad: null,
  telefono: null,
  email: null,
  sitioWeb: null,
  codigoSucursalSii: null,
  resolucion: null,
  logo: null,
  emailIntercambio: null,
  alertaFolios: null,
  envioReceptor: 'no' as const,
  respuestaAutomatica: null,
  consultaPublica: false,
  extraccionIa: 'no' as const,
  ambiente: 'simulacion' as Ambiente,
  eliminadaAt: null,
}

/** The fields that a body carries, without its RUT, in the form in which they are stored. */
function fieldsOf(body: CambiosEmpresa): Partial<Empresa> {
  const fields: Partial<Empresa> = {
    razonSocial: texto(body.razon_social) ?? undefined,
    giro: texto(body.giro),
    actividadesEconomicas: body.actividades_economicas,
    direccion: texto(body.direccion),
    comuna: body.comuna === undefined ? undefined : findComuna(body.comuna),
    ciudad: texto(body.ciudad),
    telefono: texto(body.telefono),
    email: body.email,
    sitioWeb: texto(body.sitio_web),
    codigoSucursalSii: body.codigo_sucursal_sii,
    resolucion: body.resolucion,
    emailIntercambio: body.email_intercambio,
    alertaFolios: body.alerta_folios,
    envioReceptor: body.envio_receptor,
    respuestaAutomatica: body.respuesta_automatica,
    consultaPublica: body.consulta_publica,
    extraccionIa: body.extraccion_ia,
    ambiente: body.ambiente,
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

const texto = <T extends null | undefined>(value: string | T): string | T =>
  typeof value === 'string' ? normalizeTexto(value).texto : value

// In production the SII's resolution is what makes a company an issuer; in certification its number is 0 by rule.
function checkResolucion({ ambiente, resolucion }: Empresa, now: Date): void {
  const faults: Fault[] = []
  const fault = (campo: string, regla: Regla, mensaje: string) => faults.push({ campo, regla, mensaje })
  if (ambiente === 'produccion' && !resolucion) {
    fault(
      'resolucion',
      'requerido',
      'resolucion es obligatoria en producción; la general es la N° 80 del 2014-08-22',
    )
  }
  if (resolucion) {
    if (ambiente === 'produccion' && resolucion.numero === 0)
      fault(
        'resolucion.numero',
        'ambiente',
        'El número 0 es el de certificación; la resolución general es la 80',
      )
    if (ambiente === 'certificacion' && resolucion.numero !== 0)
      fault('resolucion.numero', 'ambiente', 'En certificación el número de resolución es 0')
    if (resolucion.fecha > chileDate(now))
      fault('resolucion.fecha', 'futura', 'resolucion.fecha no puede ser posterior a hoy')
  }
  if (faults.length) throw faultsError(faults)
}
