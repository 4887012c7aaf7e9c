// Processor time of this process, for tests whose fault is work without proportion: a busy machine takes none of it.

/** Milliseconds of processor time that `work` takes, its threads included. */
export async function cpuMs(work: () => unknown): Promise<number> {
  const begin = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(begin)
  return (user + system) / 1000
}
