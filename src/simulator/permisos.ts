// Who may send for whom. By default anyone with a certificate of the CA may send for any company, so that a first test
// needs no set-up; what is forbidden stands in sim_veto.

import type { Lado } from './hosts'
import type { Sim } from './sim'

/** Whether that exact pair is forbidden; an empty RUT stands for every company or every person. */
export const isVetoed = ({ db }: Sim, lado: Lado, rutEmpresa: string, rutPersona: string): boolean =>
  db
    .prepare('SELECT 1 FROM sim_veto WHERE lado = ? AND rut_empresa = ? AND rut_persona = ?')
    .get(lado, rutEmpresa, rutPersona) !== undefined

/** Whether a company may emit electronic documents at all. */
export const isEmisor = (sim: Sim, lado: Lado, rutEmpresa: string): boolean =>
  !isVetoed(sim, lado, rutEmpresa, '')

/** Whether a person may act for a company. */
export const maySend = (sim: Sim, lado: Lado, rutEmpresa: string, rutPersona: string): boolean =>
  !isVetoed(sim, lado, rutEmpresa, rutPersona)
