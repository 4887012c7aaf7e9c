// A person who is told of the firm without a session (areas/firma §3, §4): whose companies, which of them, and what of them may be read now.

import { permisosOf } from '../../domain/permisos'
import type { SessionTenant } from '../../http/tenant'
import type { EmpresaRow, PersonaRow } from './statements'

export type Reader = Pick<SessionTenant, 'cuentaId' | 'empresas' | 'permisos'>

export function readerOf(person: PersonaRow): Reader {
  const empresas: string[] = JSON.parse(person.empresas)
  const [extra, quitados] = [JSON.parse(person.permisos_extra), JSON.parse(person.permisos_quitados)]
  return {
    cuentaId: person.cuenta_id,
    empresas: empresas.length ? empresas : null,
    permisos: permisosOf(person.rol, extra, quitados, empresas.length > 0),
  }
}

/** The name of a company where nobody sees its environment beside: nobody has to pay what a rehearsal owes. */
export const nombreOf = ({
  razon_social,
  ambiente,
}: Pick<EmpresaRow, 'razon_social' | 'ambiente'>): string =>
  ambiente === 'produccion'
    ? razon_social
    : `${razon_social} (${ambiente === 'simulacion' ? 'simulación' : 'certificación'})`
