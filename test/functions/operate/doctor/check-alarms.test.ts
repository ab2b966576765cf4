import { DescribeAlarmsCommand } from '@aws-sdk/client-cloudwatch'
import { expect, test } from 'vitest'
import { checkAlarms } from '../../../../functions/operate/doctor/check-alarms.ts'
import { mockSite, NOW, said, siteWith } from './site.ts'

const { cloudWatch } = mockSite()

test('alarms: none raised, one raised, none there; and whether anybody hears of them', async () => {
  expect(said(await checkAlarms(siteWith()))).toEqual([
    'ok: None of 1 alarms is raised.',
    'ok: 1 subscriptions listen to arn:alarms.',
  ])
  const deaf = siteWith({}, { listeners: async () => ({ 'arn:alarms': 0 }) })
  expect((await checkAlarms(deaf))[1]).toMatchObject({
    level: 'warning',
    todo: expect.stringContaining('--topic-arn arn:alarms'),
  })
  const since = new Date(NOW)
  cloudWatch.on(DescribeAlarmsCommand).resolves({
    MetricAlarms: [
      {
        AlarmName: 'A',
        StateValue: 'ALARM',
        StateUpdatedTimestamp: since,
        AlarmDescription: 'Do.',
      },
      { AlarmName: 'B', StateValue: 'ALARM' },
      { AlarmName: 'C', StateValue: 'OK' },
    ],
  })
  expect((await checkAlarms(siteWith({}, null))).map(({ says, todo }) => [says, todo])).toEqual([
    ['An alarm is raised since 2026-01-31T12:00:00.000Z: A.', 'Do.'],
    ['An alarm is raised since some time: B.', 'Look at its metric in CloudWatch.'],
    ['Raised alarms of a local run stand in its log and here alone.', undefined],
  ])
  cloudWatch.on(DescribeAlarmsCommand).resolves({})
  expect(said(await checkAlarms(siteWith({ alarmPrefixes: ['A-', ''] })))[0]).toBe(
    'warning: The stacks have no alarms.',
  )
  const asked = cloudWatch.commandCalls(DescribeAlarmsCommand).map(({ args }) => args[0].input)
  expect(asked.slice(-2)).toMatchObject([
    { AlarmNamePrefix: 'A-' },
    { AlarmTypes: ['MetricAlarm'] },
  ])
  expect(asked.at(-1)).not.toHaveProperty('AlarmNamePrefix')
})
