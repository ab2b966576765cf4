import type { S3Client } from '@aws-sdk/client-s3'
import type { SFNClient } from '@aws-sdk/client-sfn'
import { redriveBatch } from '../../../functions/operate/batches/redrive-batch.ts'
import { stopBatch } from '../../../functions/operate/batches/stop-batch.ts'
import type { PipelineReader } from '../../../functions/operate/pipeline-clients.ts'
import type { Batch } from '../../../functions/pipeline/core/ports/batch.ts'
import { isWrite, writtenAt } from '../../../functions/pipeline/core/sources/write-version.ts'
import type { Workflow } from '../machine.ts'
import type { MemoryObjects, StoredObject } from '../ports/memory-objects.ts'

type Command = { constructor: { name: string }; input: Record<string, unknown> }

export type OperatorOptions = {
  objects: MemoryObjects
  workflow: Workflow
  /** Told of a manifest that was copied. */
  written(key: string, object: StoredObject): void
}

/** Somebody at the command line, who stops batches and lets them go on. */
export function newOperator({ objects, workflow, written }: OperatorOptions) {
  const nameIn = ({ input }: Command) => String(input['executionArn']).split(':').at(-1) ?? ''
  const sfn = {
    send: async (command: Command) => {
      const name = nameIn(command)
      if (command.constructor.name === 'StopExecutionCommand') return workflow.stop(name)
      if (command.constructor.name === 'RedriveExecutionCommand') return workflow.redrive(name)
      const found = workflow.executions().find((execution) => execution.name === name)
      if (!found) throw new Error(`There is no execution ${name}.`)
      return { status: found.status }
    },
  }
  const s3 = {
    send: async ({ constructor: { name }, input }: Command) => {
      const { Bucket, Key, CopySource, Metadata } = input as Record<string, string> & {
        Metadata: Record<string, string>
      }
      if (name !== 'CopyObjectCommand') return headOf(Bucket ?? '', Key ?? '')
      const version = new URLSearchParams(CopySource?.split('?')[1]).get('versionId')
      const found = objects
        .versions(Bucket ?? '', Key ?? '')
        .find(({ versionId }) => version === null || versionId === version)
      if (!found) throw new Error(`There is no ${CopySource}.`)
      const copied = objects.put(Bucket ?? '', Key ?? '', found.bytes, { metadata: Metadata })
      written(Key ?? '', copied)
      return { VersionId: copied.versionId, CopyObjectResult: { ETag: `"${copied.etag}"` } }
    },
  }
  const headOf = async (bucket: string, key: string) => {
    const found = objects.versions(bucket, key).at(-1)
    if (!found) throw new Error(`There is no ${key}.`)
    return {
      ETag: `"${found.etag}"`,
      ContentLength: found.bytes.length,
      Metadata: found.metadata,
      VersionId: found.versionId,
      ...(isWrite(found.version) && { LastModified: new Date(writtenAt(found.version)) }),
    }
  }
  const clients = {
    sfn: sfn as unknown as SFNClient,
    s3: s3 as unknown as S3Client,
    at: { batchMachineArn: 'arn:aws:states:us-east-1:000000000000:stateMachine:batches' },
  } as PipelineReader
  return {
    stop: (batch: Batch) => stopBatch(batch, clients),
    redrive: (batch: Batch) => redriveBatch(batch, clients, 100),
  }
}
