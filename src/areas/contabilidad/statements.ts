// The statements of settings, chart, rules and templates (areas/contabilidad §1, §3, §6; src §3.15).

import type { Database } from 'better-sqlite3'
import { prepareInsert } from '../../store/statements'
import {
  type contabilidadAjuste,
  contabilidadCuenta,
  contabilidadPlantilla,
  contabilidadRegla,
} from '../../store/tables/contabilidad'
import type { Row } from '../../store/tables/row'

export type CuentaRow = Row<typeof contabilidadCuenta>
export type ReglaRow = Row<typeof contabilidadRegla>
export type PlantillaRow = Row<typeof contabilidadPlantilla>

export const prepareContabilidad = (client: Database) => ({
  ajustes: client
    .prepare<[empresaId: string], string>('SELECT ajustes FROM contabilidad_ajuste WHERE empresa_id = ?')
    .pluck(),
  putAjustes: client.prepare<[Row<typeof contabilidadAjuste>]>(
    `INSERT INTO contabilidad_ajuste VALUES (@empresa_id, @ajustes, @updated_at)
     ON CONFLICT (empresa_id) DO UPDATE SET ajustes = excluded.ajustes, updated_at = excluded.updated_at`,
  ),
  cuentas: client.prepare<[empresaId: string], CuentaRow>(
    'SELECT * FROM contabilidad_cuenta WHERE empresa_id = ? ORDER BY codigo',
  ),
  cuenta: client.prepare<[empresaId: string, codigo: string], CuentaRow>(
    'SELECT * FROM contabilidad_cuenta WHERE empresa_id = ? AND codigo = ?',
  ),
  hasCuentas: client
    .prepare<[empresaId: string], 1>('SELECT 1 FROM contabilidad_cuenta WHERE empresa_id = ? LIMIT 1')
    .pluck(),
  dropCuentas: client.prepare<[empresaId: string]>('DELETE FROM contabilidad_cuenta WHERE empresa_id = ?'),
  addCuenta: prepareInsert(client, contabilidadCuenta),
  reglas: client.prepare<[empresaId: string], ReglaRow>(
    'SELECT * FROM contabilidad_regla WHERE empresa_id = ? ORDER BY orden, id',
  ),
  regla: client.prepare<[empresaId: string, id: string], ReglaRow>(
    'SELECT * FROM contabilidad_regla WHERE empresa_id = ? AND id = ?',
  ),
  countReglas: client
    .prepare<[empresaId: string], number>('SELECT count(*) FROM contabilidad_regla WHERE empresa_id = ?')
    .pluck(),
  addRegla: prepareInsert(client, contabilidadRegla),
  setRegla: client.prepare<[ReglaRow]>(
    `UPDATE contabilidad_regla SET orden = @orden, libro = @libro, componente = @componente, tipos = @tipos, rut = @rut,
       tipo_compra = @tipo_compra, cuenta = @cuenta, centro = @centro, auxiliar = @auxiliar, codigo_doc = @codigo_doc,
       glosa = @glosa WHERE id = @id`,
  ),
  dropRegla: client.prepare<[id: string]>('DELETE FROM contabilidad_regla WHERE id = ?'),
  plantillas: client.prepare<[empresaId: string], PlantillaRow>(
    'SELECT * FROM contabilidad_plantilla WHERE empresa_id = ? ORDER BY created_at, id',
  ),
  plantilla: client.prepare<[empresaId: string, id: string], PlantillaRow>(
    'SELECT * FROM contabilidad_plantilla WHERE empresa_id = ? AND id = ?',
  ),
  countPlantillas: client
    .prepare<[empresaId: string], number>('SELECT count(*) FROM contabilidad_plantilla WHERE empresa_id = ?')
    .pluck(),
  addPlantilla: prepareInsert(client, contabilidadPlantilla),
  setPlantilla: client.prepare<[PlantillaRow]>(
    'UPDATE contabilidad_plantilla SET nombre = @nombre, plantilla = @plantilla, updated_at = @updated_at WHERE id = @id',
  ),
  dropPlantilla: client.prepare<[id: string]>('DELETE FROM contabilidad_plantilla WHERE id = ?'),
})
