import { z } from 'zod'
import { PolicyError } from './policy-error.ts'

const OneOrMore = z.union([z.string(), z.array(z.string()).min(1)]).transform((one) => [one].flat())

const Principal = z.union([
  z.literal('*'),
  z.record(z.enum(['AWS', 'Service']), OneOrMore.optional()),
])

const Values = z
  .union([
    z.string(),
    z.boolean(),
    z.number(),
    z.array(z.union([z.string(), z.boolean(), z.number()])),
  ])
  .transform((one) => [one].flat().map(String))

const Statement = z
  .strictObject({
    Sid: z.string().optional(),
    Effect: z.enum(['Allow', 'Deny']),
    Principal: Principal.optional(),
    NotPrincipal: Principal.optional(),
    Action: OneOrMore.optional(),
    NotAction: OneOrMore.optional(),
    Resource: OneOrMore.optional(),
    NotResource: OneOrMore.optional(),
    /** Operator -> key -> values. */
    Condition: z.record(z.string(), z.record(z.string(), Values)).default({}),
  })
  .refine((one) => (one.Action === undefined) !== (one.NotAction === undefined), {
    error: 'must have either Action or NotAction',
  })
  .refine((one) => one.Resource === undefined || one.NotResource === undefined, {
    error: 'must not have both Resource and NotResource',
  })
  .refine((one) => one.Principal === undefined || one.NotPrincipal === undefined, {
    error: 'must not have both Principal and NotPrincipal',
  })

const Document = z.strictObject({
  // Another version has no policy variables and is not evaluated here.
  Version: z.literal('2012-10-17'),
  Id: z.string().optional(),
  Statement: z.preprocess((one) => [one].flat(), z.array(Statement)),
})

/** One statement of a policy, its lists filled in (IAM User Guide, "IAM JSON policy element reference"). */
export type Statement = z.infer<typeof Statement>

/** A policy with the name that reports and errors give it. `document` is its JSON, intrinsic functions evaluated. */
export type NamedPolicy = { readonly name: string; readonly document: unknown }

/**
 * The statements of a policy.
 * @throws PolicyError naming the policy and the element that is wrong or unknown
 */
export function readStatements({ name, document }: NamedPolicy): Statement[] {
  const parsed = Document.safeParse(document)
  if (parsed.success) return parsed.data.Statement
  const [issue] = parsed.error.issues
  throw new PolicyError(`${name}: ${issue?.path.join('.')}: ${issue?.message}`)
}
