/** The sentence of a job whose task the service ended in an error, with the service's own code. */
export function endedIn(code: string | undefined): string {
  return `The service ended the task in ${code ?? 'an error it does not name'}.`
}

const CODE = /^The service ended the task in (\w+)/

/** The service's own code in a job's failure. */
export function codeEndedIn(message: string): string | undefined {
  return CODE.exec(message)?.[1]
}

/** Why a job failed, for who looks at many: of what the service said its sentence alone, where it gave one. */
export function reasonAlone(message: string): string {
  return message.replace(/^The service ended the task in \w+\. (?=\S)/, '')
}
