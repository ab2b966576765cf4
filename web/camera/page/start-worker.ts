import type { FromWorker, ToWorker } from '../worker/messages.ts'
import { Failed } from './failed.ts'

export type WorkerLink = {
  send(message: ToWorker, transfer?: Transferable[]): void
  /** Who is told what the worker says; one at a time. */
  listen(to: (message: FromWorker) => void): void
}

/** The name a page allows with `trusted-types camera-kit` in its policy. */
const POLICY = 'camera-kit'

type Policies = {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string }
}

/** A worker whose script says nothing for so long is taken for one that cannot start. */
const MOST_MS = 30_000

/**
 * Starts the module's worker.
 * @param base the URL of the folder that holds its script
 * @throws Failed that names the directive where a policy forbids it
 */
export async function startWorker(base: string): Promise<WorkerLink> {
  if (typeof Worker !== 'function' || typeof OffscreenCanvas !== 'function') {
    throw new Failed({
      reason: 'unsupported-browser',
      message: 'The browser lacks workers, or canvases in workers.',
    })
  }
  const script = new URL('camera-kit-worker.js', base)
  let blocked: string | undefined
  const onViolation = ({ effectiveDirective }: SecurityPolicyViolationEvent) => {
    blocked = effectiveDirective
  }
  document.addEventListener('securitypolicyviolation', onViolation)
  try {
    const worker = create(script)
    await heard(worker)
    let tell: (message: FromWorker) => void = () => {}
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => tell(data)
    return {
      send: (message, transfer = []) => worker.postMessage(message, transfer),
      listen: (to) => {
        tell = to
      },
    }
  } catch (error) {
    // The violation is reported in a task of its own.
    await new Promise((resolve) => setTimeout(resolve, 50))
    throw failedFor(error, script, blocked)
  } finally {
    document.removeEventListener('securitypolicyviolation', onViolation)
  }
}

/** A script of another origin cannot be a worker; a worker of this one can import it. */
function create(script: URL): Worker {
  const { trustedTypes } = globalThis as { trustedTypes?: Policies }
  const trust = trustedTypes?.createPolicy(POLICY, { createScriptURL: (url) => url })
  const trusted = (url: string) => trust?.createScriptURL(url) ?? url
  if (script.origin === location.origin) return new Worker(trusted(script.href))
  const imports =
    `const p=self.trustedTypes?.createPolicy('${POLICY}',{createScriptURL:u=>u});` +
    `const u=${JSON.stringify(script.href)};importScripts(p?p.createScriptURL(u):u)`
  const blob = URL.createObjectURL(new Blob([imports], { type: 'text/javascript' }))
  try {
    return new Worker(trusted(blob))
  } finally {
    setTimeout(() => URL.revokeObjectURL(blob), MOST_MS)
  }
}

function heard(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The worker does not answer.')), MOST_MS)
    const end = () => clearTimeout(timer)
    worker.onmessage = () => {
      end()
      resolve()
    }
    worker.onerror = (event) => {
      end()
      worker.terminate()
      reject(new Error(event.message || 'The script of the worker did not load.'))
    }
  })
}

function failedFor(error: unknown, script: URL, blocked: string | undefined): Failed {
  const message = error instanceof Error ? error.message : String(error)
  const cause = { cause: error }
  const foreign = script.origin !== location.origin
  if (blocked?.includes('trusted-types') || /trusted/i.test(message)) {
    return new Failed(
      {
        reason: 'blocked-by-policy',
        directive: `trusted-types ${POLICY}`,
        message: `The Content Security Policy forbids the policy of the module: add ${POLICY} to trusted-types.`,
      },
      cause,
    )
  }
  if (blocked !== undefined || (error as Error).name === 'SecurityError') {
    const source = foreign ? `blob: ${script.origin}` : "'self'"
    return new Failed(
      {
        reason: 'blocked-by-policy',
        directive: `worker-src ${source}`,
        message: `The Content Security Policy forbids the worker of the module: add ${source} to worker-src.`,
      },
      cause,
    )
  }
  return new Failed(
    {
      reason: 'file-missing',
      message: `${script.href} could not be started: host it beside the script, as text/javascript. ${message}`,
    },
    cause,
  )
}
