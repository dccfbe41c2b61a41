import { useId, useState } from 'preact/hooks'
import { type Bar, listTicks } from './series.js'

interface BarsProps {
  title: string
  bars: readonly Bar[]
  /** A value in words. */
  show(value: number): string
}

const [height, left, bottom] = [200, 48, 24]
/** In pixels. A narrow window gets a narrow chart, so that its text keeps its size. */
const getWidth = (isNarrow: boolean) => (isNarrow ? 360 : 1000)

/** A bar chart; the same as a table for those who do not see it. */
export function Bars({ title, bars, show }: BarsProps) {
  const id = useId()
  const [pointed, setPointed] = useState<number>()
  const width = getWidth(matchMedia('(max-width: 52rem)').matches)
  const ticks = listTicks(Math.max(...bars.map(({ value }) => value)))
  const top = ticks.at(-1)!
  const step = (width - left) / bars.length
  const y = (value: number) => (height - bottom) * (1 - value / top)
  const labelEvery = Math.ceil((bars.length * 72) / width)
  const shown = pointed === undefined ? undefined : bars[pointed]
  return (
    <figure class="chart" aria-labelledby={id}>
      <figcaption id={id}>
        {title}
        <span aria-hidden="true">{shown && `${shown.label}: ${show(shown.value)}`}</span>
      </figcaption>
      <svg
        viewBox={`0 -8 ${width} ${height + 8}`}
        aria-hidden="true"
        onPointerLeave={() => setPointed(undefined)}
      >
        {ticks.map((value) => (
          <g key={value}>
            <line x1={left} x2={width} y1={y(value)} y2={y(value)} />
            <text x={left - 8} y={y(value) + 4} text-anchor="end">
              {show(value)}
            </text>
          </g>
        ))}
        {bars.map(({ label, value }, i) => (
          <g key={label} onPointerEnter={() => setPointed(i)}>
            <rect class="area" x={left + i * step} y={0} width={step} height={height - bottom} />
            <rect
              class={i === pointed ? 'bar on' : 'bar'}
              x={left + i * step + step * 0.15}
              y={y(value)}
              width={step * 0.7}
              height={y(0) - y(value)}
              rx={Math.min(3, step * 0.2)}
            />
            {i % labelEvery === 0 && (
              <text x={left + (i + 0.5) * step} y={height - 6} text-anchor="middle">
                {label}
              </text>
            )}
          </g>
        ))}
      </svg>
      <table class="away">
        <caption>{title}</caption>
        <tbody>
          {bars.map(({ label, value }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{show(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
