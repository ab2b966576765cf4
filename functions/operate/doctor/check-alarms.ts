import { type MetricAlarm, paginateDescribeAlarms } from '@aws-sdk/client-cloudwatch'
import type { Finding } from './finding.ts'
import type { Site } from './site.ts'

const check = 'alarms'

/** Which alarms are raised, and whether anybody hears of them. */
export async function checkAlarms(site: Site): Promise<Finding[]> {
  const alarms = await alarmsOf(site)
  const raised = alarms.filter(({ StateValue }) => StateValue === 'ALARM')
  const findings = raised.map(
    (alarm): Finding => ({
      level: 'problem',
      check,
      says: `An alarm is raised since ${alarm.StateUpdatedTimestamp?.toISOString() ?? 'some time'}: ${alarm.AlarmName}.`,
      todo: alarm.AlarmDescription ?? 'Look at its metric in CloudWatch.',
    }),
  )
  if (alarms.length === 0) {
    findings.push({
      level: 'warning',
      check,
      says: 'The stacks have no alarms.',
      todo: 'Deploy them again: alarms belong to their templates.',
    })
  } else if (raised.length === 0) {
    findings.push({ level: 'ok', check, says: `None of ${alarms.length} alarms is raised.` })
  }
  return [...findings, ...(await listenerFindings(site))]
}

async function alarmsOf({ cloudWatch, alarmPrefixes }: Site): Promise<MetricAlarm[]> {
  const found: MetricAlarm[] = []
  for (const prefix of alarmPrefixes) {
    const pages = paginateDescribeAlarms(
      { client: cloudWatch },
      { ...(prefix && { AlarmNamePrefix: prefix }), AlarmTypes: ['MetricAlarm'] },
    )
    for await (const { MetricAlarms = [] } of pages) found.push(...MetricAlarms)
  }
  return found
}

async function listenerFindings({ account }: Site): Promise<Finding[]> {
  if (!account) {
    return [
      {
        level: 'note',
        check,
        says: 'Raised alarms of a local run stand in its log and here alone.',
      },
    ]
  }
  return Object.entries(await account.listeners()).map(([topic, count]) =>
    count > 0
      ? { level: 'ok', check, says: `${count} subscriptions listen to ${topic}.` }
      : {
          level: 'warning',
          check,
          says: `Nobody hears of alarms: ${topic} has no confirmed subscription.`,
          todo: `Run \`aws sns subscribe --topic-arn ${topic} --protocol email --notification-endpoint <address>\` and confirm it.`,
        },
  )
}
