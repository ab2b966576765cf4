import { useSignal } from '@preact/signals'
import { printable } from '../../../catalog/json/unprintable.ts'
import { shellCode, type TryCode, typescriptCode } from './make-code.ts'
import { tryWords } from './words/try-words.ts'

const KINDS = { shell: shellCode, typescript: typescriptCode } as const

type Kind = keyof typeof KINDS

/** The requests of a try as a script to copy, with a place for the key. */
export function CodeView({ code }: { code: TryCode | undefined }) {
  const kind = useSignal<Kind>('shell')
  const copied = useSignal(false)
  const text = tryWords.value
  const script = code && KINDS[kind.value](code)
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(script ?? '')
    copied.value = true
  }
  return (
    <section class="card" aria-labelledby="code-title">
      <div class="head">
        <h2 id="code-title">{text.code}</h2>
        <div class="actions">
          {(Object.keys(KINDS) as Kind[]).map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={kind.value === one}
              onClick={() => {
                kind.value = one
                copied.value = false
              }}
            >
              {text[one]}
            </button>
          ))}
          <button type="button" disabled={script === undefined} onClick={() => void copy()}>
            {copied.value ? text.copied : text.copy}
          </button>
        </div>
      </div>
      <p class="small">{script === undefined ? text.codeLater : text.codeHint}</p>
      {script !== undefined && <pre class="script">{lines(script)}</pre>}
    </section>
  )
}

/** Text whose line ends stay, and nothing else that cannot be seen. */
function lines(text: string): string {
  return text.split('\n').map(printable).join('\n')
}
