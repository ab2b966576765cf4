import { HeadObjectCommand, type S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { FAILURES } from '../../../../../catalog/failures/failures.ts'
import { s3Objects } from '../../../../../functions/pipeline/core/adapters/s3-objects.ts'

import type { Ending, Job } from '../../../../../functions/pipeline/core/ports/job.ts'
import { presignOrUpload } from '../../../../../functions/pipeline/core/steps/presign-or-upload.ts'
import {
  type RecordFailureDeps,
  recordFailure,
} from '../../../../../functions/pipeline/record-failure/record-failure.ts'

const place = { bucket: 'bucket', key: 'drop/slim/a.jpg' }

/** S3's documented answers for an archived object. */
function archive(facts: Record<string, string>) {
  const send = async (command: unknown) => {
    if (command instanceof HeadObjectCommand) return { ContentLength: 1, ...facts }
    throw new S3ServiceException({
      name: 'InvalidObjectState',
      message: 'The operation is not valid for the object’s storage class',
      $fault: 'client',
      $metadata: { httpStatusCode: 403 },
    })
  }
  return s3Objects({ send } as unknown as S3Client)
}

test.each([
  [{ StorageClass: 'GLACIER' }, true],
  [{ StorageClass: 'DEEP_ARCHIVE', Restore: 'ongoing-request="true"' }, true],
  [{ StorageClass: 'INTELLIGENT_TIERING', ArchiveStatus: 'ARCHIVE_ACCESS' }, true],
  [{ StorageClass: 'GLACIER', Restore: 'ongoing-request="false", expiry-date="Fri"' }, undefined],
  [{ StorageClass: 'GLACIER_IR' }, undefined],
  [{ StorageClass: 'INTELLIGENT_TIERING' }, undefined],
  [{}, undefined],
])('a HEAD that says %j is of an archived object: %s', async (facts, archived) => {
  expect((await archive(facts).head(place))?.archived).toBe(archived)
})

test('an archived object that is read or presigned says that it must be restored, and which it is', async () => {
  const objects = archive({ StorageClass: 'GLACIER' })
  const error = {
    code: 'SourceArchived',
    message: expect.stringMatching(/Restore.*drop\/slim\/a\.jpg/),
  }
  await expect(objects.open(place)).rejects.toMatchObject(error)
  await expect(objects.read(place, 10)).rejects.toMatchObject(error)
  const sent = presignOrUpload(
    place,
    { job: 'job', transfer: 'url' },
    { objects, provider: {} as never, now: () => 0 },
  )
  await expect(sent).rejects.toMatchObject(error)
  expect(FAILURES.SourceArchived).toMatchObject({ retryable: true, transient: false })
})

const RUNNING = { id: 'job', status: 'running', recipe: { name: 'slim' } }

test('a source that the service cannot fetch, because it is archived, fails its job as archived', async () => {
  const objects = { ...archive({ StorageClass: 'GLACIER' }), write: async () => {} }
  let ended: Ending | undefined
  const deps = {
    objects,
    jobs: {
      get: async () => ({ ...RUNNING, source: place }) as unknown as Job,
      finish: async (_: string, ending: Ending) => {
        ended = ending
      },
    },
    now: () => 0,
  } as unknown as RecordFailureDeps
  await recordFailure(
    {
      job: 'job',
      state: 'CreateTask',
      error: { Error: 'TaskBroke', Cause: 'The service ended the task in error_download_image.' },
    },
    deps,
  )
  expect(ended).toMatchObject({ failure: { code: 'SourceArchived', retryable: true } })
})
