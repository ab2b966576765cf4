import { createHash, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import { ROLES, type Role } from '../../../catalog/console/role.ts'

/** The secrets of this run's links, as SHA-256 in hex, and the role that each opens. */
export type LinkSecrets = readonly { sha256: string; role: Role }[]

const schema = z.array(z.object({ sha256: z.string(), role: z.enum(ROLES) }))

/** Reads them from the environment of a local run; none where the console is deployed. */
export function parseLinkSecrets(text: string | undefined): LinkSecrets {
  return text === undefined ? [] : schema.parse(JSON.parse(text))
}

/** The role that a secret opens, compared in constant time; undefined for one of no link of this run. */
export function roleOfSecret(secret: string, secrets: LinkSecrets): Role | undefined {
  const given = createHash('sha256').update(secret).digest()
  let found: Role | undefined
  for (const { sha256, role } of secrets) {
    if (timingSafeEqual(given, Buffer.from(sha256, 'hex'))) found = role
  }
  return found
}
