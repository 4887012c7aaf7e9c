// People: invited, given rights, limited, removed (dashboard §10; http §22.1).

import { expect, test } from 'bun:test'
import { PROPIETARIA } from '../../../src/cli/demo-personas'
import { createPerson } from './people'
import { EMPRESA, OTRA, PASSWORD } from './stage'
import { breakRoute, failureSaid, onStage, stage, useStage } from './suite'

const ADDRESS = `/app/${EMPRESA.rut}/usuarios`
const ODD = 'Ana <script>alert(1)</script> & Cía'

useStage()

const accept = async (enlace: string, nombre: string): Promise<void> => {
  const token = new URL(enlace, stage.url).hash.replace('#token=', '')
  await stage.api('POST', '/auth/invite/accept', { token, nombre, password: PASSWORD })
}

test('alone, the only owner is told why nothing of theirs can be taken; somebody is invited by a link shown once', () =>
  stage.visit(async ({ page, axe, keys, narrow }) => {
    await page.goto(ADDRESS)
    await page.getByText('Sólo usted entra a esta cuenta').waitFor()
    await page.getByText('Es el único propietario de la cuenta').waitFor()
    expect(await page.getByRole('button', { name: `Eliminar a ${PROPIETARIA.nombre}` }).isDisabled()).toBe(
      true,
    )
    await axe()
    await page.getByRole('button', { name: `Cambiar a ${PROPIETARIA.nombre}` }).click()
    expect(await page.getByRole('dialog').getByLabel('Rol').isDisabled()).toBe(true)
    await axe()
    await keys('Escape')
    await page.getByRole('button', { name: 'Invitar a una persona' }).focus()
    await keys('Enter Enter')
    const form = page.getByRole('dialog', { name: 'Invitar a una persona' })
    await form.getByText('Escriba el correo').waitFor()
    await page.keyboard.type('no es correo')
    await keys('Enter')
    await form.getByRole('alert').waitFor()
    expect(await form.getByLabel('Correo').getAttribute('aria-invalid')).toBe('true')
    await form.getByLabel('Correo').fill('ana@example.cl')
    await form.getByLabel('Rol').selectOption('Lector')
    await form.getByLabel('Todos los tipos').uncheck()
    await form.getByRole('checkbox', { name: 'Boleta', exact: true }).check()
    await axe()
    await form.getByRole('button', { name: 'Invitar' }).click()
    const shown = page.getByRole('dialog', { name: 'Invitación para ana@example.cl' })
    await shown.getByText('entregue usted este enlace').waitFor()
    await keys('Escape')
    await axe()
    const enlace = (await shown.getByText('#token=').textContent()) ?? ''
    await shown.getByRole('button', { name: 'La copié' }).click()
    await page.getByRole('rowheader', { name: 'ana@example.cl' }).waitFor()
    await page.getByText('Pendiente').waitFor()
    await axe()
    await narrow()
    await axe()
    await accept(enlace, ODD)
  }))

test('rights are added and taken, and hold from then on', () =>
  stage.visit(async ({ page, axe, narrow }) => {
    await page.goto(ADDRESS)
    await page.getByRole('button', { name: `Cambiar a ${ODD}` }).click()
    const form = page.getByRole('dialog', { name: `Cambiar a ${ODD}` })
    await form.getByRole('checkbox', { name: 'Ver y cambiar webhooks' }).check()
    await form.getByText('webhooks:administrar · agregado al rol').waitFor()
    await form.getByRole('checkbox', { name: 'Ver folios' }).uncheck()
    await form.getByText('folios:leer · quitado del rol').waitFor()
    await axe()
    await narrow()
    await axe()
    await form.getByRole('button', { name: 'Guardar los cambios' }).click()
    await page.getByText(`Los permisos de ${ODD} cambiaron`).waitFor()
    await page.getByText('1 de más, 1 de menos').waitFor()
    await stage.visit(
      async ({ page: hers }) => {
        await hers.goto(`/app/${EMPRESA.rut}/webhooks`)
        await hers.getByText('Ningún webhook todavía').waitFor()
        await hers.goto(ADDRESS)
        await hers.getByText('no incluye usuarios:administrar').waitFor()
        expect(await hers.getByRole('navigation').getByRole('link', { name: 'Folios' }).count()).toBe(0)
      },
      { as: { email: 'ana@example.cl', password: PASSWORD } },
    )
  }))

