import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { RecipeRow, RecipesAnswer } from '../../../catalog/console/recipes.ts'
import { printable } from '../../../catalog/json/unprintable.ts'
import { request } from '../api/request.ts'
import { href } from '../shell/router.ts'
import { mayOperate } from '../sign-in/session.ts'
import { refusal } from '../words/words.ts'
import { recipeWords } from './words/recipe-words.ts'

/** All recipes by name, with what each does. */
export function RecipesPage() {
  const recipes = useSignal<readonly RecipeRow[] | undefined>(undefined)
  const trouble = useSignal('')
  useEffect(() => {
    request<RecipesAnswer>('/recipes').then(
      (answer) => {
        recipes.value = answer.recipes
      },
      (error: unknown) => {
        trouble.value = refusal(error)
      },
    )
  }, [])
  const text = recipeWords.value
  const found = recipes.value
  return (
    <section class="page" aria-labelledby="recipes-title">
      <div class="head">
        <div class="title">
          <h1 id="recipes-title">{text.title}</h1>
          <p class="under">{text.under}</p>
        </div>
        {mayOperate() && (
          <div class="actions">
            <a class="button main" href={href('/recipes?new=')}>
              {text.make}
            </a>
          </div>
        )}
      </div>
      <p role="status" class="notes">
        {trouble.value !== '' && <span class="trouble">{trouble.value}</span>}
        {found === undefined && trouble.value === '' && <span>{text.loading}</span>}
      </p>
      {found?.length === 0 && <p class="empty">{text.none}</p>}
      <ul class="plain recipes">
        {found?.map((row) => (
          <li key={row.name} class="card recipe">
            <a href={href(`/recipes/${row.name}`)}>
              <bdi>{printable(row.name)}</bdi>
            </a>
            <Steps row={row} />
            {row.description !== undefined && (
              <p class="small">
                <bdi>{printable(row.description)}</bdi>
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Steps({ row: { steps, broken } }: { row: RecipeRow }) {
  const text = recipeWords.value
  if (broken !== undefined) {
    return (
      <p class="trouble small">
        <strong>{text.broken}</strong> <bdi>{printable(broken)}</bdi>
      </p>
    )
  }
  return (
    <p class="small">
      {steps.map(({ feature }, at) => (
        <span key={`${at} ${feature}`}>
          {at > 0 && ` ${text.next} `}
          <code>{feature}</code>
        </span>
      ))}
    </p>
  )
}
