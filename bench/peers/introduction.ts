import { wrapped } from '../../dev/wrapped.js'
import { length, seconds } from './length.js'

/** What is at the head of docs/benchmarks.md. */
export function introduction(date: string, machine: string): string {
  const { rounds, requests, connections } = length
  return `# Benchmarks

Written by \`npm run bench -- --write\` on ${date}:
${wrapped(`${machine}.`)}
Where the time goes, and what was tried: [performance.md](performance.md).

All programs ask the same engine, which costs nothing, and return the same envelope; each is checked
for that first. The gateway runs all its policies with the shipped configuration and writes its log;
only its limits are high enough not to be reached. The others verify the token, check the index and
wrap the hits.

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

CPU time is that of all processes of a program, from /proc, for one search: the median of
${rounds} blocks of ${requests} searches (fewer with large ones). The programs take turns, in
another order each round, with ${connections} connections (4 with 1,000 hits). Next to it are the
middle half of the blocks, and the median of its ratio to the first program in the same round.
Searches a second are those of one process while a caller and the engine, each a process of its own,
shared the machine. The tables of growth list CPU µs by program. Memory is the resident memory of
its processes at the end of its blocks.

Latencies are medians of rounds of ${seconds} s. A separate process sends each search when it is due,
regardless of earlier answers, and its time counts from that moment; "sent late" is the lag of that
process itself. The engine is asked directly at the same rate next to each program: time beyond that
is added by the program. Saturation is the throughput of 64 connections that ask again immediately,
measured in the same round; the tables of connections and of two workers do the same. There, two
independent gateways show the effect of two processes on the machine.

Processors that are kept awake may not sleep between two searches (\`/dev/cpu_dma_latency\`, which
only root may open), for all programs alike.

![CPU of one search, and how it grows](benchmarks.svg)
`
}
