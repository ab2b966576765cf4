import { expect, test } from 'vitest'
import { failedMessageIds } from '../../../local/queue-source/failed-message-ids.ts'

const ids = ['a', 'b']

test.each<[string, unknown, string[]]>([
  ['no report', null, []],
  ['an empty report', { batchItemFailures: [] }, []],
  ['a report without its list', {}, []],
  ['one message', { batchItemFailures: [{ itemIdentifier: 'b' }] }, ['b']],
  ['an id of nobody', { batchItemFailures: [{ itemIdentifier: 'c' }] }, ids],
  ['an empty id', { batchItemFailures: [{ itemIdentifier: '' }] }, ids],
  ['another form', { batchItemFailures: ['a'] }, ids],
])('%s', (_, payload, failed) => {
  expect([...failedMessageIds({ payload }, ids, true)]).toEqual(failed)
})

test('a failed function fails its batch, and without ReportBatchItemFailures no report is read', () => {
  expect([
    ...failedMessageIds({ error: { errorType: 'E', errorMessage: '' } }, ids, false),
  ]).toEqual(ids)
  const payload = { batchItemFailures: [{ itemIdentifier: 'a' }] }
  expect([...failedMessageIds({ payload }, ids, false)]).toEqual([])
})
