import type { Found } from './compare/people.tsx'
import type { Place } from './compare/view.ts'

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

/** Whom a detection found, and what of the source it looked at where that was a part. */
type Detected = { found?: Found; prepared?: { preparation?: { crop?: Place } | null } }

/** One step of a recipe as a record has it. */
export type RecordStep = Detected & { feature: string; tasks: readonly RecordTask[] }

type Recorded = {
  trail?: {
    steps?: RecordStep[]
    states?: { state: string; ms: number; retries: number }[]
    unfinished?: { step: number } & Detected
  }
  results?: { contentType?: string }[]
  recipe?: { plan?: { steps?: { target?: string; feature: string; parameters?: object }[] } }
}

/** What pages read of a job's record, with nothing where an older record says nothing. */
export function recordOf(job: unknown) {
  const { trail, results = [], recipe } = job as Recorded
  const steps = trail?.steps ?? []
  const people = [steps[0], trail?.unfinished?.step === 0 ? trail.unfinished : undefined].find(
    (one) => one?.found,
  )
  return {
    steps,
    noted: trail?.states ?? [],
    results,
    planned: recipe?.plan?.steps ?? [],
    ...peopleOf(people),
  }
}

/** Whom the first step's detection found, and where in the source the picture lies that it looked at. */
function peopleOf({ found, prepared }: Detected = {}): { found?: Found; lookedAt?: Place } {
  const crop = prepared?.preparation?.crop
  return { ...(found && { found }), ...(crop && { lookedAt: crop }) }
}
