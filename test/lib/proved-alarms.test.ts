import { expect, test } from 'vitest'
import { buildApp } from '../../lib/build-app.ts'
import { synthesize } from '../../local/stacks/synthesize.ts'
import { PROVED, withoutHash } from '../stack/raised-alarms.ts'

/** The alarms of the templates, as `<stack>/<logical id>` without the hash at its end. */
function alarmsOf(options: Parameters<typeof buildApp>[1]): string[] {
  const { stacks } = synthesize((app) => buildApp(app, options))
  return stacks.flatMap(({ name, template }) =>
    Object.entries(template.Resources ?? {})
      .filter(([, { Type }]) => Type === 'AWS::CloudWatch::Alarm')
      .map(([id]) => withoutHash(`${name}/${id}`)),
  )
}

test('each alarm that there can be has a test that makes its cause happen', () => {
  const everything = {
    alarmLimits: { unitsPerDay: 1 },
    notify: { topic: true, webhook: { url: 'https://receiver.example/hook' } },
  } as const
  const proved = new Set<string>(Object.values(PROVED).flat())
  expect([...proved].sort()).toEqual(alarmsOf(everything).sort())
  expect([...proved]).toEqual(expect.arrayContaining(alarmsOf({})))
})
