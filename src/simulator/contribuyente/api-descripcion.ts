// The desk's description of a taxpayer beyond its permissions (simulator §13.1).

import { isDate } from '../../domain/fecha'
import type { Cuerpo } from '../api-lectura'
import type { Descripcion } from './descripcion'
import type { Actividad } from './rubros'

/** Fields of its body. */
export const CAMPOS_DESCRIPCION = [
  'razon_social',
  'actividades',
  'inicio_actividades',
  'termino_giro',
  'email_intercambio',
  'empresa_menor_tamano',
] as const

const EMAIL = /^[^\s@;,<>]+@[^\s@;,<>]+\.[^\s@;,<>]+$/

/** The description in a body; null when it has none of its fields. Faults are noted there. */
export function readDescripcion(body: Cuerpo): Descripcion | null {
  const given = (campo: string): boolean => body.has(campo) && body.raw(campo) !== null
  if (!CAMPOS_DESCRIPCION.some(given)) return null
  const day = (campo: string): string | null => {
    if (!given(campo)) return null
    const value = body.raw(campo)
    if (typeof value === 'string' && isDate(value)) return value
    body.fault(campo, 'fecha', `${campo} debe ser una fecha AAAA-MM-DD`)
    return null
  }
  const inicio = day('inicio_actividades')
  const termino = day('termino_giro')
  const correo = given('email_intercambio') ? body.latin1('email_intercambio', 80) : null
  if (correo && !EMAIL.test(correo))
    body.fault('email_intercambio', 'correo', 'email_intercambio no es una dirección de correo')
  return {
    razonSocial: given('razon_social') ? body.latin1('razon_social', 100) : null,
    actividades: given('actividades')
      ? body.list('actividades', 10, (cuerpo, path) => readActividad(cuerpo, path, inicio))
      : null,
    inicio,
    termino,
    correo,
    menorTamano: given('empresa_menor_tamano') ? body.boolean('empresa_menor_tamano') : null,
  }
}

function readActividad(cuerpo: Cuerpo, path: string, inicio: string | null): Actividad {
  const value = cuerpo.raw(path) as Record<string, unknown> | null
  const { codigo, descripcion, afecta_iva: afecta = true } = value ?? {}
  const code = typeof codigo === 'number' && Number.isInteger(codigo) && codigo >= 10_000 && codigo <= 999_999
  const text = typeof descripcion === 'string' && descripcion.trim() !== '' && descripcion.length <= 150
  const whole = Object.keys(value ?? {}).every((key) => ['codigo', 'descripcion', 'afecta_iva'].includes(key))
  if (!code || !text || !whole || typeof afecta !== 'boolean')
    cuerpo.fault(
      path,
      'formato',
      `${path} debe ser {codigo, descripcion, afecta_iva}: el código de hasta seis cifras`,
    )
  return {
    codigo: Number(codigo),
    descripcion: String(descripcion),
    categoria: afecta ? 'Primera' : 'Segunda',
    afectaIva: afecta === true,
    desde: inicio ?? '2015-01-01',
  }
}

/** As told, null what its digits tell; nothing of a taxpayer that nobody described. */
export const descripcionJson = (told: Descripcion | null) =>
  told && {
    razon_social: told.razonSocial ?? null,
    actividades:
      told.actividades?.map(({ codigo, descripcion, afectaIva }) => ({
        codigo,
        descripcion,
        afecta_iva: afectaIva,
      })) ?? null,
    inicio_actividades: told.inicio ?? null,
    termino_giro: told.termino ?? null,
    email_intercambio: told.correo ?? null,
    empresa_menor_tamano: told.menorTamano ?? null,
  }
