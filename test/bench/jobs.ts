import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb'
import { executionName } from '../../functions/pipeline/core/begin/execution-name.ts'
import { connectLocal } from '../../functions/service/core/accounts/connect-local.ts'
import { startLocal } from '../../local/run/start-local.ts'
import { onePerson } from '../../samples/one-person.ts'
import { median } from './median.ts'

const RUNS = 8
const WORKER = 'functions/service/run-task/handler.ts'

/** What a job costs on the local stacks beside the engine: all of it, less the time the worker ran. */
export async function jobs(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'))
  const began = performance.now()
  let inWorker = 0
  const run = await startLocal({
    dataDir,
    connect: connectLocal,
    intercept: async ({ entry }, next) => {
      const at = performance.now()
      const result = await next()
      if (entry === WORKER) inWorker += performance.now() - at
      return result
    },
  })
  console.log(`start of the local stacks   ${(performance.now() - began).toFixed(0)} ms`)
  try {
    const { addresses: at } = run
    const access = {
      region: at.region,
      credentials: { accessKeyId: at.accessKeyId, secretAccessKey: at.secretAccessKey },
    }
    const s3 = new S3Client({ ...access, endpoint: at.s3Endpoint, forcePathStyle: true })
    const db = DynamoDBDocumentClient.from(
      new DynamoDBClient({ ...access, endpoint: at.dynamodbEndpoint }),
    )
    const { png } = await onePerson()
    const whole: number[] = []
    const overhead: number[] = []
    for (let i = 0; i <= RUNS; i++) {
      inWorker = 0
      const key = `drop/slim/${i}.png`
      const start = performance.now()
      const { VersionId: version = '' } = await s3.send(
        new PutObjectCommand({ Bucket: at.dropBucket, Key: key, Body: png }),
      )
      const id = executionName({ bucket: at.dropBucket, key, version }, 'slim')
      await ended(db, at.jobsTable, id)
      const ms = performance.now() - start
      // The first run loads the models.
      if (i === 0) continue
      whole.push(ms)
      overhead.push(ms - inWorker)
    }
    console.log(`a job, drop to record       ${median(whole).toFixed(0)} ms (median of ${RUNS})`)
    console.log(`of it outside the worker    ${median(overhead).toFixed(0)} ms (median of ${RUNS})`)
  } finally {
    await run.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function ended(db: DynamoDBDocumentClient, table: string, id: string): Promise<void> {
  for (;;) {
    const { Item } = await db.send(
      new GetCommand({ TableName: table, Key: { id }, ConsistentRead: true }),
    )
    if (Item?.['status'] === 'failed') throw new Error(JSON.stringify(Item['failure']))
    if (Item?.['status'] === 'succeeded') return
    await pause(5)
  }
}
