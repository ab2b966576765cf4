import { expect, test } from 'vitest'
import { correlationHeader, correlationIdIn } from '../../functions/correlation.ts'
import {
  currentCorrelationIds,
  logLine,
  onBehalfOf,
  setCorrelationId,
  withOwnLogContext,
  withRequestId,
} from '../../functions/log.ts'

test.each(['job-1', '!'.repeat(128), '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'])(
  'takes %s for an id',
  (id) => {
    expect(correlationIdIn({ 'x-correlation-id': id })).toBe(id)
  },
)

test.each(['', 'two words', 'line\nbreak', 'é', 'x'.repeat(129)])('ignores the id %j', (id) => {
  expect(correlationIdIn({ 'x-correlation-id': id })).toBeUndefined()
})

function said() {
  return JSON.parse(logLine('info', 'm'))
}

test('outside of any work there is no id', () => {
  setCorrelationId('job-1')
  expect(currentCorrelationIds()).toEqual({})
  expect(correlationHeader()).toEqual({})
})

test('lines carry the id once it is known, and concurrent work keeps its own', async () => {
  await withRequestId('r', async () => {
    expect(said()).not.toHaveProperty('correlationId')
    const ids = await Promise.all(
      ['job-1', 'job-2'].map((id) =>
        withOwnLogContext(async () => {
          setCorrelationId(id)
          await Promise.resolve()
          return [said().correlationId, said().requestId, correlationHeader()['x-correlation-id']]
        }),
      ),
    )
    expect(ids).toEqual([
      ['job-1', 'r', 'job-1'],
      ['job-2', 'r', 'job-2'],
    ])
    expect(said()).not.toHaveProperty('correlationId')
  })
})

test('work for an earlier request carries the ids of that request and its own invocation id', () => {
  withRequestId('now', () => {
    onBehalfOf({ requestId: 'then', correlationId: 'job-1' }, () => {
      expect(said()).toMatchObject({
        requestId: 'then',
        invocationId: 'now',
        correlationId: 'job-1',
      })
      expect(currentCorrelationIds()).toEqual({ requestId: 'then', correlationId: 'job-1' })
    })
    onBehalfOf({ requestId: 'then' }, () =>
      onBehalfOf({ requestId: 'before that' }, () =>
        expect(said()).toMatchObject({ requestId: 'before that', invocationId: 'now' }),
      ),
    )
    onBehalfOf({}, () => expect(said()).toMatchObject({ requestId: 'now' }))
    expect(said()).not.toHaveProperty('correlationId')
  })
})
