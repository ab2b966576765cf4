import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { connectLocal } from '../../functions/service/core/accounts/connect-local.ts'
import { createKey } from '../../functions/service/core/accounts/create-key.ts'
import { grantUnits } from '../../functions/service/core/accounts/grant-units.ts'
import { dynamoKeyStore } from '../../functions/service/core/adapters/dynamo/dynamo-key-store.ts'
import { dynamoUnitStore } from '../../functions/service/core/adapters/dynamo/dynamo-unit-store.ts'
import type { LocalAddresses } from '../../local/run/addresses.ts'
import { startLocal } from '../../local/run/start-local.ts'
import type { Split } from './invocation-clock.ts'
import type { Load, Seen } from './load/run.ts'
import { quantile } from './quantile.ts'
import { serviceClock } from './service-clock.ts'
import { signatures } from './signatures.ts'

const TASK = '/s2s/v2.0/task/body-reshape'
const BODY = JSON.stringify({
  src_file_url: 'https://example.com/a.jpg',
  version: '1.0',
  features: { slim: 10 },
})
const ACCOUNTS = 20
const WARM = 200
const ALONE = 500
const TOGETHER = 1500
const AT_ONCE = 16

/**
 * Requests per second and times of the task service on the local stacks, beside a bare server of the same process and
 * run. The load and the API have a thread each; gateway, database and queues share one.
 */
export async function service(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'))
  const { intercept, splits, close } = serviceClock()
  const run = await startLocal({ dataDir, connect: connectLocal, intercept })
  try {
    const keys = await openAccounts(run.addresses)
    const { baseUrl } = run.addresses
    const id = await createOne(baseUrl, keys[0] ?? '')
    const get: Target = { name: 'GET', url: `${baseUrl}${TASK}/${id}`, keys: keys.slice(0, 1) }
    const post: Target = { name: 'POST', url: `${baseUrl}${TASK}`, keys, body: BODY }
    console.log(`${''.padEnd(24)}   req/s     p50      p99 ms`)
    await bare(keys)
    for (const target of [get, post]) {
      await put({ ...target, count: WARM, concurrency: 1 })
      splits.length = 0
      const alone = await put({ ...target, count: ALONE, concurrency: 1 })
      const parts = splits.splice(0)
      report(`${target.name}, one at a time`, alone)
      tell(alone, parts)
      const together = await put({ ...target, count: TOGETHER, concurrency: AT_ONCE })
      report(`${target.name}, ${AT_ONCE} at a time`, together)
    }
  } finally {
    await close()
    await run.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  signatures()
}

type Target = Pick<Load, 'url' | 'keys' | 'body'> & { name: 'GET' | 'POST' }

/** The same load on a server that does nothing: what HTTP alone costs here. */
async function bare(keys: readonly string[]): Promise<void> {
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => response.setHeader('content-type', 'application/json').end(BODY))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const targets: Target[] = [
    { name: 'GET', url, keys },
    { name: 'POST', url, keys, body: BODY },
  ]
  for (const target of targets) {
    await put({ ...target, count: WARM, concurrency: 1 })
    const seen = await put({ ...target, count: 10_000, concurrency: AT_ONCE })
    report(`bare node:http ${target.name}`, seen)
  }
  server.close()
  server.closeAllConnections()
}

async function put({
  name: method,
  ...load
}: Target & Pick<Load, 'count' | 'concurrency'>): Promise<Seen> {
  const worker = new Worker(new URL('./load/run.ts', import.meta.url), {
    workerData: { ...load, method } satisfies Load,
  })
  const [seen] = (await once(worker, 'message')) as [Seen]
  await worker.terminate()
  const refused = Object.entries(seen.statuses).filter(([status]) => status !== '200')
  if (refused.length > 0) throw new Error(`Not all were answered: ${JSON.stringify(refused)}`)
  return seen
}

function report(name: string, { latencies, elapsed }: Seen): void {
  const rate = (latencies.length / elapsed) * 1000
  const [half, most] = [0.5, 0.99].map((share) => quantile(latencies, share).toFixed(2).padStart(7))
  console.log(`${name.padEnd(24)} ${rate.toFixed(0).padStart(7)} ${half}  ${most}`)
}

/** Client's time less the function's is the gateway's, and the way there and back. */
function tell({ latencies }: Seen, parts: Split[]): void {
  const invoked = parts.map(({ handler, database, queue }) => handler + database + queue)
  const rows = {
    gateway: latencies.map((ms, at) => ms - (invoked[at] ?? 0)),
    handler: parts.map(({ handler }) => handler),
    database: parts.map(({ database }) => database),
    queue: parts.map(({ queue }) => queue),
  }
  for (const [name, values] of Object.entries(rows)) {
    if (values.every((value) => value === 0)) continue
    const [half, most] = [0.5, 0.99].map((share) => quantile(values, share).toFixed(2).padStart(7))
    console.log(`  of it ${name.padEnd(24)} ${half}  ${most}`)
  }
}

/** Several accounts, because what an account has under way is one item that grows with it. */
async function openAccounts(at: LocalAddresses): Promise<string[]> {
  const { region, accessKeyId, secretAccessKey, dynamodbEndpoint: endpoint } = at
  const client = new DynamoDBClient({
    region,
    endpoint,
    credentials: { accessKeyId, secretAccessKey },
  })
  const db = DynamoDBDocumentClient.from(client, {
    marshallOptions: { removeUndefinedValues: true },
  })
  const deps = {
    keys: dynamoKeyStore(db, at.service.keys),
    units: dynamoUnitStore(db, at.service.units),
    now: Date.now,
  }
  const limits = { perWindow: 1_000_000, perSecond: 1_000_000 }
  const keys: string[] = []
  for (let account = 0; account < ACCOUNTS; account += 1) {
    const name = `bench-${account}`
    await grantUnits({ account: name, units: 100_000 }, deps)
    keys.push((await createKey({ account: name, name: 'bench', limits }, deps)).key)
  }
  client.destroy()
  return keys
}

async function createOne(baseUrl: string, key: string): Promise<string> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const answer = await fetch(`${baseUrl}${TASK}`, { method: 'POST', headers, body: BODY })
  return ((await answer.json()) as { data: { task_id: string } }).data.task_id
}
