/** Variables set over the environment of the process; `restore` puts back the earlier values. */
export type EnvironmentOverlay = {
  set(variables: Readonly<Record<string, string>>): void
  restore(): void
}

/** Variables that would lead the AWS SDK to a real account, or away from the local endpoints. */
const MISLEADING = [
  'AWS_PROFILE',
  'AWS_DEFAULT_PROFILE',
  'AWS_SESSION_TOKEN',
  'AWS_ROLE_ARN',
  'AWS_WEB_IDENTITY_TOKEN_FILE',
  'AWS_CONTAINER_CREDENTIALS_FULL_URI',
  'AWS_CONTAINER_CREDENTIALS_RELATIVE_URI',
  'AWS_IGNORE_CONFIGURED_ENDPOINT_URLS',
]

let active = false

/**
 * Starts an overlay of the process's environment and removes what would mislead the SDK.
 * @throws Error while there is another overlay: functions of two runs would read each other's variables
 */
export function overlayEnvironment(): EnvironmentOverlay {
  if (active)
    throw new Error('A process can hold one local run at a time: close the other one first.')
  active = true
  const before = new Map<string, string | undefined>()
  const remember = (name: string): void => {
    if (!before.has(name)) before.set(name, process.env[name])
  }
  for (const name of MISLEADING) {
    remember(name)
    delete process.env[name]
  }
  return {
    set: (variables) => {
      for (const [name, value] of Object.entries(variables)) {
        remember(name)
        process.env[name] = value
      }
    },
    restore: () => {
      for (const [name, value] of before) {
        if (value === undefined) delete process.env[name]
        else process.env[name] = value
      }
      active = false
    },
  }
}
