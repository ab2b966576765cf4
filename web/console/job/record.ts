import type { Found } from './compare/people.tsx'

/** One task as a record has it. */
export type RecordTask = {
  index: number
  why?: string
  taskId?: string
  status?: string
  engine?: string | null
  charge?: { units?: number } | null
  ms?: number
  retries?: number
}

/** One step of a recipe as a record has it. */
export type RecordStep = { feature: string; found?: Found; tasks: readonly RecordTask[] }

type Recorded = {
  trail?: { steps?: RecordStep[] }
  results?: { contentType?: string }[]
  recipe?: { plan?: { steps?: { target?: string; feature: string; parameters?: object }[] } }
}

/** What pages read of a job's record, with nothing where an older record says nothing. */
export function recordOf(job: unknown) {
  const { trail, results = [], recipe } = job as Recorded
  return { steps: trail?.steps ?? [], results, planned: recipe?.plan?.steps ?? [] }
}
