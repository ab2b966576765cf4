import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'

type Props = {
  /** What is done, as a button says it. */
  text: string
  /** What is asked before. */
  ask: string
  /** What one should know before; none where the question says it all. */
  warning?: string | undefined
  yes: string
  cancel: string
  act: () => unknown
}

/** A button for what cannot be taken back: it asks first. */
export function Sure({ text, ask, warning, yes, cancel, act }: Props) {
  const open = useSignal(false)
  return (
    <>
      <button type="button" onClick={() => (open.value = true)}>
        {text}
      </button>
      {open.value && (
        <Question
          {...{ ask, warning, yes, cancel }}
          answered={(sure) => {
            open.value = false
            if (sure) void act()
          }}
        />
      )}
    </>
  )
}

type QuestionProps = Pick<Props, 'ask' | 'warning' | 'yes' | 'cancel'> & {
  answered: (sure: boolean) => void
}

function Question({ ask, warning, yes, cancel, answered }: QuestionProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} class="card" aria-label={ask} onClose={() => answered(false)}>
      <p>
        <bdi>{ask}</bdi>
      </p>
      {warning !== undefined && <p class="trouble">{warning}</p>}
      <div class="row">
        <button type="button" onClick={() => answered(false)}>
          {cancel}
        </button>
        <button type="button" class="main" onClick={() => answered(true)}>
          {yes}
        </button>
      </div>
    </dialog>
  )
}
