// Imports every module of the folder given but the entries, with the outside world wired to tell on whoever touches it, and
// prints what was touched. A process of its own, because modules are imported once, and because one that was left with
// something running would not end.

const [, , root] = process.argv
const touched = new Set<string>()

/** Notes `what` when a module of ours is what asks; packages may do as they please. */
function tell(what: string): void {
  const line = new Error().stack?.split('\n').find((frame) => frame.includes(root!))
  if (line) touched.add(`${what} ${line.trim().replace(`${root}/`, '')}`)
}

const wired = <F extends (...args: never[]) => unknown>(what: string, real: F): F =>
  new Proxy(real, {
    apply(target, self, args) {
      tell(what)
      return Reflect.apply(target, self, args)
    },
    construct(target, args, subject) {
      tell(what)
      return Reflect.construct(target, args, subject)
    },
  })

globalThis.Date = wired('Date', Date as never)
Date.now = wired('Date.now', Date.now)
Math.random = wired('Math.random', Math.random)
globalThis.fetch = wired('fetch', fetch)
globalThis.setTimeout = wired('setTimeout', setTimeout)
globalThis.setInterval = wired('setInterval', setInterval)
globalThis.setImmediate = wired('setImmediate', setImmediate)
Bun.serve = wired('Bun.serve', Bun.serve)
Bun.file = wired('Bun.file', Bun.file)
Bun.spawn = wired('Bun.spawn', Bun.spawn)
process.on = wired('process.on', process.on)
process.env = new Proxy(process.env, {
  get(target, key) {
    tell(`process.env.${String(key)}`)
    return target[key as string]
  },
})

/**
 * The entries that run on import: the program, its thread, the dashboard's page and its server in
 * development.
 */
const ENTRIES = [
  'main.ts',
  'entry.ts',
  'worker.ts',
  'signing-thread.ts',
  'extraccion/hilo.ts',
  'dashboard/main.tsx',
  'dashboard/dev.ts',
]

let imported = 0
for (const file of new Bun.Glob('**/*.{ts,tsx}').scanSync(root!)) {
  if (ENTRIES.includes(file) || file.endsWith('.d.ts')) continue
  await import(`${root}/${file}`)
  imported++
}
console.log(JSON.stringify({ imported, touched: [...touched] }))

export {}
