import { render } from 'preact'
import { CameraPage } from './camera/camera-page.tsx'

const root = document.getElementById('app')
if (root) render(<CameraPage />, root)
