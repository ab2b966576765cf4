import { FAILURES } from '../../catalog/failures/failures.ts'
import { parseRecipe } from '../../catalog/recipe/judge/parse-recipe.ts'
import { type AnnouncedJob, eventOf } from '../../functions/pipeline/core/jobs/event-of.ts'

const id = `job-${'5d41402a'.repeat(5)}`

const begun: Omit<AnnouncedJob, 'status'> = {
  id,
  attempt: 0,
  source: {
    bucket: 'drop-bucket',
    key: 'drop/slim/holiday/ana.jpg',
    version: '3HL4kqtJvjVBH40Nrjfkd',
    size: 2_418_733,
    sequencer: '0062E99A88DC407460',
  },
  recipe: {
    name: 'slim',
    sha256: 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c',
    plan: parseRecipe({
      steps: [{ feature: 'body-reshape', parameters: { features: { slim: -60 } } }],
    }),
  },
  createdAt: '2026-05-04T09:30:00.000Z',
}

const sourceHash = { sha256: 'c5a0cb1ee1b4f64a9d5ecd0eddbd6ef21d2b61a1c2a9a0aebbdd4f0c4e0a9b31' }

const states = ['PreProcess', 'ChooseTarget', 'EachTarget', 'MoreSteps', 'Deliver']

/** A job of each ending, as the pages and the tests show it. */
export const TOLD_JOBS: Record<AnnouncedJob['status'], AnnouncedJob> = {
  succeeded: {
    ...begun,
    status: 'succeeded',
    finishedAt: '2026-05-04T09:30:08.412Z',
    sourceHash,
    results: [
      {
        bucket: 'results-bucket',
        key: `results/${id}/ana.jpg`,
        contentType: 'image/jpeg',
        size: 1_204_998,
        index: 0,
        sha256: '7d865e959b2466918c9863afca942d0fb89d7c9ac0c99bafc3749504ded97730',
      },
    ],
    trail: {
      steps: [
        {
          feature: 'body-reshape',
          detection: 'task-1',
          tasks: [{ index: 0, taskId: 'task-2', status: 'success' }],
        },
      ],
      states: states.map((state) => ({ state, ms: 10, retries: 0 })),
    },
  },
  failed: {
    ...begun,
    status: 'failed',
    finishedAt: '2026-05-04T09:30:03.020Z',
    sourceHash,
    failure: {
      code: 'NoTarget',
      message: FAILURES.NoTarget.detail,
      state: 'ChooseTarget',
      retryable: false,
    },
    trail: {
      steps: [],
      states: states.slice(0, 2).map((state) => ({ state, ms: 10, retries: 0 })),
    },
  },
  parked: {
    ...begun,
    status: 'parked',
    parked: {
      reason: 'The day’s budget of 500 units is spent.',
      since: '2026-05-04T09:30:00.212Z',
      until: '2026-05-05T00:00:00.000Z',
    },
  },
}

/** What is told of each. */
export const TOLD_EVENTS = {
  succeeded: eventOf(TOLD_JOBS.succeeded),
  failed: eventOf(TOLD_JOBS.failed),
  parked: eventOf(TOLD_JOBS.parked),
}
