import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge'
import { expect, onTestFinished, test } from 'vitest'
import { DETAIL_TYPES, EVENT_SOURCE } from '../../catalog/jobs/job-event-names.ts'
import { buildApp } from '../../lib/build-app.ts'
import { startStacks } from '../../local/stacks/start-stacks.ts'
import { synthesize } from '../../local/stacks/synthesize.ts'
import type { Assembly } from '../../local/template/template.ts'
import { PROVED, raisedAlarms } from './raised-alarms.ts'

type Policy = { PolicyDocument: { Statement: { Effect: string }[] } }

/** The templates with topics whose policies only deny, which is what `enforceSSL` alone makes of them. */
function closedTopics(): Assembly {
  const assembly = synthesize((app) => buildApp(app, { notify: { topic: true } }))
  for (const { Type, Properties } of assembly.stacks.flatMap(({ template }) =>
    Object.values(template.Resources ?? {}),
  )) {
    if (Type !== 'AWS::SNS::TopicPolicy') continue
    const { PolicyDocument: document } = Properties as unknown as Policy
    document.Statement = document.Statement.filter(({ Effect }) => Effect === 'Deny')
  }
  return assembly
}

test('a topic whose policy lets nobody in is told neither of jobs nor of alarms, and both are seen', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'darkroom-topics-'))
  const lines: string[] = []
  const stacks = await startStacks({
    assembly: closedTopics(),
    dataDir,
    onLog: (line) => void lines.push(line),
  })
  onTestFinished(async () => {
    await stacks.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const { endpoints, region, credentials } = stacks
  const events = new EventBridgeClient({ region, credentials, endpoint: endpoints.eventBridge })
  const bucket = stacks.outputs['DarkroomPipeline']?.['DropBucketName']
  const Detail = JSON.stringify({ source: { bucket } })
  const told = { Source: EVENT_SOURCE, DetailType: DETAIL_TYPES.succeeded, Detail }
  await events.send(new PutEventsCommand({ Entries: [told] }))

  expect([...raisedAlarms(stacks, [1, 2])]).toEqual(PROVED.topics)
  const log = lines.join('\n')
  for (const service of ['events', 'cloudwatch'])
    expect(log).toMatch(new RegExp(`${service}.amazonaws.com is not authorized .* sns:Publish`))
  expect(log).not.toContain('A topic was told.')
})
