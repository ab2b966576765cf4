import * as z from 'zod/mini'

/** Answers one verb: checks what it is asked with, and does it. */
export type Served<Deps> = (ask: unknown, deps: Deps) => Promise<unknown>

/** A verb with the form that it must be asked in. Nothing of a request that has another form is done. */
export function served<Schema extends z.ZodMiniType, Deps, Answer>(
  schema: Schema,
  act: (ask: z.output<Schema>, deps: Deps) => Promise<Answer>,
): (ask: unknown, deps: Deps) => Promise<Answer> {
  return (ask, deps) => act(z.parse(schema, ask), deps)
}

const REQUEST = z.strictObject({ verb: z.string(), ask: z.unknown() })

/** Answers a request by its verb. Throws for one of another form, or of a verb that is not served. */
export async function serve<Deps>(
  request: unknown,
  verbs: Readonly<Record<string, Served<Deps>>>,
  deps: Deps,
): Promise<unknown> {
  const { verb, ask } = z.parse(REQUEST, request)
  const act = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
  if (!act) throw new Error('This is not served.')
  return await act(ask, deps)
}
