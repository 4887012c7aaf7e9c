// Installed on a bare Debian under its own systemd: by the package (put in, upgraded, removed, purged), then by `timbre instalar`. And the
// arm64 binary under qemu-user, from nothing to the last verdict. By `make nightly`, or by name.

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { bundle } from '../../src/release/bundle'
import { PLATFORMS } from '../../src/release/platforms'
import { fetchRuntime } from '../../src/release/runtimes'
import { makeRoot, putFile, runSteps, unpackForeign } from './process/bare-root'
import { BINARY } from './process/binary'
import type { Checks } from './process/check'
import { runWhileTalking } from './process/patience'
import { writeDeb } from './release'
import { ensureTools } from './tools'

const ROOT = join(import.meta.dir, '../..')
const UP = 'for i in $(seq 600); do timbre_up && break; sleep 0.2; done; timbre_up'
/** The server of this start answers. Without curl, which a bare Debian has not. */
const IS_UP = 'timbre_up() { (exec 3<> /dev/tcp/127.0.0.1/3000) 2> /dev/null; }'
const up = (line: string) => `${line}\nexec bash -ec '${IS_UP}; ${UP}; systemctl is-active timbre'`

const STEPS: Record<string, string> = {
  'the package is put in, and its service answers': up('dpkg -i /root/primero.deb'),
  'systemd finds no fault in the unit': 'test -z "$(systemd-analyze verify timbre.service 2>&1)"',
  'it starts with the system': 'systemctl is-enabled timbre',
  'its data are its own user’s alone':
    'test "$(stat -c %U:%a /var/lib/timbre /var/lib/timbre/clave.maestra | xargs)" = "timbre:700 timbre:600"',
  'its variables are root’s alone': 'test "$(stat -c %U:%a /etc/timbre/timbre.env)" = root:600',
  'the link to the first account is in the journal': "journalctl -u timbre -o cat | grep -q '/instalar/'",
  'doctor is content beside it': 'timbre doctor --data /var/lib/timbre',
  'a variable of the file is heeded, and outlives an upgrade': up(
    'echo TIMBRE_LOG_LEVEL=debug >> /etc/timbre/timbre.env; dpkg -i /root/segundo.deb; tail -1 /etc/timbre/timbre.env | grep DEBUG -i',
  ),
  'the upgrade started the service anew':
    'test "$(journalctl -u timbre -o cat | grep -c servidor.iniciado)" = 2',
  'removed, it is stopped, and variables and data stay':
    'dpkg -r timbre; no systemctl is-active timbre; test -f /etc/timbre/timbre.env -a -f /var/lib/timbre/timbre.db',
  'put in again, it has its data': up('dpkg -i /root/segundo.deb; test -f /var/lib/timbre/timbre.db'),
  'purged, the data stay and it says where':
    'dpkg -P timbre > salida 2>&1; cat salida; no test -e /etc/timbre; test -f /var/lib/timbre/clave.maestra; grep -q /var/lib/timbre salida',
  'without libstdc++ the missing library is named':
    'mkdir lejos; mv /usr/lib/*-linux-gnu/libstdc++.so.6* lejos; /root/timbre doctor > salida || true; mv lejos/* /usr/lib/$(ls /usr/lib | grep linux-gnu$); grep -q libstdc++.so.6 salida',
  'instalar makes the rest, starts it and says where':
    '/root/timbre instalar > salida; cat salida; grep -q "^andando .*/app/" salida; grep -q /instalar/ salida',
  'a second time it changes nothing':
    '/root/timbre instalar > salida; cat salida; no grep -q "^hecho" salida; test "$(systemctl show -P NRestarts timbre)" = 0',
  'its unit is the package’s but for the program':
    'systemctl is-active timbre; systemctl show -P ExecStart timbre | grep /usr/local/bin/timbre; test -z "$(systemd-analyze verify timbre.service 2>&1)"',
  'servicio shows the very unit':
    '/root/timbre servicio 2> /dev/null | cmp - /etc/systemd/system/timbre.service',
  'a service that stands still is told by doctor, and only then': up(
    'd() { /root/timbre doctor --data /var/lib/timbre > salida || true; cat salida; }; d; no grep -q "Servicio:" salida; systemctl stop timbre; d; grep -q "^AVISO  Servicio:.*systemctl start timbre" salida; systemctl start timbre',
  ),
  'a unit of one’s own is left as it is, and told':
    'echo "# propia" >> /etc/systemd/system/timbre.service; /root/timbre instalar > salida; cat salida; grep -q ^AVISO salida; grep -q propia /etc/systemd/system/timbre.service',
  'where the package is, instalar refuses':
    'systemctl disable --now timbre; rm /etc/systemd/system/timbre.service; dpkg -i /root/primero.deb; no /root/timbre instalar 2> salida; grep -q "paquete .deb" salida',
}

export async function installed(checks: Checks, dir: string): Promise<void> {
  const absent = ensureTools(['debootstrap', 'systemd-nspawn', 'qemu-aarch64-static'])
  checks.check('a Debian can be made, and arm64 imitated', absent.length === 0, absent)
  const root = join(dir, 'debian')
  await makeRoot(root)
  putFile(root, writeDeb(dir), 'primero.deb')
  putFile(root, writeDeb(dir, 60), 'segundo.deb')
  putFile(root, BINARY, 'timbre')
  for (const [name, { status, out }] of Object.entries(await runSteps(root, STEPS)))
    checks.check(name, status === 0, `${status}: ${out.slice(-1500)}`)
  await imitateArm(checks, join(dir, 'arm'))
}

async function imitateArm(checks: Checks, dir: string): Promise<void> {
  mkdirSync(dir)
  const platform = PLATFORMS.find(({ name }) => name === 'linux-arm64')!
  const runtime = await fetchRuntime(platform, join(ROOT, 'dist/runtimes'))
  const program = join(dir, 'timbre')
  await bundle(platform, program, { runtime })
  await unpackForeign(dir, 'arm64', ['libc6', 'libstdc++6', 'libgcc-s1'])
  // Its log tells that it goes on.
  const env = { ...(process.env as Record<string, string>), TIMBRE_LOG_LEVEL: 'info' }
  const demo = ['qemu-aarch64-static', '-L', dir, program, 'demo']
  const { status, out } = await runWhileTalking(demo, { cwd: dir, env })
  const accepted = out.match(/^\d+ .* aceptado /gm)?.length
  checks.check('arm64 under qemu: every type of the demo is accepted', status === 0 && accepted === 12, {
    ...{ status, accepted, out: out.slice(-1500) },
  })
}
