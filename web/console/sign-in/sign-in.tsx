import { words } from '../words/words.ts'
import { refused, session } from './session.ts'

/** What is shown to somebody who is not signed in. */
export function SignIn() {
  const { signIn, appName } = words.value
  const known = session.value !== undefined
  return (
    <main class="sign-in">
      <h1>{appName}</h1>
      <p role="status">{known ? refused.value || signIn.open : signIn.trying}</p>
    </main>
  )
}
