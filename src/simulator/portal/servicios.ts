// The table of the simulated portal: every service but the login itself. An application of its own is a row here.

import { SERVICIOS_BTE } from '../bte/servicios'
import { SERVICIOS_CONTRIBUYENTE } from '../contribuyente/servicios'
import { SERVICIOS_FOLIOS } from '../folios/servicios'
import { SERVICIOS_REGISTRO } from '../registro/servicios'
import { bootstrap, homePage, tokenData } from './identidad'
import type { ServicioPortal } from './servicio'
import { sessionOf } from './sesiones'

export const SERVICIOS_PORTAL: readonly ServicioPortal[] = [
  {
    hosts: ['misiir'],
    path: /^\/cgi_misii\/siihome\.cgi$/,
    servicio: 'contribuyente',
    tipo: 'cgi',
    answer: (sim, _, sesion) => homePage(sim, sesion),
  },
  {
    hosts: ['zeusr'],
    path: /^\/cgi_AUT2000\/AutTknData\.cgi$/,
    servicio: 'contribuyente',
    tipo: 'entrada',
    answer: (sim, { query, request }) => tokenData(query, sessionOf(sim, request)),
  },
  {
    hosts: ['www4', 'www4c'],
    path: /^\/[\w.-]+\/services\/(?:.*\/)?(?:autConfDataService\/obtieneConf|aaSessionService\/load|settingsService\/consultarParametros)$/,
    servicio: 'contribuyente',
    tipo: 'facade',
    answer: (_, { path }, sesion) => bootstrap(path, sesion),
  },
  ...SERVICIOS_REGISTRO,
  ...SERVICIOS_CONTRIBUYENTE,
  ...SERVICIOS_FOLIOS,
  ...SERVICIOS_BTE,
]
