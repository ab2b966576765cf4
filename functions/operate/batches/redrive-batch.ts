import { CopyObjectCommand } from '@aws-sdk/client-s3'
import { DescribeExecutionCommand, RedriveExecutionCommand } from '@aws-sdk/client-sfn'
import { batchId } from '../../pipeline/batches/batch-names.ts'
import type { Batch } from '../../pipeline/ports/batch.ts'
import { CONCURRENCY_METADATA, TOLERATED_METADATA } from '../../pipeline/start-batch/start-batch.ts'
import type { PipelineClients } from '../pipeline-clients.ts'

/** How a batch goes on: the same one where it stopped, or another one over the same files. */
export type RedriveResult = { batch: string; how: 'resumed' | 'anew' }

/**
 * Lets a failed batch go on. One that was stopped or ran out of time takes up the chunks that had not ended. One that
 * failed by itself is begun anew from its manifest, with another tolerance if one is given: files whose jobs have ended
 * are not worked again. Throws when the batch has not failed.
 */
export async function redriveBatch(
  { id, status, manifest, concurrency, tolerated }: Batch,
  { s3, sfn, at }: PipelineClients,
  tolerate: number = tolerated,
): Promise<RedriveResult> {
  if (status !== 'failed') throw new Error(`${id} has not failed: it is ${status}.`)
  const executionArn = `${at.batchMachineArn.replace(':stateMachine:', ':execution:')}:${id}`
  const found = await sfn.send(new DescribeExecutionCommand({ executionArn }))
  if (found.status === 'ABORTED' || found.status === 'TIMED_OUT') {
    await sfn.send(new RedriveExecutionCommand({ executionArn }))
    return { batch: id, how: 'resumed' }
  }
  const { bucket, key, version } = manifest
  const { VersionId } = await s3.send(
    new CopyObjectCommand({
      Bucket: bucket,
      Key: key,
      CopySource: `${bucket}/${key.split('/').map(encodeURIComponent).join('/')}?versionId=${encodeURIComponent(version)}`,
      MetadataDirective: 'REPLACE',
      Metadata: {
        [CONCURRENCY_METADATA]: String(concurrency),
        [TOLERATED_METADATA]: String(tolerate),
      },
    }),
  )
  if (!VersionId) throw new Error(`The bucket ${bucket} keeps no versions.`)
  return { batch: batchId({ bucket, key, version: VersionId }), how: 'anew' }
}
