import * as z from 'zod/mini'

/** A look, style or motion of the service's own that clients choose by its id. Ids are stable. */
export type Template = {
  /** 1–64 of `a–z`, `0–9` and `_`. */
  id: string
  title: string
  category_name: string
  /** Two to four colours (`rrggbb`) that show what it looks like; its thumbnail is painted from them. */
  palette: readonly string[]
  /** Hair only: whether the client may keep the colour of the source's hair. */
  keep_users_color?: boolean
  /** Image to video only: the quality it is made in when the client names none. */
  mode?: 'std' | 'pro'
}

/** The parameter that names a template; whether there is one of this id is checked with the feature's list. */
export const templateId = z
  .string()
  .check(z.minLength(1), z.maxLength(64), z.describe('an id of the template list'))
