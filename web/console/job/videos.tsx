import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { JobRow } from '../../../catalog/console/wire.ts'
import { formatSpan } from '../words/format.ts'
import { words } from '../words/words.ts'

/** How far two videos may drift apart before the second is set anew, in seconds: two frames. */
const DRIFT = 0.07

/** A video and its result beside each other on one clock. */
export function Videos({ row, result }: { row: JobRow; result: string | undefined }) {
  const first = useRef<HTMLVideoElement>(null)
  const second = useRef<HTMLVideoElement>(null)
  const at = useSignal(0)
  const seconds = useSignal(0)
  const playing = useSignal(false)
  const text = words.value.compare
  const each = (act: (video: HTMLVideoElement) => void): void => {
    for (const { current } of [first, second]) if (current) act(current)
  }
  const seek = (to: number): void => {
    at.value = to
    each((video) => {
      video.currentTime = Math.min(to, video.duration || to)
    })
  }
  const toggle = (): void => {
    playing.value = !playing.value
    each((video) => {
      if (playing.value) void video.play()
      else video.pause()
    })
  }
  const follow = (): void => {
    const { current } = first
    if (!current) return
    at.value = current.currentTime
    const other = second.current
    if (other && Math.abs(other.currentTime - current.currentTime) > DRIFT) {
      other.currentTime = Math.min(current.currentTime, other.duration || current.currentTime)
    }
  }
  const video = (which: string, ref: typeof first, label: string) => (
    <figure>
      <video
        ref={ref}
        src={`/console/api/files/${row.id}/${which}`}
        poster={`/console/api/pictures/${row.id}/${which}/2048`}
        aria-label={label}
        preload="metadata"
        playsInline
        muted={ref === second}
        onLoadedMetadata={(event) => {
          seconds.value = Math.max(seconds.value, event.currentTarget.duration || 0)
        }}
        onTimeUpdate={ref === first ? follow : undefined}
        onEnded={() => (playing.value = false)}
      />
      <figcaption>{label}</figcaption>
    </figure>
  )
  return (
    <div class="videos">
      <div class="pair">
        {video('source', first, words.value.jobs.before)}
        {result !== undefined && video(result, second, words.value.jobs.after)}
      </div>
      <div class="row">
        <button type="button" onClick={toggle}>
          {playing.value ? text.pause : text.play}
        </button>
        <input
          type="range"
          min={0}
          max={seconds.value}
          step={0.04}
          value={at.value}
          aria-label={text.time}
          onInput={(event) => seek(Number(event.currentTarget.value))}
        />
        <span class="number">{formatSpan(at.value * 1000)}</span>
      </div>
    </div>
  )
}
