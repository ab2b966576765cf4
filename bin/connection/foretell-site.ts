import type { ForetellSite } from '../../functions/operate/plan/foretell.ts'
import type { OpenedPipeline } from './pipeline-clients.ts'

/** What bounds the pipeline that a command speaks to, now. */
export function foretellSite({ bounds, local }: OpenedPipeline): ForetellSite {
  return { bounds, local, region: process.env['AWS_REGION'] ?? '', now: Date.now() }
}
