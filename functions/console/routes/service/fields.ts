import * as z from 'zod/mini'
import { TASK_ID } from '../../../service/admin.ts'

/** Fields that several routes of the service take. */
export const accountField = z
  .string()
  .check(
    z.regex(
      /^[a-z0-9][a-z0-9-]{0,63}$/,
      'must be an account’s name: 1 to 64 of a-z, 0-9 and -, not beginning with -',
    ),
  )

export const limitField = z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(200)))

/** Where older tasks begin: seconds and id of the last one, `1795651200~…`. */
export const taskCursorField = z
  .string()
  .check(
    z.refine((text) => taskCursorOf(text) !== undefined, 'must be a cursor of an earlier page'),
  )

/** The task that a cursor names; undefined for what is none. */
export function taskCursorOf(text: string): { createdAt: number; id: string } | undefined {
  const [seconds = '', id = '', ...more] = text.split('~')
  if (!/^\d{1,12}$/.test(seconds) || !TASK_ID.test(id) || more.length > 0) return undefined
  return { createdAt: Number(seconds), id }
}

export function taskCursor({ createdAt, id }: { createdAt: number; id: string }): string {
  return `${createdAt}~${id}`
}
