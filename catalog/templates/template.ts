import * as z from 'zod/mini'

/** A look, style or motion of the service that clients choose by its id. Ids never change. */
export type Template = {
  /** 1–64 of `a–z`, `0–9` and `_`. */
  id: string
  title: string
  category_name: string
  /** Two to four colours (`rrggbb`) from which its thumbnail is drawn. */
  palette: readonly string[]
  /** Hair only: whether the client may keep the hair colour of the source. */
  keep_users_color?: boolean
  /** Image to video only: the quality when the client names none. */
  mode?: 'std' | 'pro'
  /** Image to video only: set where a generator makes the whole video, and a service without one refuses it. */
  isGenerated?: true
}

/** The parameter that names a template. Whether the feature has such a template is checked separately. */
export const templateId = z
  .string()
  .check(z.minLength(1), z.maxLength(64), z.describe('an id of the template list'))
