// A stand-in of systemd for a folder that comes first in PATH: it tells of one unit, and keeps what it was asked in `pedido`.

import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface Unit {
  programa: string
  datos: string
  estado: 'active' | 'inactive' | 'failed'
  alPartir?: 'enabled' | 'disabled'
}

export function writeSystemctl(dir: string, { programa, datos, estado, alPartir = 'enabled' }: Unit): void {
  const path = join(dir, 'systemctl')
  writeFileSync(
    path,
    `#!/bin/sh
echo "$1" >> ${dir}/pedido
echo LoadState=loaded
echo UnitFileState=${alPartir}
echo ActiveState=${estado}
echo MainPID=0
echo "ExecStart={ path=${programa} ; argv[]=${programa} serve --data ${datos} ; ignore_errors=no }"
`,
  )
  chmodSync(path, 0o755)
}
