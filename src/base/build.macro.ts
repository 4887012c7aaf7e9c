// Runs while bundling (`with { type: 'macro' }`): which commit the program is made of, as far as git is there to tell.

interface Build {
  /** Abbreviated, with `-dirty` where files differ from it; null without git or its folder. */
  commit: string | null
  /** `YYYY-MM-DD` of the commit. */
  fecha: string | null
}

export function readBuild(): Build {
  const git = (...args: string[]): string | null => {
    try {
      const { exitCode, stdout } = Bun.spawnSync(['git', ...args], { cwd: import.meta.dir, stderr: 'ignore' })
      return exitCode === 0 ? stdout.toString().trim() || null : null
    } catch {
      return null
    }
  }
  const commit = git('describe', '--always', '--dirty', '--abbrev=10', '--exclude=*')
  return { commit, fecha: commit && git('log', '-1', '--format=%cs') }
}
