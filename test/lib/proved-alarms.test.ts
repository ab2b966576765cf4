import { expect, test } from 'vitest'
import { PROVED, withoutHash } from '../stack/raised-alarms.ts'
import { templatesOf } from './templates-of.ts'

/** The alarms of the templates, as `<stack>/<logical id>` without the hash at its end. */
function alarmsOf(options: Parameters<typeof templatesOf>[1]): string[] {
  const { stacks } = templatesOf({}, options)
  return stacks.flatMap(({ name, template }) =>
    Object.entries(template.Resources ?? {})
      .filter(([, { Type }]) => Type === 'AWS::CloudWatch::Alarm')
      .map(([id]) => withoutHash(`${name}/${id}`)),
  )
}

test('each alarm that there can be has a test that makes its cause happen', () => {
  const everything = {
    alarmLimits: { unitsPerDay: 1 },
    notify: { topic: true, webhook: { url: 'https://example.com/hook' } },
  } as const
  const proved = new Set<string>(Object.values(PROVED).flat())
  expect([...proved].sort()).toEqual(alarmsOf(everything).sort())
  expect([...proved]).toEqual(expect.arrayContaining(alarmsOf({})))
})
