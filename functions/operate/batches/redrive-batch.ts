import { CopyObjectCommand } from '@aws-sdk/client-s3'
import { DescribeExecutionCommand, RedriveExecutionCommand } from '@aws-sdk/client-sfn'

import { batchId } from '../../pipeline/core/batches/batch-names.ts'
import {
  CONCURRENCY_METADATA,
  REFUSALS_METADATA,
  TOLERATED_METADATA,
} from '../../pipeline/core/batches/manifest-metadata.ts'
import type { Batch } from '../../pipeline/core/ports/batch.ts'
import { etagOf, isWrite } from '../../pipeline/core/sources/write-version.ts'
import { writtenVersion } from '../drops/written-version.ts'
import type { PipelineReader } from '../pipeline-clients.ts'

/** How a batch goes on: the same one where it stopped, or another one over the same files. */
export type RedriveResult = { batch: string; how: 'resumed' | 'anew' }

/**
 * Lets a failed batch go on. One that was stopped or ran out of time takes up the chunks that had not ended. One that
 * failed by itself is begun anew from its manifest, with another tolerance if one is given: files whose jobs have ended
 * are not worked again. Throws when the batch has not failed.
 */
export async function redriveBatch(
  { id, status, manifest, concurrency, tolerated, refusalsCount }: Batch,
  { s3, sfn, at }: PipelineReader,
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
  const whole = `${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`
  const { VersionId, CopyObjectResult } = await s3.send(
    new CopyObjectCommand({
      Bucket: bucket,
      Key: key,
      ...(isWrite(version)
        ? { CopySource: whole, CopySourceIfMatch: etagOf(version) }
        : { CopySource: `${whole}?versionId=${encodeURIComponent(version)}` }),
      MetadataDirective: 'REPLACE',
      Metadata: {
        [CONCURRENCY_METADATA]: String(concurrency),
        [TOLERATED_METADATA]: String(tolerate),
        ...(refusalsCount && { [REFUSALS_METADATA]: 'yes' }),
        // Where the bucket keeps no versions, this alone tells the copy from a manifest of the same second.
        'darkroom-redrive': new Date().toISOString(),
      },
    }),
  )
  const written = { VersionId, ETag: CopyObjectResult?.ETag }
  const copied = await writtenVersion(s3, { bucket, key }, written)
  return { batch: batchId({ bucket, key, version: copied }), how: 'anew' }
}
