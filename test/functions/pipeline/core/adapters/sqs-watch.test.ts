import { expect, test } from 'vitest'
import { FEATURES } from '../../../../../catalog/features/features.ts'
import {
  firstPause,
  nextPause,
  sqsWatch,
} from '../../../../../functions/pipeline/core/adapters/sqs-watch.ts'

const ANNOUNCED = FEATURES.find(({ announces }) => announces)!.name
const SILENT = 'nobody-knows-it'

/** A watch, and the delays of what it sent. */
function watch(firstSeconds: number) {
  const sent: { delay: number; message: object }[] = []
  const send = async ({ input }: { input: { MessageBody: string; DelaySeconds: number } }) =>
    void sent.push({ delay: input.DelaySeconds, message: JSON.parse(input.MessageBody) })
  const { scheduleFirst, scheduleNext } = sqsWatch({ send } as never, {
    queueUrl: 'q',
    firstSeconds,
  })
  return { sent, scheduleFirst, scheduleNext }
}

test('a first look comes after so many seconds, after ten where nobody announces the end', async () => {
  const task = { key: 'k', feature: ANNOUNCED, stage: 'effect', taskId: 't' } as const
  const { sent, scheduleFirst } = watch(60)
  await scheduleFirst(task)
  await scheduleFirst({ ...task, feature: SILENT })
  expect(sent).toEqual([
    { delay: 60, message: { ...task, looks: 0 } },
    { delay: 10, message: { ...task, feature: SILENT, looks: 0 } },
  ])
  expect(firstPause(SILENT, 4)).toBe(4)
})

test.each([
  [0, false, 3],
  [1, false, 6],
  [8, false, 768],
  [9, false, 768],
  [0, true, 5],
  [1, true, 10],
  [3, true, 40],
  [4, true, 60],
])('after %i looks (not created: %s) the next pause is %i seconds', (looks, unmade, seconds) => {
  expect(nextPause({ feature: ANNOUNCED, looks, ...(unmade && { unmade }) }, 3)).toBe(seconds)
})

test.each([
  [undefined, undefined, 12],
  [20.2, undefined, 21],
  [-5, -3.5, 0],
  [undefined, 7.5, 8],
  [899.5, undefined, 900],
  [2000, undefined, 900],
])(
  'the next look comes after %s seconds at least and %s at most: %i',
  async (least, most, delay) => {
    const { sent, scheduleNext } = watch(3)
    const message = { key: 'k', feature: ANNOUNCED, stage: 'effect', looks: 2 } as const
    await scheduleNext(message, least, most)
    expect(sent).toEqual([{ delay, message }])
  },
)
