// biome-ignore-all lint/a11y/noStaticElementInteractions: the field takes files by keyboard; dropping is for a mouse.
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { printable } from '../../../catalog/json/unprintable.ts'
import { formatBytes, formatNumber } from '../words/format.ts'
import { tryWords } from './words/try-words.ts'

type Props = {
  role: string
  most: number
  needed: boolean
  files: readonly File[]
  choose: (files: readonly File[]) => void
  /** Whether the camera may give it. */
  camera: boolean
}

/** The files of one role: chosen, or dropped. */
export function FileChoice({ role, most, needed, files, choose, camera }: Props) {
  const over = useSignal(false)
  const text = tryWords.value
  const id = `file-${role}`
  const take = (given: FileList | null | undefined): void => {
    const some = [...(given ?? [])].slice(0, most)
    if (some.length > 0) choose(some)
  }
  return (
    <div
      class={over.value ? 'file-choice is-over' : 'file-choice'}
      onDragOver={(event) => {
        event.preventDefault()
        over.value = true
      }}
      onDragLeave={() => (over.value = false)}
      onDrop={(event) => {
        event.preventDefault()
        over.value = false
        take(event.dataTransfer?.files)
      }}
    >
      <label for={id}>
        {text.roles[role] ?? role}{' '}
        <small>
          {!needed && text.optional} {most > 1 && text.several(formatNumber(most))}
        </small>
      </label>
      <input
        id={id}
        type="file"
        accept="image/jpeg,image/png,video/mp4,video/quicktime"
        multiple={most > 1}
        onChange={(event) => take(event.currentTarget.files)}
      />
      <span class="row">
        {camera && (
          <button type="button" title={text.cameraSays} onClick={openCamera}>
            {text.camera}
          </button>
        )}
        <small>{text.dropHere}</small>
      </span>
      {files.map((file) => (
        <p key={`${file.name} ${file.size}`} class="small">
          <bdi>{printable(file.name)}</bdi> · {formatBytes(file.size)}
        </p>
      ))}
    </div>
  )
}

/** The camera is a document of its own, whose picture comes back by itself. */
function openCamera(): void {
  window.open('/console/camera', 'darkroom-camera', 'popup,width=760,height=760')
}

/** A file that was chosen, as a picture or a video; what lies over it stands in its pixels. */
export function Shown({
  file,
  label,
  children,
  sized,
}: {
  file: File
  label: string
  children?: ComponentChildren
  /** Told how large the picture is. */
  sized?: (width: number, height: number) => void
}) {
  const url = useSignal('')
  useEffect(() => {
    const made = URL.createObjectURL(file)
    url.value = made
    return () => URL.revokeObjectURL(made)
  }, [file])
  if (url.value === '') return null
  return (
    <div class="shown">
      {file.type.startsWith('video/') ? (
        // biome-ignore lint/a11y/useMediaCaption: somebody's own file, which has none.
        <video src={url.value} controls aria-label={label} />
      ) : (
        <img
          src={url.value}
          alt={label}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            sized?.(naturalWidth, naturalHeight)
          }
        />
      )}
      {children}
    </div>
  )
}
