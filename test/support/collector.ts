import { gunzipSync } from 'node:zlib'
import { startService } from './service.js'

/** A span as a collector sees it. */
export interface SeenSpan {
  /** `service.name` of its resource. */
  service: string
  traceId: string
  spanId: string
  /** Empty for the first of a trace. */
  parentId: string
  name: string
  kind: 'internal' | 'server' | 'client'
  /** In microseconds since 1970. */
  startedAt: number
  endedAt: number
  attributes: Record<string, string | number>
  isError: boolean
}

/** A collector: takes OTLP by HTTP, as protobuf. @param status What it answers with. */
export async function startCollector(status: () => number = () => 200) {
  const spans: SeenSpan[] = []
  /** Everything that was sent, as bytes and headers. */
  const requests: { url: string; headers: object; bytes: Buffer }[] = []
  const service = await startService(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk)
    const sent = Buffer.concat(chunks)
    const bytes = req.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent
    requests.push({ url: req.url!, headers: req.headers, bytes })
    if (status() === 200) spans.push(...spansIn(bytes))
    res.writeHead(status(), { 'Content-Type': 'application/x-protobuf' }).end()
  })
  return { ...service, spans, requests }
}

type Field = [number: number, value: Buffer | bigint]

/** The fields of a message of protobuf, by their numbers. */
function fieldsOf(bytes: Buffer): Field[] {
  let at = 0
  const varint = () => {
    for (let value = 0n, shift = 0n; ; shift += 7n) {
      const byte = bytes[at++]!
      value |= BigInt(byte & 127) << shift
      if (byte < 128) return value
    }
  }
  const taken = (length: number) => {
    at += length
    return bytes.subarray(at - length, at)
  }
  const fields: Field[] = []
  while (at < bytes.length) {
    const tag = Number(varint())
    const form = tag & 7
    if (form === 0) fields.push([tag >> 3, varint()])
    else if (form === 1) fields.push([tag >> 3, taken(8).readBigUInt64LE()])
    else if (form === 2) fields.push([tag >> 3, taken(Number(varint()))])
    else if (form === 5) fields.push([tag >> 3, BigInt(taken(4).readUInt32LE())])
    else throw new Error(`no such wire type: ${form}`)
  }
  return fields
}

const all = (fields: readonly Field[], number: number) =>
  fields.flatMap(([found, value]) => (found === number ? [value as Buffer] : []))
const text = (fields: readonly Field[], number: number) => `${all(fields, number)[0] ?? ''}`
const hex = (fields: readonly Field[], number: number) =>
  all(fields, number)[0]?.toString('hex') ?? ''
const count = (fields: readonly Field[], number: number) => Number(all(fields, number)[0] ?? 0)

/** opentelemetry/proto/trace/v1/trace.proto: TracesData. */
function spansIn(bytes: Buffer): SeenSpan[] {
  return all(fieldsOf(bytes), 1).flatMap((resourceSpans) => {
    const fields = fieldsOf(resourceSpans)
    const resource = attributesOf(all(fieldsOf(all(fields, 1)[0]!), 1))
    return all(fields, 2)
      .flatMap((scopeSpans) => all(fieldsOf(scopeSpans), 2))
      .map((span) => spanOf(fieldsOf(span), String(resource['service.name'])))
  })
}

function spanOf(fields: Field[], service: string): SeenSpan {
  const status = all(fields, 15)[0]
  return {
    service,
    traceId: hex(fields, 1),
    spanId: hex(fields, 2),
    parentId: hex(fields, 4),
    name: text(fields, 5),
    kind: (['internal', 'server', 'client'] as const)[count(fields, 6) - 1]!,
    startedAt: count(fields, 7) / 1000,
    endedAt: count(fields, 8) / 1000,
    attributes: attributesOf(all(fields, 9)),
    isError: status !== undefined && count(fieldsOf(status), 3) === 2,
  }
}

function attributesOf(pairs: readonly Buffer[]): Record<string, string | number> {
  const entries = pairs.map((pair) => {
    const fields = fieldsOf(pair)
    const value = fieldsOf(all(fields, 2)[0]!)
    const [kind] = value[0]!
    return [text(fields, 1), kind === 1 ? text(value, 1) : count(value, kind)] as const
  })
  return Object.fromEntries(entries)
}
