import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { RecipeRow, RecipesAnswer } from '../../../catalog/console/recipes.ts'
import { MAX_PLANNED } from '../../../catalog/console/upload-limits.ts'
import { printable } from '../../../catalog/json/unprintable.ts'
import { request } from '../api/request.ts'
import { VirtualList } from '../list/virtual-list.tsx'
import { go, href, place } from '../shell/router.ts'
import { formatNumber } from '../words/format.ts'
import { refusal } from '../words/words.ts'
import { collectDragged } from './collect-files.ts'
import {
  addFiles,
  askPlan,
  beat,
  clearFiles,
  doing,
  files,
  going,
  plan,
  reading,
  ready,
  recipe,
  tooMany,
  trouble,
  twice,
} from './drop-store.ts'
import { DropZone } from './drop-zone.tsx'
import { FileCells, HeadOfFiles } from './file-row.tsx'
import { PlanSummary } from './plan-summary.tsx'
import { Progress } from './progress.tsx'
import { dropWords } from './words/drop-words.ts'

const ROW_HEIGHT = 52
const NARROW = matchMedia('(max-width: 760px)')
const NARROW_ROW_HEIGHT = 76

/** Files are chosen, what becomes of them is seen, and then they go up. */
export function DropPage() {
  const select = useRef<HTMLSelectElement>(null)
  const recipes = useSignal<readonly RecipeRow[] | undefined>(undefined)
  useEffect(() => {
    request<RecipesAnswer>('/recipes').then(
      (answer) => {
        const usable = answer.recipes.filter(({ broken }) => broken === undefined)
        recipes.value = usable
        const asked = place.value.query.get('recipe')
        if (asked !== null && usable.some(({ name }) => name === asked)) choose(asked)
      },
      (error: unknown) => {
        trouble.value = refusal(error)
      },
    )
    const pasted = (event: ClipboardEvent): void => {
      if (!event.clipboardData?.items.length) return
      if ((event.target as Element).matches('input, textarea')) return
      event.preventDefault()
      void addFiles(collectDragged(event.clipboardData))
    }
    document.addEventListener('paste', pasted)
    return () => document.removeEventListener('paste', pasted)
  }, [])
  const text = dropWords.value
  const busy = doing.value === 'sending'
  const does = recipes.value?.find(({ name }) => name === recipe.value)?.description
  const all = files.value
  // All of it went up, and nothing is left to be said of it.
  const through = going.value.length > 0 && ready.value.length === 0
  beat.value
  return (
    <section class="page drop-page" aria-labelledby="drop-title">
      <div class="head">
        <div class="title">
          <h1 id="drop-title">{text.title}</h1>
          <p class="under">{text.under}</p>
        </div>
        <div class="filters">
          <label>
            {text.recipe}
            <select
              ref={select}
              value={recipe.value}
              disabled={busy}
              onChange={(event) => choose(event.currentTarget.value)}
            >
              <option value="">{text.chooseRecipe}</option>
              {recipes.value?.map(({ name }) => (
                <option key={name} value={name}>
                  {printable(name)}
                </option>
              ))}
            </select>
          </label>
        </div>
      </div>
      {does !== undefined && (
        <p class="recipe-does">
          <bdi>{printable(does)}</bdi>
        </p>
      )}
      {recipe.value === '' && (
        <p class="recipe-does row">
          {text.recipeFirst}
          <a href={href('/recipes')}>{text.recipesHelp}</a>
        </p>
      )}
      <DropZone small={all.length > 0} disabled={busy} />
      <p role="status" class="notes">
        {trouble.value !== '' && <span class="trouble">{trouble.value}</span>}
        {recipes.value?.length === 0 && <span class="trouble">{text.noRecipes}</span>}
        {tooMany.value && <span class="trouble">{text.tooMany(formatNumber(MAX_PLANNED))}</span>}
        {twice.value > 0 && <span>{text.twice(formatNumber(twice.value))}</span>}
        {doing.value === 'reading' && <span>{text.reading(formatNumber(reading.value))}</span>}
        {doing.value === 'planning' && <span>{text.planning}</span>}
        {all.length > 0 && recipe.value === '' && (
          <button type="button" class="main" onClick={() => openChoice(select.current)}>
            {text.chooseRecipe}
          </button>
        )}
        {all.length > 0 && !busy && (
          <button type="button" class="quiet" onClick={clearFiles}>
            {text.clear}
          </button>
        )}
      </p>
      <Progress />
      {plan.value && !busy && !through && <PlanSummary plan={plan.value} />}
      {all.length === 0 ? (
        <p class="empty small">{text.resumeHint}</p>
      ) : (
        <div class="drop-list">
          <VirtualList
            label={text.title}
            count={all.length}
            whole={true}
            rowHeight={NARROW.matches ? NARROW_ROW_HEIGHT : ROW_HEIGHT}
            head={<HeadOfFiles />}
            nearEnd={() => {}}
            scrolled={() => {}}
            keyOf={(at) => all[at]?.name ?? String(at)}
            open={(at) => {
              const job = all[at]?.job
              if (job !== undefined) go(`/jobs/${job}`)
            }}
            row={(at) => {
              const file = all[at]
              return file && <FileCells file={file} />
            }}
          />
        </div>
      )}
    </section>
  )
}

function choose(name: string): void {
  recipe.value = name
  void askPlan()
}

function openChoice(select: HTMLSelectElement | null): void {
  select?.focus()
  select?.showPicker?.()
}
