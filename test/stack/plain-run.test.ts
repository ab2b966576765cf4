import { afterAll } from 'vitest'
import { closeSharedRun } from './shared-run.ts'
import './suites/keys.ts'
import './suites/late-upload.ts'
import './suites/on-refusal.ts'
import './suites/once.ts'
import './suites/pages.ts'
import './suites/stopped-people.ts'
import './suites/usable.ts'
import './suites/webhook.ts'

afterAll(() => closeSharedRun('plain'))
