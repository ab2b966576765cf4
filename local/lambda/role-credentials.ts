import { AsyncLocalStorage } from 'node:async_hooks'

/** The credentials of a function's role, by the names of the variables in which Lambda gives them to it. */
export type RoleCredentials = {
  readonly AWS_ACCESS_KEY_ID: string
  readonly AWS_SECRET_ACCESS_KEY: string
}

const running = new AsyncLocalStorage<RoleCredentials>()

/** Runs `work` so that it, and everything it starts, finds these credentials in the environment. */
export function withCredentials<T>(credentials: RoleCredentials, work: () => T): T {
  return running.run(credentials, work)
}

/**
 * Lets functions that share this process have credentials of their own: while one of them runs, `process.env` gives
 * that one's. Everything else in the environment is shared. Returns how to put the plain environment back.
 */
export function shareEnvironment(): () => void {
  const plain = process.env
  process.env = new Proxy(plain, {
    get: (target, name) =>
      running.getStore()?.[name as keyof RoleCredentials] ?? target[name as string],
    // Without it the value would be defined with attributes that `process.env` refuses.
    set: (target, name, value) => {
      target[name as string] = value
      return true
    },
  })
  return () => {
    process.env = plain
  }
}
