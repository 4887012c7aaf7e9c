// The start: the person's colours, then the page.

import { createRoot } from 'react-dom/client'
import { App } from './app'
import { apply } from './shell/preferences'

apply()
const root = document.getElementById('app')
if (root) createRoot(root).render(<App />)
