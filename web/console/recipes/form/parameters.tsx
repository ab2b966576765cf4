import type { CatalogueFeature } from '../../../../catalog/console/recipes.ts'
import { recipeWords } from '../words/recipe-words.ts'
import { FieldProblems } from './field-problems.tsx'
import type { FieldProps } from './field-props.ts'
import { fieldId, problemsAt } from './problems.ts'
import { memberOf, type Schema, withMember } from './schema.ts'
import { SchemaField } from './schema-field.tsx'
import { TemplateField } from './template-field.tsx'

type Props = Omit<FieldProps, 'schema'> & { feature: CatalogueFeature }

/** The parameters of a feature, as its schema allows them. */
export function Parameters({ feature, value, set, path, problems }: Props) {
  const { properties = {}, required = [] } = feature.parameters as Schema
  const fields = Object.entries(properties)
  if (fields.length === 0) return null
  return (
    <fieldset class="group-field">
      <legend>{recipeWords.value.parameters}</legend>
      {fields.map(([name, schema]) => {
        const own = {
          problems,
          path: [...path, name],
          value: memberOf(value, name),
          set: (next: unknown) => set(withMember(value, name, next)),
        }
        return name === 'template_id' && feature.templates.length > 0 ? (
          <TemplateField
            key={name}
            {...own}
            templates={feature.templates}
            optional={!required.includes(name)}
          />
        ) : (
          <SchemaField key={name} {...own} schema={schema} />
        )
      })}
      <FieldProblems id={fieldId(path)} found={problemsAt(problems, path)} />
    </fieldset>
  )
}
