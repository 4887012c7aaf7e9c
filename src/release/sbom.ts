// The bill of materials of a release, CycloneDX 1.6: what the licences of third parties are told of, with the sums of the lock file.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readAvisos } from '../cli/licencias.macro'
import type { Paquete } from './debian'
import { PLATFORMS } from './platforms'

const ROOT = join(import.meta.dir, '../..')

interface Locked {
  version: string
  integrity?: string
}

const purlOf = (name: string, version: string): string =>
  `pkg:npm/${name.replace('@', '%40')}@${encodeURIComponent(version)}`

const hashes = (integrity: string | undefined) =>
  integrity?.startsWith('sha512-')
    ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.slice(7), 'base64').toString('hex') }] }
    : {}

/**
 * The bill as JSON. `date` is that of the commit, `YYYY-MM-DDTHH:MM:SSZ`: the same commit makes the same bill. `paquetes` are those of the
 * OCI image.
 */
export function sbomOf(
  version: string,
  commit: string,
  date: string,
  paquetes: readonly Paquete[] = [],
): string {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  const integrityOf = (name: string, wanted: string) =>
    Object.entries(packages).find(
      ([path, locked]) => path.endsWith(`node_modules/${name}`) && locked.version === wanted,
    )?.[1].integrity
  const inside = readAvisos().map(({ nombre, version, licencia }) => {
    const integrity = integrityOf(nombre, version)
    return {
      type: nombre.includes('Plex') ? 'data' : 'library',
      'bom-ref': version ? `${nombre}@${version}` : nombre,
      name: nombre,
      ...(version && { version }),
      licenses: [{ expression: licencia }],
      // Where the lock file has none it is a part of a package, or made of one.
      ...(integrity && { ...hashes(integrity), purl: purlOf(nombre, version) }),
    }
  })
  const runtimes = PLATFORMS.map(({ name, runtime }) => {
    const { version, integrity } = packages[`node_modules/${runtime}`]!
    return {
      type: 'platform',
      'bom-ref': `${runtime}@${version}`,
      name: runtime,
      version,
      description: `Bun, in the binary for ${name} alone`,
      licenses: [{ expression: 'MIT' }],
      ...hashes(integrity),
      purl: purlOf(runtime, version),
    }
  })
  const ofImage = paquetes.map(({ nombre, version, arquitectura, licencia }) => {
    const purl = `pkg:deb/debian/${nombre}@${version}?arch=${arquitectura}`
    return {
      type: 'library',
      'bom-ref': purl,
      name: nombre,
      version,
      description: 'Debian, in the OCI image alone',
      licenses: [{ expression: licencia }],
      purl,
    }
  })
  const components = [...inside, ...runtimes, ...ofImage]
  const self = { type: 'application', 'bom-ref': `timbre@${version}`, name: 'timbre', version }
  const bom = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: date,
      component: { ...self, properties: [{ name: 'timbre:commit', value: commit }] },
    },
    components,
    dependencies: [
      { ref: self['bom-ref'], dependsOn: components.map((component) => component['bom-ref']) },
      ...components.map((component) => ({ ref: component['bom-ref'] })),
    ],
  }
  return `${JSON.stringify(bom, null, 2)}\n`
}
