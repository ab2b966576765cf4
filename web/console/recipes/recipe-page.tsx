import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type {
  CatalogueAnswer,
  RecipeAnswer,
  RecipeCheckAnswer,
  RecipeFacts,
  RecipeFinding,
  RecipeSavedAnswer,
} from '../../../catalog/console/recipes.ts'
import { printable } from '../../../catalog/json/unprintable.ts'
import { RECIPE_NAME } from '../../../catalog/recipe/shape/recipe-name.ts'
import { RequestError, request } from '../api/request.ts'
import { go, href, place } from '../shell/router.ts'
import { mayOperate } from '../sign-in/session.ts'
import { formatNumber, formatTime } from '../words/format.ts'
import { refusal } from '../words/words.ts'
import { DeleteRecipe } from './delete-recipe.tsx'
import { DiffView } from './diff-view.tsx'
import { RecipeForm } from './form/recipe-form.tsx'
import { PreviewPanel } from './preview/preview-panel.tsx'
import { readText, writeText } from './recipe-text.ts'
import { recipeWords } from './words/recipe-words.ts'

/** Milliseconds after the last change until a recipe is checked. */
const CHECK_AFTER_MS = 350

const NEW = { steps: [] }

/** One recipe as a form and as JSON beside it; without a name a new one, or one like that of `?new=`. */
export function RecipePage({ name: known }: { name?: string | undefined }) {
  const like = known ?? place.value.query.get('new') ?? ''
  const name = useSignal(known ?? (like === '' ? '' : `${like}-2`))
  const text = useSignal('')
  const saved = useSignal<RecipeAnswer | undefined>(undefined)
  const catalogue = useSignal<CatalogueAnswer | undefined>(undefined)
  const checked = useSignal<RecipeCheckAnswer | undefined>(undefined)
  const trouble = useSignal('')
  const told = useSignal('')
  const theirs = useSignal<RecipeAnswer | 'gone' | undefined>(undefined)
  const comparing = useSignal(false)
  const busy = useSignal(false)
  const words = recipeWords.value
  useEffect(() => {
    const begin = async (): Promise<void> => {
      const [all, found] = await Promise.all([
        request<CatalogueAnswer>('/catalogue'),
        like === '' ? undefined : request<RecipeAnswer>(`/recipes/${encodeURIComponent(like)}`),
      ])
      catalogue.value = all
      if (known !== undefined) saved.value = found
      text.value = found?.text ?? writeText(NEW)
    }
    begin().catch((error: unknown) => {
      trouble.value = refusal(error)
    })
  }, [])
  useEffect(() => {
    if (text.value === '') return
    const gone = new AbortController()
    const timer = setTimeout(async () => {
      try {
        checked.value = await request<RecipeCheckAnswer>('/recipes/check', {
          method: 'POST',
          body: { text: text.value },
          signal: gone.signal,
        })
        trouble.value = ''
      } catch (error) {
        if (!gone.signal.aborted) trouble.value = refusal(error)
      }
    }, CHECK_AFTER_MS)
    return () => {
      clearTimeout(timer)
      gone.abort()
    }
  }, [text.value])
  const save = async (over: string | undefined): Promise<void> => {
    busy.value = true
    told.value = ''
    try {
      const answer = await request<RecipeSavedAnswer>(`/recipes/${name.value}`, {
        method: 'PUT',
        body: { text: text.value },
        headers: over === undefined ? { 'if-none-match': '*' } : { 'if-match': over },
      })
      theirs.value = undefined
      trouble.value = ''
      const savedAt = new Date().toISOString()
      saved.value = { name: name.value, text: text.value, etag: answer.etag, savedAt }
      told.value = words.savedNow(name.value)
      if (known === undefined) go(`/recipes/${name.value}`, { replace: true })
    } catch (error) {
      if (error instanceof RequestError && error.code === 'RecipeChanged') await seeTheirs()
      else trouble.value = refusal(error)
    } finally {
      busy.value = false
    }
  }
  /** Somebody else was faster: what they saved, or that it is gone. */
  const seeTheirs = async (): Promise<void> => {
    try {
      theirs.value = await request<RecipeAnswer>(`/recipes/${name.value}`)
    } catch (error) {
      if (!(error instanceof RequestError) || error.code !== 'NotFound') throw error
      theirs.value = 'gone'
      saved.value = undefined
    }
  }
  const read = readText(text.value)
  const problems = checked.value?.problems ?? []
  const mayChange = mayOperate()
  const nameFits = RECIPE_NAME.test(name.value)
  const isNew = saved.value === undefined
  const changed = text.value !== saved.value?.text
  return (
    <section class="page recipe-page" aria-labelledby="recipe-title">
      <div class="head">
        <div class="title">
          <nav class="trail" aria-label={words.title}>
            <a href={href('/recipes')}>← {words.title}</a>
          </nav>
          <h1 id="recipe-title">{known ?? words.make}</h1>
          <p class="under">
            {saved.value
              ? words.saved(formatTime(saved.value.savedAt))
              : text.value !== '' && words.unsaved}
            {saved.value && changed && ` · ${words.changed}`}
          </p>
        </div>
        {mayChange && (
          <div class="actions">
            {known === undefined && <NameField name={name} fits={nameFits} />}
            {saved.value && (
              <a class="button" href={href(`/recipes?new=${known}`)}>
                {words.duplicate}
              </a>
            )}
            {saved.value && <DeleteRecipe name={name.value} trouble={trouble} />}
            <button
              type="button"
              class="main"
              disabled={busy.value || !nameFits || !checked.value?.facts || !(changed || isNew)}
              onClick={() => void save(saved.value?.etag)}
            >
              {words.save}
            </button>
          </div>
        )}
      </div>
      <p role="status" class="notes is-kept">
        {trouble.value !== '' && (
          <span class="trouble">
            <bdi>{printable(trouble.value)}</bdi>
          </span>
        )}
        {told.value !== '' && <span>{told.value}</span>}
        {trouble.value === '' && <Verdict checked={checked.value} />}
      </p>
      {theirs.value !== undefined && (
        <section class="card conflict" aria-labelledby="conflict-title">
          <h2 id="conflict-title">
            {theirs.value === 'gone'
              ? words.conflictGone
              : isNew
                ? words.conflictNew(name.value)
                : words.conflict}
          </h2>
          {theirs.value !== 'gone' && <DiffView saved={theirs.value.text} own={text.value} />}
          <div class="actions">
            <button
              type="button"
              class="main"
              disabled={busy.value}
              onClick={() => void save(theirs.value === 'gone' ? undefined : theirs.value?.etag)}
            >
              {theirs.value === 'gone' ? words.save : words.keepMine}
            </button>
            {theirs.value !== 'gone' && (
              <button
                type="button"
                onClick={() => {
                  const other = theirs.value
                  if (!other || other === 'gone') return
                  saved.value = other
                  text.value = other.text
                  theirs.value = undefined
                }}
              >
                {words.takeTheirs}
              </button>
            )}
          </div>
        </section>
      )}
      {checked.value?.facts && <Facts facts={checked.value.facts} />}
      <div class="recipe-columns">
        <section class="card" aria-labelledby="form-title">
          <h2 id="form-title">{words.form}</h2>
          {catalogue.value && read.isJson ? (
            <fieldset class="bare" disabled={!mayChange}>
              <RecipeForm
                catalogue={catalogue.value}
                value={read.value}
                set={(value) => {
                  text.value = writeText(value)
                }}
                problems={problems}
              />
            </fieldset>
          ) : (
            <p class="small">{catalogue.value ? words.notJson : words.loading}</p>
          )}
        </section>
        <section class="card" aria-labelledby="json-title">
          <h2 id="json-title">{words.json}</h2>
          <JsonText text={text} problems={problems} readOnly={!mayChange} />
          {saved.value && changed && (
            <>
              <button
                type="button"
                aria-expanded={comparing.value}
                onClick={() => {
                  comparing.value = !comparing.value
                }}
              >
                {comparing.value ? words.hideCompare : words.compare}
              </button>
              {comparing.value && <DiffView saved={saved.value.text} own={text.value} />}
            </>
          )}
        </section>
      </div>
      {mayChange && <PreviewPanel text={text.value} facts={checked.value?.facts} />}
    </section>
  )
}

