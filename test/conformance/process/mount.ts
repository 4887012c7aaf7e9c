// A small file system of its own, where the machine lets us mount one.

/** Mounts a tmpfs on `dir`; returns how to unmount it, or null without the right to. */
export function mountTmpfs(dir: string, options: string): (() => void) | null {
  if (process.platform !== 'linux') return null
  try {
    if (Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', options, 'tmpfs', dir]).exitCode !== 0) return null
  } catch {
    return null
  }
  return () => void Bun.spawnSync(['umount', '-l', dir])
}
