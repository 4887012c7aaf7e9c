// The platforms that a release is made for: those for which both Bun's runtime and SQLite's addon come ready made by the registry.

export interface Platform {
  /** As SQLite's addon names it. */
  name: string
  /** As people name it: in the files of a release. */
  label: string
  /** Bun's name of it, for `--target`. */
  target: string
  /** The package of Bun's runtime, which the lock file holds. */
  runtime: string
}

const of = (name: string, label: string, bun: string): Platform => ({
  name,
  label,
  target: `bun-${bun}`,
  runtime: `@oven/bun-${bun.replace('arm64', 'aarch64')}`,
})

/** For x64 one each: since 1.4.5 the registry's `-baseline` packages, for processors without AVX2, hold the same program. */
export const PLATFORMS: readonly Platform[] = [
  of('linux-x64', 'linux-x64', 'linux-x64'),
  of('linux-arm64', 'linux-arm64', 'linux-arm64'),
  of('linuxmusl-x64', 'linux-musl-x64', 'linux-x64-musl'),
  of('linuxmusl-arm64', 'linux-musl-arm64', 'linux-arm64-musl'),
  of('darwin-x64', 'macos-x64', 'darwin-x64'),
  of('darwin-arm64', 'macos-arm64', 'darwin-arm64'),
  of('win32-x64', 'windows-x64', 'windows-x64'),
]
