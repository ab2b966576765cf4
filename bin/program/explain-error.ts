import { describeDiskError } from '../../local/state/describe-disk-error.ts'

/** One line for people of whatever went wrong; never a stack. */
export function explainError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, path, port } = error as NodeJS.ErrnoException & { port?: number }
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
  if (code === 'ECONNREFUSED') return 'Nothing answers there. Is `darkroom start` still running?'
  if (error.name === 'CredentialsProviderError') {
    return 'AWS gives no credentials. Set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.'
  }
  if (error.message === 'Region is missing') return 'Say which region is meant: set AWS_REGION.'
  return error.message.split('\n')[0] || error.name
}
