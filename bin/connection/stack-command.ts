import { Command } from 'commander'
import { say, sayJson } from '../program/say.ts'
import { dataOption } from './data-option.ts'

/** What a command found or did: for people, and with `--json` for programs. */
export type CommandOutput = { lines: string[]; json: unknown }

/** Which run is meant: the deployed stack `stack`, or a local run, that of the folder `data` where one is named. */
export type StackTarget = { stack?: string; data?: string }

/** What every such command is told. */
export type StackTargetOptions = StackTarget & { json?: true }

/**
 * Makes commands that work on what `open` opens: of the local run, or with `--stack` of a deployed one. A command's
 * `name` holds its operands as well: `show <account>`; `checks` throw for operands that cannot be right. Add its own
 * options to what it gives.
 */
export function stackCommand<Opened extends { close(): void }>(
  open: (target: StackTarget) => Promise<Opened>,
  exampleStack: string,
  checks: Readonly<Record<string, (given: string) => string>> = {},
) {
  return <Options = unknown>(
    name: string,
    description: string,
    act: (
      opened: Opened,
      given: Options & StackTargetOptions,
      ...operands: string[]
    ) => Promise<CommandOutput>,
  ): Command => {
    const [verb, ...operands] = name.split(' ')
    const command = new Command(verb)
    for (const operand of operands) {
      const check = checks[operand]
      if (check) command.argument(operand, '', check)
      else command.argument(operand)
    }
    return command
      .description(description)
      .option('--stack <name>', `a deployed stack, e.g. ${exampleStack} (needs AWS credentials)`)
      .addOption(dataOption())
      .option('--json', 'print JSON')
      .action(async (...given: unknown[]) => {
        // Commander hands over the operands, then the options, then the command.
        const options = given.at(-2) as Options & StackTargetOptions
        const opened = await open(options)
        try {
          const { lines, json } = await act(opened, options, ...(given.slice(0, -2) as string[]))
          if (options.json) sayJson(json)
          else for (const line of lines) say(line)
        } finally {
          opened.close()
        }
      })
  }
}
