import { Agent, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

/** What a load thread is told: requests to make, `concurrency` at a time, each with the next of `keys`. */
export type Load = {
  url: string
  method: 'GET' | 'POST'
  keys: readonly string[]
  body?: string
  count: number
  concurrency: number
}

/** What it saw. Milliseconds. */
export type Seen = { elapsed: number; latencies: number[]; statuses: Record<number, number> }

const load = workerData as Load
const agent = new Agent({ keepAlive: true, maxSockets: load.concurrency })
const { hostname, port, pathname } = new URL(load.url)

function ask(key: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const options = { agent, hostname, port, path: pathname, method: load.method, headers }
    const sent = request(options, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
      answer.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(load.body)
  })
}

const seen: Seen = { elapsed: 0, latencies: [], statuses: {} }
let next = 0
async function client(): Promise<void> {
  while (next < load.count) {
    const key = load.keys[next++ % load.keys.length] ?? ''
    const began = performance.now()
    const status = await ask(key)
    seen.latencies.push(performance.now() - began)
    seen.statuses[status] = (seen.statuses[status] ?? 0) + 1
  }
}

const began = performance.now()
await Promise.all(Array.from({ length: load.concurrency }, client))
seen.elapsed = performance.now() - began
agent.destroy()
parentPort?.postMessage(seen)
