import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { collectDragged, takePicked } from './collect-files.ts'
import { addFiles } from './drop-store.ts'
import { dropWords } from './words/drop-words.ts'

/** Where files and folders are dragged, or chosen by a picker. */
export function DropZone({ small, disabled }: { small: boolean; disabled: boolean }) {
  const over = useSignal(false)
  const picker = useRef<HTMLInputElement>(null)
  const folderPicker = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (folderPicker.current) folderPicker.current.webkitdirectory = true
  }, [])
  const text = dropWords.value
  const picked = ({ currentTarget: input }: { currentTarget: HTMLInputElement }): void => {
    if (input.files) void addFiles(takePicked(input.files))
    // The same files may be chosen again, after they changed.
    input.value = ''
  }
  return (
    <section
      class={`drop-zone${over.value ? ' is-over' : ''}${small ? ' is-small' : ''}`}
      aria-label={text.zone}
      onDragOver={(event) => {
        event.preventDefault()
        over.value = !disabled
      }}
      onDragLeave={() => {
        over.value = false
      }}
      onDrop={(event) => {
        event.preventDefault()
        over.value = false
        if (event.dataTransfer && !disabled) void addFiles(collectDragged(event.dataTransfer))
      }}
    >
      <p>{text.zone}</p>
      <div class="actions">
        <button type="button" disabled={disabled} onClick={() => picker.current?.click()}>
          {text.files}
        </button>
        <button type="button" disabled={disabled} onClick={() => folderPicker.current?.click()}>
          {text.folder}
        </button>
      </div>
      <input ref={picker} type="file" multiple hidden aria-label={text.files} onChange={picked} />
      <input
        ref={folderPicker}
        type="file"
        multiple
        hidden
        aria-label={text.folder}
        onChange={picked}
      />
    </section>
  )
}
