import type { CatalogueAnswer } from '../../../../catalog/console/recipes.ts'
import { recipeWords } from '../words/recipe-words.ts'
import { FieldProblems } from './field-problems.tsx'
import { newStep } from './new-step.ts'
import { type FieldProblem, fieldId, problemsAt, problemsWithin } from './problems.ts'
import { memberOf, type Schema, withMember } from './schema.ts'
import { SchemaField } from './schema-field.tsx'
import { StepForm } from './step-form.tsx'

type Props = {
  catalogue: CatalogueAnswer
  value: unknown
  set: (value: unknown) => void
  problems: readonly FieldProblem[]
}

/** A recipe as a form that the catalogue makes: its steps, and what holds for all of them. */
export function RecipeForm({ catalogue, value, set, problems }: Props) {
  const text = recipeWords.value
  const given = memberOf(value, 'steps')
  const steps: readonly unknown[] = Array.isArray(given) ? given : []
  const setSteps = (next: readonly unknown[]): void => set(withMember(value, 'steps', next))
  const replaced = (at: number, step: unknown) =>
    steps.map((old, index) => (index === at ? step : old))
  const swapped = (at: number): unknown[] => {
    const next = [...steps]
    const [one] = next.splice(at, 1)
    next.splice(at - 1, 0, one)
    return next
  }
  const { properties = {} } = catalogue.settings as Schema
  const { description, ...settings } = properties
  const field = ([name, schema]: [string, Schema]) => (
    <SchemaField
      key={name}
      schema={schema}
      value={memberOf(value, name)}
      set={(member) => set(withMember(value, name, member))}
      path={[name]}
      problems={problems}
    />
  )
  const wrongSettings = Object.keys(settings).some(
    (name) => problemsWithin(problems, [name]).length > 0,
  )
  return (
    <form class="recipe-form" onSubmit={(event) => event.preventDefault()}>
      {description && field(['description', description])}
      {steps.map((step, at) => (
        <fieldset key={at} class="step">
          <legend>{text.step(at + 1)}</legend>
          <StepForm
            {...{ catalogue, problems, index: at }}
            value={step}
            path={['steps', at]}
            set={(next) => setSteps(replaced(at, next))}
          />
          <div class="row" hidden={steps.length === 1}>
            <button type="button" disabled={at === 0} onClick={() => setSteps(swapped(at))}>
              {text.up}
            </button>
            <button
              type="button"
              disabled={at === steps.length - 1}
              onClick={() => setSteps(swapped(at + 1))}
            >
              {text.down}
            </button>
            <button
              type="button"
              onClick={() => setSteps(steps.filter((_, index) => index !== at))}
            >
              {text.removeStep}
            </button>
          </div>
          <FieldProblems id={fieldId(['steps', at])} found={problemsAt(problems, ['steps', at])} />
        </fieldset>
      ))}
      <FieldProblems id={fieldId(['steps'])} found={problemsAt(problems, ['steps'])} />
      <div class="row">
        <button
          type="button"
          onClick={() => {
            const [first] = catalogue.features
            if (first) setSteps([...steps, newStep(first)])
          }}
        >
          {text.addStep}
        </button>
      </div>
      <details open={wrongSettings}>
        <summary>{text.settings}</summary>
        {Object.entries(settings).map(field)}
      </details>
    </form>
  )
}
