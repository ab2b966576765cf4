import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { printable } from '../../catalog/json/unprintable.ts'
import { JobsPage } from './jobs/jobs-page.tsx'
import { KeysHelp } from './shell/keys-help.tsx'
import { Lazy } from './shell/lazy.tsx'
import { followLinks, go, href, place } from './shell/router.ts'
import { onKeys } from './shell/shortcuts.ts'
import { mayOperate, session, signOut, startSession } from './sign-in/session.ts'
import { SignIn } from './sign-in/sign-in.tsx'
import { language, words } from './words/words.ts'

/** The whole console: navigation, and the page of the address. */
export function App() {
  const help = useSignal(false)
  useEffect(() => {
    void startSession()
    document.documentElement.lang = language.value
    document.addEventListener('click', followLinks)
    return () => document.removeEventListener('click', followLinks)
  }, [])
  useEffect(
    () =>
      onKeys({
        '?': () => {
          help.value = !help.value
        },
        j: () => go('/jobs'),
        b: () => go('/batches'),
        u: () => go('/drop'),
        e: () => go('/recipes'),
        t: () => go('/try'),
        v: () => go('/service'),
      }),
    [],
  )
  const who = session.value
  if (who === undefined || who === 'signed out' || who === 'refused') return <SignIn />
  const { nav, appName, skip } = words.value
  return (
    <div class="shell">
      <a class="skip" href="#main">
        {skip}
      </a>
      <header class="bar">
        <a class="brand" href={href('/jobs')}>
          {appName}
        </a>
        <nav aria-label={appName}>
          <NavLink to="/jobs" text={nav.jobs} />
          <NavLink to="/batches" text={nav.batches} />
          {mayOperate() && <NavLink to="/drop" text={nav.drop} />}
          <NavLink to="/recipes" text={nav.recipes} />
          {mayOperate() && <NavLink to="/try" text={nav.try} />}
          <NavLink to="/service" text={nav.service} />
        </nav>
        <span class="spring" />
        <button type="button" class="quiet keys-button" onClick={() => (help.value = true)}>
          {nav.keys} <kbd>?</kbd>
        </button>
        <button
          type="button"
          class="quiet"
          lang={language.value === 'en' ? 'de' : 'en'}
          aria-label={language.value === 'en' ? 'DE: Deutsch' : 'EN: English'}
          onClick={() => {
            language.value = language.value === 'en' ? 'de' : 'en'
            document.documentElement.lang = language.value
          }}
        >
          {language.value === 'en' ? 'DE' : 'EN'}
        </button>
        <span class="who">
          {printable(who.who)} · {who.role}
        </span>
        <button type="button" class="quiet" onClick={() => void signOut()}>
          {nav.signOut}
        </button>
      </header>
      <main id="main" tabIndex={-1}>
        <Page />
      </main>
      {help.value && <KeysHelp close={() => (help.value = false)} />}
    </div>
  )
}

function NavLink({ to, text }: { to: string; text: string }) {
  const { path } = place.value
  const here = path === to || path.startsWith(`${to}/`) || (path === '/' && to === '/jobs')
  const link = useRef<HTMLAnchorElement>(null)
  // On a phone the row of pages is wider than the screen.
  useEffect(() => {
    if (here) link.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [here, text])
  return (
    <a ref={link} href={href(to)} {...(here && { 'aria-current': 'page' as const })}>
      {text}
    </a>
  )
}

const loadJob = async () => (await import('./job/job-page.tsx')).JobPage
const loadBatch = async () => (await import('./batches/batch-page.tsx')).BatchPage
const loadBatches = async () => (await import('./batches/batches-page.tsx')).BatchesPage
const loadDrop = async () => (await import('./drop/drop-page.tsx')).DropPage
const loadRecipe = async () => (await import('./recipes/recipe-page.tsx')).RecipePage
const loadTry = async () => (await import('./try/try-page.tsx')).TryPage
const loadService = async () => (await import('./service/service-page.tsx')).ServicePage
const loadRecipes = async () => (await import('./recipes/recipes-page.tsx')).RecipesPage

/** The script of a job's page comes while it is found out who is signed in. */
if (/^\/jobs\/./.test(place.peek().path)) void loadJob().catch(() => undefined)

function Page() {
  const [, room = '', id] = place.value.path.split('/')
  if (room === 'jobs' && id) return <Lazy key={id} load={loadJob} props={{ id }} />
  if (room === 'batches' && id) return <Lazy key={id} load={loadBatch} props={{ id }} />
  if (room === 'batches') return <Lazy key="batches" load={loadBatches} props={{}} />
  if (room === 'drop') return <Lazy key="drop" load={loadDrop} props={{}} />
  if (room === 'recipes' && id)
    return <Lazy key={`recipe ${id}`} load={loadRecipe} props={{ name: id }} />
  if (room === 'recipes' && place.value.query.has('new'))
    return <Lazy key="new recipe" load={loadRecipe} props={{ name: undefined }} />
  if (room === 'try') return <Lazy key="try" load={loadTry} props={{}} />
  if (room === 'service')
    return <Lazy key={`service ${id}`} load={loadService} props={{ section: id ?? '' }} />
  if (room === 'recipes') return <Lazy key="recipes" load={loadRecipes} props={{}} />
  return <JobsPage />
}
