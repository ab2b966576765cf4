import { PutObjectCommand } from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { eventSink, openS3 } from './open-s3.ts'

test('announces an object put into a bucket that notifies', async () => {
  const sink = eventSink()
  const { s3, client } = await openS3({ onObjectCreated: sink.receive })
  await s3.createBucket('drop', { notify: true, versioned: true })
  await s3.createBucket('results')
  await client.send(new PutObjectCommand({ Bucket: 'results', Key: 'silent', Body: 'x' }))
  const put = await client.send(
    new PutObjectCommand({ Bucket: 'drop', Key: 'a b+c%25&"é.jpg', Body: 'bytes' }),
  )
  const events = await sink.next(1)
  expect(events).toMatchObject([
    {
      source: 'aws.s3',
      'detail-type': 'Object Created',
      detail: {
        version: '0',
        bucket: { name: 'drop' },
        object: {
          key: 'a b+c%25&"é.jpg',
          size: 5,
          etag: put.ETag!.replaceAll('"', ''),
          'version-id': put.VersionId,
          sequencer: expect.stringMatching(/^[0-9A-F]{18}$/),
        },
        'request-id': put.$metadata.requestId,
        'source-ip-address': '127.0.0.1',
        reason: 'PutObject',
      },
    },
  ])
})
