// biome-ignore-all lint/a11y/noStaticElementInteractions: the field takes files by keyboard; dropping is for a mouse.
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { printable } from '../../../catalog/json/unprintable.ts'
import { FieldProblems, problemAttributes } from '../recipes/form/field-problems.tsx'
import type { FieldProblem } from '../recipes/form/problems.ts'
import { formatBytes, formatNumber } from '../words/format.ts'
import { tryWords } from './words/try-words.ts'

type Props = {
  role: string
  most: number
  needed: boolean
  files: readonly File[]
  choose: (files: readonly File[]) => void
  problems: readonly FieldProblem[]
  /** Whether the camera may give it. */
  camera: boolean
}

/** The files of one role: chosen, or dropped. Of a list each choice adds to those that are there, in their order. */
export function FileChoice({ role, most, needed, files, choose, camera, problems }: Props) {
  const over = useSignal(false)
  const text = tryWords.value
  const id = `file-${role}`
  const take = (given: FileList | null | undefined): void => {
    const some = [...(given ?? [])]
    if (some.length > 0) choose((most > 1 ? [...files, ...some] : some).slice(0, most))
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
        {...problemAttributes(id, problems)}
        type="file"
        accept="image/jpeg,image/png,video/mp4,video/quicktime"
        multiple={most > 1}
        onChange={({ currentTarget: input }) => {
          take(input.files)
          // What is chosen stands below; the same file may be chosen again.
          if (most > 1) input.value = ''
        }}
      />
      <span class="row">
        {camera && (
          <button type="button" title={text.cameraSays} onClick={openCamera}>
            {text.camera}
          </button>
        )}
        <small>{text.dropHere}</small>
      </span>
      <FieldProblems id={id} found={problems} />
      {files.map((file, at) => (
        <p key={`${at} ${file.name}`} class="row small">
          <span>
            {most > 1 && `${at}: `}
            <bdi>{printable(file.name)}</bdi> · {formatBytes(file.size)}
          </span>
          {most > 1 && <InList {...{ files, at, choose }} />}
        </p>
      ))}
    </div>
  )
}

/** What can be done to one file of a list. Parameters name files by their places, counted from 0. */
function InList({ files, at, choose }: Pick<Props, 'files' | 'choose'> & { at: number }) {
  const text = tryWords.value
  const name = printable(files[at]?.name ?? '')
  const without = files.filter((_, other) => other !== at)
  return (
    <>
      {at > 0 && (
        <button
          type="button"
          class="quiet"
          aria-label={text.earlier(name)}
          onClick={() =>
            choose([
              ...without.slice(0, at - 1),
              ...files.slice(at, at + 1),
              ...without.slice(at - 1),
            ])
          }
        >
          {text.up}
        </button>
      )}
      <button
        type="button"
        class="quiet"
        aria-label={text.remove(name)}
        onClick={() => choose(without)}
      >
        {text.take}
      </button>
    </>
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
