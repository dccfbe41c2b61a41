import { figure } from '../goals.js'
import type { Table } from './table.js'

/** A part of a drawing. */
interface Drawn {
  svg: string
  height: number
}

const width = 680
/** Of one of two charts side by side. */
const half = width / 2

/** Colours for a light page and for a dark one. */
const style = `
text { fill: #1f2933; font: 13px sans-serif }
.title { font-weight: bold }
.ours { fill: #0b6e4f } .others { fill: #9aa5b1 }
polyline { fill: none; stroke-width: 2 } polyline.ours { fill: none; stroke: #0b6e4f } polyline.others { fill: none; stroke: #9aa5b1 }
@media (prefers-color-scheme: dark) {
  text { fill: #e4e7eb }
  .ours { fill: #3ebd93 } .others { fill: #7b8794 }
  polyline.ours { stroke: #3ebd93 } polyline.others { stroke: #7b8794 }
}`

/** CPU of one search for each program, then how it grows: of the Node limit, and of ours. */
export function drawing(programs: Table, growth: readonly Table[]): string {
  const top = bars(programs)
  const panels = growth.map((table, i) => {
    const [x, y] = [(i % 2) * half, top.height + Math.floor(i / 2) * panelHeight]
    return `<g transform="translate(${x} ${y})">\n${lines(table)}\n</g>`
  })
  const height = top.height + Math.ceil(growth.length / 2) * panelHeight
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">
<style>${style}
</style>
${top.svg}
${panels.join('\n')}
</svg>
`
}

const kindOf = (program: string) => (program.startsWith('gateway') ? 'ours' : 'others')

function bars({ columns, rows }: Table): Drawn {
  const [left, top, step] = [170, 30, 26]
  const at = columns.indexOf('CPU µs')
  const values = rows.map((row) => Number(row[at]))
  const scale = (width - left - 70) / Math.max(...values)
  const drawn = rows.map(([program], i) => {
    const [y, length] = [top + i * step, values[i]! * scale]
    return `<text x="${left - 8}" y="${y + 14}" text-anchor="end">${program}</text>
<rect class="${kindOf(String(program))}" x="${left}" y="${y}" width="${length.toFixed(1)}" height="18"/>
<text x="${(left + length + 6).toFixed(1)}" y="${y + 14}">${figure(values[i]!)} µs</text>`
  })
  const title = '<text class="title" x="8" y="18">CPU of one search of 10 hits</text>'
  return { svg: [title, ...drawn].join('\n'), height: top + rows.length * step + 20 }
}

const panelHeight = 220

/**
 * Points at even distances, as each is a multiple of the one before; heights by logarithm, so that
 * small ones can be distinguished.
 */
function lines({ title, columns, rows }: Table): string {
  const programs = ['node-limit', 'gateway']
  const valuesOf = (program: string) => rows.map((row) => Number(row[columns.indexOf(program)]))
  const logs = programs.flatMap(valuesOf).map(Math.log)
  const [least, most] = [Math.min(...logs), Math.max(...logs)]
  const [left, right, top, bottom] = [35, half - 35, 55, panelHeight - 45]
  const x = (i: number) => left + ((right - left) * i) / Math.max(1, rows.length - 1)
  const y = (value: number) =>
    bottom - ((bottom - top) * (Math.log(value) - least)) / Math.max(0.1, most - least)
  const label = (text: string, [atX, atY]: [number, number]) =>
    `<text x="${atX.toFixed(1)}" y="${atY.toFixed(1)}" text-anchor="middle">${text}</text>`
  const drawn = programs.map((program, which) => {
    const [values, others] = [valuesOf(program), valuesOf(programs[1 - which]!)]
    const points = values.map((value, i) => `${x(i).toFixed(1)},${y(value).toFixed(1)}`).join(' ')
    const labels = values.map((value, i) =>
      label(figure(value), [x(i), y(value) + (value > others[i]! ? -8 : 18)]),
    )
    return [`<polyline class="${kindOf(program)}" points="${points}"/>`, ...labels].join('\n')
  })
  const axis = rows.map(([at], i) => label(String(at), [x(i), panelHeight - 10]))
  return [`<text class="title" x="8" y="18">${title}</text>`, ...drawn, ...axis].join('\n')
}
