import { expect, test } from 'vitest'
import { drawTimeline } from '../../bin/jobs/draw-timeline.ts'
import { timelineOf } from '../../functions/operate/timeline/timeline.ts'
import { FAILED, HISTORY, TOLD } from '../functions/operate/timeline/histories.ts'

test('a timeline is drawn within the width of the terminal, with what is worth a word', () => {
  const drawing = drawTimeline(timelineOf(HISTORY, 1_002_000), 62)
  expect(drawing).toEqual([
    'PreProcess          0.00 s    1.00 s  █····█░░░░░░',
    'EachTarget          1.00 s    1.00 s              ───────────▸',
    '  CreateTask [0]    1.00 s    1.00 s              █░░░░░░░░░░▸',
    '  CreateTask [1]    1.00 s    0.50 s              ██░░░░',
    '',
    '█ works  ░ waits for the service  · pauses  ▸ is still open',
    'PreProcess: 1 try failed: ServiceBusy',
    'PreProcess: task one',
    'CreateTask [0]: waits for the service',
    'CreateTask [1]: task two',
  ])
})

test('a timeline says which state failed, and which one tells of it', () => {
  expect(drawTimeline(timelineOf(FAILED, 9_000_000), 52)).toEqual([
    'PreProcess       0.00 s    0.40 s  ██████✗',
    'RecordFailure    0.40 s    0.20 s        █████',
    'Failed           0.60 s    0.40 s            ───────',
    '',
    '█ works  ░ waits for the service  · pauses  ▸ is sti',
    'PreProcess: 1 try failed: NoTarget',
    'PreProcess: ended with NoTarget',
  ])
  expect(drawTimeline(timelineOf(TOLD, 9_000_000), 60).slice(-3)).toEqual([
    'CreateTask: ended with TaskFailed',
    'CreateTask: task one, which ended in an error',
    'Deliver: tells of the failure in CreateTask',
  ])
})

test('a timeline of nothing is no drawing', () => {
  expect(drawTimeline([])).toEqual([])
})
