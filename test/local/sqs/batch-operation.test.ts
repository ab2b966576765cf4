import { expect, test } from 'vitest'
import { z } from 'zod'
import { batchOperation } from '../../../local/sqs/batch-operation.ts'

/** Deletes what is asked for, and says of which queue. */
const operation = batchOperation(
  z.looseObject({ ReceiptHandle: z.string() }),
  (url) => url.slice(-3),
  (queue, { ReceiptHandle }) => ({ removed: `${queue}/${ReceiptHandle}` }),
)

const remove = (input: object) => operation(input, new AbortController().signal)

function entries(count: number, id = (at: number) => `e${at}`): object[] {
  return Array.from({ length: count }, (_, at) => ({ Id: id(at), ReceiptHandle: `${at}` }))
}

const QueueUrl = 'http://127.0.0.1/abc'

test('ten entries are taken, and eleven or none are not', () => {
  expect(remove({ QueueUrl, Entries: entries(10) })).toMatchObject({
    Successful: { length: 10 },
    Failed: [],
  })
  expect(() => remove({ QueueUrl, Entries: entries(11) })).toThrow('at most 10')
  expect(() => remove({ QueueUrl, Entries: [] })).toThrow('at least one')
})

test('an id has 80 characters at most, and belongs to one entry', () => {
  const long = (length: number) => ({ QueueUrl, Entries: entries(1, () => 'x'.repeat(length)) })
  expect(remove(long(80))).toMatchObject({ Failed: [] })
  expect(() => remove(long(81))).toThrow()
  expect(() => remove({ QueueUrl, Entries: entries(2, () => 'same') })).toThrow('different Ids')
})

test('a queue’s address has 2,048 characters at most', () => {
  const at = (length: number) => ({ QueueUrl: 'q'.repeat(length), Entries: entries(1) })
  expect(remove(at(1))).toMatchObject({ Successful: [{ Id: 'e0', removed: 'q/0' }] })
  expect(remove(at(2_048))).toMatchObject({ Failed: [] })
  expect(() => remove(at(2_049))).toThrow()
  expect(() => remove(at(0))).toThrow()
})

test('an entry that cannot be read fails alone', () => {
  const Entries = [...entries(1), { Id: 'bad' }]
  expect(remove({ QueueUrl, Entries })).toMatchObject({
    Successful: [{ Id: 'e0', removed: 'abc/0' }],
    Failed: [{ Id: 'bad', SenderFault: true, Code: 'InvalidParameterValue' }],
  })
})
