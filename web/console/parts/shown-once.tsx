import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'

type Words = { says: string; copy: string; copied: string; close: string }

type Props = {
  title: string
  secret: string
  /** What else is to be known; none where there is nothing. */
  note?: string | undefined
  words: Words
  close: () => void
}

/** A key or secret in a dialog, which is all that ever has it: closed, it is gone. */
export function ShownOnce({ title, secret, note, words, close }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const copied = useSignal(false)
  useEffect(() => dialog.current?.showModal(), [])
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(secret)
    copied.value = true
  }
  return (
    <dialog ref={dialog} class="card" aria-label={title} onClose={close}>
      <h2>{title}</h2>
      <p>{words.says}</p>
      <p>
        <code class="secret">{secret}</code>
      </p>
      {note !== undefined && <p class="small">{note}</p>}
      <form method="dialog" class="row">
        <span role="status" class="small">
          {copied.value ? words.copied : ''}
        </span>
        <button type="button" onClick={() => void copy()}>
          {words.copy}
        </button>
        <button type="submit" class="main">
          {words.close}
        </button>
      </form>
    </dialog>
  )
}
