import { length, seconds } from './length.js'

/** What stands at the head of docs/benchmarks.md. */
export function introduction(date: string, machine: string): string {
  const { rounds, requests, connections } = length
  return `# Benchmarks

Written by \`npm run bench -- --write\` on ${date}: ${machine}.
Where the time goes, and what was tried: [performance.md](performance.md).

All programs ask the same engine, which costs nothing, and answer with the same envelope; each is checked for it first. The gateway
runs all its policies with the shipped configuration and writes its log, and only its limits are so high that none is reached; the others
verify the token, check the index and wrap the hits.

| Program | What it is |
|---|---|
| node-limit | the leanest program that does the work on Node: node:http, undici, paseto, tokens kept that were verified |
| node-limit, no cache | the same, each token verified each time |
| go | net/http and crypto/ed25519 of Go, tokens kept that were verified; on all cores |
| fastify | Fastify 5 with undici |
| express | Express 4 with @elastic/elasticsearch |
| stock-gateway | express-gateway as it comes, with one plain policy |
| gateway | ours: one worker, and the process that leads it |
| gateway, no log | ours without ACCESS_LOG, METRICS and the limit by owner |
| nginx, forwarding | what the way alone costs: no check, no envelope |

CPU time is that of all processes of a program, from /proc, for one search: the median of ${rounds} blocks of ${requests} searches (fewer with large
ones), in which the programs take turns, in another order each round, with ${connections} connections (4 with 1,000 hits); the middle half of the
blocks beside it; and the median of its ratio to the first program in the same round. Searches a second are what one process answered
while a caller and the engine, each a process of its own, shared the machine. The tables of growth tell CPU µs by program. Memory is
what its processes had resident at the end of its blocks.

Latencies are medians of rounds of ${seconds} s. Each search is sent when it is due, by a process of its own, whatever has come back until then, and its time
counts from that moment; "sent late" tells by how much that process itself lagged. The engine is asked directly at the same rate
beside each program: what is beyond its time is added. Saturation is what 64 connections get that ask again at once, measured in the
same round; so each connection does in the table of connections, and in that of two workers. There, two gateways that know nothing of
each other tell what the machine makes of two processes.

Processors that are kept awake are told not to sleep between two searches (\`/dev/cpu_dma_latency\`, which only root may open), for all
programs alike.

![CPU of one search, and how it grows](benchmarks.svg)
`
}
