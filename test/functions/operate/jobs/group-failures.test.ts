import { expect, test } from 'vitest'
import { groupFailures, reasonIn } from '../../../../functions/operate/jobs/group-failures.ts'
import type { Job } from '../../../../functions/pipeline/core/ports/job.ts'

const job = (id: string, code?: string, message = 'It broke.') =>
  ({
    id,
    source: { key: `drop/slim/${id}.jpg` },
    ...(code && {
      failure: { code, message, state: `State ${id}`, retryable: code === 'JobBroke' },
    }),
  }) as Job

test('what broke comes before what did not suit, and of each the largest group first', () => {
  const groups = groupFailures([
    job('a', 'NoTarget', 'Nobody.'),
    job('b', 'NoTarget', 'Nobody.'),
    job('c', 'NoTarget', 'Nobody.'),
    job('d'),
    job('e', 'JobBroke'),
    job('f', 'TaskBroke', 'Of drop/a/b.jpg 3.5 were read.'),
    job('g', 'TaskBroke', 'Of drop/c.jpg 12 were read.'),
    job('h', 'SourceUnfit'),
  ])
  expect(groups.map(({ code, refused, jobs }) => [code, refused, jobs.join('')])).toEqual([
    ['TaskBroke', false, 'fg'],
    ['JobBroke', false, 'e'],
    ['NoTarget', true, 'abc'],
    ['SourceUnfit', true, 'h'],
  ])
  expect(groups[0]).toMatchObject({
    message: 'Of drop/a/b.jpg 3.5 were read.',
    state: 'State f',
    retryable: false,
    keys: ['drop/slim/f.jpg', 'drop/slim/g.jpg'],
  })
  expect(groups[1]?.retryable).toBe(true)
})

test('a reason is a message without names with a path and numbers', () => {
  expect(reasonIn('Of drop/a/b.jpg 3.5 of 12 were read.')).toBe('Of / # of # were read.')
})
