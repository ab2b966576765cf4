import { expect, test } from 'vitest'
import {
  EXIT_CODES,
  type Finding,
  worstLevel,
} from '../../../../functions/operate/doctor/finding.ts'

test('the worst level of several counts, and what it ends the command with', () => {
  const of = (...levels: Finding['level'][]) =>
    worstLevel(levels.map((level) => ({ level, check: '', says: '' })))
  expect([of(), of('note'), of('problem', 'ok'), of('warning', 'note')]).toEqual([
    'ok',
    'note',
    'problem',
    'warning',
  ])
  expect(EXIT_CODES).toEqual({ ok: 0, note: 0, warning: 2, problem: 3 })
})
