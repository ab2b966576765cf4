/** The part of a package-lock this project needs to know. */
export type Lock = {
  lockfileVersion: number
  packages: Record<string, LockedPackage>
}

type LockedPackage = {
  version?: string
  resolved?: string
  integrity?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  os?: string[]
  cpu?: string[]
  libc?: string[]
}

export type Platform = { os: string; cpu: string; libc: string }

/**
 * A lock that holds `root` and what it needs on `platform`, version and hash taken from the project's own lock: the
 * worker runs the very release the project was tested with, and npm refuses any other bytes.
 */
export const nativeLock = (lock: Lock, root: string, platform: Platform): Lock => {
  const packages: Lock['packages'] = {}
  const add = (name: string): void => {
    const path = `node_modules/${name}`
    const entry = lock.packages[path]
    if (!entry || packages[path] || !runsOn(entry, platform)) return
    packages[path] = entry
    for (const needed of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })) {
      add(needed)
    }
  }
  add(root)
  const version = packages[`node_modules/${root}`]?.version
  if (!version) throw new Error(`${root} is not in package-lock.json.`)
  return {
    lockfileVersion: lock.lockfileVersion,
    packages: { '': { dependencies: { [root]: version } }, ...packages },
  }
}

const runsOn = (entry: LockedPackage, { os, cpu, libc }: Platform): boolean =>
  (entry.os?.includes(os) ?? true) &&
  (entry.cpu?.includes(cpu) ?? true) &&
  (entry.libc?.includes(libc) ?? true)
