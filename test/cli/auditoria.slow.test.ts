// The operator's changes at the command line stand in the log of changes of the account (http §22, §23).

import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from '../../src/store/driver'
import { cafFile } from '../support/caf'
import { nuevaEmpresa, PASSWORD } from '../support/test-app'
import { inTempDir, timbre } from './spawn'

test('every command that changes an account is told as the operator’s', () =>
  inTempDir(async (cwd) => {
    const run = async (...args: string[]): Promise<string> => {
      const { status, out, err } = await timbre(args, { cwd, input: `${PASSWORD}\n` })
      expect([args, status, err]).toEqual([args, 0, err])
      return out.trim()
    }
    const db = () => connect(join(cwd, 'datos', 'timbre.db'))
    const query = <T>(work: (client: ReturnType<typeof db>) => T): T => {
      const client = db()
      try {
        return work(client)
      } finally {
        client.close()
      }
    }
    const made = await run('usuario', 'crear', '--email', 'ana@example.cl', '--nombre', 'Ana')
    const cuentaId = /cta_\w+/.exec(made)![0]
    writeFileSync(join(cwd, 'empresas.json'), JSON.stringify([nuevaEmpresa()]))
    const empresaId = /emp_\w+/.exec(await run('empresa', 'importar', 'empresas.json'))![0]
    writeFileSync(join(cwd, 'caf.xml'), cafFile())
    await run('folios', 'cargar', '--empresa', empresaId, 'caf.xml')
    await run('billing', 'plan', cuentaId, 'Profesional')
    query((client) =>
      client
        .prepare(
          `INSERT INTO checkout (id, cuenta_id, plan, ciclo, monto, proveedor, estado, expira_en, created_at)
           VALUES ('chk_1', ?, 'Profesional', 'mensual', 1000, 'manual', 'abierto', '2999', '2026')`,
        )
        .run(cuentaId),
    )
    await run('billing', 'confirmar', 'chk_1')
    // A command makes no work that fails: only a server that runs does, whose trail is not looked at here.
    query((client) =>
      client
        .prepare(
          `INSERT INTO job (id, kind, empresa_id, ambiente, grupo, estado, created_at, queued_at)
           VALUES ('job_1', 'folios.reponer', ?, 'simulacion', 'folios.reponer:x', 'failed', 0, 0)`,
        )
        .run(empresaId),
    )
    await run('cola', 'reintentar', 'job_1')
    query((client) => client.exec("UPDATE job SET estado = 'failed'"))
    await run('cola', 'descartar', 'job_1')
    const lines = query((client) =>
      client
        .prepare('SELECT actor, accion, cuenta_id, empresa_id, objeto FROM auditoria ORDER BY rowid')
        .all(),
    )
    const line = (accion: string, objeto: unknown, empresa_id: string | null = null) => ({
      actor: 'operador',
      cuenta_id: cuentaId,
      accion,
      objeto,
      empresa_id,
    })
    expect(lines).toEqual([
      line('auth.registro', expect.stringMatching(/^usr_/)),
      line('empresa.creada', empresaId, empresaId),
      line('folios.cargados', expect.stringMatching(/^caf_/), empresaId),
      line('cuenta.plan_cambiado', null),
      line('billing.orden_confirmada', 'chk_1'),
      line('trabajo.reintentado', 'job_1', empresaId),
      line('trabajo.descartado', 'job_1', empresaId),
    ])
  }))
