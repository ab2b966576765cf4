import { describe, expect, test } from 'vitest'
import { compilePattern } from '../../../local/events/compile-pattern.ts'

const event = {
  source: 'aws.s3',
  detail: {
    bucket: { name: 'photos' },
    object: { key: 'drop/Summer.JPG', size: 1024 },
    tags: ['red', 'blue'],
    parts: [
      { kind: 'a', n: 1 },
      { kind: 'b', n: 2 },
    ],
    gone: null,
    ready: true,
  },
}
function detail(pattern: object) {
  return compilePattern({ detail: pattern })(event)
}

describe('event patterns', () => {
  test.each<[string, object, boolean]>([
    ['equal text', { bucket: { name: ['photos', 'films'] } }, true],
    ['other text', { bucket: { name: ['films'] } }, false],
    ['text is not a number', { object: { size: ['1024'] } }, false],
    ['number', { object: { size: [1024] } }, true],
    ['boolean', { ready: [true] }, true],
    ['null', { gone: [null] }, true],
    ['prefix', { object: { key: [{ prefix: 'drop/' }] } }, true],
    ['other prefix', { object: { key: [{ prefix: 'drop2/' }] } }, false],
    [
      'prefix of any case',
      { object: { key: [{ prefix: { 'equals-ignore-case': 'DROP/' } }] } },
      true,
    ],
    ['suffix', { object: { key: [{ suffix: '.JPG' }] } }, true],
    [
      'suffix of any case',
      { object: { key: [{ suffix: { 'equals-ignore-case': '.jpg' } }] } },
      true,
    ],
    ['equal in any case', { bucket: { name: [{ 'equals-ignore-case': 'PHOTOS' }] } }, true],
    ['wildcard', { object: { key: [{ wildcard: 'drop/*.JPG' }] } }, true],
    ['wildcard is anchored', { object: { key: [{ wildcard: 'rop/*' }] } }, false],
    ['a dot is a dot', { object: { key: [{ wildcard: 'drop/Summer?JPG' }] } }, false],
    ['anything but', { bucket: { name: [{ 'anything-but': ['films', 'music'] }] } }, true],
    ['anything but this', { bucket: { name: [{ 'anything-but': 'photos' }] } }, false],
    [
      'anything but a prefix',
      { object: { key: [{ 'anything-but': { prefix: 'drop/' } }] } },
      false,
    ],
    ['anything but needs a value', { bucket: { colour: [{ 'anything-but': 'red' }] } }, false],
    ['exists', { bucket: { name: [{ exists: true }] } }, true],
    ['does not exist', { bucket: { colour: [{ exists: false }] } }, true],
    ['does not exist below nothing', { box: { colour: [{ exists: false }] } }, true],
    ['numeric range', { object: { size: [{ numeric: ['>', 1000, '<=', 1024] }] } }, true],
    ['outside the range', { object: { size: [{ numeric: ['<', 1024] }] } }, false],
    ['one of a list', { tags: ['blue'] }, true],
    ['none of a list', { tags: ['green'] }, false],
    ['inside a list of objects', { parts: { kind: ['b'], n: [2] } }, true],
    ['all fields in one object', { parts: { kind: ['a'], n: [2] } }, false],
    ['$or', { $or: [{ bucket: { name: ['films'] } }, { object: { size: [1024] } }] }, true],
    ['$or beside a field', { $or: [{ tags: ['red'] }, { tags: ['x'] }], ready: [false] }, false],
  ])('%s', (_, pattern, matches) => {
    expect(detail(pattern)).toBe(matches)
  })

  test.each([
    [{}, 'at least one field'],
    [{ source: [] }, 'empty list'],
    [{ source: 'aws.s3' }, 'must be an object'],
    [
      { detail: { size: [{ between: [1, 2] }] } },
      'pattern.detail.size: Event pattern rule between',
    ],
    [{ detail: { size: [{ numeric: ['~', 1] }] } }, 'numeric takes'],
  ])('%j is refused', (pattern, message) => {
    expect(() => compilePattern(pattern)).toThrow(message)
  })
})
