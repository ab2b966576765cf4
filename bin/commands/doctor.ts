import { Command } from 'commander'
import { checkGeneratorWith } from '../../functions/operate/doctor/check-generator.ts'
import { examine } from '../../functions/operate/doctor/examine.ts'
import {
  EXIT_CODES,
  type Finding,
  type Level,
  worstLevel,
} from '../../functions/operate/doctor/finding.ts'
import { dataOption } from '../connection/data-option.ts'
import { openSite, type SiteTarget } from '../connection/open-site.ts'
import {
  type GeneratorOptions,
  generatorIn,
  generatorOptions,
} from '../pictures/generator-option.ts'
import { say, sayJson } from '../program/say.ts'

const MARKS: Readonly<Record<Level, string>> = {
  ok: 'ok      ',
  note: 'note    ',
  warning: 'warning ',
  problem: 'PROBLEM ',
}

/** `darkroom doctor`: what is wrong with a local run or deployed stacks, and what to do about it. */
export function doctor(): Command {
  const command = new Command('doctor')
    .description('say what is wrong and what to do; status 2 for warnings, 3 for problems')
    .option('--stack <name>', 'a deployed stack, e.g. DarkroomPipeline (needs AWS credentials)')
    .option('--service <stack>', 'the stack of its task service', 'DarkroomService')
    .option('--console <stack>', 'the stack of its console, where there is one', 'DarkroomConsole')
    .addOption(dataOption())
    .option('--json', 'print JSON')
  for (const option of generatorOptions()) command.addOption(option)
  return command.action(async ({ json, ...target }: Options) => {
    const findings = await findingsOf(target)
    const worst = worstLevel(findings)
    if (json) sayJson({ worst, findings })
    else for (const line of findings.flatMap(linesOf)) say(line)
    process.exitCode = EXIT_CODES[worst]
  })
}

type Options = SiteTarget & GeneratorOptions & { json?: true }

/** Of the generator alone where one is named, which may be tried before a run is started with it. */
async function findingsOf(options: Options): Promise<Finding[]> {
  const given = generatorIn(options)
  if (given) return await checkGeneratorWith(given.settings, given.key)
  const site = await openSite(options)
  try {
    return await examine(site)
  } finally {
    site.close()
  }
}

function linesOf({ level, check, says, todo }: Finding): string[] {
  const line = `${MARKS[level]} ${check.padEnd(10)} ${says}`
  return todo === undefined ? [line] : [line, `${' '.repeat(20)}→ ${todo}`]
}
