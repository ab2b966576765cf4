import type { CatalogueFeature } from '../../../../catalog/console/recipes.ts'
import { printable } from '../../../../catalog/json/unprintable.ts'
import { recipeWords } from '../words/recipe-words.ts'
import { FieldProblems } from './field-problems.tsx'
import type { FieldProps } from './field-props.ts'
import { fieldId, problemsAt } from './problems.ts'

type Props = Omit<FieldProps, 'schema'> & {
  templates: CatalogueFeature['templates']
  /** Whether a step may do without one. */
  optional: boolean
}

/** The templates of a feature with their colours, by group; one is chosen. */
export function TemplateField({ templates, optional, value, set, path, problems }: Props) {
  const text = recipeWords.value
  const id = fieldId(path)
  const groups = new Map<string, CatalogueFeature['templates']>()
  for (const one of templates) groups.set(one.group, [...(groups.get(one.group) ?? []), one])
  const choice = (chosen: string | undefined, title: string, palette: readonly string[]) => (
    <label key={title} class="template">
      <input type="radio" name={id} checked={value === chosen} onChange={() => set(chosen)} />
      <span class="swatch" aria-hidden="true" style={{ background: stripes(palette) }} />
      {printable(title)}
    </label>
  )
  return (
    <fieldset class="group-field templates">
      <legend>{text.template}</legend>
      {optional && choice(undefined, text.asDefault(''), [])}
      {[...groups].map(([group, some]) => (
        <div key={group} class="template-group">
          <h3>{printable(group)}</h3>
          <div class="template-row">
            {some.map(({ id: own, title, palette }) => choice(own, title, palette))}
          </div>
        </div>
      ))}
      <FieldProblems id={id} found={problemsAt(problems, path)} />
    </fieldset>
  )
}

/** The colours of a template in stripes of one width. */
function stripes(palette: readonly string[]): string {
  if (palette.length === 0) return 'none'
  const share = 100 / palette.length
  const stops = palette.map((colour, at) => `#${colour} ${at * share}% ${(at + 1) * share}%`)
  return `linear-gradient(90deg, ${stops.join(', ')})`
}
