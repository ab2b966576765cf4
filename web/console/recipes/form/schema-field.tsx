import { useRef } from 'preact/hooks'
import { recipeWords } from '../words/recipe-words.ts'
import { FieldProblems, problemAttributes } from './field-problems.tsx'
import { type FieldProps, labelOf } from './field-props.ts'
import { JsonField } from './json-field.tsx'
import { ListRows } from './list-rows.tsx'
import { type FieldProblem, fieldId, problemsAt, problemsWithin } from './problems.ts'
import {
  emptyOf,
  fieldKind,
  listShape,
  memberOf,
  mostOf,
  type Schema,
  stepOf,
  withMember,
} from './schema.ts'

/** One field of a recipe, as its schema allows it. */
export function SchemaField(props: FieldProps) {
  const { schema, path, problems } = props
  const kind = fieldKind(schema)
  if (kind === 'fixed') return null
  if (kind === 'group') return <GroupField {...props} />
  if (kind === 'list') return <ListField {...props} />
  if (kind === 'json') return <JsonField {...props} />
  const id = fieldId(path)
  const found = problemsAt(problems, path)
  return (
    <div class={`field is-${kind}`}>
      <label for={id}>{labelOf(path)}</label>
      <Control {...props} id={id} found={found} />
      {schema.description !== undefined && <small class="hint">{schema.description}</small>}
      <FieldProblems id={id} found={found} />
    </div>
  )
}

type ControlProps = FieldProps & { id: string; found: readonly FieldProblem[] }

function Control(props: ControlProps) {
  const { schema, value, set, id, found } = props
  const text = recipeWords.value
  const told = problemAttributes(id, found)
  const usual = schema.default === undefined ? '' : String(schema.default)
  switch (fieldKind(schema)) {
    case 'choice':
      return (
        <select
          id={id}
          {...told}
          value={value === undefined ? '' : String(value)}
          onChange={({ currentTarget: { value: chosen } }) =>
            set(schema.enum?.find((one) => String(one) === chosen))
          }
        >
          <option value="">{text.asDefault(usual)}</option>
          {schema.enum?.map((one) => (
            <option key={String(one)} value={String(one)}>
              {String(one)}
            </option>
          ))}
        </select>
      )
    case 'switch':
      return (
        <input
          id={id}
          {...told}
          type="checkbox"
          checked={typeof value === 'boolean' ? value : schema.default === true}
          onChange={(event) => set(event.currentTarget.checked)}
        />
      )
    case 'text':
      return (
        <input
          id={id}
          {...told}
          value={value === undefined ? '' : String(value)}
          placeholder={usual}
          maxLength={schema.maxLength}
          onInput={({ currentTarget: { value: typed } }) => set(typed === '' ? undefined : typed)}
        />
      )
    case 'range':
      return <RangeControl {...props} />
    default:
      return <NumberControl {...props} />
  }
}

/** A number with its bounds; without one the field is left out. */
function NumberControl({ schema, value, set, id, found, path }: ControlProps & { label?: string }) {
  return (
    <input
      id={id}
      {...problemAttributes(id, found)}
      type="number"
      aria-label={labelOf(path)}
      min={schema.minimum}
      max={mostOf(schema)}
      step={schema.type === 'integer' ? 1 : 'any'}
      value={typeof value === 'number' ? value : ''}
      placeholder={schema.default === undefined ? '–' : String(schema.default)}
      onInput={({ currentTarget: { valueAsNumber: typed } }) =>
        set(Number.isNaN(typed) ? undefined : typed)
      }
    />
  )
}

/** A slider with its number, and a button that leaves the field out again. */
function RangeControl(props: ControlProps) {
  const { schema, value, set, id, found, path } = props
  const least = schema.minimum ?? 0
  const usual = typeof schema.default === 'number' ? schema.default : Math.max(0, least)
  return (
    <span class={value === undefined ? 'range is-unset' : 'range'}>
      <input
        id={id}
        {...problemAttributes(id, found)}
        type="range"
        min={least}
        max={mostOf(schema)}
        step={stepOf(schema)}
        value={typeof value === 'number' ? value : usual}
        aria-valuetext={value === undefined ? recipeWords.value.unset : String(value)}
        onInput={(event) => set(event.currentTarget.valueAsNumber)}
      />
      <NumberControl {...props} id={`${id}-number`} found={[]} />
      <button
        type="button"
        class="quiet"
        disabled={value === undefined}
        aria-label={recipeWords.value.clear(labelOf(path))}
        onClick={() => set(undefined)}
      >
        ×
      </button>
    </span>
  )
}

/** A list, place by place. What is there is no list where the JSON beside the form says so. */
function ListField({ schema, value, set, path, problems }: FieldProps) {
  const shape = listShape(schema, value)
  if (!shape || (value !== undefined && !Array.isArray(value))) {
    return <JsonField {...{ schema, value, set, path, problems }} />
  }
  const id = fieldId(path)
  const found = problemsAt(problems, path)
  const given: readonly unknown[] = value ?? []
  return (
    <fieldset class="group-field" {...problemAttributes(id, found)}>
      <legend>{labelOf(path)}</legend>
      {schema.description !== undefined && <small class="hint">{schema.description}</small>}
      <ListRows
        {...{ path, given, set }}
        least={shape.least}
        most={shape.most}
        fresh={(at) => emptyOf(shape.item(at))}
        row={(at, item, setItem) => (
          <SchemaField
            schema={shape.item(at)}
            value={item}
            set={(next) => setItem(next ?? emptyOf(shape.item(at)))}
            path={[...path, at]}
            problems={problems}
          />
        )}
      />
      <FieldProblems id={id} found={found} />
    </fieldset>
  )
}

/** From so many fields on those that are not set are folded away. */
const MANY = 8

/** An object, field by field. */
function GroupField({ schema, value, set, path, problems }: FieldProps) {
  const fields = Object.entries(schema.properties ?? {})
  const field = ([name, own]: [string, Schema]) => (
    <SchemaField
      key={name}
      schema={own}
      value={memberOf(value, name)}
      set={(member) => set(withMember(value, name, member))}
      path={[...path, name]}
      problems={problems}
    />
  )
  // Decided once: a slider that is moved must stay where it is.
  const shownFirst = useRef(
    fields.filter(([name]) => fields.length <= MANY || memberOf(value, name) !== undefined),
  ).current
  const folded = fields.filter(([name]) => !shownFirst.some(([first]) => first === name))
  const wrong = folded.some(([name]) => problemsWithin(problems, [...path, name]).length > 0)
  const id = fieldId(path)
  return (
    <fieldset class="group-field" {...problemAttributes(id, problemsAt(problems, path))}>
      <legend>{labelOf(path)}</legend>
      {shownFirst.map(field)}
      {folded.length > 0 && (
        <details open={wrong}>
          <summary>{recipeWords.value.more(folded.length)}</summary>
          {folded.map(field)}
        </details>
      )}
      <FieldProblems id={id} found={problemsAt(problems, path)} />
    </fieldset>
  )
}