function NameField({ name, fits }: { name: { value: string }; fits: boolean }) {
  const words = recipeWords.value
  return (
    <label class="recipe-name">
      {words.name}
      <input
        value={name.value}
        spellcheck={false}
        maxLength={64}
        aria-invalid={name.value !== '' && !fits}
        title={words.nameHint}
        placeholder={words.nameHint}
        onInput={(event) => {
          name.value = event.currentTarget.value
        }}
      />
    </label>
  )
}

function Verdict({ checked }: { checked: RecipeCheckAnswer | undefined }) {
  const words = recipeWords.value
  if (!checked) return <span class="small">{words.checking}</span>
  const { length } = checked.problems
  return length === 0 ? (
    <span class="small">✓ {words.right}</span>
  ) : (
    <span class="trouble">{words.wrong(length)}</span>
  )
}

/** What a right recipe takes and costs. */
function Facts({ facts }: { facts: RecipeFacts }) {
  const words = recipeWords.value
  const { units, companions, objects, unperformed, generator, returns } = facts
  return (
    <ul class="plain recipe-facts small">
      <li>{words.price(units.least, units.most, formatNumber)}</li>
      {companions.length > 0 && <li>{words.beside(companions.join(', '))}</li>}
      {objects.length > 0 && (
        <li>
          <bdi>{printable(words.objects(objects.join(', ')))}</bdi>
        </li>
      )}
      {returns && <li>{words.returns}</li>}
      {unperformed.length > 0 && (
        <li class="trouble">{words.unperformed(unperformed.join(', '))}</li>
      )}
      {generator !== undefined && <li class="trouble">{generator}</li>}
    </ul>
  )
}

type JsonProps = {
  text: { value: string }
  problems: readonly RecipeFinding[]
  readOnly: boolean
}

/** The text itself, and what is wrong with it; each finding leads to its place. */
function JsonText({ text, problems, readOnly }: JsonProps) {
  const words = recipeWords.value
  const area = useRef<HTMLTextAreaElement>(null)
  const show = ({ line, column }: RecipeFinding): void => {
    const lines = text.value.split('\n')
    const at = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, column - 1)
    area.current?.focus()
    area.current?.setSelectionRange(at, at)
  }
  return (
    <>
      <textarea
        ref={area}
        class="recipe-json"
        aria-labelledby="json-title"
        aria-invalid={problems.length > 0}
        readOnly={readOnly}
        spellcheck={false}
        value={text.value}
        onInput={(event) => {
          text.value = event.currentTarget.value
        }}
      />
      {problems.length > 0 && (
        <ul class="plain findings">
          {problems.map((one) => (
            <li key={`${one.line} ${one.column} ${one.words}`}>
              <button type="button" class="quiet" onClick={() => show(one)}>
                {words.at(one.line, one.column)}
              </button>{' '}
              <bdi class="trouble">{printable(one.words)}</bdi>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
