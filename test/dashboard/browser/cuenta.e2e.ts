// Everything of the account leaves, as a copy or as a move (areas/exportaciones).

import { test } from 'bun:test'
import { createPerson } from './people'
import { EMPRESA, type Person } from './stage'
import { stage, useStage } from './suite'

const ADDRESS = `/app/${EMPRESA.rut}/cuenta`

let administrador: Person

useStage({}, async () => {
  administrador = await createPerson(stage, 'administrador')
})

test('says what a copy and a move contain, and asks a phrase for a move alone', () =>
  stage.visit(async ({ page, axe, narrow }) => {
    await page.goto(ADDRESS)
    await page.getByText('se lee sin Timbre').waitFor()
    await page.getByText('timbre cuenta importar').waitFor()
    await page.getByText('Aún no se pide ninguna').waitFor()
    await axe()
    await page.getByLabel('Es una mudanza a otro servidor').check()
    await page.getByRole('button', { name: 'Mudar la cuenta' }).click()
    await page.getByText('Doce caracteres o más', { exact: true }).waitFor()
    await page.getByText('Escriba su contraseña').waitFor()
    await axe()
    await narrow()
  }))

test('lists what was asked for, to be fetched or taken back', () =>
  stage.visit(async ({ page, axe }) => {
    const one = {
      id: 'exp_01JD3Q8Z2V5W7X9Y0A1B2C3D4E',
      empresas: [],
      mudanza: true,
      estado: 'vigente',
      usuario_id: null,
      created_at: '2026-11-20T06:15:00.000Z',
      vence_at: null,
    }
    const paginacion = { pagina: 1, limite: 20, total: 1, paginas: 1, siguiente: null }
    await page.route('**/v1/cuenta/exportaciones*', (route) =>
      route.fulfill({ json: { ok: true, data: [one], paginacion } }),
    )
    await page.goto(ADDRESS)
    await page.getByRole('link', { name: 'Descargar' }).waitFor()
    await page.getByRole('button', { name: 'Reabrir aquí' }).click()
    await page.getByText('dos no emiten por la misma empresa').waitFor()
    await axe()
  }))

test('is for owners of the account', () =>
  stage.visit(
    async ({ page }) => {
      await page.goto(ADDRESS)
      await page.getByText('La cuenta se la llevan sus propietarios').waitFor()
    },
    { as: administrador },
  ))
