import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { language, wordsOf } from '../words/words.ts'
import { handOver } from './hand-over.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

const cameraWords = wordsOf({ en, de })

/** As large as cameras give it: what is too large for a feature is said before it is uploaded. */
const WISH = { width: { ideal: 2560 }, height: { ideal: 1920 } }
const QUALITY = 0.95

type Phase = 'asking' | 'live' | 'refused' | 'none' | 'used'

/** Takes a picture and hands it to the page that asked; a document of its own, because it alone may use the camera. */
export function CameraPage() {
  const phase = useSignal<Phase>('asking')
  const facing = useSignal<'user' | 'environment'>('user')
  const taken = useSignal<{ file: File; url: string } | undefined>(undefined)
  const video = useRef<HTMLVideoElement>(null)
  const text = cameraWords.value
  useEffect(() => {
    document.documentElement.lang = language.value
    let stream: MediaStream | undefined
    let left = false
    const open = async (): Promise<void> => {
      try {
        const wish = { ...WISH, facingMode: facing.value }
        stream = await navigator.mediaDevices.getUserMedia({ video: wish })
        if (left) return end(stream)
        if (video.current) video.current.srcObject = stream
      } catch (error) {
        phase.value = (error as DOMException).name === 'NotFoundError' ? 'none' : 'refused'
      }
    }
    void open()
    return () => {
      left = true
      if (stream) end(stream)
    }
  }, [facing.value])
  const take = async (): Promise<void> => {
    const source = video.current
    if (!source) return
    const canvas = document.createElement('canvas')
    canvas.width = source.videoWidth
    canvas.height = source.videoHeight
    canvas.getContext('2d')?.drawImage(source, 0, 0)
    const blob = await new Promise<Blob | null>((done) =>
      canvas.toBlob(done, 'image/jpeg', QUALITY),
    )
    if (!blob) return
    const file = new File([blob], 'camera.jpg', { type: 'image/jpeg' })
    taken.value = { file, url: URL.createObjectURL(blob) }
  }
  const again = (): void => {
    if (taken.value) URL.revokeObjectURL(taken.value.url)
    taken.value = undefined
  }
  const use = (): void => {
    if (!taken.value) return
    handOver(taken.value.file)
    phase.value = 'used'
    window.close()
  }
  const picture = taken.value
  return (
    <main class="page camera">
      <h1>{text.title}</h1>
      <p role="status" class="notes">
        {phase.value === 'live' ? '' : text[phase.value]}
      </p>
      <video
        ref={video}
        class={picture ? 'unseen' : ''}
        autoplay
        playsInline
        muted
        aria-label={text.live}
        onLoadedData={() => (phase.value = 'live')}
      />
      {picture && <img src={picture.url} alt={text.taken} />}
      <div class="actions">
        {picture ? (
          <>
            <button type="button" class="main" disabled={phase.value === 'used'} onClick={use}>
              {text.use}
            </button>
            <button type="button" onClick={again}>
              {text.again}
            </button>
          </>
        ) : (
          <>
            <button
              type="button"
              class="main"
              disabled={phase.value !== 'live'}
              onClick={() => void take()}
            >
              {text.take}
            </button>
            <button
              type="button"
              onClick={() => (facing.value = facing.value === 'user' ? 'environment' : 'user')}
            >
              {text.next}
            </button>
          </>
        )}
      </div>
    </main>
  )
}

function end(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}
