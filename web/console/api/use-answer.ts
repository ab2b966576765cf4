import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { refusal } from '../words/words.ts'
import { request } from './request.ts'

/** What was answered, or why it was not. */
export type Asked<Answer> = {
  answer: Signal<Answer | undefined>
  trouble: Signal<string>
  busy: Signal<boolean>
  /** Asks again; what is shown stays until the answer is there. */
  reload(): Promise<void>
}

/** Asks the admin API once, and again where the path changes. An answer that comes too late is dropped. */
export function useAnswer<Answer>(path: string | undefined): Asked<Answer> {
  const answer = useSignal<Answer | undefined>(undefined)
  const trouble = useSignal('')
  const busy = useSignal(false)
  const current = useSignal(path)
  const ask = async (): Promise<void> => {
    if (path === undefined) return
    busy.value = true
    try {
      const got = await request<Answer>(path)
      if (current.peek() === path) answer.value = got
      trouble.value = ''
    } catch (error) {
      if (current.peek() === path) trouble.value = refusal(error)
    } finally {
      busy.value = false
    }
  }
  useEffect(() => {
    current.value = path
    answer.value = undefined
    void ask()
  }, [path])
  return { answer, trouble, busy, reload: ask }
}
