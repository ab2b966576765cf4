import { useSignal } from '@preact/signals'
import { recipeWords } from '../words/recipe-words.ts'
import { FieldProblems, problemAttributes } from './field-problems.tsx'
import { type FieldProps, labelOf } from './field-props.ts'
import { fieldId, problemsWithin } from './problems.ts'

/** A field that no control fits, written as JSON. What is no JSON yet stays in the field alone. */
export function JsonField({ schema, value, set, path, problems }: FieldProps) {
  const typed = useSignal<string | undefined>(undefined)
  const id = fieldId(path)
  const found = problemsWithin(problems, path)
  const text = recipeWords.value
  const given = value === undefined ? '' : JSON.stringify(value, null, 2)
  const shown = typed.value ?? given
  const take = (next: string): void => {
    if (next.trim() === '') {
      typed.value = undefined
      set(undefined)
      return
    }
    try {
      const read: unknown = JSON.parse(next)
      typed.value = undefined
      set(read)
    } catch {
      typed.value = next
    }
  }
  return (
    <div class="field is-json">
      <label for={id}>
        {labelOf(path)} <small>{text.rawHint}</small>
      </label>
      <textarea
        id={id}
        {...problemAttributes(id, found)}
        rows={Math.min(12, Math.max(2, shown.split('\n').length))}
        spellcheck={false}
        value={shown}
        placeholder={schema.default === undefined ? '' : JSON.stringify(schema.default)}
        onChange={(event) => take(event.currentTarget.value)}
      />
      {typed.value !== undefined && <p class="trouble small">{text.rawWrong}</p>}
      {schema.description !== undefined && <small class="hint">{schema.description}</small>}
      <FieldProblems id={id} found={found} />
    </div>
  )
}
