import { GetMetricDataCommand } from '@aws-sdk/client-cloudwatch'
import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs'
import { expect, test } from 'vitest'
import { checkQueues } from '../../../../functions/operate/doctor/check-queues.ts'
import { mockSite, NOW, said, siteWith } from './site.ts'

const { cloudWatch, sqs } = mockSite()

const attributes = (visible: string, hidden: string, more = {}) => ({
  Attributes: {
    ApproximateNumberOfMessages: visible,
    ApproximateNumberOfMessagesNotVisible: hidden,
    ...more,
  },
})

test('dead letters are those of queues with none behind them', async () => {
  expect(said(await checkQueues(siteWith()))).toEqual([
    'ok: No dead letters wait.',
    'ok: No dropped file waits to be taken in.',
  ])
  const { dropQueue } = siteWith().pipeline.at
  sqs
    .on(GetQueueAttributesCommand, { QueueUrl: `${dropQueue}-dead` })
    .resolves(attributes('1', '2'))
    .on(GetQueueAttributesCommand, { QueueUrl: dropQueue })
    .resolves(attributes('3', '1', { RedrivePolicy: '{}' }))
  expect(said(await checkQueues(siteWith()))).toEqual([
    'problem: 3 dead letters wait in drop-dead.',
    'note: 4 dropped files wait to be taken in, the oldest for 0 s.',
  ])
})

test.each([
  [899.4, 'note', '899'],
  [900, 'problem', '900'],
])('a file that has waited for %d s is a %s', async (age, level, told) => {
  sqs.on(GetQueueAttributesCommand).resolves(attributes('1', '0', { RedrivePolicy: '{}' }))
  cloudWatch.on(GetMetricDataCommand).resolves({ MetricDataResults: [{ Id: 'm0', Values: [age] }] })
  expect(said(await checkQueues(siteWith()))[1]).toBe(
    `${level}: 1 dropped files wait to be taken in, the oldest for ${told} s.`,
  )
  expect(cloudWatch.commandCalls(GetMetricDataCommand)[0]?.args[0].input).toMatchObject({
    StartTime: new Date(NOW - 300_000),
    EndTime: new Date(NOW),
  })
})
