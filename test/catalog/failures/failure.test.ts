import { expect, test } from 'vitest'
import { Failure } from '../../../catalog/failures/failure.ts'
import { FAILURES } from '../../../catalog/failures/failures.ts'
import { Fault, uninstalled, withFileRole } from '../../../catalog/failures/fault.ts'
import { parseGeneratorName } from '../../../catalog/generator/generator-settings.ts'
import { parseServiceLimits } from '../../../catalog/limits/service-limits.ts'

test.each(Object.keys(FAILURES) as (keyof typeof FAILURES)[])('%s is named as its code', (code) => {
  const { detail, status, retryable, transient } = FAILURES[code]
  const failure = new Failure(code)
  expect([failure.name, failure.code, failure.message]).toEqual([code, code, detail])
  expect([failure.status, failure.retryable, failure.transient]).toEqual([
    status,
    retryable,
    transient,
  ])
  const cause = new Error('why')
  expect(new Failure(code, 'Otherwise.', { cause })).toMatchObject({ message: 'Otherwise.', cause })
})

test('a fault gets the role of the file it was found in, and keeps one that it has', async () => {
  const fail = (fault: unknown) =>
    withFileRole('ref', Promise.reject(fault)).catch((thrown) => thrown)
  const fault = new Fault('unreadable', 'It is damaged.')
  const found = await fail(fault)
  expect(found).toMatchObject({
    name: 'Fault',
    condition: 'unreadable',
    message: 'It is damaged.',
    role: 'ref',
  })
  const own = new Fault('unreadable', 'It is damaged.', { role: 'msk' })
  expect(await fail(own)).toBe(own)
  const other = new Error('bug')
  expect(await fail(other)).toBe(other)
  expect(await withFileRole('ref', Promise.resolve(7))).toBe(7)
  expect(uninstalled('slim')).toMatchObject({
    condition: 'uninstalled',
    message: 'No engine is installed for slim.',
  })
})

test.each(['xfal:a/b', ' fal:a/b', 'xbedrock', 'xhttps://h/v1', 'xopenai:https://h'])(
  'no generator is called %s',
  (name) => {
    expect(() => parseGeneratorName(name)).toThrow('generator must be bedrock')
  },
)

test.each([
  ['maxRatio', 1, true],
  ['maxRatio', 1.5, true],
  ['maxRatio', 0.99, false],
  ['maxBytes', 1, true],
  ['maxBytes', 0, false],
  ['maxBytes', 1.5, false],
  ['minShortSide', 0, false],
  ['minShortSide', 1, true],
  ['formats', [], false],
  ['formats', ['jpeg'], true],
  ['formats', ['–'], false],
  ['features', { nobody: {} }, false],
  ['features', { 'face-swap': { maxRatio: 1 } }, true],
])('a service whose %s is %j has limits: %s', (name, value, may) => {
  const parse = () => parseServiceLimits({ [name]: value })
  if (may) expect(parse()).toEqual({ [name]: value })
  else expect(parse).toThrow(`serviceLimits.${name}`)
})

test('limits leave a picture that each feature takes', () => {
  expect(() => parseServiceLimits({ minShortSide: 500, maxLongSide: 500 })).not.toThrow()
  expect(() => parseServiceLimits({ minShortSide: 501, maxLongSide: 500 })).toThrow(
    'leave no picture that',
  )
  expect(() => parseServiceLimits('no JSON')).toThrow('serviceLimits must be like')
})
