/** The same program as this one: the binary, or Bun with the main file. */
export function ownCommand(): string[] {
  const main = Bun.main
  return main.includes('$bunfs') || main.includes('~BUN') ? [process.execPath] : [process.execPath, main]
}
