import type { CatalogueAnswer } from '../../../../catalog/console/recipes.ts'
import { printable } from '../../../../catalog/json/unprintable.ts'
import { recipeWords } from '../words/recipe-words.ts'
import { FieldProblems, problemAttributes } from './field-problems.tsx'
import type { FieldProps } from './field-props.ts'
import { InputField } from './input-field.tsx'
import { newStep } from './new-step.ts'
import { Parameters } from './parameters.tsx'
import { fieldId, problemsAt } from './problems.ts'
import { memberOf, withMember } from './schema.ts'

type Props = Omit<FieldProps, 'schema'> & { catalogue: CatalogueAnswer; index: number }

/** One step of a recipe: its feature, whom it works on, its parameters and other files. */
export function StepForm({ catalogue, index, value, set, path, problems }: Props) {
  const text = recipeWords.value
  const name = memberOf(value, 'feature')
  const feature = catalogue.features.find((one) => one.name === name)
  const member = (key: string, next: unknown): void => set(withMember(value, key, next))
  const id = fieldId([...path, 'feature'])
  const found = problemsAt(problems, [...path, 'feature'])
  return (
    <>
      <div class="field">
        <label for={id}>{text.feature}</label>
        <select
          id={id}
          {...problemAttributes(id, found)}
          value={feature?.name ?? ''}
          onChange={({ currentTarget: { value: chosen } }) => {
            const next = catalogue.features.find((one) => one.name === chosen)
            if (next) set(newStep(next))
          }}
        >
          {!feature && <option value="">–</option>}
          {catalogue.features.map(({ name: own, title, performed }) => (
            <option key={own} value={own}>
              {printable(title)}
              {performed ? '' : ` (${text.elsewhere})`}
            </option>
          ))}
        </select>
        {feature && (
          <small class="hint">
            <bdi>{printable(feature.summary)}</bdi>
          </small>
        )}
        <FieldProblems id={id} found={found} />
      </div>
      {feature?.targets && (
        <TargetField
          {...{ catalogue, index, path, problems }}
          value={memberOf(value, 'target')}
          together={memberOf(value, 'together')}
          set={member}
        />
      )}
      {feature && (
        <Parameters
          key={feature.name}
          {...{ feature, problems }}
          path={[...path, 'parameters']}
          value={memberOf(value, 'parameters')}
          set={(next) => member('parameters', next)}
        />
      )}
      {feature && feature.inputs.length > 0 && (
        <fieldset class="group-field">
          <legend>{text.inputs}</legend>
          {feature.inputs.map(({ role, needed, most }) => (
            <InputField
              key={role}
              {...{ role, needed, most, problems }}
              path={[...path, 'inputs', role]}
              value={memberOf(memberOf(value, 'inputs'), role)}
              set={(next) => member('inputs', withMember(memberOf(value, 'inputs'), role, next))}
            />
          ))}
          <FieldProblems
            id={fieldId([...path, 'inputs'])}
            found={problemsAt(problems, [...path, 'inputs'])}
          />
        </fieldset>
      )}
    </>
  )
}

type TargetProps = Omit<Props, 'set'> & {
  together: unknown
  set: (key: string, value: unknown) => void
}

function TargetField({ catalogue, value, together, set, path, problems }: TargetProps) {
  const text = recipeWords.value
  const id = fieldId([...path, 'target'])
  const found = problemsAt(problems, [...path, 'target'])
  const given = typeof value === 'string' ? value : 'largest'
  const known = catalogue.targets.includes(given)
  return (
    <div class="field">
      <label for={id}>{text.target}</label>
      <span class="row">
        <select
          id={id}
          {...problemAttributes(id, found)}
          value={given}
          onChange={(event) => set('target', event.currentTarget.value)}
        >
          {!known && <option value={given}>{given}</option>}
          {catalogue.targets.map((one) => (
            <option key={one} value={one}>
              {text.targets[one] ?? one}
            </option>
          ))}
        </select>
        {given === 'all' && (
          <label class="row">
            <input
              type="checkbox"
              checked={together === true}
              onChange={(event) => set('together', event.currentTarget.checked || undefined)}
            />
            {text.together}
          </label>
        )}
      </span>
      <FieldProblems id={id} found={found} />
    </div>
  )
}
