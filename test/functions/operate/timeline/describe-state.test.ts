import { expect, test } from 'vitest'
import {
  describeElapsed,
  describeState,
} from '../../../../functions/operate/timeline/describe-state.ts'
import type { TimelineEntry } from '../../../../functions/operate/timeline/timeline.ts'

const jobOf = (...features: string[]) =>
  ({
    createdAt: '2026-01-01T00:00:00.000Z',
    recipe: { plan: { steps: features.map((feature) => ({ feature })) } },
  }) as never

test('nobody is looked for where the feature looks for nobody', () => {
  const both = jobOf('body-reshape', 'image-to-video')
  expect(describeState('PreProcess', both)).toBe('finding the people')
  expect(describeState('PreProcess', both, 1)).toBe('looking at the file')
  expect(describeState('PreProcess', undefined)).toBe('looking at the file')
  expect(describeState(undefined, both)).toBe('waiting for the event')
})

test('a job that counts no frames says for how long it has done what it does', () => {
  const entry = (state: string, atMs: number) => ({ state, atMs }) as TimelineEntry
  const now = Date.parse('2026-01-01T00:01:15.000Z')
  const timeline = [entry('PreProcess', 0), entry('Prepare', 12_000)]
  expect(describeElapsed(jobOf('bg-replace-vid'), timeline, now)).toBe(
    'fitting the file to what the effect takes, 63 s so far',
  )
  expect(describeElapsed(jobOf('bg-replace-vid'), [], now)).toBe(
    'waiting for the event, 75 s so far',
  )
})
