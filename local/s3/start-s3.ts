import { mkdir } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { closeServer, listen } from '../http/server.ts'
import type { Access } from '../iam/access.ts'
import type { FaultListener } from './exchange.ts'
import { serveCall } from './serve-call.ts'
import { isReferred } from './store/commit-or-discard.ts'
import { type BucketTraits, ensureBucket } from './store/make-bucket.ts'
import { openBodies } from './store/open-bodies.ts'
import { openIndex } from './store/open-index.ts'
import { type EventReceiver, Outbox } from './store/outbox.ts'
import type { Store } from './store/store.ts'

/** Where an endpoint stores its data, who may use it, and who gets events of new objects. */
export type S3Options = {
  /** Holds the index and the bodies; created if missing, used by one endpoint at a time. */
  dataDir: string
  /** 0 takes a free one. */
  port: number
  region: string
  access: Access
  /**
   * Receives "Object Created" events of buckets with `notify`. Each event is recorded with its object and delivered
   * until this resolves, also after a restart, so it may come more than once.
   */
  onObjectCreated?: EventReceiver
  /** Called for every fault of this endpoint, the cause of an answer of 500 with this request id. */
  onFault?: FaultListener
  /** Milliseconds since 1970; for signatures, events and dates. */
  clock?: () => number
}

/** A running endpoint. */
export type S3Endpoint = {
  /** `http://127.0.0.1:<port>`. SDKs use path style with an IP address. */
  url: string
  port: number
  /** Creates a bucket if it is missing, and sets the given traits. */
  createBucket(name: string, traits?: BucketTraits): Promise<void>
  /** Accepts no more requests, gives those under way two seconds, and releases the directory. */
  close(): Promise<void>
}

const CLOSE_GRACE_MS = 2000

/** Starts an S3 endpoint on the loopback interface. @throws Error when the directory is in use. */
export async function startS3(options: S3Options): Promise<S3Endpoint> {
  const store = await openStore(options)
  const calls = new Set<Promise<void>>()
  const serve = (request: IncomingMessage, response: ServerResponse, expectsContinue: boolean) => {
    const exchange = { request, response, expectsContinue }
    const call = serveCall({ ...options, store }, exchange).finally(() => calls.delete(call))
    calls.add(call)
  }
  // A whole request has no time limit, because it may be gigabytes.
  const server = createServer({ requestTimeout: 0, keepAliveTimeout: 65_000 })
    .on('request', (request, response) => serve(request, response, false))
    .on('checkContinue', (request, response) => serve(request, response, true))
  const port = await listen(server, options.port).catch(async (error) => {
    await closeStore(store)
    throw error
  })
  store.outbox.wake()
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    createBucket: async (name, traits = {}) => ensureBucket(store, name, traits),
    close: once(async () => {
      await closeServer(server, CLOSE_GRACE_MS)
      await Promise.all(calls)
      await closeStore(store)
    }),
  }
}

async function openStore(options: S3Options): Promise<Store> {
  const { dataDir, region, clock = Date.now } = options
  await mkdir(dataDir, { recursive: true })
  const index = openIndex(join(dataDir, 'index.sqlite'))
  const bodies = await openBodies(dataDir, (body) => isReferred(index, body))
  const outbox = new Outbox(index, options.onObjectCreated)
  return { index, bodies, region, clock, outbox, cors: new Map() }
}

async function closeStore({ outbox, index }: Store): Promise<void> {
  await outbox.close(CLOSE_GRACE_MS)
  index.close()
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined
  return () => {
    result ??= work()
    return result
  }
}
