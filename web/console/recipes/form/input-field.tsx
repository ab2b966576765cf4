import { recipeWords } from '../words/recipe-words.ts'
import { FieldProblems, problemAttributes } from './field-problems.tsx'
import type { FieldProps } from './field-props.ts'
import { JsonField } from './json-field.tsx'
import { fieldId, problemsWithin } from './problems.ts'
import { isRecord } from './schema.ts'

const KINDS = ['companion', 'object', 'url'] as const

type Props = Omit<FieldProps, 'schema'> & { role: string; needed: boolean }

/** Where one other file of a step comes from. Several files in a list are written as JSON. */
export function InputField({ role, needed, value, set, path, problems }: Props) {
  const text = recipeWords.value
  const id = fieldId(path)
  const name = text.roles[role] ?? role
  if (Array.isArray(value)) {
    return <JsonField schema={{}} value={value} set={set} path={path} problems={problems} />
  }
  const kind = KINDS.find((one) => isRecord(value) && one in value)
  const found = problemsWithin(problems, path)
  return (
    <div class="field is-input">
      <label for={id}>
        {name} <small>{text.from}</small>
      </label>
      <span class="row">
        <select
          id={id}
          {...problemAttributes(id, found)}
          value={kind ?? ''}
          onChange={({ currentTarget: { value: chosen } }) => {
            const next = KINDS.find((one) => one === chosen)
            set(next && { [next]: next === 'companion' ? `{stem}.${role}.png` : '' })
          }}
        >
          <option value="">{needed ? '–' : text.noFile}</option>
          {KINDS.map((one) => (
            <option key={one} value={one}>
              {text.kinds[one]}
            </option>
          ))}
        </select>
        {kind && (
          <input
            aria-label={`${name}: ${text.kinds[kind]}`}
            class="grows"
            spellcheck={false}
            placeholder={text.hints[kind]}
            value={String((value as Record<string, unknown>)[kind] ?? '')}
            onInput={(event) => set({ [kind]: event.currentTarget.value })}
          />
        )}
      </span>
      <FieldProblems id={id} found={found} />
    </div>
  )
}
