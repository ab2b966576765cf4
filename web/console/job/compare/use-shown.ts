import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { TilesAnswer } from '../../../../catalog/console/pictures.ts'
import { request } from '../../api/request.ts'
import { preloadPicture } from '../../pictures/preload-picture.ts'
import { refusal } from '../../words/words.ts'

/** The address of tiles holds for five minutes, and is asked for anew before. */
const LINK_MS = 240_000

/** A picture's facts, or why there are none. */
export type Shown = { which: string; facts?: TilesAnswer; reason?: string }

/** The facts of a job's file, asked for once; undefined until they are there, and of no file. */
export function useShown(job: string, which: string | undefined): Shown | undefined {
  const shown = useSignal<Shown | undefined>(undefined)
  useEffect(() => {
    shown.value = which === undefined ? undefined : { which }
    if (which === undefined) return
    preloadPicture(job, which)
    let gone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = async (): Promise<void> => {
      const answer = await request<TilesAnswer>(`/pictures/${job}/${which}/tiles`).then(
        (facts) => ({ which, facts }),
        (error: unknown) => ({ which, reason: refusal(error) }),
      )
      if (gone) return
      // What was shown stays where a fresh address does not come.
      if ('facts' in answer || !shown.value?.facts) shown.value = answer
      if ('facts' in answer && answer.facts.url) timer = setTimeout(ask, LINK_MS)
    }
    void ask()
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [job, which])
  return shown.value
}
