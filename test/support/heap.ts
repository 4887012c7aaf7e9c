// Loaded before every test (bunfig.toml). Elysia asks for the whole heap to be collected when a server answers first, and the tests
// make thousands of servers in one process: the runtime collects by itself. Who asks to wait for it is heard.

const collect = Bun.gc
Bun.gc = (force) => (force ? collect(true) : 0)
