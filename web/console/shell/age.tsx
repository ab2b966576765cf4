import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { formatSpan } from '../words/format.ts'
import { words } from '../words/words.ts'

/** Milliseconds between two looks at the clock. */
const LOOK_MS = 5000

/** How old what one sees is, while nothing answers. */
export function Age({ since, failed }: { since: Signal<number>; failed: boolean }) {
  const now = useSignal(Date.now())
  useEffect(() => {
    if (!failed) return
    now.value = Date.now()
    const timer = setInterval(() => {
      now.value = Date.now()
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [failed])
  const age = now.value - since.value
  if (!failed || age < LOOK_MS) return null
  return (
    <span class="small">{words.value.jobs.old(formatSpan(Math.round(age / 1000) * 1000))}</span>
  )
}
