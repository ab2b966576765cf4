import { expect, test } from 'vitest'
import { changesOf } from '../../../../functions/operate/jobs/changes-of.ts'

test('settings become one object to lay over a recipe', () => {
  expect(
    changesOf([
      'steps.1.target=leftmost',
      'steps.1.parameters.features.slim=-20',
      'steps.0.parameters.words=a=b',
      'output.keepDays=7',
    ]),
  ).toEqual({
    steps: [
      { parameters: { words: 'a=b' } },
      { target: 'leftmost', parameters: { features: { slim: -20 } } },
    ],
    output: { keepDays: 7 },
  })
})

test('a member called as the prototype is a member', () => {
  const changes = changesOf(['__proto__.x=1'])
  expect(JSON.stringify(changes)).toBe('{"__proto__":{"x":1}}')
  expect(({} as { x?: number }).x).toBeUndefined()
})

test.each([
  '',
  'target',
  '=1',
  'steps..target=1',
  '0=1',
  '-steps.0.target=a',
  'steps!.0.target=a',
  'steps.51.target=a',
  `${'a.'.repeat(11)}a=1`,
])('%j is no setting', (setting) => {
  expect(() => changesOf([setting])).toThrow('--set must be path=value')
})
