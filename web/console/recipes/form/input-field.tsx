import { recipeWords } from '../words/recipe-words.ts'
import { FieldProblems, problemAttributes } from './field-problems.tsx'
import type { FieldProps } from './field-props.ts'
import { ListRows } from './list-rows.tsx'
import { fieldId, problemsAt, problemsWithin } from './problems.ts'
import { isRecord } from './schema.ts'

const KINDS = ['companion', 'object', 'url'] as const

type Props = Omit<FieldProps, 'schema'> & {
  role: string
  needed: boolean
  /** How many files it may be. */
  most: number
}

/** Where the other files of one role come from: one, or a list of them. */
export function InputField(props: Props) {
  const { role, value, set, path, problems, most } = props
  if (most === 1 && !Array.isArray(value)) return <OneFile {...props} />
  const id = fieldId(path)
  const given: readonly unknown[] = Array.isArray(value)
    ? value
    : value === undefined
      ? []
      : [value]
  const found = problemsAt(problems, path)
  const name = recipeWords.value.roles[role] ?? role
  return (
    <fieldset class="group-field" {...problemAttributes(id, found)}>
      <legend>{name}</legend>
      <ListRows
        {...{ given, most }}
        path={[name]}
        least={1}
        // One file is written as recipes with one file are.
        set={(list) => set(list?.length === 1 ? list[0] : list)}
        fresh={(at) => ({
          companion: at === 0 ? `{stem}.${role}.png` : `{stem}.${role}-${at + 1}.png`,
        })}
        row={(at, item, setItem) => (
          <OneFile
            {...{ role, problems }}
            needed={true}
            label={`${name} ${at + 1}`}
            value={item}
            set={(next) => setItem(next ?? {})}
            path={Array.isArray(value) ? [...path, at] : path}
          />
        )}
      />
      {Array.isArray(value) && <FieldProblems id={id} found={found} />}
    </fieldset>
  )
}

type OneProps = Omit<Props, 'most'> & { label?: string }

function OneFile({ role, needed, value, set, path, problems, label }: OneProps) {
  const text = recipeWords.value
  const id = fieldId(path)
  const name = label ?? text.roles[role] ?? role
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
