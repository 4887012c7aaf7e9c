// The copies of the server, for owners of the account that runs it (http §23). The stage's server makes none: how others look is told
// by answers in its stead.

import { test } from 'bun:test'
import { createPerson } from './people'
import { EMPRESA, type Person } from './stage'
import { stage, useStage } from './suite'

const ADDRESS = `/app/${EMPRESA.rut}/respaldos`
const INICIO = '2026-11-20T06:15:00.000Z'

let administrador: Person

useStage({}, async () => {
  administrador = await createPerson(stage, 'administrador')
})

const copia = (estado: string, more: object = {}) => ({
  nombre: `timbre-0a1b2c3d-${estado}.tar.age`,
  estado,
  inicio: INICIO,
  fin: INICIO,
  bytes: 1_622_070,
  error: null,
  ensayo: null,
  ...more,
})

const DATA = {
  programado: {
    destino: 's3://respaldos/timbre',
    cron: '15 3 * * *',
    conservar: '7/5/12/6',
    abre: false,
    proxima: '2026-11-21T06:15:00.000Z',
  },
  trabajando: false,
  problemas: [{ motivo: 'atrasado', desde: INICIO, mensaje: 'No se hizo la de su hora' }],
  copias: [
    copia('fallida', { bytes: null, error: 'el bucket respaldos no existe' }),
    copia('hecha', { ensayo: { resultado: 'integra', fecha: INICIO, detalle: 'No se abrió' } }),
  ],
}

test('says that the server copies nothing by itself, and how it would', () =>
  stage.visit(async ({ page, axe }) => {
    await page.goto(ADDRESS)
    await page.getByText('Este servidor no hace copias por sí solo').waitFor()
    await axe()
  }))

test('shows what is wrong first, then where copies go, which are kept and how their trials went', () =>
  stage.visit(async ({ page, axe, narrow }) => {
    await page.route('**/v1/respaldos', (route) => route.fulfill({ json: { ok: true, data: DATA } }))
    await page.goto(ADDRESS)
    for (const text of [
      'Falta la última copia',
      's3://respaldos/timbre',
      'La última de cada uno de 7 días, 5 semanas, 12 meses y 6 años',
      'Íntegra, sin abrir',
      'el bucket respaldos no existe',
      '1,6 MB',
    ])
      await page.getByText(text).first().waitFor()
    await axe()
    await narrow()
    await axe()
  }))

test('tells of the first failure, and begins a copy when asked', () =>
  stage.visit(async ({ page, axe }) => {
    let asked = 0
    await page.route('**/v1/respaldos', (route) => {
      if (route.request().method() === 'POST') asked++
      const status = route.request().method() === 'POST' ? 202 : 200
      return route.fulfill({
        status,
        json: { ok: true, data: { ...DATA, problemas: [], trabajando: asked > 0 } },
      })
    })
    await page.goto(ADDRESS)
    await page.getByText('La última copia falló').waitFor()
    await page.getByRole('button', { name: 'Respaldar ahora' }).press('Enter')
    await page.getByRole('button', { name: 'Respaldando…' }).waitFor()
    await axe()
    if (asked !== 1) throw new Error(`asked ${asked} times`)
  }))

test('who is no owner is told whose they are', () =>
  stage.visit(
    async ({ page }) => {
      await page.goto(ADDRESS)
      await page.getByText('Los respaldos son de los propietarios').waitFor()
    },
    { as: administrador },
  ))
