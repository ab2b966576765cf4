import { useRef } from 'preact/hooks'
import { request } from '../api/request.ts'
import { go } from '../shell/router.ts'
import { refusal } from '../words/words.ts'
import { recipeWords } from './words/recipe-words.ts'

/** Deletes a recipe once it is asked for twice. */
export function DeleteRecipe({ name, trouble }: { name: string; trouble: { value: string } }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const words = recipeWords.value
  const remove = async (): Promise<void> => {
    try {
      await request(`/recipes/${name}`, { method: 'DELETE' })
      go('/recipes')
    } catch (error) {
      trouble.value = refusal(error)
    }
  }
  return (
    <>
      <button type="button" onClick={() => dialog.current?.showModal()}>
        {words.remove}
      </button>
      <dialog ref={dialog} class="card" aria-labelledby="delete-title">
        <p id="delete-title">{words.removeAsk(name)}</p>
        <form method="dialog" class="row">
          <button type="submit">{words.cancel}</button>
          <button type="submit" class="main" onClick={() => void remove()}>
            {words.remove}
          </button>
        </form>
      </dialog>
    </>
  )
}
