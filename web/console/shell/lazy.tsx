import { useSignal } from '@preact/signals'
import type { FunctionComponent } from 'preact'
import { useEffect } from 'preact/hooks'
import { words } from '../words/words.ts'

type Props<Given> = { load: () => Promise<FunctionComponent<Given>>; props: Given }

/** A page whose script is loaded when it is first shown. */
export function Lazy<Given extends object>({ load, props }: Props<Given>) {
  const page = useSignal<{ of: FunctionComponent<Given> } | undefined>(undefined)
  const failed = useSignal(false)
  useEffect(() => {
    load().then(
      (of) => {
        page.value = { of }
      },
      () => {
        failed.value = true
      },
    )
  }, [])
  const Page = page.value?.of
  if (Page) return <Page {...props} />
  return <p class="page empty">{failed.value ? words.value.refusals['Offline'] : ''}</p>
}
