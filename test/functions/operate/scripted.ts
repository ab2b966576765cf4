/** What a client is asked: the command's name without `Command`, and its input. */
export type Asked = [string, Record<string, unknown>]

/** A client that answers each command by its name, and what it was asked; a command without an answer gets nothing. */
export function scripted(answers: Record<string, (input: never) => unknown>) {
  const asked: Asked[] = []
  const send = async (command: { constructor: { name: string }; input: object }) => {
    const name = command.constructor.name.replace(/Command$/, '')
    asked.push([name, command.input as Asked[1]])
    return (await answers[name]?.(command.input as never)) ?? {}
  }
  return { client: { send } as never, asked }
}
