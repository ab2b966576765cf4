import { GetObjectCommand, NoSuchKey } from '@aws-sdk/client-s3'
import {
  DescribeExecutionCommand,
  ExecutionDoesNotExist,
  paginateGetExecutionHistory,
} from '@aws-sdk/client-sfn'
import { GetCommand } from '@aws-sdk/lib-dynamodb'
import type { Receipt } from '../../catalog/jobs/receipt.ts'
import { receiptKey } from '../../functions/pipeline/core/jobs/receipt.ts'
import type { Job } from '../../functions/pipeline/core/ports/job.ts'
import type { Connection } from './connect.ts'
import { eventually } from './eventually.ts'

/** The latest record of a job, or undefined when there is none. */
export async function readJob({ db, tables }: Connection, id: string): Promise<Job | undefined> {
  const { Item } = await db.send(
    new GetCommand({ TableName: tables.jobs, Key: { id }, ConsistentRead: true }),
  )
  return Item as Job | undefined
}

/** The record of a job once it is terminal and the execution has ended, so that nothing writes any more. */
export function endedJob(run: Connection, id: string, timeout = 150_000): Promise<Job> {
  return eventually(
    `the end of ${id}`,
    async () => {
      if (!['SUCCEEDED', 'FAILED', 'TIMED_OUT', 'ABORTED'].includes(await status(run, id))) return
      const job = await readJob(run, id)
      return job?.status === 'running' ? undefined : job
    },
    timeout,
  )
}

/** The ARN of the execution of a job. */
export function executionArn({ at }: Connection, job: string): string {
  return `${at.stateMachineArn.replace(':stateMachine:', ':execution:')}:${job}`
}

async function status(run: Connection, job: string): Promise<string> {
  try {
    const found = await run.sfn.send(
      new DescribeExecutionCommand({ executionArn: executionArn(run, job) }),
    )
    return found.status ?? ''
  } catch (error) {
    if (error instanceof ExecutionDoesNotExist) return ''
    throw error
  }
}

/**
 * The receipt next to the results of a job. Waits for it, because a failed job is recorded before its receipt is
 * stored.
 */
export function readReceipt(run: Connection, job: string): Promise<Receipt> {
  return eventually(`the receipt of ${job}`, async () => {
    const text = await readObject(run, run.at.resultsBucket, receiptKey(job)).catch((error) => {
      if (error instanceof NoSuchKey) return undefined
      throw error
    })
    return text && (JSON.parse(Buffer.from(text).toString('utf8')) as Receipt)
  })
}

/** The bytes of an object. */
export async function readObject(
  { s3 }: Connection,
  bucket: string,
  key: string,
): Promise<Uint8Array> {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }))
  if (!Body) throw new Error(`${key} has no body.`)
  return Body.transformToByteArray()
}

/** The names of the states that the execution of a job has entered so far, in order. */
export async function statesEntered(run: Connection, job: string): Promise<string[]> {
  const states: string[] = []
  const pages = paginateGetExecutionHistory(
    { client: run.sfn },
    { executionArn: executionArn(run, job) },
  )
  for await (const { events = [] } of pages) {
    for (const { stateEnteredEventDetails } of events) {
      if (stateEnteredEventDetails?.name) states.push(stateEnteredEventDetails.name)
    }
  }
  return states
}
