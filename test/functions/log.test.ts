import { expect, test } from 'vitest'
import { logLine, withRequestId } from '../../functions/log.ts'

function line(fields: Record<string, unknown>, message = 'm') {
  return logLine('info', message, fields)
}

test('a line is one JSON object with level, message and request id', async () => {
  const [a, b] = await Promise.all(
    ['one', 'two'].map((id) =>
      withRequestId(id, async () => {
        await Promise.resolve()
        return JSON.parse(line({ taskId: 't' }))
      }),
    ),
  )
  expect(a).toMatchObject({ level: 'info', message: 'm', requestId: 'one', taskId: 't' })
  expect(b).toMatchObject({ requestId: 'two' })
})

test('fields cannot overwrite level, message or ids', () => {
  expect(JSON.parse(line({ level: 'x', message: 'y' }))).toMatchObject({
    level: 'info',
    message: 'm',
  })
})

test.each([
  ['by name', { headers: { Authorization: 'Basic c2VjcmV0' } }],
  ['by name', { apiKey: 'c2VjcmV0' }],
  ['by name', { api_key: ['c2VjcmV0'] }],
  ['by name', { webhookSecret: 'c2VjcmV0' }],
  ['by name', { taskToken: 'c2VjcmV0' }],
  ['by value', { note: 'Bearer c2VjcmV0' }],
  ['by value', { note: 'whsec_c2VjcmV0' }],
  ['by value', { note: 'key dk_c2VjcmV0c2VjcmV0c2VjcmV0' }],
  ['by value of a generator', { note: 'key sk-c2VjcmV0c2VjcmV0c2VjcmV0' }],
  ['by value', { note: 'at https://b.s3.amazonaws.com/k?a=c2VjcmV0&X-Amz-Signature=c2VjcmV0 now' }],
  ['in an error', { error: new Error('Bearer c2VjcmV0', { cause: new Error('whsec_c2VjcmV0') }) }],
  ['in a field of an error', { error: Object.assign(new Error('m'), { secret: 'c2VjcmV0' }) }],
])('a secret is redacted %s: %j', (_, fields) => {
  expect(line(fields)).not.toContain('c2VjcmV0')
  expect(line({}, JSON.stringify(fields))).not.toContain('Signature=c2VjcmV0')
})

test('other values stay readable', () => {
  expect(line({ url: 'https://example.com/a?b=1', key: 'drop/slim/a.jpg' })).toContain('a?b=1')
})

test('cycles, depth, buffers and size do not break a line', () => {
  const cycle: Record<string, unknown> = {
    bytes: new Uint8Array(10),
    big: 10n,
    when: new Date(Number.NaN),
  }
  cycle['self'] = cycle
  expect(line({ cycle, long: 'x'.repeat(1e6), many: Array(1e5).fill(1) }).length).toBeLessThan(
    20_000,
  )
})
