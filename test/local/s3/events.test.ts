import { PutObjectCommand } from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import type { ObjectCreatedEvent } from '../../../local/s3/store/object-created.ts'
import { eventSink, freshDir, openS3 } from './open-s3.ts'

function put(Key: string, Bucket = 'drop') {
  return new PutObjectCommand({ Bucket, Key, Body: 'bytes' })
}

test('sends an event for an object put into a bucket with notifications', async () => {
  const sink = eventSink()
  const { s3, client } = await openS3({ onObjectCreated: sink.receive })
  await s3.createBucket('drop', { notify: true, versioned: true })
  await s3.createBucket('results')
  await client.send(put('silent', 'results'))
  const written = await client.send(put('a b+c%25&"é.jpg'))
  const events = await sink.next(1)
  expect(events).toEqual([
    {
      version: '0',
      id: expect.any(String),
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      account: '000000000000',
      region: 'eu-west-1',
      resources: ['arn:aws:s3:::drop'],
      source: 'aws.s3',
      'detail-type': 'Object Created',
      detail: {
        version: '0',
        bucket: { name: 'drop' },
        object: {
          key: 'a b+c%25&"é.jpg',
          size: 5,
          etag: written.ETag!.replaceAll('"', ''),
          'version-id': written.VersionId,
          sequencer: expect.stringMatching(/^[0-9A-F]{18}$/),
        },
        'request-id': written.$metadata.requestId,
        requester: '000000000000',
        'source-ip-address': '127.0.0.1',
        reason: 'PutObject',
      },
    },
  ])
})

test('sequencers grow with every write of a key, and there is no version id without versioning', async () => {
  const sink = eventSink()
  const { s3, client } = await openS3({ onObjectCreated: sink.receive })
  await s3.createBucket('drop', { notify: true })
  const order: string[] = []
  for (const _ of Array(20).keys()) {
    order.push((await client.send(put('x'))).$metadata.requestId!)
  }
  const events = [...(await sink.next(20))]
  events.sort((a, b) => (a.detail.object.sequencer < b.detail.object.sequencer ? -1 : 1))
  expect(events.map((event) => event.detail['request-id'])).toEqual(order)
  expect(events.every((event) => !('version-id' in event.detail.object))).toBe(true)
})

test('retries a failed delivery, and delivers other events meanwhile', async () => {
  const sink = eventSink()
  let failures = 2
  const receive = (event: ObjectCreatedEvent) => {
    if (event.detail.object.key === 'difficult' && failures > 0) {
      failures -= 1
      throw new Error('not now')
    }
    sink.receive(event)
  }
  const { s3, client } = await openS3({ onObjectCreated: receive })
  await s3.createBucket('drop', { notify: true })
  await client.send(put('difficult'))
  await client.send(put('easy'))
  const events = await sink.next(2)
  expect(events.map((event) => event.detail.object.key)).toEqual(['easy', 'difficult'])
})

test('delivers undelivered events after the next start, and delivered ones never again', async () => {
  const dataDir = await freshDir()
  const first = await openS3({ dataDir })
  await first.s3.createBucket('drop', { notify: true })
  await first.client.send(put('waiting'))
  await first.s3.close()
  const sink = eventSink()
  const second = await openS3({ dataDir, onObjectCreated: sink.receive })
  expect(await sink.next(1)).toMatchObject([{ detail: { object: { key: 'waiting' } } }])
  await second.s3.close()
  const last = eventSink()
  const third = await openS3({ dataDir, onObjectCreated: last.receive })
  await third.client.send(put('new'))
  expect(await last.next(1)).toMatchObject([{ detail: { object: { key: 'new' } } }])
})
