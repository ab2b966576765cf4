import { afterAll } from 'vitest'
import { closeCamera } from './shared-camera.ts'
import './suites/pictures.ts'
import './suites/obstacles.ts'

afterAll(closeCamera)
