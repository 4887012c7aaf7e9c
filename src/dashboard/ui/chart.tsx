// Two shapes, drawn by hand: bars of a day each, and a stock that falls to an end. The figures stand in a table beside, for who reads
// them so.

import type { ReactNode } from 'react'
import { formatDate } from './format'

const [WIDTH, HEIGHT, BASE] = [640, 104, 102]

export interface Bar {
  /** `YYYY-MM-DD`. */
  day: string
  value: number
}

interface Chart {
  /** The name of the figures. */
  label: string
  /** How a value is said. */
  format: (value: number) => string
}

/** The drawing, what is written below its two ends, and its figures. */
function Frame({
  label,
  format,
  bars,
  ends,
  children,
}: Chart & { bars: readonly Bar[]; ends: readonly [ReactNode, ReactNode] | null; children: ReactNode }) {
  return (
    <figure className="grafico">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${label}. Las cifras están en la tabla.`}
      >
        <line className="eje" x1="0" x2={WIDTH} y1={BASE} y2={BASE} />
        {children}
      </svg>
      {ends && (
        <div className="extremos">
          <span>{ends[0]}</span>
          <span>{ends[1]}</span>
        </div>
      )}
      <ChartTable {...{ label, bars, format }} />
    </figure>
  )
}

/** Bars by day, lowest at zero. */
export function BarChart({ label, bars, format }: Chart & { bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  const step = WIDTH / Math.max(1, bars.length)
  const [first, last] = [bars[0], bars.at(-1)]
  const ends = first && last ? ([formatDate(first.day), formatDate(last.day)] as const) : null
  return (
    <Frame {...{ label, format, bars, ends }}>
      {bars.map(({ day, value }, index) => {
        const height = value <= 0 ? 0 : Math.max(2, (value / most) * (BASE - 8))
        return (
          <rect
            key={day}
            className="barra"
            x={index * step + step * 0.15}
            y={BASE - height}
            width={step * 0.7}
            height={height}
          >
            <title>{`${formatDate(day)}: ${format(value)}`}</title>
          </rect>
        )
      })}
    </Frame>
  )
}

/** A stock by day as a line from the first to the last; `limit` is a day on which it ends otherwise. */
export function StockChart({
  label,
  points,
  limit,
  format,
}: Chart & { points: readonly Bar[]; limit?: { day: string; words: string } | undefined }) {
  const most = Math.max(1, ...points.map(({ value }) => value))
  const days = points.map(({ day }) => Date.parse(day))
  const [from, to] = [Math.min(...days), Math.max(...days, limit ? Date.parse(limit.day) : 0)]
  const x = (day: string): number => (to === from ? 0 : ((Date.parse(day) - from) / (to - from)) * WIDTH)
  const [first, last] = [points[0], points.at(-1)]
  const y = (value: number): number => BASE - (value / most) * (BASE - 8)
  const said = ({ day, value }: Bar): string => `${formatDate(day)}: ${format(value)}`
  const ends = first && last ? ([said(first), limit?.words ?? said(last)] as const) : null
  return (
    <Frame {...{ label, format, bars: points, ends }}>
      <polyline
        className="trazo"
        points={points.map(({ day, value }) => `${x(day)},${y(value)}`).join(' ')}
      />
      {limit && (
        <line className="eje" x1={x(limit.day)} x2={x(limit.day)} y1="0" y2={BASE} strokeDasharray="4 3" />
      )}
    </Frame>
  )
}

function ChartTable({ label, bars, format }: Chart & { bars: readonly Bar[] }) {
  return (
    <details>
      <summary>Ver las cifras</summary>
      <table className="tabla">
        <caption className="solo-lector">{label}</caption>
        <thead>
          <tr>
            <th scope="col">Día</th>
            <th scope="col" className="numero">
              {label}
            </th>
          </tr>
        </thead>
        <tbody>
          {bars.map(({ day, value }) => (
            <tr key={day}>
              <th scope="row">{formatDate(day)}</th>
              <td className="numero">{format(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
