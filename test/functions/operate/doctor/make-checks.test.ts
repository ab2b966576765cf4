import { expect, test } from 'vitest'
import type { Finding } from '../../../../functions/operate/doctor/finding.ts'
import { makeChecks } from '../../../../functions/operate/doctor/make-checks.ts'
import { mockSite, siteWith } from './site.ts'

mockSite()

test('checks are made at once, and the worst comes first; one that fails is a finding', async () => {
  const find = (level: Finding['level']) => async (): Promise<Finding[]> => [
    { level, check: level, says: level },
  ]
  const late = () => new Promise<Finding[]>(() => {})
  const failing = () => Promise.reject(Object.assign(new Error('No.'), { name: 'AccessDenied' }))
  const checks = { a: find('ok'), b: find('problem'), c: failing, d: late }
  const found = await makeChecks(siteWith(), checks, 20)
  expect(found).toEqual([
    { level: 'problem', check: 'problem', says: 'problem' },
    {
      level: 'warning',
      check: 'c',
      says: 'This could not be looked at: No.',
      todo: expect.stringContaining('rights'),
    },
    {
      level: 'warning',
      check: 'd',
      says: 'This could not be looked at: it took longer than 0.02 s.',
      todo: 'Run `darkroom doctor`, which waits as long as it takes.',
    },
    { level: 'ok', check: 'ok', says: 'ok' },
  ])
  expect(await makeChecks(siteWith(), { a: find('ok') })).toHaveLength(1)
})
