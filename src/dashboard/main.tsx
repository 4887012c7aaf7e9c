// The start: the person's colours, then the page.

import { createRoot } from 'react-dom/client'
import { App } from './app'
import { RUTA_FUENTE } from './fuente'
import { beginScreen } from './screens'
// Requests without an answer count from the first.
import './shell/connection'
import { apply } from './shell/preferences'
import { copyPlain } from './ui/copy-plain'

apply()
copyPlain()
beginScreen(location.pathname)
// Not by the style sheet, whose `url()` a bundler looks up or writes into it; nothing is drawn before this runs anyway.
document.fonts.add(new FontFace('Plex', `url(${RUTA_FUENTE})`, { weight: '100 700', display: 'swap' }))
const root = document.getElementById('app')
if (root) createRoot(root).render(<App />)
