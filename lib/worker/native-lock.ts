/** What a native part runs on, in npm's words. */
export type Platform = { os: string; cpu: string; libc: string }

/** The part of a package-lock this project needs to know. */
export type Lock = {
  lockfileVersion: number
  packages: Record<string, LockedPackage>
}

type LockedPackage = {
  version?: string
  optional?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/**
 * A lock that holds `root` and all it may need on any platform, versions and hashes taken from the project's own
 * lock: the worker runs the very release the project was tested with, and npm refuses any other bytes. npm itself
 * picks the parts of one platform, and would call a lock without the others out of step.
 */
export function nativeLock(lock: Lock, root: string): Lock {
  const packages: Lock['packages'] = {}
  const add = (name: string): void => {
    const path = `node_modules/${name}`
    const entry = lock.packages[path]
    if (!entry || packages[path]) return
    packages[path] = entry
    for (const needed of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })) {
      add(needed)
    }
    for (const nested of Object.keys(lock.packages)) {
      if (nested.startsWith(`${path}/`)) packages[nested] = lock.packages[nested] ?? {}
    }
  }
  add(root)
  const { version, optional } = packages[`node_modules/${root}`] ?? {}
  if (!version) throw new Error(`${root} is not in package-lock.json.`)
  const wanted = { [root]: version }
  // npm installs a package for another machine than its own only where it is optional.
  const kind = optional ? { optionalDependencies: wanted } : { dependencies: wanted }
  return {
    lockfileVersion: lock.lockfileVersion,
    packages: { '': kind, ...packages },
  }
}
