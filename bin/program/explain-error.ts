import { describeDiskError } from '../../local/state/describe-disk-error.ts'

type SystemError = NodeJS.ErrnoException & { port?: number; address?: string; hostname?: string }

/** What the system says when an address leads nowhere. */
const UNREACHABLE = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'ENETUNREACH',
  'EHOSTUNREACH',
]

/**
 * One line for people of whatever went wrong; never a stack.
 * @param deployed whether AWS was asked, and not the local run
 */
export function explainError(error: unknown, deployed = false): string {
  if (!(error instanceof Error)) return String(error)
  const { code, path, port, syscall } = error as SystemError
  // Node says so of a folder on a disk that is read-only, too, where it makes those above it as well.
  if (code === 'ENOENT' && syscall === 'mkdir' && path) {
    return `${path} cannot be made: its disk is read-only, or a folder above it is gone.`
  }
  if (code === 'ENOENT' && path) return `${path} does not exist.`
  if (code === 'EISDIR') return `${path ?? 'The path'} is a folder, not a file.`
  if (code === 'EACCES' && path) return `${path} may not be opened.`
  if (code === 'ENOTDIR' && path) return `${path}: a part of this path is a file, not a folder.`
  if (code === 'EEXIST' && path) return `${path} is there already, and is no folder.`
  if ((code === 'EPERM' || code === 'EROFS') && path) return `${path} may not be written.`
  const disk = describeDiskError(error)
  if (disk !== undefined) return disk
  if (code === 'EADDRINUSE') {
    return `Port ${port ?? ''} is taken by another program: stop that, or choose another with --port (0 takes a free one).`
  }
  if (deployed && code && UNREACHABLE.includes(code)) return unreachable(error as SystemError)
  if (code === 'ECONNREFUSED') return 'Nothing answers there. Is `darkroom start` still running?'
  if (error.name === 'CredentialsProviderError') {
    return 'AWS gives no credentials. Set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.'
  }
  if (error.message === 'Region is missing') return 'Say which region is meant: set AWS_REGION.'
  return error.message.split('\n')[0] || error.name
}

function unreachable({ code, address, hostname, port }: SystemError): string {
  const at = hostname ?? (address && port ? `${address}:${port}` : address)
  return (
    `AWS cannot be reached${at ? ` at ${at}` : ''} (${code}). ` +
    'Look at the network, a proxy, AWS_REGION and AWS_ENDPOINT_URL.'
  )
}
