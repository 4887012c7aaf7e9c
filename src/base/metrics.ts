// Figures for whoever watches the server, in Prometheus' text format 0.0.4: counters and histograms that are fed as things
// happen, gauges that are read when somebody asks.

/** One figure of a gauge; labels tell it from its siblings. */
export interface Sample {
  labels?: Readonly<Record<string, string>>
  value: number
}

export interface Metrics {
  /** Counts by one label; `values` are there from the beginning, at zero. */
  counter(name: string, help: string, label: string, values?: readonly string[]): (value: string) => void
  /** Distributes observations over buckets, by their upper bounds in ascending order; the function observes one. */
  histogram(name: string, help: string, bounds: readonly number[]): (value: number) => void
  /** Reports the samples of `read` at each request. `type` is `counter` for what only grows. */
  gauge(name: string, help: string, read: () => readonly Sample[], type?: 'gauge' | 'counter'): void
  /** All of it, by name of its family in order of making. Throws what a gauge throws. */
  text(): string
}

/** An empty registry. Names are unique: a second one of the same name throws. */
export function createMetrics(): Metrics {
  const families = new Map<string, () => string>()

  function add(name: string, help: string, type: string, lines: () => readonly string[]): void {
    if (families.has(name)) throw new Error(`metric ${name} is there already`)
    const head = `# HELP ${name} ${escapeHelp(help)}\n# TYPE ${name} ${type}\n`
    families.set(
      name,
      () =>
        `${head}${lines()
          .map((line) => `${line}\n`)
          .join('')}`,
    )
  }

  return {
    counter(name, help, label, values = []) {
      const counts = new Map<string, number>(values.map((value) => [value, 0]))
      add(name, help, 'counter', () =>
        [...counts].map(([value, count]) => line(name, { [label]: value }, count)),
      )
      return (value) => void counts.set(value, (counts.get(value) ?? 0) + 1)
    },
    histogram(name, help, bounds) {
      const counts = new Array<number>(bounds.length + 1).fill(0)
      let sum = 0
      add(name, help, 'histogram', () => {
        let below = 0
        const buckets = [...bounds.map(String), '+Inf'].map((le, i) => {
          below += counts[i]!
          return line(`${name}_bucket`, { le }, below)
        })
        return [...buckets, line(`${name}_sum`, {}, sum), line(`${name}_count`, {}, below)]
      })
      return (value) => {
        let i = 0
        while (i < bounds.length && value > bounds[i]!) i++
        counts[i]!++
        sum += value
      }
    },
    gauge(name, help, read, type = 'gauge') {
      add(name, help, type, () => read().map(({ labels = {}, value }) => line(name, labels, value)))
    },
    text: () => [...families.values()].map((family) => family()).join(''),
  }
}

const escapeHelp = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')

const escapeLabel = (text: string): string => escapeHelp(text).replaceAll('"', '\\"')

function line(name: string, labels: Readonly<Record<string, string>>, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(text)}"`)
  return `${name}${pairs.length ? `{${pairs.join(',')}}` : ''} ${value}`
}
