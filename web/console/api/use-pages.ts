import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { refusal } from '../words/words.ts'
import { request, withQuery } from './request.ts'

/** Rows of a list that comes page by page. */
export type Pages<Row> = {
  /** Undefined until the first page is there. */
  rows: Signal<readonly Row[] | undefined>
  /** Whether older rows can be asked for. */
  hasMore: boolean
  trouble: Signal<string>
  more(): Promise<void>
  /** Begins anew with the first page. */
  reload(): Promise<void>
}

/** Reads a list of the admin API, whose pages go on behind `before`. Without a path nothing is asked. */
export function usePages<Answer extends { next?: string }, Row>(
  path: string | undefined,
  fields: Record<string, string | undefined>,
  rowsOf: (answer: Answer) => readonly Row[],
): Pages<Row> {
  const rows = useSignal<readonly Row[] | undefined>(undefined)
  const next = useSignal<string | undefined>(undefined)
  const trouble = useSignal('')
  const asked = path === undefined ? undefined : withQuery(path, fields)
  const current = useSignal(asked)
  const read = async (before?: string): Promise<void> => {
    if (path === undefined) return
    try {
      const answer = await request<Answer>(withQuery(path, { ...fields, before }))
      if (current.peek() !== asked) return
      rows.value = [...(before === undefined ? [] : (rows.peek() ?? [])), ...rowsOf(answer)]
      next.value = answer.next
      trouble.value = ''
    } catch (error) {
      if (current.peek() === asked) trouble.value = refusal(error)
    }
  }
  useEffect(() => {
    current.value = asked
    rows.value = undefined
    next.value = undefined
    void read()
  }, [asked])
  return {
    rows,
    hasMore: next.value !== undefined,
    trouble,
    more: () => read(next.value),
    reload: () => read(),
  }
}
