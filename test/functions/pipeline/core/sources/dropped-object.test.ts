import { expect, test } from 'vitest'
import {
  droppedObject,
  recipeOf,
} from '../../../../../functions/pipeline/core/sources/dropped-object.ts'
import { fc } from '../../../../setup/random.ts'

function event(object: object): string {
  return JSON.stringify({
    source: 'aws.s3',
    'detail-type': 'Object Created',
    detail: { bucket: { name: 'drop' }, object },
  })
}

function read(body: string) {
  return droppedObject(JSON.parse(body))
}

test('takes any key unchanged: EventBridge events encode nothing', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (tail) => {
      const key = `drop/slim/${tail}x`
      expect(read(event({ key, size: 1, etag: 'e', 'version-id': 'v' }))?.key).toBe(key)
    }),
  )
})

test('takes nothing for a version id that is none', () => {
  for (const none of [{}, { 'version-id': 'null' }, { 'version-id': '' }]) {
    expect(read(event({ key: 'drop/a/b', size: 1, etag: 'e', ...none }))).not.toHaveProperty(
      'version',
    )
  }
  const versioned = event({ key: 'drop/a/b', size: 1, etag: 'e', 'version-id': 'v' })
  expect(read(versioned)?.version).toBe('v')
})

test.each([
  ['an empty object', event({ key: 'drop/slim/a.jpg', size: 0, etag: 'e' })],
  ['a folder marker', event({ key: 'drop/slim/a/', size: 1, etag: 'e' })],
  ["S3's test event", JSON.stringify({ Service: 'Amazon S3', Event: 's3:TestEvent' })],
])('ignores %s', (_, body) => {
  expect(read(body)).toBeUndefined()
})

test.each([
  ['not JSON', 'hello'],
  ['null', 'null'],
  ['another event', JSON.stringify({ 'detail-type': 'Object Deleted', detail: {} })],
  ['an event without a key', event({ size: 1, etag: 'e' })],
])('throws for %s, so that it reaches the dead-letter queue', (_, body) => {
  expect(() => read(body)).toThrow()
})

test.each([
  ['drop/slim/a.jpg', 'slim'],
  ['drop/slim/deep/er/a.jpg', 'slim'],
  ['drop/slim//a.jpg', 'slim'],
  ['drop/a.jpg', ''],
  ['drop//a.jpg', ''],
])('reads the recipe of %s', (key, recipe) => {
  expect(recipeOf(key)).toBe(recipe)
})

test.each([
  [{ 'version-id': 'v', sequencer: '0A' }, undefined, { version: 'v', sequencer: '0A' }],
  [{}, '2026-01-31T00:00:05Z', { time: Date.UTC(2026, 0, 31, 0, 0, 5) }],
  [{}, 'yesterday', {}],
])('tells of %j at %s what the event says, and nothing else', (object, time, told) => {
  const whole = JSON.parse(event({ key: 'drop/a/b', size: 1, etag: 'e', ...object }))
  expect(droppedObject({ ...whole, ...(time !== undefined && { time }) })).toEqual({
    bucket: 'drop',
    key: 'drop/a/b',
    size: 1,
    etag: 'e',
    ...told,
  })
})

test('an event that tells no size is of an empty object', () => {
  expect(read(event({ key: 'drop/a/b', etag: 'e' }))).toBeUndefined()
  expect(read(event({ key: '/drop/a/b', size: 1, etag: 'e' }))?.key).toBe('/drop/a/b')
})
