import { S3ServiceException } from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { unlessGone } from '../../../../../functions/pipeline/core/adapters/s3-version.ts'
import { failureFrom } from '../../../../../functions/pipeline/core/jobs/failure-from.ts'

const object = { bucket: 'drop', key: 'files/a b.jpg' }

function refusal(name: string, message: string, httpStatusCode = 403): S3ServiceException {
  return new S3ServiceException({ name, message, $fault: 'client', $metadata: { httpStatusCode } })
}

/** The failure that a state catches of a read that S3 refused. */
async function failureOf(error: Error) {
  const thrown: Error = await unlessGone(object, async () => {
    throw error
  }).catch((caught) => caught)
  return failureFrom(thrown.name, JSON.stringify({ errorMessage: thrown.message }))
}

test.each(['403', 'Forbidden', 'UnknownError'])(
  'an answer to HEAD that has no words names the right and the object (%s)',
  async (name) => {
    expect(await failureOf(refusal(name, name))).toMatchObject({
      code: 'RightMissing',
      message: 'The pipeline has no right to s3:GetObject on files/a b.jpg.',
    })
  },
)

test('what AWS says of the right is kept', async () => {
  const words =
    'User: arn:aws:sts::1:assumed-role/x is not authorized to perform: kms:Decrypt on resource: ' +
    'arn:aws:kms:eu-central-1:1:key/2 because no identity-based policy allows the kms:Decrypt action'
  expect((await failureOf(refusal('AccessDenied', words))).message).toBe(
    'The pipeline has no right to kms:Decrypt on arn:aws:kms:eu-central-1:1:key/2.',
  )
})

test('other refusals stay what they are', async () => {
  const late = refusal('RequestTimeTooSkewed', 'The clock is wrong.')
  await expect(unlessGone(object, () => Promise.reject(late))).rejects.toBe(late)
})
