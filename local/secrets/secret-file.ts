import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { readJson, writeJson } from '../state/json-file.ts'

/** A secret with its current version. */
export type Secret = {
  readonly name: string
  readonly arn: string
  readonly text?: string | undefined
  readonly version?: string | undefined
  /** Epoch milliseconds of the last change. */
  readonly changed: number
}

const Stored = z.array(
  z.object({
    name: z.string(),
    arn: z.string(),
    text: z.string().optional(),
    version: z.string().optional(),
    changed: z.number(),
  }),
)

/** The secrets of a local run, in one file that only its owner may read. */
export type SecretFile = {
  /** By name, by ARN, or by an ARN without its random suffix. */
  find(id: string): Secret | undefined
  /** Creates the secret unless one of that name exists; an existing one is not changed. */
  ensure(name: string, arn: string, text?: () => string): Secret
  put(id: string, text: string, version?: string): Secret | undefined
}

/** Opens the secrets stored in the file at `path`. */
export function openSecretFile(path: string, clock: () => number = Date.now): SecretFile {
  const secrets = new Map<string, Secret>()
  for (const secret of Stored.parse(readJson(path) ?? [])) secrets.set(secret.name, secret)

  const find = (id: string): Secret | undefined =>
    secrets.get(id) ??
    [...secrets.values()].find(({ arn }) => arn === id || arn.replace(/-[^-]{6}$/, '') === id)

  const keep = (secret: Secret): Secret => {
    secrets.set(secret.name, secret)
    writeJson(path, [...secrets.values()])
    return secret
  }

  return {
    find,
    ensure: (name, arn, text) =>
      secrets.get(name) ??
      keep({
        name,
        arn,
        changed: clock(),
        ...(text ? { text: text(), version: randomUUID() } : {}),
      }),
    put: (id, text, version = randomUUID()) => {
      const secret = find(id)
      return secret && keep({ ...secret, text, version, changed: clock() })
    },
  }
}
