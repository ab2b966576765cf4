import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { RequestError, request } from '../api/request.ts'
import { words } from '../words/words.ts'
import { thumbnails } from './thumbnail-queue.ts'

/** Addresses that were shown, which the browser has at once, and why others cannot be: the oldest are forgotten. */
const MOST_KNOWN = 2000
const known = new Map<string, string>()

const SHOWN = ''

function remember(address: string, reason: string): void {
  known.set(address, reason)
  const [oldest] = known.size > MOST_KNOWN ? known.keys() : []
  if (oldest !== undefined) known.delete(oldest)
}

type Props = { job: string; which: string | undefined; large?: boolean }

/** A small picture of a source or result, a still place until it is there, and why it cannot be shown in its place. */
export function Thumbnail({ job, which, large = false }: Props) {
  const address = which === undefined ? undefined : `/pictures/${job}/${which}/256`
  return (
    <span class={large ? 'thumb is-large' : 'thumb'}>
      {address && <Asked key={address} address={address} />}
    </span>
  )
}

function Asked({ address }: { address: string }) {
  const begun = useSignal(known.get(address) === SHOWN)
  const reason = useSignal(known.get(address) ?? '')
  const leave = useSignal<() => void>(() => {})
  useEffect(() => {
    if (known.has(address)) return
    leave.value = thumbnails.enter(() => {
      begun.value = true
    })
    return () => leave.value()
  }, [])
  const shown = (): void => {
    remember(address, SHOWN)
    leave.value()
  }
  const failed = async (): Promise<void> => {
    // An <img> does not tell why; the answer is remembered there and costs one read.
    await request(address).catch((error: unknown) => {
      if (error instanceof RequestError && error.status === 422) {
        remember(address, error.message)
        reason.value = error.message
      } else reason.value = words.value.pictures.notNow
    })
    leave.value()
  }
  if (reason.value !== '') {
    return (
      <span class="no-picture" title={reason.value}>
        <span aria-hidden="true">⌀</span>
        <span class="unseen">{reason.value}</span>
      </span>
    )
  }
  return begun.value ? (
    <img
      src={`/console/api${address}`}
      alt=""
      draggable={false}
      decoding="async"
      onLoad={shown}
      onError={() => void failed()}
    />
  ) : null
}
