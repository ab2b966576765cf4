import * as z from 'zod/mini'
import { ROLES, type Role } from '../../../catalog/console/role.ts'

const values = z.array(z.string())

/** How people sign in at a provider of OpenID Connect, and which of a claim's values give which role. */
const schema = z.object({
  issuer: z.string(),
  clientId: z.string(),
  roles: z.object({
    claim: z.string(),
    viewer: z.optional(values),
    operator: z.optional(values),
    admin: z.optional(values),
  }),
  /** Where the provider's own session is ended by other parameters than those of OpenID Connect: Cognito's page. */
  logout: z.optional(z.string()),
})

export type IdentityProvider = z.output<typeof schema>

/** Reads the provider from a function's environment. @throws Error */
export function parseIdentityProvider(text: string): IdentityProvider {
  return schema.parse(JSON.parse(text))
}

/** The highest role that a login's claims give; undefined where they give none. */
export function roleOfClaims(
  claims: Readonly<Record<string, unknown>>,
  { roles }: Pick<IdentityProvider, 'roles'>,
): Role | undefined {
  const claim = Object.hasOwn(claims, roles.claim) ? claims[roles.claim] : undefined
  const held = [claim].flat().filter((value) => typeof value === 'string')
  return ROLES.toReversed().find((role) => roles[role]?.some((value) => held.includes(value)))
}
