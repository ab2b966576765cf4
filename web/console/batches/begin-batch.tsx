import { useSignal } from '@preact/signals'
import { request } from '../api/request.ts'
import { go } from '../shell/router.ts'
import { refusal, words } from '../words/words.ts'

/** Begins a batch over the files below a prefix. */
export function BeginBatch() {
  const prefix = useSignal('files/')
  const recipe = useSignal('')
  const tolerate = useSignal('50')
  const trouble = useSignal('')
  const busy = useSignal(false)
  const text = words.value.batches
  const begin = async (): Promise<void> => {
    busy.value = true
    trouble.value = ''
    try {
      const { batch } = await request<{ batch: string }>('/batches', {
        method: 'POST',
        body: {
          prefix: prefix.value.trim(),
          recipe: recipe.value.trim(),
          tolerate: Number(tolerate.value),
        },
      })
      go(`/batches/${batch}`)
    } catch (error) {
      trouble.value = refusal(error)
    } finally {
      busy.value = false
    }
  }
  return (
    <form
      class="filters"
      aria-label={text.begin}
      onSubmit={(event) => {
        event.preventDefault()
        void begin()
      }}
    >
      <label>
        {text.prefix}
        <input
          required
          value={prefix.value}
          spellcheck={false}
          onInput={(event) => (prefix.value = event.currentTarget.value)}
        />
      </label>
      <label>
        {text.recipe}
        <input
          required
          value={recipe.value}
          spellcheck={false}
          size={14}
          onInput={(event) => (recipe.value = event.currentTarget.value)}
        />
      </label>
      <label>
        {text.tolerate}
        <input
          type="number"
          min={0}
          max={100}
          step={1}
          value={tolerate.value}
          onInput={(event) => (tolerate.value = event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="main" disabled={busy.value}>
        {text.start}
      </button>
      <span role="status" class="trouble small">
        {trouble.value}
      </span>
    </form>
  )
}
