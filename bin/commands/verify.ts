import { Command } from 'commander'
import { dataOption } from '../connection/data-option.ts'
import { openSite, type SiteTarget } from '../connection/open-site.ts'
import { say, sayJson } from '../program/say.ts'
import type { Check } from '../verify/check-job.ts'
import { verifySite } from '../verify/verify-site.ts'

type Options = SiteTarget & { pipeline?: string; json?: true }

/** The status of a verification that failed; 1 is that of a command that could not do its work. */
const FAILED = 3

/** `darkroom verify`: two drawn pictures through a local run or deployed stacks, and everything that comes of them. */
export function verify(): Command {
  return new Command('verify')
    .description(
      'drop drawn pictures, check all that comes of them, remove them; status 3 on failure',
    )
    .option('--stack <name>', 'a deployed stack, e.g. DarkroomPipeline (needs AWS credentials)')
    .option('--service <stack>', 'the stack of its task service', 'DarkroomService')
    .option('--pipeline <path>', 'its PIPELINE_NAME, by default <stack>/Pipeline')
    .addOption(dataOption())
    .option('--json', 'print JSON')
    .action(async ({ json, pipeline, ...target }: Options) => {
      const site = await openSite(target)
      try {
        const pipelineName = pipeline ?? `${target.stack ?? 'DarkroomPipeline'}/Pipeline`
        const report = (check: Check): void => {
          if (!json) for (const line of linesOf(check)) say(line)
        }
        const checks = await verifySite(site, { pipelineName, report })
        const ok = checks.every((check) => check.ok)
        if (json) sayJson({ ok, checks })
        if (!ok) process.exitCode = FAILED
      } finally {
        site.close()
      }
    })
}

function linesOf({ ok, what, says, todo }: Check): string[] {
  const line = `${ok ? 'ok     ' : 'FAILED '} ${what}: ${says}`
  return todo === undefined ? [line] : [line, `        → ${todo}`]
}