test('who was invited can be left out again, and who is in can be removed', async () => {
  await createPerson(stage, 'contador')
  await stage.api('POST', '/v1/usuarios/invitar', { email: 'otro@example.cl', rol: 'lector', empresas: [] })
  await stage.visit(async ({ page, axe }) => {
    await page.goto(ADDRESS)
    await page.getByRole('button', { name: 'Anular la invitación de otro@example.cl' }).click()
    await page.getByRole('heading', { name: 'Invitaciones' }).waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Eliminar a Persona contador' }).click()
    await page.getByRole('dialog').getByText('Sus sesiones se cierran').waitFor()
    await axe()
    await page.getByRole('dialog').getByRole('button', { name: 'Eliminar a la persona' }).click()
    await page.getByRole('rowheader', { name: 'Persona contador' }).waitFor({ state: 'hidden' })
  })
})

test('who may do less than another is told so by the server', async () => {
  const { data } = await stage.api<{ data: { enlace: string } }>('POST', '/v1/usuarios/invitar', {
    email: 'admin@example.cl',
    rol: 'administrador',
    empresas: [],
  })
  await accept(data.enlace, 'Administradora')
  await stage.visit(
    async ({ page, axe }) => {
      await page.goto(ADDRESS)
      await page.getByRole('button', { name: `Cambiar a ${PROPIETARIA.nombre}` }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Guardar los cambios' }).click()
      await page.getByRole('alert').getByText('No puede cambiar a quien puede más que usted').waitFor()
      await axe()
    },
    { as: { email: 'admin@example.cl', password: PASSWORD } },
  )
})

test('among many companies those that somebody sees are sought, and what is marked stays so', async () => {
  await onStage({}, async (many) => {
    const ruts = ['76000001-9', '76000002-7', '76000003-5', '76000004-3', '76000005-1', '76000006-K']
    for (const [n, rut] of ruts.entries())
      await many.api('POST', '/v1/empresa', { ...OTRA, rut, razon_social: `Panadería número ${n + 1}` })
    await many.visit(async ({ page, axe, narrow }) => {
      await page.goto(ADDRESS)
      await page.getByRole('button', { name: 'Invitar a una persona' }).click()
      const form = page.getByRole('dialog', { name: 'Invitar a una persona' })
      await form.getByLabel('Rol').selectOption('Lector')
      await form.getByLabel('Todas, también las que se creen después').uncheck()
      const search = form.getByRole('searchbox', { name: 'Buscar' })
      await search.fill('76.000.004')
      const found = form.getByRole('checkbox', { name: /Panadería número/ })
      await form.getByRole('checkbox', { name: 'Panadería número 4' }).check()
      expect(await found.count()).toBe(1)
      await axe()
      await search.fill('no hay')
      await form.getByText('Lo marcado sigue marcado').waitFor()
      await search.fill('')
      await form.getByText('Marcadas: 2 de 8').waitFor()
      expect(await form.getByRole('checkbox', { name: 'Panadería número 4' }).isChecked()).toBe(true)
      await narrow()
      await axe()
    })
  })
}, 60_000)

test('a plan that admits no more people says so, and what was typed stays', async () => {
  await onStage({ env: { TIMBRE_DEFAULT_PLAN: 'Emprendedor' } }, async (small) => {
    for (const rol of ['lector', 'contador']) await createPerson(small, rol)
    await small.visit(async ({ page, axe }) => {
      await page.goto(ADDRESS)
      await page.getByRole('button', { name: 'Invitar a una persona' }).click()
      const form = page.getByRole('dialog', { name: 'Invitar a una persona' })
      await form.getByLabel('Correo').fill('cuarta@example.cl')
      await form.getByRole('button', { name: 'Invitar' }).click()
      await form.getByText('Límite del plan').waitFor()
      await form.getByRole('link', { name: 'Ver los planes' }).waitFor()
      expect(await form.getByLabel('Correo').inputValue()).toBe('cuarta@example.cl')
      await axe()
    })
  })
}, 60_000)

test('what the server cannot list says so, and can be asked for again', () =>
  stage.visit(async ({ page, axe }) => {
    const mend = await breakRoute(page, '**/v1/usuarios?**')
    await page.goto(ADDRESS)
    await failureSaid(page)
    // Parts that do not need the list are there all the same.
    await page.getByRole('button', { name: 'Invitar a una persona' }).waitFor()
    await axe()
    await mend()
    await page.getByRole('rowheader', { name: PROPIETARIA.nombre }).waitFor()
  }))
