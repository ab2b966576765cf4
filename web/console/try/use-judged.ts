import { type ReadonlySignal, type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { TryCheckAnswer, TryJudged, TryProblems } from '../../../catalog/console/try-wire.ts'
import { request } from '../api/request.ts'
import { refusal } from '../words/words.ts'
import { type ChosenFiles, describeFiles } from './run-try.ts'

/** Milliseconds after the last change until a try is judged. */
const STILL_MS = 400

type Asked = {
  feature: string
  parameters: unknown
  /** Undefined while a file is missing. */
  files: ChosenFiles | undefined
  /** Where it is said why it could not be judged. */
  trouble: Signal<string>
}

/** Has a try judged when nothing of it has changed for a moment: what it may cost, or which fields break a rule. */
export function useJudged({ feature, parameters, files, trouble }: Asked): {
  judged: ReadonlySignal<TryJudged | undefined>
  problems: ReadonlySignal<TryProblems['problems']>
} {
  const judged = useSignal<TryJudged | undefined>(undefined)
  const problems = useSignal<TryProblems['problems']>([])
  useEffect(() => {
    judged.value = undefined
    if (!files) return
    // Of two questions the later one counts.
    let left = false
    const judge = async (): Promise<void> => {
      const body = { feature, parameters, files: describeFiles(files) }
      const asked = request<TryCheckAnswer>('/tries/check', { method: 'POST', body })
      const answer = await asked.catch((error: unknown) => ({ why: refusal(error) }))
      if (left) return
      trouble.value = 'why' in answer ? answer.why : ''
      problems.value = 'problems' in answer ? answer.problems : []
      judged.value = 'units' in answer ? answer : undefined
    }
    const timer = setTimeout(() => void judge(), STILL_MS)
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [parameters, files])
  return { judged, problems }
}
