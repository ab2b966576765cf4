import { href } from '../shell/router.ts'
import { mayAdminister } from '../sign-in/session.ts'
import { Accounts } from './accounts.tsx'
import { Audit } from './audit.tsx'
import { Costs } from './costs/costs.tsx'
import { State } from './state.tsx'
import { ServiceTasks } from './tasks.tsx'
import { Webhooks } from './webhooks.tsx'
import { serviceWords } from './words/service-words.ts'

const SECTIONS = {
  state: State,
  costs: Costs,
  accounts: Accounts,
  webhooks: Webhooks,
  tasks: ServiceTasks,
  audit: Audit,
} as const

type Section = keyof typeof SECTIONS

/** The service and what it costs, in sections of which each has an address. */
export function ServicePage({ section }: { section: string }) {
  const text = serviceWords.value
  const names = (Object.keys(SECTIONS) as Section[]).filter(
    (name) => name !== 'audit' || mayAdminister(),
  )
  const here = names.find((name) => name === section) ?? 'state'
  const Shown = SECTIONS[here]
  return (
    <section class="page service" aria-labelledby="service-title">
      <div class="head">
        <h1 id="service-title">{text.title}</h1>
        <nav class="sections" aria-label={text.title}>
          {names.map((name) => (
            <a
              key={name}
              href={href(`/service/${name}`)}
              {...(name === here && { 'aria-current': 'page' as const })}
            >
              {text.sections[name]}
            </a>
          ))}
        </nav>
      </div>
      <Shown />
    </section>
  )
}
