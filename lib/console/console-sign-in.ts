import type { Role } from '../../catalog/console/role.ts'
import type { AnySecret } from '../constructs/any-secret.ts'

/** Which values of a claim of a login give which role. */
export type ConsoleRoles = { readonly claim: string } & {
  readonly [role in Role]?: readonly string[] | undefined
}

/** A provider of OpenID Connect that people have already. */
export type ConsoleProvider = {
  /** As its logins and its own description name it, `https://…`. */
  readonly issuer: string
  readonly clientId: string
  /** The client's secret as plain text; a client without one is held by PKCE alone. */
  readonly secret?: AnySecret | undefined
  readonly roles: ConsoleRoles
}

/**
 * How people sign in: by a Cognito user pool of the console's own, or at a provider of OpenID Connect. A local run has
 * neither: it prints a link.
 */
export type ConsoleSignIn = 'cognito' | ConsoleProvider
