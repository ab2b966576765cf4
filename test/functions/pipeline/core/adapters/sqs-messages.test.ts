import { expect, test } from 'vitest'
import { sqsHide } from '../../../../../functions/pipeline/core/adapters/sqs-hide.ts'
import { sqsSendAgain } from '../../../../../functions/pipeline/core/adapters/sqs-send-again.ts'

/** What a queue was asked by their names. */
async function asked(act: (sqs: never) => Promise<void>) {
  const commands: unknown[] = []
  const send = async ({
    constructor: { name },
    input,
  }: {
    constructor: { name: string }
    input: object
  }) => void commands.push([name, input])
  await act({ send } as never)
  return commands
}

/** SQS takes whole seconds; who waits a part of one less would ask too early. */
test('a message comes back after whole seconds', async () => {
  expect(await asked((sqs) => sqsHide(sqs, 'queue')('receipt', 1.2))).toEqual([
    [
      'ChangeMessageVisibilityCommand',
      { QueueUrl: 'queue', ReceiptHandle: 'receipt', VisibilityTimeout: 2 },
    ],
  ])
  expect(await asked((sqs) => sqsSendAgain(sqs, 'queue')('body', 3.4))).toEqual([
    ['SendMessageCommand', { QueueUrl: 'queue', MessageBody: 'body', DelaySeconds: 4 }],
  ])
})
