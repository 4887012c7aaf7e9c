import { describe, expect, test } from 'bun:test'
import { unitFile } from '../../src/cli/servicio'
import { timbre } from './spawn'

// The installation itself is seen on a bare Debian: `make conformance PARTS=installed`.

describe('timbre instalar', () => {
  test('shows the file of a proxy for the named site and the address of the server, and changes nothing', async () => {
    const env = { TIMBRE_ADDR: '127.0.0.1:3100' }
    const caddy = await timbre(['instalar', '--proxy', 'caddy', '--sitio', 'dte.ejemplo.cl'], { env })
    expect(caddy).toMatchObject({ status: 0, err: '' })
    expect(caddy.out).toStartWith('dte.ejemplo.cl {\n')
    expect(caddy.out).toContain('reverse_proxy 127.0.0.1:3100')
    const nginx = await timbre(['instalar', '--proxy', 'nginx'], { env })
    expect(nginx.out).toContain('server_name dte.example.cl;')
    expect(nginx.out.match(/proxy_pass http:\/\/127\.0\.0\.1:3100;/g)).toHaveLength(2)
    expect(nginx.out).toContain('location = /metrics { return 404; }')
    expect(nginx.out).toContain('proxy_buffering off;')
  })

  test('knows no other proxy, and a site only with one', async () => {
    expect(await timbre(['instalar', '--proxy', 'apache'])).toMatchObject({
      status: 2,
      err: expect.stringContaining('caddy o nginx'),
    })
    expect((await timbre(['instalar', '--sitio', 'dte.example.cl'])).status).toBe(2)
  })

  test('installs no program that runs from its source', async () => {
    const { status, err } = await timbre(['instalar'])
    expect({ status, err }).toEqual({ status: 1, err: expect.stringContaining('make build') })
  })
})

test('the unit keeps the service to its own data, and lets it map what it unpacks', () => {
  const unit = unitFile('/usr/bin/timbre')
  for (const line of [
    'User=timbre',
    'StateDirectoryMode=0700',
    'ProtectSystem=strict',
    'NoNewPrivileges=yes',
  ])
    expect(unit).toContain(`\n${line}\n`)
  expect(unit).not.toMatch(/^MemoryDenyWriteExecute/m)
  expect(unit).toContain('ExecStart=/usr/bin/timbre serve --data /var/lib/timbre\n')
})
