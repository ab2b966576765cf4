import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { closeBatch } from '../../../functions/pipeline/close-batch/close-batch.ts'
import { closeEndedBatch } from '../../../functions/pipeline/close-batch/close-ended-batch.ts'
import { dynamoBatches } from '../../../functions/pipeline/core/adapters/dynamo-batches.ts'
import { stepFunctionsTokens } from '../../../functions/pipeline/core/adapters/step-functions-tokens.ts'
import { beginJob } from '../../../functions/pipeline/core/begin/begin-job.ts'
import type { Batches } from '../../../functions/pipeline/core/ports/batch.ts'
import type { BatchObjects } from '../../../functions/pipeline/core/ports/batch-objects.ts'
import { isExecutionEndedEvent } from '../../../functions/pipeline/core/steps/ended-execution.ts'
import { holdBack } from '../../../functions/pipeline/core/waiting/hold-back.ts'
import { endItem } from '../../../functions/pipeline/end-item/end-item.ts'
import { readManifest } from '../../../functions/pipeline/read-manifest/read-manifest.ts'
import { reportChunk } from '../../../functions/pipeline/report-chunk/report-chunk.ts'
import { startBatch } from '../../../functions/pipeline/start-batch/start-batch.ts'
import { workChunk } from '../../../functions/pipeline/work-chunk/work-chunk.ts'
import { stepFunctionsStart } from '../../../functions/step-functions-start.ts'
import { clientOf, heldDeps, type Ports, through, wire } from '../functions.ts'
import type { Invocation } from '../invocation.ts'
import { type MemoryObjects, streamOf } from '../ports/memory-objects.ts'
import type { Delivery } from '../queue.ts'
import type { MemoryTable } from './memory-table.ts'

/** What the functions of batches stand on besides those of jobs. */
export type BatchPorts = {
  table: MemoryTable
  workflow: Ports['workflow']
  objects: MemoryObjects
  /** Sends a message to the queue of manifests, and of jobs that ended. */
  manifests(body: string, delaySeconds: number): void
  ends(body: string, delaySeconds: number): void
  /** A deliberately broken copy of the store. */
  broken?: ((batches: Batches) => Batches) | undefined
}

export type BatchFunctionName =
  | 'start-batch'
  | 'read-manifest'
  | 'work-chunk'
  | 'report-chunk'
  | 'close-batch'
  | 'end-item'

type BatchFunction = {
  limitMs: number
  run: (input: never, invocation: Invocation) => Promise<unknown>
}

const SECONDS = 1000

/** The functions of batches, each as its handler wires it, every call of theirs going out through the invocation. */
export function batchFunctionsOf(
  ports: Ports,
  batch: BatchPorts,
): Record<BatchFunctionName, BatchFunction> {
  const results = { bucket: ports.buckets.results, prefix: 'results/' }
  const depsOf = (it: Invocation) => ({
    batches: batchesThrough(it, batch, ports.now),
    objects: objectsThrough(it, batch.objects),
    tokens: stepFunctionsTokens(clientOf(batch.workflow, it)),
    jobs: through(it, 'jobs', ports.jobs),
    results,
    now: ports.now,
  })
  return {
    'start-batch': {
      limitMs: 30 * SECONDS,
      run: (message: Delivery, it) => {
        const startExecution = stepFunctionsStart(clientOf(batch.workflow, it), 'batches')
        const begin = () => startBatch(message.body, { ...depsOf(it), startExecution })
        return holdBack(message, begin, heldDeps(ports, it, message, batch.manifests))
      },
    },
    'read-manifest': {
      limitMs: 900 * SECONDS,
      run: (input: { batch: string }, it) => readManifest(input, depsOf(it)),
    },
    'work-chunk': {
      limitMs: 60 * SECONDS,
      run: (input: Parameters<typeof workChunk>[0], it) => {
        const begin = (drop: Parameters<typeof beginJob>[0]) => beginJob(drop, wire(ports, it))
        return workChunk(input, { ...depsOf(it), begin, bucket: ports.buckets.drop })
      },
    },
    'report-chunk': {
      limitMs: 60 * SECONDS,
      run: (input: Parameters<typeof reportChunk>[0], it) => reportChunk(input, depsOf(it)),
    },
    'close-batch': {
      limitMs: 900 * SECONDS,
      run: (input: Parameters<typeof closeBatch>[0], it) =>
        isExecutionEndedEvent(input)
          ? closeEndedBatch(input, depsOf(it))
          : closeBatch(input, depsOf(it)),
    },
    'end-item': {
      limitMs: 30 * SECONDS,
      run: (message: Delivery, it) =>
        holdBack(
          message,
          () => endItem(message.body, depsOf(it)),
          heldDeps(ports, it, message, batch.ends),
        ),
    },
  }
}

/** The store of batches that is deployed, each of its requests a call that can go wrong. */
function batchesThrough(
  { call }: Invocation,
  { table, broken = (batches) => batches }: BatchPorts,
  now: () => number,
): Batches {
  // Whoever sends a request once does not repeat it behind its caller's back.
  const clientOf = (name: string, options = {}) => {
    const send = (command: { constructor: { name: string }; input: object }) =>
      call(`${name}.${command.constructor.name}`, () => table.send(command), options)
    return { send } as unknown as DynamoDBDocumentClient
  }
  const once = clientOf('batches once', { far: 'service' })
  return broken(dynamoBatches(clientOf('batches'), 'batches', now, once))
}

function objectsThrough({ call }: Invocation, objects: MemoryObjects): BatchObjects {
  return {
    head: (object) => call('objects.head', () => objects.head(object)),
    open: (object) => call('objects.open', async () => (await objects.open(object))?.body),
    read: (object) => call('objects.read', () => objects.read(object, Number.POSITIVE_INFINITY)),
    put: ({ bucket, key }, text) =>
      call('objects.put', () => void objects.put(bucket, key, Buffer.from(text))),
    stream: async ({ bucket, key }, lines) => {
      let text = ''
      for await (const line of lines) text += `${line}\n`
      // Nothing is there before the upload is completed.
      await call('objects.stream', () => void objects.put(bucket, key, Buffer.from(text)))
    },
  }
}

/** What the distributed maps of a state machine read and write. */
export function mapObjects(objects: MemoryObjects) {
  return {
    open: async ({ bucket, key }: { bucket: string; key: string }) => {
      const bytes = objects.versions(bucket, key).at(-1)?.bytes
      if (!bytes) throw new Error(`There is no ${key}.`)
      return streamOf(bytes)
    },
    list: () => {
      throw new Error('No map lists a bucket.')
    },
    write: async (bucket: string, key: string, parts: Iterable<string>) => {
      const text = [...parts].join('')
      objects.put(bucket, key, Buffer.from(text))
      return text.length
    },
  }
}
